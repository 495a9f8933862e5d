import type { Cursor, CursorStore, Gateway, GatewayEvent, StreamLoss, StreamStatus } from '@ccu-gateway/client';
import { fitOf } from './contract-version.js';
import { type Directory, directoryOf } from './directory.js';
import { pause, startTimer, type Timer } from './pause.js';
import type { ConnectionState } from './state.js';

/** A node that wants events. */
export interface Subscriber {
  /** `replayed`: the event happened before the present connection with the gateway was made. */
  event(event: GatewayEvent, replayed: boolean): void;
  /** Events are missing in this position. */
  lost(loss: StreamLoss): void;
}

/** What a connection works with. */
export interface ConnectionOptions {
  readonly gateway: Gateway;
  readonly position: CursorStore;
  /** For tests. */
  readonly timer?: Timer;
}

const TOPICS = ['devices/#', 'hub/#', 'central/#', 'system/#'] as const;
/** Events after which names, rooms or functions may be others. */
const RENAMED = /^device\.(created|released|removed|metadata_changed|replacement_changed)$/;
const firstDelayMs = 1_000;
const longestDelayMs = 30_000;
const refusedDelayMs = 60_000;

/**
 * The one connection of all nodes of a gateway: it resumes after the stored position, and reports losses. A class, because it is
 * one stream after the other with one position.
 */
export class Connection {
  private readonly timer: Timer;
  private readonly ending = new AbortController();
  private readonly subscribers = new Set<Subscriber>();
  private readonly observers = new Set<(state: ConnectionState) => void>();
  private readonly waiting: (() => void)[] = [];
  private losses: StreamLoss[] = [];
  /** From the beginning, until all nodes of the flows are there. */
  private held = true;
  /** Reads version and names for the present connection; undefined without one. */
  private reading: AbortController | undefined;
  private isRead = false;
  private names: Directory | undefined;
  /** Newest event at the time of the present connection. */
  private newestBefore = 0;
  private refreshing: 'no' | 'now' | 'again' = 'no';
  private unsaved: string | undefined;
  private current: ConnectionState = { is: 'connecting' };
  private streamState: StreamStatus['state'] = 'connecting';
  private readonly ended: Promise<void>;

  constructor(private readonly options: ConnectionOptions) {
    this.timer = options.timer ?? startTimer;
    this.ended = this.run();
  }

  get state(): ConnectionState {
    return this.current;
  }

  /** Undefined until the names were read for the first time. */
  get directory(): Directory | undefined {
    return this.names;
  }

  get gateway(): Gateway {
    return this.options.gateway;
  }

  /** Calls the listener at once and after each change; returns how to stop. */
  observe(listener: (state: ConnectionState) => void): () => void {
    this.observers.add(listener);
    listener(this.current);
    return () => void this.observers.delete(listener);
  }

  subscribe(subscriber: Subscriber): () => void {
    this.subscribers.add(subscriber);
    return () => void this.subscribers.delete(subscriber);
  }

  /** Holds events back while nodes are replaced: an event that finds no node would be lost. */
  hold(): void {
    this.held = true;
  }

  release(): void {
    this.held = false;
    this.rouse();
  }

  /** The position could not be stored, or can be stored again. */
  noteUnsaved(reason: string | undefined): void {
    if (reason === this.unsaved) return;
    this.unsaved = reason;
    this.showStream();
  }

  async close(): Promise<void> {
    this.ending.abort();
    this.reading?.abort();
    this.rouse();
    await this.ended;
    this.show({ is: 'closed' });
    this.observers.clear();
  }

  private async run(): Promise<void> {
    const { signal } = this.ending;
    while (!signal.aborted) {
      const stream = this.gateway.events({
        topics: TOPICS,
        cursor: this.options.position,
        signal,
        onLost: (loss) => this.lose(loss),
        snapshot: (_, fits) => this.stateAfterLoss(fits),
      });
      const stop = stream.observe((status) => this.follow(status));
      try {
        for await (const event of stream) {
          await this.opened();
          // Not past an event that no node had: the next start repeats it.
          if (signal.aborted) break;
          this.deliver(event);
        }
      } catch (error) {
        // A refusal of the gateway is shown already.
        if (this.current.is !== 'refused') this.show({ is: 'refused', reason: String(error) });
      } finally {
        stop();
        await stream.close();
      }
      await pause(this.timer, refusedDelayMs, signal);
    }
  }

  private follow({ state, reason = '' }: StreamStatus): void {
    this.streamState = state;
    if (state === 'live' || state === 'replaying') {
      if (!this.reading) void this.read();
      else this.showStream();
      return;
    }
    if (state === 'closed') return;
    this.reading?.abort();
    this.reading = undefined;
    this.isRead = false;
    if (state === 'waiting') this.show({ is: 'away', reason });
    else if (state !== 'connecting') this.show({ is: state, reason });
    // The next attempt after a failure does not hide its reason.
    else if (/^(connected|replaying)$/.test(this.current.is)) this.show({ is: 'connecting' });
  }

  /** Reads version and names once for each connection; retries as long as it lasts. */
  private async read(): Promise<void> {
    this.reading = new AbortController();
    const { signal } = this.reading;
    for (let delayMs = firstDelayMs; !signal.aborted; delayMs = Math.min(delayMs * 2, longestDelayMs)) {
      try {
        const { api_version: version } = await this.gateway.call('getInfo', { signal });
        const fit = fitOf(version);
        if (fit === 'fits') {
          this.names = await this.readNames(signal);
          this.newestBefore = this.names.seq;
          this.isRead = true;
          this.showStream();
          this.rouse();
          return;
        }
        this.show({ is: fit, version: String(version) });
      } catch (error) {
        if (!signal.aborted) this.show({ is: 'unread', error });
      }
      await pause(this.timer, delayMs, signal);
    }
  }

  private async readNames(signal: AbortSignal): Promise<Directory> {
    return directoryOf(await this.gateway.call('getSnapshot', { query: { include: 'channels' }, signal }));
  }

  /** Many devices that are renamed at once need two readings: the one at work, and one after it. */
  private async refresh(): Promise<void> {
    if (this.refreshing !== 'no') {
      this.refreshing = 'again';
      return;
    }
    const { signal } = this.ending;
    do {
      this.refreshing = 'now';
      // A failure is one of the connection, and the next connection reads the names anyway.
      this.names = await this.readNames(signal).catch(() => this.names);
    } while (this.refreshing === ('again' as string));
    this.refreshing = 'no';
  }

  /** At the first start and after a loss, the stream goes on behind the names; it calls again until they are new enough. */
  private async stateAfterLoss(fits: (state: Cursor) => boolean): Promise<Cursor> {
    await this.opened();
    // The position stays before a loss that no node was there for.
    this.ending.signal.throwIfAborted();
    const { seq = 0, epoch } = this.names ?? {};
    if (!fits({ seq, epoch })) await this.refresh();
    return { seq, epoch, ...this.names };
  }

  private lose(loss: StreamLoss): void {
    this.losses.push(loss);
    if (this.isOpen) this.report();
  }

  private get isOpen(): boolean {
    return !this.held && this.isRead;
  }

  private async opened(): Promise<void> {
    while (!this.isOpen && !this.ending.signal.aborted) {
      await new Promise<void>((resolve) => {
        this.waiting.push(resolve);
      });
    }
    if (!this.ending.signal.aborted) this.report();
  }

  private rouse(): void {
    if (this.isOpen) this.report();
    for (const wake of this.waiting.splice(0)) wake();
  }

  private report(): void {
    for (const loss of this.losses.splice(0)) for (const subscriber of this.subscribers) subscriber.lost(loss);
  }

  private deliver(event: GatewayEvent): void {
    if (RENAMED.test(event.type)) void this.refresh();
    const replayed = event.seq <= this.newestBefore;
    for (const subscriber of this.subscribers) subscriber.event(event, replayed);
  }

  private showStream(): void {
    if (!this.isRead) return;
    if (this.streamState === 'replaying') this.show({ is: 'replaying' });
    else if (this.streamState === 'live') this.show({ is: 'connected', unsaved: this.unsaved });
  }

  private show(state: ConnectionState): void {
    this.current = state;
    for (const observer of this.observers) observer(state);
  }
}
