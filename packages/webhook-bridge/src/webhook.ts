import type { GatewayCore, Logger } from '@ccu-gateway/gateway-core';
import { batchMessage, testMessage } from './delivery/message.js';
import { createSender, type ReceiverSettings, type Sender } from './delivery/sender.js';
import { type Batch, type Batches, createBatches } from './feed/batches.js';
import { createDeadLetters, type DeadLetter } from './feed/dead-letters.js';
import type { Position, PositionStore } from './feed/position.js';
import { backoffMs } from './requests/backoff.js';
import type { FaultKind } from './requests/fault.js';
import type { Attempt, SenderEnvironment } from './requests/requests.js';

/** Events and receiver of a webhook. */
export interface WebhookSettings extends ReceiverSettings {
  /** Names it in `/health`, in the log and in the record of changes. Unique among the webhooks. */
  readonly name: string;
  /** Patterns of the event stream: `*`, `device.*`, `hub.+.sysvars.*`. */
  readonly topics: readonly string[];
  /** Milliseconds after which an event is not sent any more. */
  readonly maxAgeMs: number;
}

/** Time and chance, for tests, and the way to addresses. */
export interface WebhookEnvironment extends SenderEnvironment {
  /** In [0, 1). */
  random(): number;
  randomHex(digits: number): string;
  /** Lets others run. */
  nextTurn(): Promise<void>;
}

/** Dependencies of a webhook. */
export interface WebhookOptions {
  readonly core: Pick<GatewayCore, 'events'>;
  readonly settings: WebhookSettings;
  readonly positions: PositionStore;
  readonly log: Logger;
  readonly environment: WebhookEnvironment;
  /** It began to give events up, or is taken again after it did. */
  readonly onTrouble?: (trouble: WebhookTrouble) => void;
}

/** Trouble to report to an operator without a request. */
export type WebhookTrouble =
  | { readonly state: 'gives_up'; readonly letter: DeadLetter }
  | { readonly state: 'well_again'; readonly lost: number };

/** Figures and state of a webhook since it was opened. Times are milliseconds since the Unix epoch. */
export interface WebhookStatus {
  readonly name: string;
  /** `waiting`: before the next attempt. */
  readonly state: 'idle' | 'delivering' | 'waiting' | 'closed';
  readonly nextAttemptAt?: number;
  readonly lastDeliveryAt?: number;
  /** Fault of the last attempt; absent after a success. */
  readonly fault?: { readonly kind: FaultKind | 'internal'; readonly message: string };
  /** Deliveries that were taken, and the events in them. */
  readonly deliveries: number;
  readonly events: number;
  readonly failedAttempts: number;
  /** Events that were given up, and the newest of these. */
  readonly deadLetters: number;
  readonly recentDeadLetters: readonly DeadLetter[];
  /** Times that events had left the stream before they could be read. */
  readonly gaps: number;
}

/** Result of a delivery without data of the installation. */
export interface TestOutcome {
  readonly delivered: boolean;
  readonly status?: number;
  readonly fault?: { readonly kind: FaultKind; readonly message: string };
}

/** A webhook at work. */
export interface Webhook {
  status(): WebhookStatus;
  /** Makes one attempt beside the events, and does not wait for them. While one is under way its outcome is that of all. */
  test(): Promise<TestOutcome>;
  /** Ends running work after a moment; the next webhook of that name sends undelivered events. */
  close(): Promise<void>;
}

/** Time for which a stop waits for running work. */
const DRAIN_MS = 2_000;
const WARN_AGAIN_MS = 60_000;

/**
 * Delivers events to one receiver, in order, until it is closed. Resolves before the first delivery: how it stands is in
 * `status`. Rejects with a `RangeError` for a secret or a network that cannot be read, and where `positions` does.
 *
 * @example
 * const webhook = await openWebhook({ core, settings, positions, log, environment });
 * console.log(webhook.status().deliveries);
 * await webhook.close();
 */
export async function openWebhook(options: WebhookOptions): Promise<Webhook> {
  const { core, settings, positions, environment } = options;
  const sender = createSender(settings, environment);
  const known = await positions.load(settings.name);
  const { epoch, seq } = core.events;
  if (known === undefined) await positions.save(settings.name, { epoch, seq });
  const webhook = new Delivery(options, sender, beginningAt(known, core.events));
  webhook.begin();
  return webhook;
}

/**
 * Makes one attempt to deliver a test event to a receiver that no webhook is open for. A receiver that refuses is an outcome, not
 * an error. Rejects with a `RangeError` for a secret or a network that cannot be read.
 *
 * @example
 * const { delivered, fault } = await testReceiver(settings, environment, AbortSignal.timeout(60_000));
 */
export async function testReceiver(
  settings: ReceiverSettings,
  environment: SenderEnvironment & Pick<WebhookEnvironment, 'randomHex'>,
  signal: AbortSignal,
): Promise<TestOutcome> {
  const message = testMessage(environment.randomHex(32), environment.now());
  return outcomeOf(await createSender(settings, environment).attempt(message, signal));
}

function outcomeOf(attempt: Attempt): TestOutcome {
  const answer = attempt.status === undefined ? {} : { status: attempt.status };
  return attempt.taken
    ? { delivered: true, ...answer }
    : { delivered: false, ...answer, fault: wordsOf(attempt.fault) };
}

/** A receiver is chosen by an administrator, so that it also gets events that no client may read. */
const withRestricted = (topics: readonly string[]): readonly string[] =>
  topics.some((topic) => /^(?:[*#]$|alarm[./])/.test(topic)) ? [...topics, '$alarm.*'] : topics;

interface Beginning {
  readonly since: number;
  /** Something is missing that the stream does not know of. */
  readonly hasLost: boolean;
}

/**
 * Numbers of a log that was made anew or restored may have been given out twice: a position in the other one is not
 * exact.
 */
function beginningAt(known: Position | undefined, { epoch, seq }: Pick<Position, 'epoch' | 'seq'>): Beginning {
  if (known === undefined) return { since: seq, hasLost: false };
  if (known.epoch === epoch) return { since: known.seq, hasLost: false };
  return { since: Math.min(known.seq, seq), hasLost: true };
}

/** A class, because one delivery after the other belongs to one receiver. */
class Delivery implements Webhook {
  private readonly closing = new AbortController();
  /** Of requests, which a stop gives some time. */
  private readonly ending = new AbortController();
  private readonly batches: Batches;
  private after: number;
  private readonly letters = createDeadLetters();
  private running: Promise<void> = Promise.resolve();
  /** Interrupts the wait before the next attempt. */
  private hurry: () => void = () => {};
  private state: WebhookStatus['state'] = 'idle';
  private current: Batch | undefined;
  private fault: WebhookStatus['fault'];
  private nextAttemptAt: number | undefined;
  private lastDeliveryAt: number | undefined;
  private failures = 0;
  private gaveUp = 0;
  private testing: Promise<TestOutcome> | undefined;
  private warnedAt = Number.NEGATIVE_INFINITY;
  private readonly counts = { deliveries: 0, events: 0, failedAttempts: 0, gaps: 0 };

  constructor(
    private readonly options: WebhookOptions,
    private readonly sender: Sender,
    { since, hasLost }: Beginning,
  ) {
    const { core, settings, environment } = options;
    this.after = since;
    this.batches = createBatches({
      events: core.events,
      topics: withRestricted(settings.topics),
      since,
      hasLost,
      maxAgeMs: settings.maxAgeMs,
      now: environment.now,
      nextTurn: environment.nextTurn,
      wait: environment.wait,
      signal: this.ending.signal,
      onLost: () => {
        this.counts.gaps += 1;
      },
      onStale: ({ firstSeq, lastSeq, count }) =>
        this.bury({ firstSeq, lastSeq, events: count, attempts: 0, reason: 'too old when it was their turn' }),
    });
  }

  begin(): void {
    this.running = this.run().catch((error: unknown) => {
      this.fault = { kind: 'internal', message: 'events cannot be read: see the log of the gateway' };
      this.options.log.error('webhook.events', { webhook: this.options.settings.name, error });
    });
  }

  status(): WebhookStatus {
    const { fault, nextAttemptAt, lastDeliveryAt } = this;
    return {
      name: this.options.settings.name,
      state: this.state,
      ...(nextAttemptAt === undefined ? {} : { nextAttemptAt }),
      ...(lastDeliveryAt === undefined ? {} : { lastDeliveryAt }),
      ...(fault === undefined ? {} : { fault }),
      ...this.counts,
      deadLetters: this.letters.count,
      recentDeadLetters: this.letters.recent,
    };
  }

  test(): Promise<TestOutcome> {
    this.testing ??= this.makeTest().finally(() => {
      this.testing = undefined;
    });
    return this.testing;
  }

  private async makeTest(): Promise<TestOutcome> {
    const { environment } = this.options;
    const message = testMessage(environment.randomHex(32), environment.now());
    const outcome = outcomeOf(await this.sender.attempt(message, this.ending.signal));
    if (outcome.delivered) this.hurry();
    return outcome;
  }

  async close(): Promise<void> {
    this.closing.abort();
    this.hurry();
    await this.noteDrained();
    const { environment } = this.options;
    const enough = new AbortController();
    const moment = environment.wait(DRAIN_MS, enough.signal);
    await Promise.race([this.current === undefined ? undefined : this.running, moment]);
    enough.abort();
    this.ending.abort();
    await this.running;
    this.state = 'closed';
  }

  private async run(): Promise<void> {
    while (!this.closing.signal.aborted) {
      this.current = await this.batches.next();
      if (this.current === undefined) return;
      await this.settle(this.current);
      this.current = undefined;
    }
  }

  /** Ends when it was taken, when it was given up, or with the webhook. */
  private async settle(batch: Batch): Promise<void> {
    const { settings, core, environment } = this.options;
    const place = { webhook: settings.name, epoch: core.events.epoch, after: this.after, now: environment.now() };
    const message = batchMessage(batch, place);
    for (let attempts = 1; !this.closing.signal.aborted; attempts += 1) {
      this.state = 'delivering';
      const attempt = await this.sender.attempt(message, this.ending.signal);
      if (attempt.taken) return await this.taken(batch);
      if (this.ending.signal.aborted) return;
      await this.failed(attempt);
      if (this.closing.signal.aborted) return;
      if (attempt.forGood || this.isOver(batch, place.now)) return this.giveUp(batch, attempts, attempt.fault.message);
    }
  }

  private async taken(batch: Batch): Promise<void> {
    const { settings, core, environment, log, positions } = this.options;
    this.after = batch.upTo;
    this.counts.deliveries += 1;
    this.counts.events += batch.events.length;
    this.lastDeliveryAt = environment.now();
    this.state = 'idle';
    this.fault = undefined;
    if (this.failures > 0) log.info('webhook.delivers', { webhook: settings.name });
    this.failures = 0;
    if (this.gaveUp > 0) this.tell({ state: 'well_again', lost: this.gaveUp });
    this.gaveUp = 0;
    await this.save({ epoch: core.events.epoch, seq: batch.upTo }, positions);
  }

  /** Waits until the next attempt may be made. */
  private async failed({ fault, retryAfterMs }: Extract<Attempt, { taken: false }>): Promise<void> {
    const { environment } = this.options;
    this.failures += 1;
    this.counts.failedAttempts += 1;
    this.fault = wordsOf(fault);
    this.warn(fault.message);
    const pause = backoffMs(this.failures, environment.random, retryAfterMs);
    const over = new AbortController();
    this.hurry = () => over.abort();
    this.state = 'waiting';
    this.nextAttemptAt = environment.now() + pause;
    if (!this.closing.signal.aborted) await environment.wait(pause, over.signal);
    this.hurry = () => {};
    this.nextAttemptAt = undefined;
  }

  private isOver({ events }: Batch, since: number): boolean {
    const { environment, settings } = this.options;
    const newest = events.at(-1);
    const at = newest === undefined ? since : Date.parse(newest.ts);
    return at + settings.maxAgeMs < environment.now();
  }

  private giveUp(batch: Batch, attempts: number, reason: string): void {
    const first = batch.events[0];
    this.batches.giveUp(batch);
    if (first === undefined) return;
    this.bury({ firstSeq: first.seq, lastSeq: batch.upTo, events: batch.events.length, attempts, reason });
  }

  private bury(what: Omit<DeadLetter, 'at'>): void {
    const letter = { at: this.options.environment.now(), ...what };
    this.letters.add(letter);
    if (this.gaveUp === 0) this.tell({ state: 'gives_up', letter });
    this.gaveUp += letter.events;
  }

  private tell(trouble: WebhookTrouble): void {
    this.options.onTrouble?.(trouble);
  }

  /** A quiet webhook goes on from here, however much is dropped from the log of the stream meanwhile. */
  private async noteDrained(): Promise<void> {
    const { core, positions } = this.options;
    const { epoch, seq } = core.events;
    const isDrained = this.current === undefined && (await this.batches.isDrained());
    if (isDrained && this.current === undefined) await this.save({ epoch, seq: Math.max(seq, this.after) }, positions);
  }

  private async save(position: Position, positions: PositionStore): Promise<void> {
    const { settings, log } = this.options;
    await positions.save(settings.name, position).catch((error: unknown) => {
      log.warn('webhook.position', { webhook: settings.name, error });
    });
  }

  /** Once a minute: an installation can fail to deliver many times a second. */
  private warn(reason: string): void {
    const { environment, log, settings } = this.options;
    const now = environment.now();
    if (now - this.warnedAt < WARN_AGAIN_MS) return;
    this.warnedAt = now;
    log.warn('webhook.not_delivered', { webhook: settings.name, reason, failures: this.failures });
  }
}

function wordsOf({ kind, message }: { readonly kind: FaultKind; readonly message: string }) {
  return { kind, message };
}
