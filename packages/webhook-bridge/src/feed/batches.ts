import type { StreamEvent } from '@ccu-gateway/event-stream';
import type { GatewayCore } from '@ccu-gateway/gateway-core';

/** Events that are missing: as many as were seen, and whether there may be more. */
export interface Lost {
  readonly count: number;
  readonly atLeast: boolean;
}

/** Events of one delivery. */
export interface Batch {
  readonly events: readonly StreamEvent[];
  /** Events missing since the previous delivery; undefined without a loss. */
  readonly lost: Lost | undefined;
  /** Everything up to here is either in it or lost. */
  readonly upTo: number;
}

/** Events that were too old to be sent when it was their turn. */
export interface Stale {
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly count: number;
}

export interface BatchesOptions {
  readonly events: Pick<GatewayCore['events'], 'cursor'>;
  readonly topics: readonly string[];
  /** Begins above this number. */
  readonly since: number;
  /** True when events are missing before the first one, even if the stream cannot detect it. */
  readonly hasLost: boolean;
  readonly maxAgeMs: number;
  readonly now: () => number;
  /** Lets others run. */
  readonly nextTurn: () => Promise<void>;
  /** Resolves after that time, or when it is aborted. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Events had left the stream before they could be read. */
  readonly onLost: () => void;
  readonly onStale: (stale: Stale) => void;
  readonly signal: AbortSignal;
}

/** Reads events at the pace of their receiver: further ones stay in the stream. */
export interface Batches {
  /** The available events, and waits while there are none. Undefined when it is over. */
  next(): Promise<Batch | undefined>;
  /** The next batch reports the undelivered events. */
  giveUp(batch: Batch): void;
  /** Resolves whether everything that the stream had when it was asked is in a batch. */
  isDrained(): Promise<boolean>;
}

/** More of it would keep receivers waiting that have small limits. */
const BATCH_EVENTS = 100;
const BATCH_BYTES = 256 * 1024;
/** Events that are read before others have their turn. */
const TURN_EVENTS = 512;
const LOSS_WAITS_MS = 1_000;

export function createBatches(options: BatchesOptions): Batches {
  return new CursorBatches(options);
}

type Next = IteratorResult<StreamEvent, undefined>;

/** A class, because it stands between a cursor and the events read ahead of it. */
class CursorBatches implements Batches {
  private readonly cursor: AsyncIterableIterator<StreamEvent>;
  /** Read ahead: the stream has not answered yet, or its answer did not fit. */
  private ahead: Promise<Next> | undefined;
  private lost: Lost | undefined;
  private upTo: number;
  private wake: () => void = () => {};

  constructor(private readonly options: BatchesOptions) {
    const { events, topics, since, hasLost, signal } = options;
    this.upTo = since;
    if (hasLost) this.noteLoss();
    this.cursor = events.cursor(topics, {
      since,
      signal,
      onLost: ({ seq }) => {
        // Numbers of a log that was restored go back.
        this.upTo = seq;
        this.noteLoss();
        this.wake();
      },
    });
  }

  async next(): Promise<Batch | undefined> {
    for (;;) {
      const events = await this.gather();
      if (events === undefined) return undefined;
      if (events.length > 0) return this.close(events);
      if (this.lost === undefined) await this.somethingNew();
      else if (!(await this.goesOn())) return this.close([]);
    }
  }

  giveUp({ events, lost }: Batch): void {
    this.lose(events.length + (lost?.count ?? 0), lost?.atLeast ?? false);
  }

  async isDrained(): Promise<boolean> {
    if (this.lost !== undefined) return false;
    return (await this.orNothing(this.options.nextTurn())) === 'nothing';
  }

  /** Undefined when the stream is over. */
  private async gather(): Promise<readonly StreamEvent[] | undefined> {
    const events: StreamEvent[] = [];
    const turn = this.options.nextTurn();
    let stale: Stale | undefined;
    let bytes = 0;
    for (let read = 0; read < TURN_EVENTS && events.length < BATCH_EVENTS; read += 1) {
      const next = await this.orNothing(turn);
      if (next === 'nothing') break;
      if (next.done) return events.length === 0 ? undefined : events;
      const event = next.value;
      if (this.isStale(event)) stale = staleWith(event, stale);
      else {
        bytes += JSON.stringify(event).length;
        if (events.length > 0 && bytes > BATCH_BYTES) break;
        events.push(event);
      }
      this.upTo = event.seq;
      this.ahead = undefined;
    }
    if (stale !== undefined) {
      this.lose(stale.count, false);
      this.options.onStale(stale);
    }
    return events;
  }

  private somethingNew(): Promise<unknown> {
    const woken = new Promise<void>((resolve) => {
      this.wake = resolve;
    });
    return Promise.race([this.peek(), woken]);
  }

  /** A loss is reported with the next event, unless that takes its time. */
  private async goesOn(): Promise<boolean> {
    const enough = new AbortController();
    const next = await this.orNothing(this.options.wait(LOSS_WAITS_MS, enough.signal));
    enough.abort();
    return next !== 'nothing';
  }

  private peek(): Promise<Next> {
    this.ahead ??= this.cursor.next();
    return this.ahead;
  }

  /** The next item of the stream until then; it stays ahead until it is taken. */
  private orNothing(until: Promise<void>): Promise<Next | 'nothing'> {
    return Promise.race([this.peek(), until.then(() => 'nothing' as const)]);
  }

  private isStale({ ts }: StreamEvent): boolean {
    return Date.parse(ts) + this.options.maxAgeMs < this.options.now();
  }

  private noteLoss(): void {
    this.lose(0, true);
    this.options.onLost();
  }

  private lose(count: number, atLeast: boolean): void {
    this.lost = { count: (this.lost?.count ?? 0) + count, atLeast: atLeast || (this.lost?.atLeast ?? false) };
  }

  private close(events: readonly StreamEvent[]): Batch {
    const { lost, upTo } = this;
    this.lost = undefined;
    return { events, lost, upTo };
  }
}

function staleWith({ seq }: StreamEvent, before: Stale | undefined): Stale {
  return { firstSeq: before?.firstSeq ?? seq, lastSeq: seq, count: (before?.count ?? 0) + 1 };
}
