import { Objm } from '@nats-io/obj';
import { nanos } from '@nats-io/transport-node';
import { isCode } from '../broker/answers.js';
import { encodeToken } from '../broker/tokens.js';
import type { SnapshotStore } from '../model/snapshots.js';
import { openBucket } from './bucket.js';
import type { FleetConnection } from './connect.js';
import { countParts, labelOf, readSnapshot } from './snapshot-reading.js';
import { writeSnapshot } from './snapshot-writing.js';

/** How snapshots are kept. */
export interface SnapshotOptions {
  /**
   * A snapshot that was not replaced for so long goes, and so do half-written parts after a crash: the same in all
   * processes of a fleet. Default 7 days.
   */
  readonly ttlMs?: number;
}

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
  const client = bucket.jetstream(fleet.timeoutMs);
  const store = await new Objm(client).open(name);
  const manager = await client.jetstreamManager(false);
  const partsOf = countParts(manager, name);
  const { timeoutMs, nats } = fleet;
  const maxPayload = nats.info?.max_payload ?? Number.POSITIVE_INFINITY;
  const target = { client, streams: manager.streams, bucket: name, maxPayload, timeoutMs };

  return {
    async put(key, snapshot) {
      bucket.ready();
      const object = encodeToken(key);
      const known = await store.info(object);
      const before = known && !known.deleted ? labelOf(known) : undefined;
      if (before?.epoch === snapshot.epoch && before.seq > snapshot.seq) return 'older';
      try {
        await writeSnapshot(target, object, snapshot, known ?? undefined);
        return 'put';
      } catch (error) {
        if (isCode(error, 'overtaken')) return 'older';
        bucket.suspect();
        throw error;
      }
    },
    async get(key) {
      bucket.ready();
      return await readSnapshot({ store, partsOf, timeoutMs }, key);
    },
    async remove(key) {
      bucket.ready();
      const object = encodeToken(key);
      if (await store.info(object)) await store.delete(object);
    },
    close: bucket.close,
  };
}
