import { fileDifferenceInWords } from '@ccu-gateway/gateway-core/parts';
import { lockDataDir, restorePending } from '@ccu-gateway/storage';
import { LISTEN, listenFault, parseListen } from '../config/index.js';
import { type AccessParts, createAccess } from './access.js';
import { type Base, createBase } from './base.js';
import { type Data, openData } from './data.js';
import { createFront, type FrontParts } from './front.js';
import type { Gateway, GatewayOptions } from './gateway.js';
import { type HouseParts, openHouse } from './house.js';
import { openProblemTimes } from './problem-times.js';
import { openTls, type Tls } from './tls.js';

export type { Gateway, GatewayOptions };

interface Parts {
  readonly base: Base;
  readonly data: Data;
  readonly house: HouseParts;
  readonly access: AccessParts;
  readonly front: FrontParts;
  /** Undefined where plain HTTP is spoken. */
  readonly tls: Tls | undefined;
}

/** Puts everything together, in the order in which each part needs the others. The listener is up before any CCU is. */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  await endRestore(options.loaded.dataDir);
  let requestStop: (reason: string) => void = () => {};
  const stopRequested = new Promise<string>((settle) => {
    requestStop = settle;
  });
  const base = createBase(options, () => requestStop('too many faults that were not expected'));
  try {
    const data = await openData(base);
    const house = await openHouse(base, data);
    house.site.check(data.health);
    const access = createAccess(base, data, house);
    void house.streamEnded?.then((reason) => requestStop(reason));
    void data.store.foreign?.then((reason) => requestStop(reason));
    base.repeat('storage', data.store.lookAgainMs, async () => {
      if (options.restartable?.() && (await data.store.worksAgain())) requestStop('storage works again');
    });
    const tls = await openTls(base, data);
    const front = createFront({ base, data, house, access, tls }, requestStop);
    openProblemTimes(base, data, house);
    const parts = { base, data, house, access, front, tls };
    const url = await begin(parts);
    base.parts.started();
    let stopping: Promise<void> | undefined;
    return {
      url,
      auth: access.auth,
      centrals: house.centrals,
      parts: base.parts,
      certificate: tls?.shown(),
      stopRequested,
      reload: async () => tls?.reload(),
      stop(reason) {
        stopping ??= stop(parts, reason);
        return stopping;
      },
      carryOutRestore: front.ownBackups.carryOut,
    };
  } catch (error) {
    await base.lifecycle.close();
    throw error;
  }
}

/** A restore that was interrupted exchanges the key and the database, so it comes before anything is read. */
async function endRestore(dataDir: string): Promise<void> {
  if (restorePending(dataDir)) (await lockDataDir(dataDir)).release();
}

/** Listens, and connects to the CCUs. Answers the URL. */
async function begin({ base, data, house, access, front, tls }: Parts): Promise<string> {
  const { log, lifecycle } = base;
  const { secrets, store, loaded } = data;
  const { identities, centrals } = house;
  const { auth, directory, review, noteObstacles } = access;
  const { hub, server, core, matter, mcp } = front;
  const listen = parseListen(loaded.config.north.rest.listen);
  // The schema has accepted it already.
  if (listen === undefined) throw new Error(`north.rest.listen is no address: ${loaded.config.north.rest.listen}`);
  const inForce = await hub.administration.inForce();
  // Before the listener is up: a CCU that may let accounts sign in keeps setup closed from the first request on.
  directory.load(inForce);
  // The settings that sessions depend on may have changed while no gateway ran here, also where the CCUs are those of
  // the file.
  review();
  await identities.load(inForce.map(({ name }) => name));
  const fileState = await hub.administration.centralsFile();
  if (fileState.isIgnored) log.warn(fileDifferenceInWords(fileState), { event: 'centrals.file_ignored' });
  const toConnect = inForce.filter(({ enabled }) => enabled);
  await auth.start();
  const { url, port } = await base.parts
    .in('http', () => server.listen({ ...listen, ...(tls === undefined ? {} : { certificate: tls.certificate() }) }))
    .catch((error: unknown) => {
      throw listenFault(error, loaded, LISTEN);
    });
  // No client hears it yet, but one that resumes after a restart hears that the gateway had gone.
  announce(base, house, { status: 'online' });
  log.info('listening', { url });
  // Sockets and CCUs at once: each of them may need a few seconds, and neither depends on the other.
  lifecycle.onClose('server and CCUs', async () => {
    await Promise.all([server.close({ graceMs: 1000 }), centrals.close()]);
  });
  await tls?.begin(server, port);
  await front.join([loaded.config.north.rest.public_url ?? url]);
  // Nothing is tried again after a stop, so from here on writes wait for another process.
  lifecycle.onClose('locks', () => store.waitForOthers());
  // Closed first: a gateway that closes its authentication sources must not take that for a first start.
  lifecycle.onClose('setup', () => auth.setup.shut());
  for (const central of toConnect) centrals.add(central);
  // A broker that cannot be used keeps no gateway from starting; it is reported in /health.
  await front.bridges.mqtt
    .reconfigure(loaded.config.mqtt)
    .catch((error: unknown) => log.error('mqtt.unavailable', { error }));
  await front.bridges.webhooks.reconfigure(loaded.config.webhooks).catch((error: unknown) => {
    log.error('webhooks.unavailable', { error });
  });
  await front.bridges.notify.reconfigure(loaded.config.notify).catch((error: unknown) => {
    log.error('notify.unavailable', { error });
  });
  matter.start(core);
  mcp.reconfigure(loaded.config.mcp);
  // Tried again every minute; a database that takes no writes is reported, and no reason to be gone.
  await noteObstacles().catch((error: unknown) => log.warn('setup obstacles failed', { error }));
  secrets.sealFile();
  return url;
}

async function stop({ base, house, access }: Parts, reason: string): Promise<void> {
  const { log, lifecycle } = base;
  access.auth.setup.shut();
  base.parts.close();
  log.info('stopping', { reason });
  announce(base, house, { status: 'offline', reason: 'shutdown' });
  house.stream.flush();
  await lifecycle.close();
  log.info('stopped');
}

function announce(
  { time }: Base,
  { stream }: Pick<HouseParts, 'stream'>,
  said: { readonly status: 'online' | 'offline'; readonly reason?: string },
): void {
  stream.publish({
    topic: 'system.daemon_status',
    type: 'daemon_status.changed',
    payload: { ...said, event_at: new Date(time.now()).toISOString() },
  });
}
