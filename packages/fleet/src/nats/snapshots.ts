import { type ObjectInfo, type ObjectStore, Objm } from '@nats-io/obj';
import { nanos } from '@nats-io/transport-node';
import { FleetRefusedError } from '../model/errors.js';
import type { Snapshot, SnapshotStore } from '../model/snapshots.js';
import { isCode } from './answers.js';
import { openBucket } from './bucket.js';
import type { FleetConnection } from './connect.js';
import { encodeToken } from './tokens.js';

/** How snapshots are kept. */
export interface SnapshotOptions {
  /**
   * What was not replaced for so long goes, and so does what a crash left half written: the same in all processes of a fleet.
   * Default 7 days.
   */
  readonly ttlMs?: number;
}

/** Another is put while one is read: the next one is read then. */
const ATTEMPTS = 5;

/**
 * Snapshots in an object store of JetStream; it is made where there is none. A put counts when all is there, and its parts
 * are checked by their SHA-256 when it is read. Rejects as `openLeaseTable` does.
 *
 * @example
 * const snapshots = await openSnapshots(fleet);
 * await snapshots.put('home', { epoch, seq, bytes });
 */
export async function openSnapshots(fleet: FleetConnection, options: SnapshotOptions = {}): Promise<SnapshotStore> {
  const { ttlMs = 7 * 86_400_000 } = options;
  const name = `${fleet.name}-snapshots`;
  const shape = { kind: 'snapshots', owner: fleet.owner, ttlMs, subjects: [`$O.${name}.C.>`, `$O.${name}.M.>`] };
  const bucket = await openBucket(fleet, `OBJ_${name}`, {
    bucket: name,
    shape,
    // Of an object store the client takes nanoseconds.
    make: (client, description) =>
      new Objm(client).create(name, { ttl: nanos(ttlMs), replicas: fleet.replicas, description }),
  });
  const store = await new Objm(bucket.jetstream(fleet.timeoutMs)).open(name);

  return {
    async put(key, { epoch, seq, bytes }) {
      bucket.ready();
      const object = encodeToken(key);
      const known = await store.info(object);
      const before = known && !known.deleted ? labelOf(known) : undefined;
      if (before?.epoch === epoch && before.seq > seq) return 'older';
      try {
        const meta = { name: object, metadata: { epoch, seq: String(seq) } };
        await store.putBlob(meta, bytes, { previousRevision: known?.revision ?? 0, timeout: fleet.timeoutMs });
        return 'put';
      } catch (error) {
        if (isCode(error, 'overtaken')) return 'older';
        bucket.suspect();
        throw error;
      }
    },
    async get(key) {
      bucket.ready();
      return await readWhole(store, encodeToken(key), key, fleet.timeoutMs);
    },
    async remove(key) {
      bucket.ready();
      const object = encodeToken(key);
      if (await store.info(object)) await store.delete(object);
    },
    close: bucket.close,
  };
}

/** Epoch and number; `undefined` for what is no snapshot. */
function labelOf({ metadata }: ObjectInfo): { readonly epoch: string; readonly seq: number } | undefined {
  const { epoch, seq } = metadata ?? {};
  const number = Number(seq);
  return epoch !== undefined && seq !== undefined && Number.isSafeInteger(number) ? { epoch, seq: number } : undefined;
}

async function readWhole(
  store: ObjectStore,
  object: string,
  key: string,
  timeoutMs: number,
): Promise<Snapshot | undefined> {
  const remedy = 'remove it: the next one is put by the process that holds the lease';
  for (let attempt = 1; ; attempt += 1) {
    const info = await store.info(object);
    if (!info || info.deleted) return undefined;
    const label = labelOf(info);
    if (!label) throw new FleetRefusedError(`the snapshot of "${key}" was made by somebody else`, remedy);
    const bytes = await readBytes(store, object, info, timeoutMs);
    const after = await store.info(object);
    // Of another one these may be the bytes.
    if (bytes && after?.nuid === info.nuid) return { ...label, bytes };
    if (after?.nuid === info.nuid || attempt === ATTEMPTS) {
      throw new FleetRefusedError(`the snapshot of "${key}" is not whole`, remedy);
    }
  }
}

/** `undefined` where they are not those that were put. */
async function readBytes(
  store: ObjectStore,
  object: string,
  info: ObjectInfo,
  timeoutMs: number,
): Promise<Uint8Array | undefined> {
  const result = await store.get(object);
  if (!result) return undefined;
  // Its end is told by the stream of bytes too.
  result.error.catch(() => {});
  const reader = result.data.getReader();
  const chunks: Uint8Array[] = [];
  try {
    for (;;) {
      const { done, value } = await inTime(reader.read(), timeoutMs);
      if (done) break;
      chunks.push(value);
    }
  } catch {
    await reader.cancel().catch(() => {});
    return undefined;
  }
  const bytes = Buffer.concat(chunks);
  return bytes.length === info.size ? bytes : undefined;
}

/** Parts that were removed are waited for in vain. */
function inTime<Value>(promise: Promise<Value>, ms: number): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('no answer')), ms);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
