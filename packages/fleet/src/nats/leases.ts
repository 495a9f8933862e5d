import { type KvEntry, Kvm } from '@nats-io/kv';
import { isCode } from '../broker/answers.js';
import { decodeToken, encodeToken } from '../broker/tokens.js';
import { KEPT_TTLS, type LeaseEntry, type LeaseRecord, type LeaseTable } from '../model/lease-table.js';
import { openBucket } from './bucket.js';
import type { FleetConnection } from './connect.js';
import { watchBucket } from './watch.js';

/**
 * In milliseconds. A process that gives a lease back is about to end, and asks the next server where the first one has
 * gone with it.
 */
const RELEASE_MS = 500;

/** How leases stand on the broker. */
export interface NatsLeaseOptions {
  /** How long a lease lasts that is not renewed: the same in all processes of a fleet. Default 10 000, at least 500. */
  readonly ttlMs?: number;
}

/**
 * Leases in a bucket of JetStream KV, on servers from 2.9; it is made where there is none. Rejects when no server
 * answers, and with `FleetRefusedError` for a bucket of another owner, or one without this TTL; nothing in it is
 * changed.
 *
 * @example
 * const keeper = openLeaseKeeper({ table: await openLeaseTable(fleet), name: 'link-1' });
 */
export async function openLeaseTable(fleet: FleetConnection, options: NatsLeaseOptions = {}): Promise<LeaseTable> {
  const { ttlMs = 10_000 } = options;
  if (!(Number.isInteger(ttlMs) && ttlMs >= 500)) throw new RangeError('the TTL is a whole number, at least 500');
  const name = `${fleet.name}-leases`;
  // Several renewals must fit into the rest of a right.
  const timeoutMs = Math.min(fleet.timeoutMs, ttlMs / 4);
  const shape = {
    kind: 'leases',
    owner: fleet.owner,
    ttlMs,
    keptTtls: KEPT_TTLS,
    subjects: [`$KV.${name}.>`],
    perSubject: 1,
  };
  const bucket = await openBucket(fleet, `KV_${name}`, {
    bucket: name,
    shape,
    make: (client, description) =>
      new Kvm(client).create(name, {
        ttl: ttlMs * KEPT_TTLS,
        history: 1,
        replicas: fleet.replicas,
        description,
        allow_direct: false,
      }),
  });
  // Answers of the leader only: others may be behind.
  const kv = await new Kvm(bucket.jetstream(timeoutMs)).open(name, { allow_direct: false });
  const watched = watchBucket(fleet, bucket, () => kv.watch());

  return {
    ttlMs,
    get health() {
      return bucket.health;
    },
    onHealth: bucket.onHealth,
    async write(key, entry, after) {
      // A write that gives a lease back may also be sent later: it takes nothing from a holder that has got it by then.
      if (entry.state === 'held') bucket.ready();
      try {
        const timeout = entry.state === 'held' ? timeoutMs : Math.min(timeoutMs, RELEASE_MS);
        return await kv.put(encodeToken(key), JSON.stringify(entry), { previousSeq: after, timeout });
      } catch (error) {
        if (isCode(error, 'overtaken')) return undefined;
        bucket.suspect();
        throw error;
      }
    },
    async read(key) {
      bucket.ready();
      try {
        const entry = await kv.get(encodeToken(key));
        return entry ? recordOf(entry) : { state: 'gone', revision: 0 };
      } catch (error) {
        bucket.suspect();
        throw error;
      }
    },
    watch: (listener) =>
      watched.listen((entry) => {
        const key = decodeToken(entry.key);
        if (key !== undefined) listener(key, recordOf(entry));
      }),
    async close() {
      watched.close();
      bucket.close();
    },
  };
}

/** A record that cannot be read belongs to some holder, and may be taken like any other that is not renewed. */
function recordOf(entry: KvEntry): LeaseRecord {
  const { revision, operation } = entry;
  if (operation !== 'PUT') return { state: 'gone', revision };
  return { ...(readEntry(entry) ?? { state: 'held', holder: '', name: '?' }), revision };
}

function readEntry(entry: KvEntry): LeaseEntry | undefined {
  try {
    const { state, holder, name, mark } = entry.json<Partial<LeaseEntry>>();
    if (state !== 'held' && state !== 'released') return undefined;
    if (typeof holder !== 'string' || typeof name !== 'string') return undefined;
    return { state, holder, name, ...(typeof mark === 'string' && { mark }) };
  } catch {
    return undefined;
  }
}
