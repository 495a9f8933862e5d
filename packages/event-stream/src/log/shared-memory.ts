import type {
  AppendResult,
  FollowOptions,
  LogNotice,
  SharedDraft,
  SharedLog,
  SharedPageQuery,
  SharedRecord,
  SharedWriter,
} from '../model/shared-log.js';
import { nextEpoch } from './epochs.js';
import { newestByScan, recordFilter } from './shared-reading.js';

/** State that the logs of one process share; hand it to each of them. */
export interface SharedMemoryStore {
  epoch: string;
  /** Without holes, oldest first. */
  records: SharedRecord[];
  lastSeq: number;
  /** Numbers by source and id. */
  readonly ids: Map<string, number>;
  /** Newest number by source. */
  readonly fences: Map<string, number>;
  /** Called after every append. */
  readonly listeners: Set<() => void>;
}

/** Bounds of a shared log in memory. */
export interface SharedMemoryLogOptions {
  /** Default 100 000. */
  readonly maxRecords?: number;
}

/**
 * Shared state of several logs in memory.
 *
 * @example
 * const store = createSharedMemoryStore('a1');
 * const logs = [createSharedMemoryLog(store), createSharedMemoryLog(store)];
 */
export function createSharedMemoryStore(epoch: string, lastSeq = 0): SharedMemoryStore {
  return { epoch, records: [], lastSeq, ids: new Map(), fences: new Map(), listeners: new Set() };
}

/**
 * A shared log for tests, and for several streams in one process.
 *
 * @example
 * const log = createSharedMemoryLog(createSharedMemoryStore('a1'));
 * const writer = await log.openWriter('home');
 * await writer.append([{ id: '1', topic: 'device.A1', text: '{}' }]);
 */
export function createSharedMemoryLog(store: SharedMemoryStore, options: SharedMemoryLogOptions = {}): SharedLog {
  const { maxRecords = 100_000 } = options;
  const closing = new AbortController();
  const log: SharedLog = {
    health: { state: 'connected' },
    onHealth: () => () => {},
    state: async () => ({ epoch: store.epoch, oldestSeq: oldestOf(store), lastSeq: store.lastSeq }),
    openWriter: async (source) => openWriter(store, source, maxRecords),
    page: async (query) => pageOf(store, query),
    lastOf: async (source) => store.records.findLast((record) => record.source === source),
    follow: (follow) => followStore(store, follow, closing.signal),
    newest: (topics) => newestByScan(log, topics),
    async close() {
      closing.abort();
    },
  };
  return log;
}

const oldestOf = (store: SharedMemoryStore) => store.records[0]?.seq ?? store.lastSeq + 1;

function openWriter(store: SharedMemoryStore, source: string, maxRecords: number): SharedWriter {
  const { epoch } = store;
  let fence = store.fences.get(source) ?? 0;

  function appendOne(draft: SharedDraft): number | undefined {
    const id = JSON.stringify([source, draft.id]);
    const known = store.ids.get(id);
    if (known !== undefined) return known;
    if (store.epoch !== epoch || (store.fences.get(source) ?? 0) !== fence) return undefined;
    store.lastSeq += 1;
    fence = store.lastSeq;
    store.ids.set(id, fence);
    store.fences.set(source, fence);
    store.records.push({ ...draft, seq: fence, source });
    for (const dropped of store.records.splice(0, store.records.length - maxRecords)) {
      store.ids.delete(JSON.stringify([dropped.source, dropped.id]));
    }
    return fence;
  }

  return {
    source,
    async append(drafts, mayGoOn = () => true): Promise<AppendResult> {
      const seqs: number[] = [];
      let outcome: 'appended' | 'conflict' = 'appended';
      for (const draft of drafts) {
        if (!mayGoOn()) break;
        const seq = appendOne(draft);
        if (seq === undefined) {
          outcome = 'conflict';
          break;
        }
        seqs.push(seq);
      }
      for (const listener of [...store.listeners]) listener();
      return { outcome, seqs };
    },
  };
}

function pageOf(store: SharedMemoryStore, { since, limit, topics }: SharedPageQuery) {
  const matches = recordFilter(topics);
  const oldest = oldestOf(store);
  const trimmed = since + 1 < oldest ? { after: since, before: oldest } : undefined;
  const records: SharedRecord[] = [];
  let nextSince = Math.max(since, oldest - 1);
  for (const record of store.records.slice(nextSince + 1 - oldest)) {
    if (records.length === limit) break;
    nextSince = record.seq;
    if (matches(record)) records.push(record);
  }
  return { records, nextSince, more: nextSince < store.lastSeq, ...(trimmed && { trimmed }) };
}

async function* followStore(
  store: SharedMemoryStore,
  { since, epoch, signal }: FollowOptions,
  closed: AbortSignal,
): AsyncGenerator<LogNotice, void, undefined> {
  const end = signal ? AbortSignal.any([signal, closed]) : closed;
  let known = epoch ?? store.epoch;
  let at = since;
  let isReached = false;
  let last: SharedRecord | undefined;
  let liveAt: number | undefined = store.lastSeq;
  const isAnother = () => known !== store.epoch || at > store.lastSeq || isReplaced(store, last);
  while (!end.aborted) {
    if (isAnother()) {
      if (known === store.epoch && isReached) store.epoch = nextEpoch(known);
      known = store.epoch;
      at = oldestOf(store) - 1;
      last = undefined;
      liveAt = store.lastSeq;
      yield { kind: 'recreated', epoch: known };
    }
    isReached = true;
    const page = pageOf(store, { since: at, limit: 512 });
    if (page.trimmed) yield { kind: 'trimmed', ...page.trimmed };
    for (const record of page.records) {
      last = record;
      yield { kind: 'record', record };
      if (end.aborted) return;
    }
    at = page.nextSince;
    if (liveAt !== undefined && at >= liveAt) {
      liveAt = undefined;
      yield { kind: 'live', seq: at };
    }
    if (at === store.lastSeq && !isAnother()) await nextAppend(store, end);
  }
}

/** True when the numbers went back and were given out again. */
function isReplaced(store: SharedMemoryStore, last: SharedRecord | undefined): boolean {
  const found = last && store.records[last.seq - oldestOf(store)];
  return found !== undefined && (found.id !== last?.id || found.source !== last?.source);
}

function nextAppend(store: SharedMemoryStore, end: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      store.listeners.delete(done);
      end.removeEventListener('abort', done);
      resolve();
    };
    if (end.aborted) return resolve();
    store.listeners.add(done);
    end.addEventListener('abort', done);
  });
}
