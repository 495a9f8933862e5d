import { createHash, randomUUID } from 'node:crypto';
import { JetStreamApiError } from '@nats-io/jetstream';
import { type KV, type KvEntry, Kvm } from '@nats-io/kv';
import { isCode } from '../broker/answers.js';
import type { FleetHealth } from '../model/health.js';
import type { BegunRequest, NotedRequest, RequestTable } from '../model/requests.js';
import { pause } from '../time/system.js';
import { type Bucket, openBucket } from './bucket.js';
import type { FleetConnection } from './connect.js';

/** How requests stand on the broker. */
export interface NatsRequestOptions {
  /** For how long a request is remembered: the same in all processes of a fleet. Default 300 000, at least 1 000. */
  readonly ttlMs?: number;
}

/**
 * Of one process in the time that they are remembered. The bucket has no bound of its own: before 2.12 each server
 * decides by itself if there is room, and they would differ.
 */
const MAX_BEGUN = 20_000;
const SLICES = 30;
/** The caller waits for the note, but not as long as for a bucket that is opened. */
const PATIENCE_MS = 2_000;

/** For how long the table reports that nothing is noted, where no request comes that is tried. */
const TROUBLED_MS = 60_000;

/** In JSON. The token distinguishes two processes that have begun the same. */
interface Entry {
  readonly token: string;
  /** Absent while it is under way. */
  readonly answer?: unknown;
}

/**
 * Requests in a bucket of JetStream KV, so that one which is repeated at another process is done once. An id may be any text; the
 * bucket has its hash alone. Rejects as `openLeaseTable` does.
 *
 * @example
 * const requests = await openRequestTable(fleet);
 * const begun = await requests.begin('anna: switch the light, 7f3c');
 * if (begun !== undefined) await begun.keep(await work());
 */
export async function openRequestTable(
  fleet: FleetConnection,
  options: NatsRequestOptions = {},
): Promise<RequestTable> {
  const { ttlMs = 300_000 } = options;
  if (!(Number.isInteger(ttlMs) && ttlMs >= 1_000)) throw new RangeError('the TTL is a whole number, at least 1000');
  const name = `${fleet.name}-requests`;
  const bucket = await openRequests(fleet, name, ttlMs);
  /** Why the newest request was not noted, although the bucket is there. */
  let trouble: { readonly reason: string; readonly until: number } | undefined;
  const troubledBy = (error: unknown): unknown => {
    trouble = { reason: reasonOf(error), until: performance.now() + TROUBLED_MS };
    return error;
  };
  const timeout = Math.min(fleet.timeoutMs, PATIENCE_MS);
  const kv = await new Kvm(bucket.jetstream(timeout)).open(name, { allow_direct: false });
  const { put, take, takeBack } = createNotes(kv, timeout);
  const { insist, close } = createInsistence(ttlMs, fleet);
  const begunLately = countBegun(ttlMs);
  const begun = (key: string, token: string, revision: number): BegunRequest => ({
    keep: (answer) => insist(() => put(key, { token, answer: answer ?? null }, revision)),
    forget: () => insist(() => remove(kv, key, revision)),
  });

  return {
    get health(): FleetHealth {
      const { health } = bucket;
      if (health.state !== 'connected' || trouble === undefined || performance.now() >= trouble.until) return health;
      return { state: 'outage', reason: trouble.reason };
    },
    async begin(id) {
      bucket.ready();
      const key = keyOf(id);
      const token = randomUUID();
      if (begunLately.isFull()) {
        // Requests begun before are still answered.
        if ((await kv.get(key))?.operation === 'PUT') return undefined;
        throw troubledBy(new Error('too many were begun in the last minutes'));
      }
      try {
        const revision = await take(key, token);
        trouble = undefined;
        if (revision === undefined) return undefined;
        begunLately.count();
        return begun(key, token, revision);
      } catch (error) {
        if (!isCode(error, 'inProcess')) {
          troubledBy(error);
          bucket.suspect();
        }
        // A server that has refused it has not noted it.
        if (!(error instanceof JetStreamApiError)) void insist(() => takeBack(key, token));
        throw error;
      }
    },
    async read(id) {
      bucket.ready();
      try {
        return notedIn(await kv.get(keyOf(id)));
      } catch (error) {
        bucket.suspect();
        throw error;
      }
    },
    close() {
      close();
      bucket.close();
    },
  };
}

function createNotes(kv: KV, timeout: number) {
  /** Undefined where something else than `after` is there. */
  async function put(key: string, entry: Entry, after: number): Promise<number | undefined> {
    try {
      return await kv.put(key, JSON.stringify(entry), { previousSeq: after, timeout });
    } catch (error) {
      if (isCode(error, 'overtaken')) return undefined;
      throw error;
    }
  }

  async function take(key: string, token: string): Promise<number | undefined> {
    const revision = await put(key, { token }, 0);
    if (revision !== undefined) return revision;
    const found = await kv.get(key);
    if (found === null) return undefined;
    if (found.operation !== 'PUT') return await put(key, { token }, found.revision);
    // The answer to the first attempt of the NATS client was lost.
    return readEntry(found)?.token === token ? found.revision : undefined;
  }

  /** A note sent without an answer may have been stored nevertheless, or be so later; its request is not done. */
  async function takeBack(key: string, token: string): Promise<void> {
    const found = await kv.get(key);
    if (found === null) throw new Error('nothing is noted yet');
    if (readEntry(found)?.token === token) await remove(kv, key, found.revision);
  }

  return { put, take, takeBack };
}

function openRequests(fleet: FleetConnection, name: string, ttlMs: number): Promise<Bucket> {
  const shape = { kind: 'requests', owner: fleet.owner, ttlMs, subjects: [`$KV.${name}.>`], perSubject: 1 };
  return openBucket(withoutDoubt(fleet), `KV_${name}`, {
    bucket: name,
    shape,
    make: (client, description) =>
      new Kvm(client).create(name, {
        ttl: ttlMs,
        history: 1,
        replicas: fleet.replicas,
        description,
        allow_direct: false,
      }),
  });
}

/** Parts that a fleet cannot do without share the connection: it is not given up because of these. */
const withoutDoubt = (fleet: FleetConnection): FleetConnection =>
  Object.create(fleet, { server: { value: { praise: () => {}, doubt: () => {} } } });

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Ids name the caller, and its request. */
const keyOf = (id: string) => createHash('sha256').update(id).digest('base64url');

function notedIn(found: KvEntry | null): NotedRequest | undefined {
  if (found === null || found.operation !== 'PUT') return undefined;
  const entry = readEntry(found);
  return entry !== undefined && 'answer' in entry ? { state: 'done', answer: entry.answer } : { state: 'under_way' };
}

/** A note that cannot be read is under way somewhere. */
function readEntry(found: KvEntry): Entry | undefined {
  try {
    const entry: unknown = found.json();
    const isEntry = typeof entry === 'object' && entry !== null && 'token' in entry && typeof entry.token === 'string';
    return isEntry ? (entry as Entry) : undefined;
  } catch {
    return undefined;
  }
}

async function remove(kv: KV, key: string, revision: number): Promise<void> {
  try {
    await kv.delete(key, { previousSeq: revision });
  } catch (error) {
    // It has gone, or is another one by now.
    if (!isCode(error, 'overtaken')) throw error;
  }
}

/** How many there were lately: in slices of the time, so that nothing is kept of each. */
export function countBegun(ttlMs: number, now: () => number = () => performance.now()) {
  const slices = new Map<number, number>();
  const current = () => Math.floor(now() / (ttlMs / SLICES));
  return {
    count() {
      const slice = current();
      slices.set(slice, (slices.get(slice) ?? 0) + 1);
    },
    isFull(): boolean {
      for (const slice of slices.keys()) if (slice < current() - SLICES) slices.delete(slice);
      return [...slices.values()].reduce((sum, count) => sum + count, 0) >= MAX_BEGUN;
    },
  };
}

type Insisting = Pick<FleetConnection, 'after' | 'elapsed' | 'retryMs'>;

/** Tries until it comes to pass, or the record would have gone by itself. */
function createInsistence(forMs: number, { after, elapsed, retryMs }: Insisting) {
  const closed = new AbortController();
  async function goOn(act: () => Promise<unknown>, until: number, delayMs: number): Promise<void> {
    await pause(after, delayMs, closed.signal);
    if (closed.signal.aborted) return;
    try {
      await act();
    } catch {
      if (elapsed() < until) await goOn(act, until, delayMs * 2);
    }
  }
  return {
    /** Resolves after the first attempt; others follow by themselves. */
    async insist(act: () => Promise<unknown>): Promise<void> {
      try {
        await act();
      } catch {
        void goOn(act, elapsed() + forMs, retryMs);
      }
    },
    close: () => closed.abort(),
  };
}
