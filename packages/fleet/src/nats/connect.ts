import type { NatsConnection } from '@nats-io/transport-node';
import { connectForGood, type ServerOptions } from '../broker/connect.js';
import { keepsCopies } from '../broker/copies.js';
import { type Server, watchServer } from '../broker/server.js';
import { endStale } from '../broker/stale.js';
import type { FleetEnvironment } from '../model/environment.js';
import { FleetRefusedError } from '../model/errors.js';
import type { FleetHealth } from '../model/health.js';
import { systemEnvironment } from '../time/system.js';
import { withRemedy, withRemedyOfConnecting } from './access.js';
import { checkCalls } from './hearing.js';

/** Which fleet on which broker. */
export interface FleetConnectionOptions extends ServerOptions {
  /** Prefix of the buckets and subjects of the fleet: letters, digits, `-` and `_`. */
  readonly name: string;
  /** Owner of the fleet. It keeps two with one name on one broker apart, and the second is refused. */
  readonly owner: string;
  /** How long an answer of the broker may take; default 5 000. */
  readonly timeoutMs?: number;
  /** Between attempts; default 500. */
  readonly retryMs?: number;
  /** Copies of each bucket in a cluster, where it is made; default 1. */
  readonly replicas?: number;
  /** Timers; default those of this process. */
  readonly environment?: Pick<FleetEnvironment, 'elapsed' | 'after'>;
}

/** The way of one process to the broker; leases, calls, presence and snapshots share it. */
export interface FleetConnection {
  readonly name: string;
  readonly owner: string;
  readonly timeoutMs: number;
  readonly retryMs: number;
  readonly replicas: number;
  /** Milliseconds of a clock that never jumps. */
  readonly elapsed: FleetEnvironment['elapsed'];
  /** Runs something after a while; returns how to call it off. */
  readonly after: FleetEnvironment['after'];
  /** The connection of the NATS client. */
  readonly nats: NatsConnection;
  readonly server: Pick<Server, 'praise' | 'doubt'>;
  readonly health: FleetHealth;
  onHealth(listener: (health: FleetHealth) => void): () => void;
  close(): Promise<void>;
}

/** In milliseconds. A dead broker must be noticed well within the TTL of a lease. */
const PING_MS = 2_000;

/**
 * Connects one process with the broker of its fleet. Rejects when no server answers, and with `FleetRefusedError` where
 * the broker does not let it in, or not call others and be called by them.
 *
 * @example
 * const fleet = await connectFleet({ connection: { servers: 'nats://127.0.0.1' }, name: 'gateway', owner: 'house-1' });
 */
export async function connectFleet(options: FleetConnectionOptions): Promise<FleetConnection> {
  const { name, owner, timeoutMs = 5_000, retryMs = 500, replicas = 1, environment = systemEnvironment() } = options;
  if (!/^[\w-]+$/.test(name)) throw new RangeError('the name of a fleet has letters, digits, - and _ only');
  if (owner === '') throw new RangeError('a fleet has an owner');
  const nats = await connectForGood(options, PING_MS).catch((error: unknown) => {
    throw withRemedyOfConnecting(error, name);
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
    elapsed: environment.elapsed,
    after: environment.after,
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

function checkCopies(replicas: number, version: string): void {
  if (replicas === 1 || keepsCopies(version)) return;
  throw new FleetRefusedError(
    `servers of NATS ${version} do not keep ${replicas} copies of a bucket safely`,
    'run 2.10.23 or newer, or one server and one replica',
  );
}
