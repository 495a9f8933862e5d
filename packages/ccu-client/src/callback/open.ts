import { randomBytes } from 'node:crypto';
import type { AddressInfo, Server as NetServer, Socket } from 'node:net';
import { createComplaints } from '../log/complaints.js';
import { factsOf } from '../model/interfaces.js';
import { createSteadyClock } from '../time/steady-clock.js';
import { systemTimers } from '../time/system.js';
import { createAdmission } from './admission.js';
import { announcedHost, inUrl, plainUrl } from './announce.js';
import { callsOf } from './answers.js';
import { createBinListener } from './bin-listener.js';
import { createDelivery } from './deliver.js';
import { createRoutes } from './routes.js';
import type {
  Announced,
  CallbackBounds,
  CallbackRegistration,
  CallbackServer,
  CallbackServerOptions,
} from './server.js';
import { createSources, type Sources } from './sources.js';
import { createXmlListener } from './xml-listener.js';

/** Of bodies of all connections together. */
const MAX_HELD_BYTES = 64 * 1024 * 1024;
/** Length of the secret part of each path, which only the CCU gets. */
const SECRET_BYTES = 16;
/** Replaces the secret part in texts for people. */
const HIDDEN = '…';

/**
 * Starts the callback server. A process needs one for all its CCUs.
 *
 * @throws the system's error, for example with the code `EADDRINUSE`, when it cannot listen
 *
 * @example
 * const callbacks = await openCallbackServer({ host: '0.0.0.0', port: 8120, binPort: 8129 });
 */
export async function openCallbackServer(options: CallbackServerOptions): Promise<CallbackServer> {
  const { clock: now = Date.now, timers = systemTimers } = options;
  const elapsed = createSteadyClock(now);
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  const sources = createSources({ elapsed });
  const complaints = createComplaints(options.log);
  const admission = createAdmission({ sources, complaints, now });
  const delivery = createDelivery({ complaints, now, elapsed, timers });
  let bounds: CallbackBounds = options;
  const routes = createRoutes({
    secret,
    isFrom: ({ ccuHost }, address) => sources.isOf(ccuHost, address),
    believesAll: () => bounds.restrictSourceIps === false,
  });
  const { xml, bin } = createListeners(options, { routes, admission, delivery, complaints });
  const listeners = openListeners([xml, bin]);

  function reconfigure(next: CallbackBounds): void {
    bounds = next;
    admission.restrict(next.restrictSourceIps);
    listeners.reconfigure(next.maxConnections ?? 64, (address) => admission.knows(address));
  }
  reconfigure(options);

  const { port, binPort } = await listenBoth(xml, bin, options);
  const hosts = createHostCounter(sources);

  return {
    port,
    binPort,
    reconfigure,
    status: admission.status,
    register(registration) {
      const { path, remove } = routes.add(registration);
      hosts.add(registration.ccuHost);
      return {
        async announce() {
          await sources.resolve(registration.ccuHost);
          return await announcement(registration, options, { port, binPort, path, secret });
        },
        remove() {
          remove();
          delivery.drop(registration);
          admission.forget(registration);
          hosts.remove(registration.ccuHost);
        },
      };
    },
    async close() {
      delivery.close();
      listeners.end();
      await Promise.all([stop(xml), stop(bin)]);
    },
  };
}

interface ListenerParts {
  readonly routes: ReturnType<typeof createRoutes>;
  readonly admission: ReturnType<typeof createAdmission>;
  readonly delivery: ReturnType<typeof createDelivery>;
  readonly complaints: ReturnType<typeof createComplaints>;
}

/** One listener for each protocol; a path names the registration in XML, the calls and their peer name it in BIN. */
function createListeners(
  { maxBodyBytes = 32 * 1024 * 1024, timers = systemTimers }: CallbackServerOptions,
  { routes, admission, delivery, complaints }: ListenerParts,
) {
  const complain = (event: string, message: string) => complaints.report({ event, message });
  const shared = {
    maxBodyBytes,
    admission,
    timers,
    complain,
    dropped(address: string) {
      complain('callback.too_many', 'a connection was refused, because there are too many');
      for (const registration of routes.from(address)) registration.onUnreadable?.();
    },
  };
  const { deliver } = delivery;
  const xml = createXmlListener({ ...shared, maxHeldBytes: MAX_HELD_BYTES, find: routes.byPath, deliver });
  const bin = createBinListener({
    ...shared,
    unreadable: (peer) => routes.byPeer(peer, [])?.onUnreadable?.(),
    deliver(peer, call, exchange) {
      const registration = routes.byPeer(peer, callsOf(call));
      if (registration !== undefined) deliver(registration, call, exchange);
      else admission.refuse(peer.address, 'bin', 'unknown_peer');
    },
  });
  return { xml, bin };
}

/** The connections of the listeners. */
function openListeners(servers: readonly NetServer[]) {
  const sockets = new Set<Socket>();
  for (const server of servers) {
    server.on('connection', (socket: Socket) => {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
    });
  }
  return {
    reconfigure(maxConnections: number, knows: (address: string) => boolean) {
      for (const server of servers) server.maxConnections = maxConnections;
      for (const socket of sockets) if (!knows(socket.remoteAddress ?? '')) socket.destroy();
    },
    end() {
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Resolves a host while anything is registered for it. */
function createHostCounter(sources: Sources) {
  const counts = new Map<string, number>();
  return {
    add(host: string) {
      counts.set(host, (counts.get(host) ?? 0) + 1);
      void sources.resolve(host);
    },
    remove(host: string) {
      const count = (counts.get(host) ?? 1) - 1;
      if (count > 0) {
        counts.set(host, count);
        return;
      }
      counts.delete(host);
      sources.forget(host);
    },
  };
}

/** Where the CCU is to call this registration. */
async function announcement(
  { interfaceId, interfaceName, protocol, ccuHost }: CallbackRegistration,
  { publicHost, host: boundTo }: CallbackServerOptions,
  { port, binPort, path, secret }: Ports & { readonly path: string; readonly secret: string },
): Promise<Announced> {
  const { host, from } = await announcedHost({ publicHost, boundTo, ccuHost });
  const urlFor = (name: string) =>
    protocol === 'bin' ? `xmlrpc_bin://${inUrl(name)}:${binPort}` : `http://${inUrl(name)}:${port}${path}`;
  const isPlain = factsOf(interfaceName).plainCallbacks;
  const url = isPlain ? await plainUrl(urlFor, { host, interfaceId }) : urlFor(host);
  return { url, shown: url.replace(`/${secret}/`, `/${HIDDEN}/`), from };
}

type Ports = Pick<CallbackServer, 'port' | 'binPort'>;

/** Both, or neither. */
async function listenBoth(xml: NetServer, bin: NetServer, options: CallbackServerOptions): Promise<Ports> {
  const port = await listen(xml, options.host, options.port);
  const binPort = await listen(bin, options.host, options.binPort).catch(async (error: unknown) => {
    await stop(xml);
    throw error;
  });
  return { port, binPort };
}

function listen(server: NetServer, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, () => {
      server.removeListener('error', reject);
      // Errors of single connections are handled there; the listener itself must not take the process down.
      server.on('error', () => undefined);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

function stop(server: NetServer): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}
