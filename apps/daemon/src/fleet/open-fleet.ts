import { randomBytes } from 'node:crypto';
import type { ModelEvent } from '@ccu-gateway/device-model';
import {
  openSharedStream,
  type SharedEventStream,
  type SharedLog,
  type SharedPublisher,
  type SharedStreamOptions,
  StateTooOldError,
} from '@ccu-gateway/event-stream';
import {
  type HeardHolders,
  hearHolders,
  type LeaseKeeper,
  type LeaseTable,
  openLeaseKeeper,
  type RequestTable,
  type SnapshotStore,
} from '@ccu-gateway/fleet';
import type { FleetConnection } from '@ccu-gateway/fleet/nats';
import { durationMs, type GatewayConfig } from '../config/index.js';
import type { Log } from '../log/log.js';
import type { Store } from '../storage/store.js';
import type { Time } from '../time/time.js';
import { atServers, connectionOf, loadLibraries } from './connection.js';
import { openFirstStates } from './feed/first-states.js';
import { createHouseFeed, type HouseFeed } from './feed/house-feed.js';
import { createTold } from './feed/told.js';
import { suspectLeft, type UnknownEnd } from './feed/unknown-end.js';
import { createKnownCentrals, type KnownCentrals } from './known-centrals.js';

/** Foundation of a gateway in a fleet. */
export interface FleetBase {
  readonly name: string;
  /** The configured name of this gateway. */
  readonly instance: string;
  readonly role: GatewayConfig['fleet']['role'];
  readonly stream: SharedEventStream;
  readonly epoch: string;
  readonly feed: HouseFeed;
  readonly connection: FleetConnection;
  readonly table: LeaseTable;
  readonly heard: HeardHolders;
  readonly keeper: LeaseKeeper;
  readonly snapshots: SnapshotStore;
  /** Requests with an `Idempotency-Key` to any gateway of the fleet. */
  readonly requests: RequestTable;
  /** Undefined where a shared database distinguishes fleets of one name. */
  readonly known: KnownCentrals | undefined;
  /** Publishes to the other gateways, once each of them follows the log. */
  tell(text: string): void;
  /** Calls with each message of another gateway, and without one where messages may have been missed. */
  onTold(listener: (text: string | undefined) => void): void;
  /** Resolves when this process has taken in everything that the log has at this moment. */
  caughtUp(signal: AbortSignal): Promise<void>;
  /** Publishes events of this gateway that concern no CCU. */
  readonly own: SharedPublisher;
  /** Calls when another gateway publishes under the name of this one. */
  onDouble(listener: () => void): void;
  /** The newest number that the log has given out. */
  endOfLog(): Promise<number>;
  /** To be called when this process holds a CCU, or does no more. */
  changed(): void;
  onChange(listener: () => void): void;
  /** Gives all leases back, and ends the connection; the stream is closed by itself. */
  close(): Promise<void>;
}

export interface FleetOptions {
  readonly config: Pick<GatewayConfig, 'fleet' | 'locale' | 'unique_id_prefix'>;
  /** Of this gateway, among those of its fleet. */
  readonly instance: string;
  readonly streamOptions: Omit<SharedStreamOptions, 'log'>;
  /** Of the stores that the fleet shares; undefined where that cannot be asked, or there is none. */
  readonly identity: Store['identity'];
  /** CCUs that this gateway is configured with. */
  readonly centrals: readonly string[];
  /** Changes of CCUs that others hold. */
  readonly onFollowed: (event: ModelEvent) => void;
  readonly time: Time;
  readonly log: Log;
}

const LOOK_MS = 20;

/**
 * Connects with the fleet: its leases, its snapshots and its log, and takes in the CCUs that others hold as far as they
 * have published them.
 * @throws ConfigError where the servers do not answer, or refuse
 */
export async function openFleet(options: FleetOptions): Promise<FleetBase> {
  const { config, instance, time } = options;
  const { name, role, nats } = config.fleet;
  const libraries = await loadLibraries();
  const access = connectionOf(nats);
  return await atServers(nats, async () => {
    const connection = await libraries.connectFleet({ ...access, name, owner: name, replicas: nats.replicas });
    let shared: SharedLog | undefined;
    try {
      // Before anything of the fleet is made or read.
      const { identity } = options;
      if (identity !== undefined) await libraries.claimFleet(connection, identity.id, { isOld: identity.isOld });
      const log = await openLog(libraries, config, access);
      shared = log;
      const ttlMs = durationMs(config.fleet.lease_ttl);
      const table = await libraries.openLeaseTable(connection, { ttlMs });
      const heard = hearHolders(table);
      const snapshots = await libraries.openSnapshots(connection);
      const requests = await libraries.openRequestTable(connection);
      let opened: SharedEventStream | undefined;
      const feed = createHouseFeed({
        uniqueIdPrefix: config.unique_id_prefix,
        locale: config.locale,
        now: time.now,
        newId: () => randomBytes(8).toString('hex'),
        onFollowed: options.onFollowed,
        // Clients may have read a state since the loss was reported, and it was the old one.
        onRepaired: () => opened?.tellLoss(),
        warn: (message, fields) => options.log.warn(message, { event: 'fleet.copy_refused', ...fields }),
      });
      const told = createTold(instance, log);
      const { stream, epoch } = await openHouseStream(options, { shared: log, snapshots, feed, told });
      opened = stream;
      const own = stream.publisher(told.source, { onLost: () => told.lost() });
      const keeper = openLeaseKeeper({ table, name: instance });
      const { claimCentral } = libraries;
      const known =
        identity === undefined
          ? createKnownCentrals((...ccu) => claimCentral(connection, ...ccu), options.log)
          : undefined;
      const listeners: (() => void)[] = [];
      return {
        ...{ name, instance, role, stream, epoch, feed, connection, table, heard, keeper, snapshots, requests, known },
        caughtUp: (signal) => catchUp(log, stream, { time, signal }),
        own,
        tell: (text) => own.hide(text),
        onTold: told.on,
        onDouble: told.onLost,
        endOfLog: async () => (await log.state()).lastSeq,
        changed() {
          for (const listener of listeners) listener();
        },
        onChange: (listener) => void listeners.push(listener),
        async close() {
          await keeper.close();
          snapshots.close();
          requests.close();
          heard.close();
          await table.close();
          await connection.close();
        },
      };
    } catch (error) {
      await Promise.all([connection.close(), shared?.close()]);
      throw error;
    }
  });
}

/** The newest number of the log now; while it does not answer, its number when it answers again. */
async function catchUp(
  shared: Pick<SharedLog, 'state'>,
  stream: Pick<SharedEventStream, 'seq'>,
  { time, signal }: { readonly time: Time; readonly signal: AbortSignal },
): Promise<void> {
  let lastSeq: number | undefined;
  while (!signal.aborted && (lastSeq === undefined || stream.seq < lastSeq)) {
    lastSeq ??= (await shared.state().catch(() => undefined))?.lastSeq;
    if (lastSeq === undefined || stream.seq < lastSeq) await pause(time, LOOK_MS);
  }
}

const pause = (time: Time, delayMs: number) => new Promise<void>((resolve) => time.after(delayMs, resolve));

async function openLog(
  { openJetStreamLog }: Awaited<ReturnType<typeof loadLibraries>>,
  { fleet: { name, nats } }: FleetOptions['config'],
  access: ReturnType<typeof connectionOf>,
): Promise<SharedLog> {
  return await openJetStreamLog({
    ...access,
    name: `${name}-events`,
    owner: name,
    shape: {
      maxRecords: nats.max_events,
      maxBytes: nats.max_bytes,
      maxAgeMs: durationMs(nats.max_age),
      replicas: nats.replicas,
    },
  });
}

interface HouseStreamParts {
  readonly told: ReturnType<typeof createTold>;
  readonly shared: SharedLog;
  readonly snapshots: SnapshotStore;
  readonly feed: HouseFeed;
}

/** The stream, and copies of CCUs: from their snapshots on, as far as the log reaches back to them. */
async function openHouseStream(
  { config: { fleet }, streamOptions, centrals, time, log }: FleetOptions,
  { shared, snapshots, feed, told }: HouseStreamParts,
) {
  const { epoch } = await shared.state();
  const firstState = await openFirstStates({ snapshots, shared, time, log });
  const begun: number[] = [];
  const unknown: UnknownEnd[] = [];
  for (const central of centrals) {
    const state = await firstState(central);
    if (state !== undefined && state !== 'unusable' && feed.begin(central, state)) begun.push(state.seq);
    else unknown.push({ central, hadState: state !== undefined });
  }
  const open = (more: Partial<SharedStreamOptions>) =>
    openSharedStream({
      ...streamOptions,
      ...{ bufferEvents: fleet.buffer_events, bufferBytes: fleet.buffer_bytes },
      log: shared,
      onHidden(record) {
        feed.take(record);
        told.take(record);
      },
      onBreak(loss) {
        feed.broken(loss);
        // Also where it is of a CCU: a holder that went without giving it back may have had more to publish.
        told.missed();
      },
      ...more,
    });
  const stream = await openSince(begun, open, feed);
  // Only now: this process hears all messages from here on.
  await suspectLeft(unknown, { shared, feed, log });
  return { epoch, stream };
}

async function openSince(
  begun: readonly number[],
  open: (more: Partial<SharedStreamOptions>) => Promise<SharedEventStream>,
  feed: Pick<HouseFeed, 'broken'>,
): Promise<SharedEventStream> {
  if (begun.length === 0) return await open({});
  try {
    return await open({ hiddenSince: Math.min(...begun) });
  } catch (error) {
    if (!(error instanceof StateTooOldError)) throw error;
    // Dropped since the last check. Holders are asked for their states.
    feed.broken({});
    return await open({});
  }
}
