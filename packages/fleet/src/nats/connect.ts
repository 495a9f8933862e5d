import {
  connect,
  credsAuthenticator,
  errors,
  type NatsConnection,
  type NodeConnectionOptions,
} from '@nats-io/transport-node';
import { FleetRefusedError } from '../model/errors.js';
import type { FleetHealth } from '../model/health.js';
import { withRemedy } from './access.js';
import { checkCalls } from './hearing.js';
import { redialDelay } from './redial.js';
import { type Server, watchServer } from './server.js';
import { endStale } from './stale.js';

/** Which fleet on which broker. */
export interface FleetConnectionOptions {
  /** Servers, TLS and credentials, as the NATS client takes them. It reconnects for ever. */
  readonly connection: NodeConnectionOptions;
  /** The content of a credentials file (JWT and NKey), as `nsc` makes it. */
  readonly credentials?: Uint8Array;
  /** What buckets and subjects of the fleet begin with: letters, digits, `-` and `_`. */
  readonly name: string;
  /** Whose fleet it is. Two with one name on one broker are kept apart by this, and told. */
  readonly owner: string;
  /** How long an answer of the broker may take; default 5 000. */
  readonly timeoutMs?: number;
  /** Between attempts; default 500. */
  readonly retryMs?: number;
  /** Copies of each bucket in a cluster, where it is made; default 1. */
  readonly replicas?: number;
}

/** The way of one process to the broker; leases, calls, presence and snapshots share it. */
export interface FleetConnection {
  readonly name: string;
  readonly owner: string;
  readonly timeoutMs: number;
  readonly retryMs: number;
  readonly replicas: number;
  /** The connection of the NATS client. */
  readonly nats: NatsConnection;
  readonly server: Pick<Server, 'praise' | 'doubt'>;
  readonly health: FleetHealth;
  onHealth(listener: (health: FleetHealth) => void): () => void;
  close(): Promise<void>;
}

/** A dead broker must be noticed well within the TTL of a lease. A stack of each request, for its error, says nothing more. */
const settings = { pingInterval: 2_000, maxPingOut: 2, timeout: 5_000, noAsyncTraces: true };

/**
 * Connects one process with the broker of its fleet. Rejects when no server answers, and with `FleetRefusedError` where the
 * broker does not let it in, or not call others and be called by them.
 *
 * @example
 * const fleet = await connectFleet({ connection: { servers: 'nats://127.0.0.1' }, name: 'gateway', owner: 'house-1' });
 */
export async function connectFleet(options: FleetConnectionOptions): Promise<FleetConnection> {
  const { name, owner, timeoutMs = 5_000, retryMs = 500, replicas = 1 } = options;
  if (!/^[\w-]+$/.test(name)) throw new RangeError('the name of a fleet has letters, digits, - and _ only');
  if (owner === '') throw new RangeError('a fleet has an owner');
  const { credentials } = options;
  const nats = await connectForGood({
    ...settings,
    ...options.connection,
    ...(credentials && { authenticator: credsAuthenticator(credentials) }),
  }).catch((error: unknown) => {
    throw error instanceof errors.TimeoutError ? noAnswer() : withRemedy(error, name);
  });
  try {
    checkCopies(replicas, nats.info?.version ?? '');
    await checkCalls(nats, options, timeoutMs);
  } catch (error) {
    await nats.close();
    throw withRemedy(error, name);
  }
  const server = watchServer(nats, options.connection);
  const listeners = new Set<(health: FleetHealth) => void>();
  let health: FleetHealth = { state: 'connected' };
  const become = (next: FleetHealth) => {
    if (next.state === health.state) return;
    health = next;
    for (const listener of [...listeners]) listener(next);
  };
  const endsStale = endStale(nats);
  const watch = async () => {
    for await (const { type } of nats.status()) {
      endsStale(type);
      if (type === 'disconnect' || type === 'close') become({ state: 'outage', reason: 'no connection to the broker' });
      if (type === 'reconnect') {
        server.arrived();
        become({ state: 'connected' });
      }
    }
  };
  void watch();
  return {
    name,
    owner,
    timeoutMs,
    retryMs,
    replicas,
    nats,
    server,
    get health() {
      return health;
    },
    onHealth(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => nats.close(),
  };
}

/**
 * By default two refusals end the client for good, also where the servers were given wrong users for a second. A client that goes on
 * also does so before it was ever let in, where servers name each other: another one finds out first whether they let it in.
 */
async function connectForGood(options: NodeConnectionOptions): Promise<NatsConnection> {
  const first = await connect(options);
  await first.close();
  const reconnectDelayHandler = redialDelay(options);
  return await connect({ ...options, reconnectDelayHandler, ignoreAuthErrorAbort: true, maxReconnectAttempts: -1 });
}

/**
 * Servers of 2.9 were seen to lose records of leases that they had taken, once two of three had been killed and one was cut off. Those
 * before 2.10.23 take entries of a leader that another one has followed, so that both can have the others agree.
 */
function checkCopies(replicas: number, version: string): void {
  const [major = 0, minor = 0, patch = 0] = version.split(/[.-]/).map(Number);
  if (replicas === 1 || major > 2 || (major === 2 && (minor > 10 || (minor === 10 && patch >= 23)))) return;
  throw new FleetRefusedError(
    `servers of NATS ${version} do not keep ${replicas} copies of a bucket safely`,
    'run 2.10.23 or newer, or one server and one replica',
  );
}

/** With TLS 1.3 a client hears no more than this of a server that wants its certificate. */
const noAnswer = () =>
  new FleetRefusedError(
    'the broker does not answer in time',
    'check its address, and whether it wants a certificate of the client',
  );
