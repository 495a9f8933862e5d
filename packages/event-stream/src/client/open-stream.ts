import { EventsLostError, SubscriptionRefusedError } from '../model/errors.js';
import { memoryCursor } from './cursors.js';
import { type Frame, type Item, type Lost, seqOf } from './items.js';
import { type Addresses, addressesOf, authorizationOf, startTimer, transportsOf } from './options.js';
import { stateAfter } from './state-after.js';
import { type Channel, type End, failureOf, type Transport } from './transport.js';
import type {
  AnyEvents,
  Cursor,
  CursorStore,
  OpenedStream,
  OpenStreamOptions,
  StreamLoss,
  StreamStatus,
  TypedEvent,
} from './types.js';

const firstDelayMs = 500;
const longestDelayMs = 30_000;
const deniedDelayMs = 60_000;
/** The gateway pings every 30 s; a connection that is silent for longer is none. Another one resumes, so an early end loses nothing. */
const silenceMs = 35_000;
/** So long may one of several addresses take to answer. */
const connectMs = 10_000;

/**
 * Events of a gateway, for ever: reconnects by itself, resumes at its last event, and reports when that is impossible.
 * An event counts as taken, and the cursor is moved past it, when the next one is requested. `Events` has the payloads
 * by type.
 *
 * @example
 * for await (const event of openStream({ url: 'http://gateway.lan:8119/api/v1/events', token, topics: ['devices/#'] })) {
 *   console.log(event.type);
 * }
 */
export function openStream<Events = AnyEvents>(options: OpenStreamOptions): OpenedStream<TypedEvent<Events>> {
  const stream = new GatewayStream<Events>(options);
  // One after the other: items after a loss wait for its snapshot.
  let before: Promise<unknown> = Promise.resolve();
  stream.open();
  return {
    get status() {
      return stream.status;
    },
    observe: (listener) => stream.observe(listener),
    retry: () => stream.retry(),
    close: () => stream.close(),
    next() {
      const answer = before.then(() => stream.pull());
      before = answer.catch(() => {});
      return answer;
    },
    async return() {
      await stream.close();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

/** A class, because a stream is one connection after the other with one position in the numbering. */
class GatewayStream<Events> {
  private readonly addresses: Addresses;
  private readonly request: {
    readonly topics: readonly string[];
    readonly mode: OpenStreamOptions['mode'];
  };
  private readonly snapshot: OpenStreamOptions['snapshot'];
  private readonly buffer: number;
  private readonly cursor: CursorStore;
  private readonly random: () => number;
  private readonly timer: (run: () => void, delayMs: number) => () => void;
  private readonly transports: readonly [Transport, ...Transport[]];
  private readonly ending = new AbortController();
  private readonly observers = new Set<(status: StreamStatus) => void>();
  private readonly waiting: (() => void)[] = [];
  private current: StreamStatus = { state: 'connecting', lag: 0 };
  private queue: Item[] = [];
  /** Newest number that is in the queue or was. */
  private received: number | undefined;
  private epoch: string | undefined;
  /** Numbering of the taken events. */
  private numbering: string | undefined;
  /** True while another numbering has been reported, and the answer to the number of the old one is still to come. */
  private told = false;
  /** Number of addresses in a row that did not accept the request. */
  private verdicts = 0;
  /** Next to commit. */
  private taken: number | undefined;
  /** Those up to here the snapshot has. */
  private known = -1;
  private channel: Channel | undefined;
  private busy = false;
  /** A subscription was accepted once, so that a refusal may pass. */
  private accepted = false;
  /** The last WebSocket did not get through. */
  private blocked = false;
  private heard = false;
  private full: 'held' | 'dropped' | undefined;
  private delayMs = firstDelayMs;
  private cancel: () => void = () => {};
  private attempt = 0;
  private closing: Promise<void> = Promise.resolve();

  constructor(private readonly options: OpenStreamOptions) {
    const { topics, mode, snapshot, buffer = 1024, cursor = memoryCursor(), random = Math.random } = options;
    this.addresses = addressesOf(options);
    this.request = { topics, mode };
    this.snapshot = snapshot;
    this.buffer = buffer;
    this.cursor = cursor;
    this.random = random;
    this.timer = options.timer ?? startTimer;
    this.transports = transportsOf(options);
  }

  get status(): StreamStatus {
    return this.current;
  }

  open(): void {
    const { signal } = this.options;
    signal?.addEventListener('abort', () => this.close(), { signal: this.ending.signal });
    if (signal?.aborted) this.close();
    else void this.connect();
  }

  observe(listener: (status: StreamStatus) => void): () => void {
    if (!this.ending.signal.aborted) this.observers.add(listener);
    notify(listener, this.current);
    return () => void this.observers.delete(listener);
  }

  retry(): void {
    // An attempt under way may have begun with the credential before.
    if (/^(connecting|waiting|denied|refused)$/.test(this.current.state)) void this.connect();
  }

  private set(change: Partial<StreamStatus>): void {
    this.current = { ...this.current, ...change, lag: this.queue.length };
    for (const observer of this.observers) notify(observer, this.current);
  }

  private add(item: Item): void {
    this.queue.push(item);
    this.rouse();
    if (this.queue.length < this.buffer || this.full) return;
    this.full = this.channel?.pause() ? 'held' : 'dropped';
    if (this.full === 'held') return;
    this.leave();
    this.set({ state: 'waiting' });
  }

  /** Wakes all waiting calls to check again. */
  private rouse(): void {
    for (const wake of this.waiting.splice(0)) wake();
  }

  private lose(loss: Partial<StreamLoss>, from = loss.seq): void {
    if (loss.seq !== undefined) this.received = seqOf(loss.seq);
    this.add({ loss, from, epoch: this.epoch });
  }

  private onText(text: string): void {
    this.heard = true;
    const frame = JSON.parse(text) as Frame;
    if (frame.op === undefined) this.take(frame);
    else if (frame.op === 'ping') {
      this.channel?.send({ op: 'pong', echo: frame.echo });
      if (frame.seq !== undefined) this.advance(frame.seq);
      this.set({ rttMs: frame.rtt_ms ?? this.current.rttMs });
    } else if (frame.op === 'subscribed') {
      const resumes = this.received !== undefined;
      // Noticed here too, because server-sent events do not say which numbering the number is of.
      this.told = resumes && this.epoch !== undefined && this.epoch !== frame.epoch;
      this.epoch = frame.epoch;
      this.numbering ??= frame.epoch;
      this.delayMs = firstDelayMs;
      this.verdicts = 0;
      this.accepted = true;
      if (this.told) this.lose({ reason: 'epoch', seq: frame.seq });
      else if (!resumes && this.snapshot) this.lose({}, frame.seq);
      if (!resumes && frame.seq !== undefined) this.advance(frame.seq);
      this.enter(resumes ? 'replaying' : 'live');
    } else if (frame.op === 'error' && this.current.state === 'connecting') {
      this.onEnd({ verdict: 'refused', reason: frame.error?.message });
      return;
    } else if (frame.op === 'replay_lost') {
      const seq = frame.seq ?? frame.oldest_seq - 1;
      // A loss above the reported number is another loss.
      if (!this.told || seq > (this.received ?? seq)) this.lose({ reason: frame.reason ?? 'evicted', seq });
    } else if (frame.op === 'lagged') {
      const { to, conflated, missed_momentary: missedMomentary } = frame;
      this.add({ loss: { reason: 'lagged', seq: to, conflated, missedMomentary } });
    } else if (frame.op !== 'replay_done') return;
    if (frame.op && /^(replay|lagged)/.test(frame.op)) {
      this.told = false;
      this.enter('live');
    }
  }

  /** Unless the last frame was one too many for the buffer. */
  private enter(state: StreamStatus['state']): void {
    if (this.channel) this.set({ state });
  }

  private take(frame: Frame): void {
    const seq = seqOf(frame.seq);
    // After a reconnect in the middle of something the same event may come again.
    if (this.received !== undefined && seq <= this.received) return;
    this.received = seq;
    this.told = false;
    this.add(frame);
    this.set({});
  }

  /** Nothing for us up to here: a later resume need not go back further. */
  private advance(seq: number): void {
    this.received = Math.max(this.received ?? 0, seqOf(seq));
    if (this.queue.length === 0 && this.taken === undefined && !this.busy) this.save(this.received).catch(() => {});
  }

  private async save(seq: number): Promise<void> {
    await this.cursor.save(seq, this.numbering);
  }

  private onEnd({ verdict: said, reason, isBlocked = false }: End = {}): void {
    this.leave();
    // The attempt goes on by the other way; the next one tries the WebSocket again.
    this.blocked = isBlocked;
    if (isBlocked) {
      void this.connect();
      return;
    }
    this.addresses.moveOn();
    this.verdicts = said ? this.verdicts + 1 : 0;
    // Until all have refused, the next one may accept it.
    const verdict = this.verdicts < this.addresses.count ? undefined : said;
    const longest = verdict ? deniedDelayMs : this.delayMs;
    this.delayMs = Math.min(this.delayMs * 2, longestDelayMs);
    // Before any listener is called, because a listener may close the stream or try again.
    const retryInMs = longest * (1 - this.random() / 2);
    this.cancel = this.timer(() => void this.connect(), retryInMs);
    this.set({ state: verdict ?? 'waiting', reason, retryInMs, rttMs: undefined });
    if (verdict === 'refused') this.rouse();
  }

  private leave(): void {
    this.attempt += 1;
    this.cancel();
    this.channel?.close();
    this.channel = undefined;
  }

  private async connect(): Promise<void> {
    this.leave();
    this.full = undefined;
    const mine = this.attempt;
    const url = this.addresses.current;
    const blocked = this.blocked || undefined;
    this.set({ state: 'connecting', url: url.href, reason: undefined, retryInMs: undefined, blocked });
    try {
      if (this.received === undefined) await this.load();
      const authorization = await authorizationOf(this.options, url);
      if (mine !== this.attempt) return;
      const guard =
        <T>(handle: (value: T) => void) =>
        (value: T) => {
          try {
            if (mine === this.attempt) handle(value);
          } catch {
            if (mine === this.attempt) this.onEnd();
          }
        };
      const request = { ...this.request, url, authorization, since: this.received, epoch: this.epoch };
      const [first, other = first] = this.transports;
      this.channel = (blocked ? other : first).connect(request, {
        onText: guard((text: string) => this.onText(text)),
        onEnd: guard((end: End | undefined) => this.onEnd(end)),
      });
      this.watch(this.addresses.count > 1 ? connectMs : silenceMs);
    } catch (error) {
      if (mine === this.attempt) this.onEnd(failureOf(error));
    }
  }

  private async load(): Promise<void> {
    const kept = await this.cursor.load();
    const { seq, epoch }: Partial<Cursor> = typeof kept === 'number' ? { seq: kept } : { ...kept };
    this.received ??= seq;
    this.epoch ??= epoch;
    this.numbering ??= epoch;
  }

  private watch(delayMs = silenceMs): void {
    this.heard = false;
    this.cancel = this.timer(() => {
      // A reader that holds the connection back receives nothing either.
      if (this.heard || this.full) this.watch();
      else this.onEnd();
    }, delayMs);
  }

  private makeRoom(): void {
    if (!this.full || this.queue.length > this.buffer / 2) return;
    const was = this.full;
    this.full = undefined;
    if (was === 'held') this.channel?.resume();
    else void this.connect();
  }

  private async catchUp({ loss, from = 0, epoch = this.numbering }: Lost): Promise<void> {
    this.numbering = epoch;
    if (loss.reason) {
      if (this.options.onLost) this.options.onLost(loss as StreamLoss);
      else if (!this.snapshot && loss.reason !== 'lagged') throw new EventsLostError(loss as StreamLoss);
    }
    if (!this.snapshot || loss.reason === 'lagged') return;
    this.known = -1;
    this.busy = true;
    try {
      this.known = await stateAfter({
        snapshot: this.snapshot,
        signal: this.ending.signal,
        timer: this.timer,
        from,
        epoch,
        isOld: () => this.queue.some((item) => 'loss' in item && item.loss.reason !== 'lagged'),
      });
      // Not beyond a momentary event that waits or may still come: a state does not have it.
      const press = this.queue.find((item) => 'momentary' in item && item.seq <= this.known) as Frame | undefined;
      await this.save(press ? press.seq - 1 : Math.min(this.known, this.received ?? this.known));
    } finally {
      this.busy = false;
    }
  }

  close(): Promise<void> {
    if (this.ending.signal.aborted) return this.closing;
    this.ending.abort();
    this.leave();
    this.queue = [];
    this.set({ state: 'closed' });
    this.observers.clear();
    this.rouse();
    this.closing = (async () => this.cursor.close?.())();
    // A caller that does not wait for it does not want to know.
    this.closing.catch(() => {});
    return this.closing;
  }

  private async read(): Promise<TypedEvent<Events> | undefined> {
    if (this.taken !== undefined) await this.save(this.taken);
    this.taken = undefined;
    while (!this.ending.signal.aborted) {
      const item = this.queue.shift();
      this.makeRoom();
      if (!item) {
        const { state, reason = 'no reason' } = this.current;
        if (state === 'refused' && !this.accepted) throw new SubscriptionRefusedError(reason);
        await new Promise<void>((resolve) => {
          this.waiting.push(resolve);
        });
      } else if ('loss' in item) {
        await this.catchUp(item);
      } else if (item.seq > this.known || item.momentary) {
        this.taken = item.seq;
        this.set({});
        // The caller declares the payload of each type; nothing here checks it.
        return item as unknown as TypedEvent<Events>;
      }
    }
    return undefined;
  }

  async pull(): Promise<IteratorResult<TypedEvent<Events>, undefined>> {
    try {
      const value = await this.read();
      return value ? { done: false, value } : { done: true, value };
    } catch (error) {
      // A loop over the stream does not call `return` after a rejection.
      if (this.ending.signal.aborted) return { done: true, value: undefined };
      void this.close();
      throw error;
    }
  }
}

/** An error of a listener is for its author, and no reason to lose a connection. */
function notify(listener: (status: StreamStatus) => void, status: StreamStatus): void {
  try {
    listener(status);
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}
