import {
  DiscardPolicy,
  type JetStreamManager,
  RetentionPolicy,
  StorageType,
  type StreamConfig,
  type StreamInfo,
} from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
import { isCode, isSilence } from './answers.js';
import { SharedLogRefusedError } from './errors.js';
import { checkStream, type Marker, writeMarker } from './marker.js';

/** How a stream is made where there is none. Of one that exists nothing is changed. */
export interface StreamShape {
  /** Drops the oldest beyond this many; default 1 000 000. */
  readonly maxRecords?: number;
  /** Drops the oldest beyond this size; default 1 GiB. */
  readonly maxBytes?: number;
  /** Drops what is older; default no bound. */
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

/** The stream of that name as it is, checked; made when there is none. */
export async function ensureStream(
  manager: JetStreamManager,
  { name, above, marker, shape, serverVersion }: WantedStream,
): Promise<Marker> {
  const found = await findWhileMade(manager, name);
  checkCopies(found?.config.num_replicas ?? shape.replicas ?? 1, serverVersion);
  if (found) return checkStream(found, marker.owner, above);
  const config = configOf(name, marker, shape);
  try {
    await addStream(manager, config, above, serverVersion);
  } catch (error) {
    // Another process was faster.
    if (!isCode(error, 'nameInUse')) throw error;
  }
  const made = await findWhileMade(manager, name);
  if (!made) throw new SharedLogRefusedError(`the stream "${name}" cannot be made`, 'see the log of the broker');
  return checkStream(made, marker.owner, above);
}

const attempts = 3;

/** A stream that another process is making is not answered for until its servers have elected who leads it. */
async function findWhileMade(manager: JetStreamManager, name: string): Promise<StreamInfo | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await findStream(manager, name);
    } catch (error) {
      if (!isSilence(error) || attempt === attempts) throw error;
    }
  }
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

function configOf(name: string, marker: Marker, shape: StreamShape): NewStream {
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

/** Its first number is above the given one: by its configuration, or on servers before 2.10 by purging up to it. */
async function addStream(
  manager: JetStreamManager,
  config: NewStream,
  above: number,
  serverVersion: string,
): Promise<void> {
  const direct = above > 0 && isNew(serverVersion);
  await manager.streams.add(direct ? { ...config, first_seq: above + 1 } : config);
  if (above > 0 && !direct) await manager.streams.purge(config.name, { seq: above + 1 });
}

/** Older servers that lost their leader were seen to give one event another number at each copy, and to take none from its own writer. */
function checkCopies(replicas: number, serverVersion: string): void {
  if (replicas === 1 || isNew(serverVersion)) return;
  throw new SharedLogRefusedError(
    `servers of NATS ${serverVersion} do not keep ${replicas} copies of a stream with the same numbers`,
    'run 2.10 or newer, or one server and a stream of one replica',
  );
}

/** From 2.10 on servers take a first number, and number the copies of a stream alike. */
function isNew(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 2 || (major === 2 && minor >= 10);
}
