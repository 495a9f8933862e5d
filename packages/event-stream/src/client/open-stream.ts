import { EventsLostError } from '../errors.js';
import { memoryCursor } from './cursors.js';
import { serverSentEventsTransport } from './server-sent-events.js';
import type { Channel, End } from './transport.js';
import type {
  AnyEvents,
  OpenedStream,
  OpenStreamOptions,
  StreamLoss,
  StreamStatus,
  TypedEvent,
  WebSocketConstructor,
} from './types.js';
import { webSocketTransport } from './websocket.js';

interface Frame {
  readonly op?: string;
  readonly seq: number;
  readonly echo?: string;
  readonly rtt_ms?: number;
  readonly reason?: string;
  readonly epoch?: string;
  readonly oldest_seq: number;
  readonly to: number;
  readonly conflated?: number;
  readonly missed_momentary?: number;
  readonly momentary?: true;
  readonly error?: { readonly message?: string };
}

/** A loss in its place among the events; without a reason it only asks for the first snapshot. */
type Item = Frame | { readonly loss: Partial<StreamLoss> };

const firstDelayMs = 500;
const longestDelayMs = 30_000;
const deniedDelayMs = 60_000;
/** The gateway pings every 30 s; a connection that is silent for longer than two of them is none. */
const silenceMs = 75_000;

/**
 * Events of a gateway, for ever: reconnects by itself, resumes where it was, and says so when that is impossible. An
 * event counts as taken, and the cursor is moved past it, when the next one is asked for. `Events` has the payloads by type.
 *
 * @example
 * for await (const event of openStream({ url: 'http://gateway.lan:8119', token, topics: ['devices/#'] })) {
 *   console.log(event.type);
 * }
 */
export function openStream<Events = AnyEvents>(options: OpenStreamOptions): OpenedStream<TypedEvent<Events>> {
  const url = new URL(options.url);
  const { topics, mode, snapshot, buffer = 1024, cursor = memoryCursor(), random = Math.random } = options;
  const fetcher = options.fetch ?? ((...args: Parameters<typeof fetch>) => fetch(...args));
  const timer = options.timer ?? startTimer;
  const global = (globalThis as { WebSocket?: WebSocketConstructor }).WebSocket;
  const Constructor = options.webSocket ?? (options.token ? undefined : global);
  const transport = Constructor ? webSocketTransport(Constructor, fetcher) : serverSentEventsTransport(fetcher);
  const ending = new AbortController();
  const observers = new Set<(status: StreamStatus) => void>();

  let status: StreamStatus = { state: 'connecting', lag: 0 };
  let queue: Item[] = [];
  const waiting: (() => void)[] = [];
  // Newest number that is in the queue or was; next to commit; those up to here the snapshot has.
  let received: number | undefined;
  let epoch: string | undefined;
  let taken: number | undefined;
  let known = -1;
  let channel: Channel | undefined;
  let busy = false;
  let heard = false;
  let full: 'held' | 'dropped' | undefined;
  let delayMs = firstDelayMs;
  let cancel = () => {};
  let attempt = 0;
  let before: Promise<unknown> = Promise.resolve();
  let closing: Promise<void> = before as Promise<void>;

  function set(change: Partial<StreamStatus>): void {
    status = { ...status, ...change, lag: queue.length };
    for (const observer of observers) notify(observer, status);
  }

  function add(item: Item): void {
    queue.push(item);
    rouse();
    if (queue.length < buffer || full) return;
    full = channel?.pause() ? 'held' : 'dropped';
    if (full === 'held') return;
    leave();
    set({ state: 'waiting' });
  }

  /** Everybody who waits looks again. */
  function rouse(): void {
    for (const wake of waiting.splice(0)) wake();
  }

  function lose(loss: Partial<StreamLoss>): void {
    if (loss.seq !== undefined) received = seqOf(loss.seq);
    add({ loss });
  }

  function onText(text: string): void {
    heard = true;
    const frame = JSON.parse(text) as Frame;
    if (frame.op === undefined) take(frame);
    else if (frame.op === 'ping') {
      channel?.send({ op: 'pong', echo: frame.echo });
      if (frame.seq !== undefined) advance(frame.seq);
      set({ rttMs: frame.rtt_ms ?? status.rttMs });
    } else if (frame.op === 'subscribed') {
      epoch = frame.epoch;
      delayMs = firstDelayMs;
      const resumes = received !== undefined;
      if (!resumes && snapshot) lose({});
      if (!resumes && frame.seq !== undefined) advance(frame.seq);
      enter(resumes ? 'replaying' : 'live');
    } else if (frame.op === 'error' && status.state === 'connecting') {
      onEnd({ verdict: 'refused', reason: frame.error?.message });
      return;
    } else if (frame.op === 'replay_lost') {
      lose({ reason: frame.reason ?? 'evicted', seq: frame.seq ?? frame.oldest_seq - 1 });
    } else if (frame.op === 'lagged') {
      const { to, conflated, missed_momentary: missedMomentary } = frame;
      add({ loss: { reason: 'lagged', seq: to, conflated, missedMomentary } });
    } else if (frame.op !== 'replay_done') return;
    if (frame.op && /^(replay|lagged)/.test(frame.op)) enter('live');
  }

  /** Unless the last frame was one too many for the buffer. */
  function enter(state: StreamStatus['state']): void {
    if (channel) set({ state });
  }

  function take(frame: Frame): void {
    const seq = seqOf(frame.seq);
    // After a reconnect in the middle of something the same event may come again.
    if (received !== undefined && seq <= received) return;
    received = seq;
    add(frame);
    set({});
  }

  /** Nothing for us up to here: a later resume need not go back further. */
  function advance(seq: number): void {
    received = Math.max(received ?? 0, seqOf(seq));
    if (queue.length === 0 && taken === undefined && !busy) save(received).catch(() => {});
  }

  async function save(seq: number): Promise<void> {
    await cursor.save(seq);
  }

  function onEnd({ verdict, reason }: End = {}): void {
    leave();
    const longest = verdict ? deniedDelayMs : delayMs;
    delayMs = Math.min(delayMs * 2, longestDelayMs);
    // Before anybody is told, because who is told may close the stream or try again.
    cancel = timer(connect, longest * (1 - random() / 2));
    set({ state: verdict ?? 'waiting', reason, rttMs: undefined });
  }

  function leave(): void {
    attempt += 1;
    cancel();
    channel?.close();
    channel = undefined;
  }

  async function connect(): Promise<void> {
    leave();
    full = undefined;
    const mine = attempt;
    set({ state: 'connecting', reason: undefined });
    try {
      received ??= await cursor.load();
      const token = typeof options.token === 'function' ? await options.token() : options.token;
      if (mine !== attempt) return;
      const guard =
        <T>(handle: (value: T) => void) =>
        (value: T) => {
          try {
            if (mine === attempt) handle(value);
          } catch {
            if (mine === attempt) onEnd();
          }
        };
      const request = { url, token, topics, since: received, epoch, mode };
      channel = transport.connect(request, { onText: guard(onText), onEnd: guard(onEnd) });
      watch();
    } catch {
      if (mine === attempt) onEnd();
    }
  }

  function watch(): void {
    heard = false;
    cancel = timer(() => {
      // Who holds the connection back hears nothing either.
      if (heard || full) watch();
      else onEnd();
    }, silenceMs);
  }

  function makeRoom(): void {
    if (!full || queue.length > buffer / 2) return;
    const was = full;
    full = undefined;
    if (was === 'held') channel?.resume();
    else void connect();
  }

  async function catchUp(loss: Partial<StreamLoss>): Promise<void> {
    if (loss.reason) {
      if (options.onLost) options.onLost(loss as StreamLoss);
      else if (!snapshot && loss.reason !== 'lagged') throw new EventsLostError(loss as StreamLoss);
    }
    if (!snapshot || loss.reason === 'lagged') return;
    known = -1;
    busy = true;
    try {
      known = (await snapshot(ending.signal)).seq;
      // Not beyond a momentary event that waits or may still come: a state does not have it.
      const press = queue.find((item) => 'momentary' in item && item.seq <= known) as Frame | undefined;
      await save(press ? press.seq - 1 : Math.min(known, received ?? known));
    } finally {
      busy = false;
    }
  }

  function close(): Promise<void> {
    if (ending.signal.aborted) return closing;
    ending.abort();
    leave();
    queue = [];
    set({ state: 'closed' });
    observers.clear();
    rouse();
    closing = (async () => cursor.close?.())();
    // A caller that does not wait for it does not want to know.
    closing.catch(() => {});
    return closing;
  }

  async function read(): Promise<TypedEvent<Events> | undefined> {
    if (taken !== undefined) await save(taken);
    taken = undefined;
    while (!ending.signal.aborted) {
      const item = queue.shift();
      makeRoom();
      if (!item) {
        await new Promise<void>((resolve) => {
          waiting.push(resolve);
        });
      } else if ('loss' in item) {
        await catchUp(item.loss);
      } else if (item.seq > known || item.momentary) {
        taken = item.seq;
        set({});
        // Which payload belongs to which type is the caller's word; nothing here checks it.
        return item as unknown as TypedEvent<Events>;
      }
    }
    return undefined;
  }

  async function pull(): Promise<IteratorResult<TypedEvent<Events>, undefined>> {
    try {
      const value = await read();
      return value ? { done: false, value } : { done: true, value };
    } catch (error) {
      // A loop over the stream does not call `return` after a rejection.
      if (ending.signal.aborted) return { done: true, value: undefined };
      void close();
      throw error;
    }
  }

  options.signal?.addEventListener('abort', close, { signal: ending.signal });
  if (options.signal?.aborted) close();
  else void connect();

  return {
    get status() {
      return status;
    },
    observe(listener) {
      if (!ending.signal.aborted) observers.add(listener);
      notify(listener, status);
      return () => void observers.delete(listener);
    },
    retry() {
      if (/^(waiting|denied|refused)$/.test(status.state)) void connect();
    },
    close,
    // One after the other: what comes after a loss waits for its snapshot.
    next() {
      const answer = before.then(pull);
      before = answer.catch(() => {});
      return answer;
    },
    async return() {
      await close();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

/** Longest delay a timer takes; Node turns every longer one into a millisecond. */
const LONGEST_TIMER_MS = 2_147_483_647;

function startTimer(run: () => void, delayMs: number): () => void {
  const handle = setTimeout(run, Math.min(delayMs, LONGEST_TIMER_MS));
  return () => clearTimeout(handle);
}

/** What a listener throws is for its author, and no reason to lose a connection. */
function notify(listener: (status: StreamStatus) => void, status: StreamStatus): void {
  try {
    listener(status);
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}

function seqOf(value: unknown): number {
  if (!Number.isSafeInteger(value)) throw new TypeError('not a number of an event');
  return value as number;
}
