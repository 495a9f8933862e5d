import type { BrokerConnection } from '../broker/connection.js';
import type { Publication } from '../broker/settings.js';
import type { TreeMessage } from '../tree/message.js';

/** Options for sending queued messages. */
export interface OutboxOptions {
  readonly qos: 0 | 1;
  /** Milliseconds after which a key press is not sent any more. */
  readonly expiryMs: number;
  readonly now: () => number;
  /** All momentary events up to this number are sent, or too old to be. */
  readonly onSettled: (seq: number) => void;
  /** A publication that the broker refused while its connection held. */
  readonly onRefused: (topic: string, error: unknown) => void;
  /** Yields, so that other work runs and further acknowledgements of the broker are processed. */
  readonly nextTurn: () => Promise<void>;
}

/** Key presses that wait while a broker is away; more than that in the time of their expiry is no person. */
const MOMENTARY_LIMIT = 1_000;
/** Publications that are under way at once. */
const WINDOW = 128;

/** A publication that is under way. */
interface Flight {
  /** When its message was put, in milliseconds. */
  readonly at: number;
  index: number;
}

type Momentary = TreeMessage & { readonly momentary: { readonly at: number } };

/** Queue of one broker: the newest message of each topic, and each momentary event inside its expiry. */
export interface Outbox {
  put(message: TreeMessage): void;
  /** All momentary events up to this number were put. */
  read(seq: number): void;
  /** Removes the content of the topic at the broker. */
  remove(topic: string): void;
  /** Sends from now on through this connection. Messages for another broker state are dropped. */
  attach(connection: BrokerConnection): void;
  detach(): void;
  /** Resolves when nothing waits and nothing is under way, or when it is detached. */
  idle(): Promise<void>;
  readonly counts: {
    readonly waiting: number;
    /** Age of the oldest of them in milliseconds. */
    readonly lag_ms: number;
    readonly published: number;
    readonly superseded: number;
    readonly sent: number;
    readonly expired: number;
    readonly refused: number;
  };
}

export function createOutbox(options: OutboxOptions): Outbox {
  return new LatestOutbox(options);
}

/** A class, because it is a queue between two sides with their own pace. */
class LatestOutbox implements Outbox {
  private connection: BrokerConnection | undefined;
  private readonly states = new Map<string, { readonly message: TreeMessage; readonly at: number }>();
  /** Goes on behind what was taken: each look from the start would pass the places of everything taken before. */
  private line = this.states.values();
  private momentary: Momentary[] = [];
  private readonly underWay = new Set<Momentary>();
  /** Publications that are under way, in any order. A set would be made anew after each hundred of them. */
  private readonly flying: Flight[] = [];
  private isPumping = false;
  private isPumpComing = false;
  private published = 0;
  private superseded = 0;
  private readonly waiters = new Set<() => void>();
  private sent = 0;
  private expired = 0;
  private refused = 0;
  private lastSeq = 0;

  constructor(private readonly options: OutboxOptions) {}

  get counts() {
    const { published, superseded, sent, expired, refused } = this;
    const waiting = this.states.size + this.momentary.length + this.flying.length;
    return { waiting, lag_ms: this.lag, published, superseded, sent, expired, refused };
  }

  private get lag(): number {
    const now = this.options.now();
    const flying = this.flying.reduce((oldest, { at }) => Math.min(oldest, at), now);
    const [state] = this.states.values();
    const [momentary] = this.momentary;
    return Math.max(0, now - Math.min(flying, state?.at ?? now, momentary?.momentary.at ?? now));
  }

  put(message: TreeMessage): void {
    if (isMomentary(message)) {
      if (this.momentary.length >= MOMENTARY_LIMIT) this.expire(this.momentary.shift());
      this.momentary.push(message);
    } else if (this.connection !== undefined) {
      // It takes the position in the queue of the message it replaces, because only the newest is sent.
      const before = this.states.get(message.topic);
      if (before !== undefined) this.superseded += 1;
      this.states.set(message.topic, { message, at: before?.at ?? this.options.now() });
    }
    this.pump();
  }

  read(seq: number): void {
    // A state covers more events than were read: later messages may have a lower number.
    this.lastSeq = seq;
  }

  remove(topic: string): void {
    this.put({ topic, payload: '', seq: 0 });
  }

  attach(connection: BrokerConnection): void {
    this.connection = connection;
    this.states.clear();
    this.pump();
  }

  detach(): void {
    this.connection = undefined;
    this.states.clear();
    this.wakeAll();
  }

  idle(): Promise<void> {
    if (this.connection === undefined || this.isIdle()) return Promise.resolve();
    return new Promise((resolve) => {
      this.waiters.add(resolve);
    });
  }

  private pump(): void {
    const { connection } = this;
    // An acknowledgement may come before the next message is taken: this loop sends that message, and no nested loop.
    if (connection?.isOpen() !== true || this.isPumping) return;
    this.isPumping = true;
    const window = Math.min(WINDOW, connection.limits.receiveMaximum);
    try {
      while (this.flying.length < window && connection.isOpen()) {
        const next = this.nextMomentary() ?? this.nextState();
        if (next === undefined) break;
        this.send(connection, next.message, next.at);
      }
    } finally {
      this.isPumping = false;
    }
    if (this.isIdle()) this.wakeAll();
  }

  private send(connection: BrokerConnection, message: TreeMessage, at: number): void {
    const flight = { at, index: this.flying.length };
    this.flying.push(flight);
    this.published += 1;
    if (isMomentary(message)) this.underWay.add(message);
    connection.send(this.publicationOf(message), (error) => {
      this.land(flight);
      if (error === undefined) this.sent += 1;
      else this.failed(connection, message, error);
      this.landed(message);
      if (error === undefined) message.onSent?.();
    });
  }

  private land(flight: Flight): void {
    const last = this.flying.pop() as Flight;
    if (last === flight) return;
    this.flying[flight.index] = last;
    last.index = flight.index;
  }

  private failed(connection: BrokerConnection, message: TreeMessage, error: unknown): void {
    // The connection has ended: the next one sends momentary events, and states are read again.
    if (!connection.isOpen()) {
      if (isMomentary(message)) this.putBack(message);
      return;
    }
    this.refused += 1;
    this.options.onRefused(message.topic, error);
  }

  /** In the order of their numbers, whichever of them comes back first. */
  private putBack(message: Momentary): void {
    const later = this.momentary.findIndex(({ seq }) => seq > message.seq);
    this.momentary.splice(later === -1 ? this.momentary.length : later, 0, message);
  }

  private landed(message: TreeMessage): void {
    if (isMomentary(message)) {
      this.underWay.delete(message);
      this.settle();
    }
    this.pumpSoon();
  }

  /** A broker acknowledges many messages at once: the next ones are written together, and not one after the other. */
  private pumpSoon(): void {
    if (this.isPumping || this.isPumpComing) return;
    this.isPumpComing = true;
    void this.options.nextTurn().then(() => {
      this.isPumpComing = false;
      this.pump();
    });
  }

  private publicationOf(message: TreeMessage): Publication {
    const { topic, payload, momentary } = message;
    const { expiryMs, now } = this.options;
    const { qos = this.options.qos } = message;
    if (momentary === undefined) return { topic, payload, qos, retain: true };
    const left = momentary.at + expiryMs - now();
    return { topic, payload, qos, retain: false, expiresInS: Math.max(1, Math.ceil(left / 1000)) };
  }

  private nextState(): { readonly message: TreeMessage; readonly at: number } | undefined {
    let next = this.line.next();
    if (next.done === true) {
      this.line = this.states.values();
      next = this.line.next();
    }
    if (next.done === true) return undefined;
    this.states.delete(next.value.message.topic);
    return next.value;
  }

  private nextMomentary(): { readonly message: TreeMessage; readonly at: number } | undefined {
    for (let next = this.momentary.shift(); next !== undefined; next = this.momentary.shift()) {
      if (next.momentary.at + this.options.expiryMs > this.options.now())
        return { message: next, at: next.momentary.at };
      this.expire(next);
    }
    return undefined;
  }

  private expire(message: Momentary | undefined): void {
    if (message === undefined) return;
    this.expired += 1;
    this.settle();
  }

  private settle(): void {
    const open = [...this.underWay, ...this.momentary].map(({ seq }) => seq);
    this.options.onSettled(open.length === 0 ? this.lastSeq : Math.min(...open) - 1);
  }

  private isIdle(): boolean {
    return this.flying.length === 0 && this.states.size === 0 && this.momentary.length === 0;
  }

  private wakeAll(): void {
    for (const wake of this.waiters) wake();
    this.waiters.clear();
  }
}

function isMomentary(message: TreeMessage): message is Momentary {
  return message.momentary !== undefined;
}
