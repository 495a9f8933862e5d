import { firstNumberAt } from '@ccu-gateway/event-stream';
import {
  DiscardPolicy,
  type JetStreamManager,
  RetentionPolicy,
  StorageType,
  type StreamConfig,
  type StreamInfo,
} from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
import { isCode } from '../broker/answers.js';
import { keepsCopies } from '../broker/copies.js';
import { NoLeaderError } from '../broker/election.js';
import { hasQuorum } from '../broker/quorum.js';
import { SharedLogRefusedError } from './errors.js';
import { checkStream, type Marker, writeMarker } from './marker.js';

/** How a stream is made where there is none. Of one that exists nothing is changed. */
export interface StreamShape {
  /** Drops the oldest beyond this many; default 1 000 000. */
  readonly maxRecords?: number;
  /** Drops the oldest beyond this size; default 1 GiB. */
  readonly maxBytes?: number;
  /** Drops older messages; default no bound. */
  readonly maxAgeMs?: number;
  /** Copies in a cluster; default 1. */
  readonly replicas?: number;
}

const duplicateWindowMs = 120_000;

interface WantedStream {
  readonly name: string;
  /** No number of the stream may be this one or below. */
  readonly above: number;
  readonly marker: Marker;
  readonly shape: StreamShape;
  readonly serverVersion: string;
}

/**
 * The stream of that name as it is, checked; made when there is none. To be called again while servers elect their
 * leader.
 */
export async function ensureStream(manager: JetStreamManager, wanted: WantedStream): Promise<Marker> {
  const { name, shape, serverVersion } = wanted;
  const found = await findLed(manager, name);
  checkCopies(found?.config.num_replicas ?? shape.replicas ?? 1, serverVersion);
  if (found) return await begun(manager, found, wanted);
  try {
    await manager.streams.add(configOf(wanted));
  } catch (error) {
    // Another process was faster.
    if (!isCode(error, 'nameInUse')) throw error;
  }
  const made = await findLed(manager, name);
  if (!made) throw new SharedLogRefusedError(`the stream "${name}" cannot be made`, 'see the log of the broker');
  return await begun(manager, made, wanted);
}

/**
 * A stream that has given out nothing begins with the time at which it was made, so that one that is made anew is above its past. All
 * processes come to the same number: it may have been given out when the next one purges. As `first_seq` in the configuration, servers
 * were seen to drop the message of that number when they start again.
 */
async function begun(manager: JetStreamManager, found: StreamInfo, wanted: WantedStream): Promise<Marker> {
  const { name, above, marker } = wanted;
  if (found.state.last_seq > 0) return checkStream(found, marker.owner, above);
  checkStream(found, marker.owner, 0);
  const seq = Math.max(above + 1, firstNumberAt(Date.parse(found.created)));
  // With this one some servers purge everything.
  if (seq > 1) await manager.streams.purge(name, { seq });
  return checkStream(await manager.streams.info(name), marker.owner, above);
}

async function findLed(manager: JetStreamManager, name: string): Promise<StreamInfo | undefined> {
  const found = await findStream(manager, name);
  if (found && !hasQuorum(found)) throw new NoLeaderError('most of the servers of the stream are away');
  return found;
}

export async function findStream(manager: JetStreamManager, name: string): Promise<StreamInfo | undefined> {
  try {
    return await manager.streams.info(name);
  } catch (error) {
    if (isCode(error, 'noStream')) return undefined;
    throw error;
  }
}

type NewStream = Partial<StreamConfig> & { readonly name: string };

function configOf({ name, marker, shape }: WantedStream): NewStream {
  const { maxRecords = 1_000_000, maxBytes = 1024 ** 3, maxAgeMs = 0, replicas = 1 } = shape;
  return {
    name,
    subjects: [`${name}.*`],
    description: writeMarker(marker),
    retention: RetentionPolicy.Limits,
    discard: DiscardPolicy.Old,
    storage: StorageType.File,
    max_msgs: maxRecords,
    max_bytes: maxBytes,
    max_age: nanos(maxAgeMs),
    num_replicas: replicas,
    duplicate_window: nanos(maxAgeMs === 0 ? duplicateWindowMs : Math.min(duplicateWindowMs, maxAgeMs)),
    deny_delete: true,
  };
}

function checkCopies(replicas: number, serverVersion: string): void {
  if (replicas === 1 || keepsCopies(serverVersion)) return;
  throw new SharedLogRefusedError(
    `servers of NATS ${serverVersion} do not keep ${replicas} copies of a stream with the same numbers`,
    'run 2.10.23 or newer, or one server and a stream of one replica',
  );
}
