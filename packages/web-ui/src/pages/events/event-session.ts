import { type CallAnswer, type Gateway, memoryCursor, type StreamLoss, type StreamStatus } from '@ccu-gateway/client';
import { batch, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { createEventBuffer, type EventBuffer, type Predicate } from './event-buffer.js';
import { createEventRates, type RateSeries } from './event-rates.js';
import { createItemMaker, type Item, type RawEvent } from './event-rows.js';

/** Rows that are kept while they run through. */
export const CAPACITY = 5_000;
/** Rows that may wait while the reader inspects one: more than a minute and a half at 200 events a second. */
const WAITING_CAPACITY = 20_000;
/** Events fetched from the log when the page opens, so that it does not start empty. */
const LATELY = 200;
const PAGE = 1_000;
/** A tab in the background paints no frames. */
const MOST_PENDING = 1_000;

export interface SessionStatus {
  /** `reading`: from the log. `stopped`: the log has more than fits, and the reader chooses how to continue. */
  readonly state: 'reading' | 'stopped' | StreamStatus['state'];
  readonly rttMs?: number;
  readonly lag: number;
  /** Milliseconds since 1970 of the newest event that came, matching or not. */
  readonly lastAt?: number;
  /** Where reading on begins. */
  readonly more?: number;
  /** Refusal of the log; live events arrive nevertheless. */
  readonly error?: unknown;
  readonly reason?: string;
}

export interface SessionCounts {
  readonly waiting: number;
  readonly evicted: number;
  readonly received: number;
  /** Gaps, each with an unknown number of missing events. */
  readonly gaps: number;
}

export interface OpenRequest {
  readonly topics: readonly string[];
  /** Reads everything after this event from the log, then live. Without it, only recent events. */
  readonly since?: number;
}

/** The events of the inspector: its own subscription, apart from that of the app. */
export interface EventSession {
  readonly rows: ReadonlySignal<readonly Item[]>;
  readonly status: ReadonlySignal<SessionStatus>;
  readonly counts: ReadonlySignal<SessionCounts>;
  readonly held: ReadonlySignal<boolean>;
  /** Restarts and empties the table. */
  open(request: OpenRequest): void;
  /** Subscribes to other topics; shown rows stay. */
  subscribe(topics: readonly string[]): void;
  filter(matches: Predicate): void;
  hold(): void;
  release(): void;
  clear(): void;
  mark(): void;
  all(): readonly Item[];
  rates(): readonly RateSeries[];
  rtts(): readonly number[];
  close(): void;
}

export interface SessionOptions {
  readonly gateway: Pick<Gateway, 'call' | 'events'>;
  readonly interfaceOf: (central: string, device: string) => string | undefined;
  /** Number of the newest event of the app; 0 without any. */
  readonly newest: () => number;
  readonly now: () => number;
  readonly onFrame: (run: () => void) => void;
}

type LogPage = CallAnswer<'listEvents'>;

/** Parts of one session. */
interface Work {
  readonly options: SessionOptions;
  readonly buffer: EventBuffer;
  readonly make: ReturnType<typeof createItemMaker>;
  readonly rates: ReturnType<typeof createEventRates>;
  readonly rtts: number[];
  readonly shown: {
    readonly rows: Signal<readonly Item[]>;
    readonly status: Signal<SessionStatus>;
    readonly counts: Signal<SessionCounts>;
    readonly held: Signal<boolean>;
  };
  pending: Item[];
  received: number;
  gaps: number;
  lastSeq: number;
  lastAt: number | undefined;
  scheduled: boolean;
  ending: AbortController;
}

export function createEventSession(options: SessionOptions): EventSession {
  const work = createWork(options);
  const { buffer, shown } = work;
  function start(request: OpenRequest & { readonly emptied: boolean }): void {
    work.ending.abort();
    work.ending = new AbortController();

    if (request.emptied) empty(work);
    void run(work, request, work.ending.signal);
  }

  return {
    ...shown,
    open: (request) => start({ ...request, emptied: true }),
    subscribe(wanted) {
      const { lastSeq } = work;
      start({ topics: wanted, emptied: false, ...(lastSeq > 0 ? { since: lastSeq } : {}) });
    },
    filter(matches) {
      flush(work);
      buffer.filter(matches);
      show(work);
    },
    hold() {
      flush(work);
      buffer.hold();
      show(work);
    },
    release() {
      buffer.release();
      show(work);
    },
    clear() {
      work.pending = [];
      buffer.clear();
      show(work);
    },
    mark() {
      flush(work);
      add(work, [{ item: 'mark', seq: work.lastSeq, at: options.now() }]);
    },
    all() {
      flush(work);
      return buffer.all();
    },
    rates: () => work.rates.series(options.now()),
    rtts: () => work.rtts,
    close: () => work.ending.abort(),
  };
}

function createWork(options: SessionOptions): Work {
  return {
    options,
    buffer: createEventBuffer({ capacity: CAPACITY, waitingCapacity: WAITING_CAPACITY }),
    make: createItemMaker(options.interfaceOf),
    rates: createEventRates(),
    rtts: [],
    shown: {
      rows: signal<readonly Item[]>([]),
      status: signal<SessionStatus>({ state: 'connecting', lag: 0 }),
      counts: signal<SessionCounts>({ waiting: 0, evicted: 0, received: 0, gaps: 0 }),
      held: signal(false),
    },
    pending: [],
    received: 0,
    gaps: 0,
    lastSeq: 0,
    lastAt: undefined,
    scheduled: false,
    ending: new AbortController(),
  };
}

function empty(work: Work): void {
  work.pending = [];
  work.received = 0;
  work.gaps = 0;
  work.lastSeq = 0;
  work.buffer.clear();
  show(work);
}

/** First from the log, then live. */
async function run(work: Work, request: OpenRequest, signal: AbortSignal): Promise<void> {
  const { options } = work;
  const newest = options.newest();
  const since = request.since ?? (newest > 0 ? Math.max(0, newest - LATELY) : undefined);
  const cursor = since === undefined ? undefined : await readLog(work, { request, since, signal });
  if (signal.aborted || cursor === 'stopped') return;
  const stream = options.gateway.events({
    topics: request.topics,
    mode: 'all',
    buffer: 8_192,
    signal,
    ...(cursor === undefined ? {} : { cursor: memoryCursor(cursor) }),
    onLost: (loss) => lost(work, loss),
  });
  const stop = stream.observe((status) => !signal.aborted && onStatus(work, status));
  try {
    for await (const event of stream) {
      if (signal.aborted) break;
      work.rates.count(centralOf(event), options.now());
      take(work, event);
    }
  } catch (error) {
    if (!signal.aborted) setStatus(work, { state: 'waiting', error });
  } finally {
    stop();
  }
}

/** Resolves with the number to continue from; undefined where the log could not be read. */
async function readLog(
  work: Work,
  { request, since, signal }: { readonly request: OpenRequest; readonly since: number; readonly signal: AbortSignal },
): Promise<number | 'stopped' | undefined> {
  setStatus(work, { state: 'reading' });
  let at = since;
  let read = 0;
  // The first rows of the page may follow a gap.
  let gapsMatter = request.since !== undefined;
  for (;;) {
    let page: LogPage;
    try {
      const query = { since: at, topics: request.topics.join(','), limit: PAGE };
      page = await work.options.gateway.call('listEvents', { query, signal });
    } catch (error) {
      if (!signal.aborted) setStatus(work, { state: 'connecting', error });
      return request.since;
    }
    if (signal.aborted) return undefined;
    add(work, itemsOf(work, page, gapsMatter ? at : undefined));
    gapsMatter = true;
    read += page.events.length;
    at = Math.max(at, page.next_since);
    work.lastSeq = Math.max(work.lastSeq, at);
    if (!page.more) return at;
    if (read >= CAPACITY) {
      setStatus(work, { state: 'stopped', more: at });
      return 'stopped';
    }
  }
}

/** Events and gaps of a page in their order. */
function itemsOf(work: Work, { events, gaps, oldest_seq }: LogPage, since: number | undefined): readonly Item[] {
  const items: Item[] = events.map((event) => work.make.of(event));
  work.received += events.length;
  const last = events.at(-1);
  if (last !== undefined) work.lastAt = Date.parse(last.ts);
  const holes = gaps.flatMap((gap) => holeOf(gap));
  if (since !== undefined && since > 0 && since + 1 < oldest_seq && !holes.some(({ before }) => before >= oldest_seq)) {
    holes.unshift({ after: since, before: oldest_seq });
  }
  for (const { after, before } of holes) {
    if (since === undefined || before <= since) continue;
    work.gaps += 1;
    const place = items.findIndex(({ seq }) => seq >= before);
    const gap: Item = { item: 'gap', seq: before - 1, at: work.options.now(), after, reason: 'log' };
    items.splice(place < 0 ? items.length : place, 0, gap);
  }
  return items;
}

function holeOf(gap: unknown): readonly { readonly after: number; readonly before: number }[] {
  const { after, before } = Object(gap) as { readonly after?: unknown; readonly before?: unknown };
  return typeof after === 'number' && typeof before === 'number' ? [{ after, before }] : [];
}

function take(work: Work, event: RawEvent): void {
  work.received += 1;
  work.lastSeq = event.seq;
  const item = work.make.of(event);
  work.lastAt = item.at;
  add(work, [item]);
}

function lost(work: Work, { reason, seq, conflated = 0, missedMomentary = 0 }: StreamLoss): void {
  work.gaps += 1;
  const missing = conflated + missedMomentary;
  const gap = { item: 'gap', seq, at: work.options.now(), after: work.lastSeq, reason } as const;
  add(work, [missing > 0 ? { ...gap, missing } : gap]);
  work.lastSeq = Math.max(work.lastSeq, seq);
}

function add(work: Work, items: readonly Item[]): void {
  work.pending.push(...items);
  if (work.pending.length >= MOST_PENDING) {
    flush(work);
    return;
  }
  if (work.scheduled) return;
  work.scheduled = true;
  work.options.onFrame(() => flush(work));
}

function flush(work: Work): void {
  work.scheduled = false;
  const { pending } = work;
  work.pending = [];
  work.buffer.add(pending);
  show(work);
}

function show({ buffer, shown, received, gaps, lastAt }: Work): void {
  const { waiting, evicted } = buffer;
  const before = shown.counts.peek();
  batch(() => {
    shown.rows.value = buffer.shown;
    shown.held.value = buffer.held;
    if (
      before.waiting !== waiting ||
      before.evicted !== evicted ||
      before.received !== received ||
      before.gaps !== gaps
    ) {
      shown.counts.value = { waiting, evicted, received, gaps };
    }
    if (lastAt !== undefined && shown.status.peek().lastAt !== lastAt) {
      shown.status.value = { ...shown.status.peek(), lastAt };
    }
  });
}

const RTTS = 60;

function onStatus(work: Work, { state, reason, rttMs, lag }: StreamStatus): void {
  const before = work.shown.status.peek();
  if (rttMs !== undefined && rttMs !== before.rttMs) {
    work.rtts.push(rttMs);
    if (work.rtts.length > RTTS) work.rtts.shift();
  }
  if (state === before.state && rttMs === before.rttMs && reason === before.reason) return;
  setStatus(work, {
    state,
    lag,
    ...(before.error === undefined ? {} : { error: before.error }),
    ...(rttMs === undefined ? {} : { rttMs }),
    ...(reason === undefined ? {} : { reason }),
  });
}

function setStatus(
  { shown, lastAt }: Work,
  status: Omit<SessionStatus, 'lag' | 'lastAt'> & { readonly lag?: number },
): void {
  shown.status.value = { lag: 0, ...status, ...(lastAt === undefined ? {} : { lastAt }) };
}

function centralOf({ payload }: RawEvent): string {
  const { central } = Object(payload) as { readonly central?: unknown };
  return typeof central === 'string' ? central : '';
}
