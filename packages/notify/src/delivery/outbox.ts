import { backoffMs, type FaultKind } from '@ccu-gateway/webhook-bridge/requests';
import type { Channel } from '../channels/port.js';
import type { ChannelSettings } from '../channels/settings.js';
import type { Message } from '../rules/message.js';
import { noteOf } from '../texts/note.js';

/** A message that was given up. Times are milliseconds since the Unix epoch. */
export interface LostMessage {
  readonly at: number;
  readonly title: string;
  readonly reason: string;
}

/** Figures and state of a channel since it was opened. Times are milliseconds since the Unix epoch. */
export interface ChannelStatus {
  readonly name: string;
  readonly kind: ChannelSettings['kind'];
  /** `waiting`: before the next attempt. */
  readonly state: 'idle' | 'delivering' | 'waiting';
  readonly nextAttemptAt?: number;
  readonly lastDeliveryAt?: number;
  /** Fault of the last attempt; absent after a success. */
  readonly fault?: { readonly kind: FaultKind | 'internal'; readonly message: string };
  readonly delivered: number;
  readonly failedAttempts: number;
  /** Messages that wait. */
  readonly waiting: number;
  /** Messages that were given up, and the newest of these, newest first. */
  readonly lost: number;
  readonly recentLost: readonly LostMessage[];
}

export interface OutboxOptions {
  readonly settings: Pick<ChannelSettings, 'name' | 'kind' | 'language'>;
  readonly channel: Channel;
  /** Of an earlier run, oldest first. */
  readonly waiting: readonly Message[];
  /** Messages that wait at most; later ones push the oldest out. */
  readonly most: number;
  readonly now: () => number;
  readonly random: () => number;
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Stores what waits. Never rejects. */
  readonly save: () => Promise<void>;
  readonly onLost: (reason: string) => void;
  /** Begins no further attempt. */
  readonly stopping: AbortSignal;
  /** Ends the attempt under way. */
  readonly signal: AbortSignal;
}

/** Messages that wait for one channel. */
export interface Outbox {
  add(message: Message): void;
  /** Delivers what waits, until there is nothing more or it is over. */
  pump(): Promise<void>;
  /** Makes the next attempt now. */
  hurry(): void;
  readonly waiting: readonly Message[];
  status(): ChannelStatus;
}

const LONGEST_MS = 86_400_000;
/** Lost messages that are listed. */
export const RECENT = 20;

/** One message after the other; each channel has its own, so that none waits for another one. */
export function createOutbox(options: OutboxOptions): Outbox {
  return new Queue(options);
}

/** A class, because attempts, pauses and messages of one channel follow each other. */
class Queue implements Outbox {
  readonly waiting: Message[];
  private state: ChannelStatus['state'] = 'idle';
  private fault: ChannelStatus['fault'];
  private nextAttemptAt: number | undefined;
  private lastDeliveryAt: number | undefined;
  private failures = 0;
  private isPumping = false;
  private readonly counts = { delivered: 0, failedAttempts: 0, lost: 0 };
  private readonly recent: LostMessage[] = [];
  hurry: () => void = () => {};

  constructor(private readonly options: OutboxOptions) {
    this.waiting = [...options.waiting];
  }

  add(message: Message): void {
    if (this.waiting.some(({ id }) => id === message.id)) return;
    this.waiting.push(message);
    while (this.waiting.length > this.options.most) {
      // The one under way may be taken.
      const [oldest] = this.waiting.splice(this.state === 'delivering' ? 1 : 0, 1);
      this.lose(oldest, `more than ${this.options.most} messages wait`);
    }
  }

  async pump(): Promise<void> {
    if (this.isPumping) return;
    this.isPumping = true;
    try {
      while (!this.options.stopping.aborted) {
        const [message] = this.waiting;
        if (message === undefined) break;
        await this.settle(message);
      }
    } finally {
      this.isPumping = false;
      this.state = 'idle';
    }
  }

  status(): ChannelStatus {
    const { nextAttemptAt, lastDeliveryAt, fault, state, counts, recent, waiting } = this;
    const { name, kind } = this.options.settings;
    return {
      ...{ name, kind, state },
      ...(nextAttemptAt === undefined ? {} : { nextAttemptAt }),
      ...(lastDeliveryAt === undefined ? {} : { lastDeliveryAt }),
      ...(fault === undefined ? {} : { fault }),
      ...counts,
      waiting: waiting.length,
      recentLost: [...recent],
    };
  }

  private async settle(message: Message): Promise<void> {
    const { now, signal, channel, settings, save } = this.options;
    if (now() - message.at > LONGEST_MS) return await this.giveUp(message, 'was not delivered within a day');
    this.state = 'delivering';
    const attempt = await channel.deliver(noteOf(message, settings.language), signal);
    if (attempt.taken) {
      this.remove(message);
      this.counts.delivered += 1;
      this.lastDeliveryAt = now();
      this.fault = undefined;
      this.failures = 0;
      return await save();
    }
    if (signal.aborted) return;
    this.counts.failedAttempts += 1;
    const { kind, message: reason } = attempt.fault;
    this.fault = { kind, message: reason };
    if (attempt.forGood) return await this.giveUp(message, reason);
    await this.pause(attempt.retryAfterMs);
  }

  private async pause(askedForMs: number | undefined): Promise<void> {
    const { now, random, wait, stopping } = this.options;
    this.failures += 1;
    if (stopping.aborted) return;
    const ms = backoffMs(this.failures, random, askedForMs);
    const over = new AbortController();
    this.hurry = () => over.abort();
    this.state = 'waiting';
    this.nextAttemptAt = now() + ms;
    await wait(ms, AbortSignal.any([stopping, over.signal]));
    this.nextAttemptAt = undefined;
  }

  private async giveUp(message: Message, reason: string): Promise<void> {
    this.remove(message);
    this.lose(message, reason);
    await this.options.save();
  }

  private remove(message: Message): void {
    const at = this.waiting.indexOf(message);
    if (at >= 0) this.waiting.splice(at, 1);
  }

  private lose(message: Message | undefined, reason: string): void {
    if (message === undefined) return;
    const { title } = noteOf(message, this.options.settings.language);
    this.counts.lost += 1;
    this.recent.unshift({ at: this.options.now(), title, reason });
    this.recent.length = Math.min(this.recent.length, RECENT);
    this.options.onLost(reason);
  }
}
