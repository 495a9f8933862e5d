import { type JetStreamClient, jetstream, jetstreamManager, type StreamInfo } from '@nats-io/jetstream';
import { isCode } from '../broker/answers.js';
import { NoLeaderError, throughElection } from '../broker/election.js';
import { hasQuorum } from '../broker/quorum.js';
import { FleetRefusedError } from '../model/errors.js';
import type { FleetHealth } from '../model/health.js';
import { checkWriting, withRemedy } from './access.js';
import type { FleetConnection } from './connect.js';
import { type BucketShape, checkBucket, writeMarker } from './marker.js';

/** A bucket that was found to be right, and is checked again after each outage. */
export interface Bucket {
  readonly health: FleetHealth;
  onHealth(listener: (health: FleetHealth) => void): () => void;
  /** Throws where nothing should be sent now: the NATS client would send it later. */
  ready(): void;
  /** Checks again, after an answer that should not be. */
  suspect(): void;
  /** The stream behind it, checked. */
  look(): Promise<StreamInfo>;
  /** A client that waits so long for answers. */
  jetstream(timeoutMs: number): JetStreamClient;
  close(): void;
}

interface BucketOptions {
  readonly bucket: string;
  readonly shape: BucketShape;
  readonly make: (client: JetStreamClient, description: string) => Promise<unknown>;
}

/**
 * Opens a bucket; `make` makes it where there is none. Rejects with `FleetRefusedError` where it is not right, or this login may
 * not use it.
 */
export async function openBucket(fleet: FleetConnection, stream: string, options: BucketOptions): Promise<Bucket> {
  try {
    return await throughElection(() => openChecked(fleet, stream, options), fleet);
  } catch (error) {
    throw withRemedy(error, fleet.name);
  }
}

async function openChecked(fleet: FleetConnection, stream: string, options: BucketOptions): Promise<Bucket> {
  const { bucket, shape, make } = options;
  const { timeoutMs } = fleet;
  const manager = await jetstreamManager(fleet.nats, { timeout: timeoutMs });
  const find = async () => {
    try {
      return await manager.streams.info(stream);
    } catch (error) {
      if (isCode(error, 'noStream')) return undefined;
      throw error;
    }
  };
  const look = async () => {
    const found = await find();
    if (!found) {
      throw new FleetRefusedError(`the bucket "${bucket}" is gone`, 'start the process again: the bucket is made anew');
    }
    checkBucket(bucket, found, shape);
    return found;
  };
  const lookLed = async () => {
    if (!hasQuorum(await look())) throw new NoLeaderError(`most of the servers of the bucket "${bucket}" are away`);
  };
  if (!(await find())) {
    await make(jetstream(fleet.nats, { timeout: timeoutMs }), writeMarker(shape)).catch((error: unknown) => {
      // Another process was faster.
      if (!isCode(error, 'nameInUse')) throw error;
    });
  }
  await lookLed();
  await checkWriting(jetstream(fleet.nats, { timeout: timeoutMs }), shape.subjects);
  const { health, onHealth, suspect, close } = followHealth(fleet, lookLed);
  return {
    jetstream: (timeout) => jetstream(fleet.nats, { timeout }),
    get health() {
      return health();
    },
    onHealth,
    suspect,
    look,
    ready() {
      const now = health();
      if (now.state !== 'connected') throw new Error(now.reason);
    },
    close,
  };
}

function followHealth(fleet: FleetConnection, look: () => Promise<unknown>) {
  const listeners = new Set<(health: FleetHealth) => void>();
  let health: FleetHealth = fleet.health;
  let looking = false;
  let closed = false;
  let cancelRetry = () => {};
  const become = (next: FleetHealth) => {
    if (JSON.stringify(next) === JSON.stringify(health)) return;
    health = next;
    for (const listener of [...listeners]) listener(next);
  };
  // A broker that was just started takes connections before its streams answer.
  const suspect = () => {
    if (looking || closed || fleet.health.state !== 'connected') return;
    looking = true;
    look()
      .then(
        () => {
          fleet.server.praise();
          become(fleet.health);
        },
        (error: unknown) => {
          if (error instanceof FleetRefusedError)
            return become({ state: 'refused', reason: error.reason, remedy: error.remedy });
          fleet.server.doubt();
          become({ state: 'outage', reason: 'the broker does not answer' });
        },
      )
      .finally(() => {
        looking = false;
        if (health.state !== 'connected' && !closed) cancelRetry = fleet.after(fleet.retryMs, suspect);
      });
  };
  const forget = fleet.onHealth((next) => {
    if (next.state === 'connected') suspect();
    else become(next);
  });
  return {
    health: () => health,
    onHealth(listener: (health: FleetHealth) => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    suspect,
    close() {
      closed = true;
      cancelRetry();
      forget();
    },
  };
}
