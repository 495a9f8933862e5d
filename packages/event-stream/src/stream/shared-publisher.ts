import type { EventInput } from '../model/event.js';
import type { AppendResult, SharedDraft, SharedLog, SharedWriter } from '../model/shared-log.js';
import type { SharedPublisher, SharedPublisherOptions } from '../model/shared-stream.js';

export interface SharedPublisherSetup extends SharedPublisherOptions {
  readonly log: Pick<SharedLog, 'openWriter' | 'health' | 'onHealth'>;
  readonly source: string;
  /** Unique among all publishers that there ever were. */
  readonly instance: string;
  /** An event as a draft, but for its id. @throws InvalidEventError */
  readonly draftOf: (event: EventInput) => Omit<SharedDraft, 'id'>;
  /** Runs once after a delay in milliseconds; answers how to cancel. */
  readonly later: (delayMs: number, run: () => void) => () => void;
  readonly onError: (error: unknown) => void;
  /** It has nothing to send any more, and never will have. */
  readonly onOver: () => void;
  readonly bounds: PublisherBounds;
}

/** Bounds of the queue while the log does not answer. */
export interface PublisherBounds {
  readonly bufferEvents: number;
  readonly bufferBytes: number;
}

/** Topic of hidden records: no pattern matches it. */
export const HIDDEN_TOPIC = '$';

const batchDrafts = 128;
/** In UTF-16 units: of an event with all hidden texts that go with it. */
const companionsLength = 65_536;
/** Number of writers opened in a row that may be overtaken before an append. */
const overtakings = 5;
const retryMs = 500;
const drainMs = 2_000;

export function createSharedPublisher(setup: SharedPublisherSetup): SharedPublisher {
  return new BufferedPublisher(setup);
}

const sizeOf = ({ text, before = [] }: SharedDraft): number =>
  before.reduce((sum, { length }) => sum + length, text.length);

/** A class, because it is one queue that is filled and emptied by different turns. */
class BufferedPublisher implements SharedPublisher {
  readonly source: string;
  readonly instance: string;
  private readonly setup: SharedPublisherSetup;
  private readonly isHolder: () => boolean;
  private queue: SharedDraft[] = [];
  /** Hidden drafts that may go with an event. */
  private readonly companions = new WeakSet<SharedDraft>();
  private bytes = 0;
  private count = 0;
  /** Drafts at the front that may be in the log already: they stay as they are. */
  private sent = 0;
  /** Of events that were given up while nothing came after them. */
  private owedLoss: number;
  private writer: SharedWriter | undefined;
  /** By the writer that is open. */
  private hasAppended = false;
  /** Writers that were overtaken before they had appended anything, in a row. */
  private overtaken = 0;
  private appending: Promise<AppendResult> | undefined;
  private pumping: Promise<void> | undefined;
  private state: 'open' | 'closing' | 'over' = 'open';
  private wake: () => void = () => {};

  constructor(setup: SharedPublisherSetup) {
    this.setup = setup;
    this.source = setup.source;
    this.instance = setup.instance;
    this.owedLoss = setup.lostBefore ?? 0;
    this.isHolder = setup.mayPublish ?? (() => true);
  }

  get pending(): number {
    return this.queue.length;
  }

  publish(event: EventInput): void {
    this.add(this.setup.draftOf(event));
  }

  hide(text: string, { isNumbered = false }: Parameters<SharedPublisher['hide']>[1] = {}): void {
    this.add({ topic: HIDDEN_TOPIC, text, hidden: true }, isNumbered);
  }

  async close(): Promise<void> {
    if (this.state === 'open') this.state = 'closing';
    if (this.pumping) await this.inTime(this.pumping);
    this.end();
    // A running append would otherwise arrive behind the next holder.
    await this.appending;
  }

  private async inTime(work: Promise<void>): Promise<void> {
    let cancel = () => {};
    const patience = new Promise<void>((resolve) => {
      cancel = this.setup.later(drainMs, resolve);
    });
    await Promise.race([work, patience]);
    cancel();
  }

  /** Events that the log lacks by now are given up. */
  private end(): void {
    if (this.isOver()) return;
    this.state = 'over';
    this.queue = [];
    this.bytes = 0;
    this.wake();
    this.setup.onOver();
  }

  private add(draft: Omit<SharedDraft, 'id'>, isNumbered = false): void {
    if (this.state !== 'open') return;
    this.count += 1;
    const before = draft.hidden ? [] : this.takeHidden(draft.text.length);
    const lost = before.reduce((sum, each) => sum + (each.lost ?? 0), this.owedLoss);
    this.owedLoss = 0;
    const added: SharedDraft = {
      ...draft,
      ...(before.length > 0 && { before: before.map(({ text }) => text) }),
      ...(lost > 0 && { lost }),
      id: `${this.setup.instance}-${this.count}`,
    };
    this.queue.push(added);
    if (draft.hidden && !isNumbered) this.companions.add(added);
    this.bytes += sizeOf(added);
    const { bufferEvents, bufferBytes } = this.setup.bounds;
    while (this.queue.length > this.sent + 1 && (this.queue.length > bufferEvents || this.bytes > bufferBytes)) {
      this.dropOldest();
    }
    this.pumping ??= this.pump().finally(() => {
      this.pumping = undefined;
    });
  }

  /** Hidden texts that may go with the next event: a record for each of them would take the log twice the time. */
  private takeHidden(eventLength: number): readonly SharedDraft[] {
    let at = this.queue.length;
    let size = eventLength;
    for (;;) {
      const draft = at > this.sent ? this.queue[at - 1] : undefined;
      if (draft === undefined || !this.companions.has(draft)) break;
      size += draft.text.length;
      if (size > companionsLength) break;
      at -= 1;
    }
    const taken = this.queue.splice(at);
    for (const draft of taken) this.bytes -= sizeOf(draft);
    return taken;
  }

  /** The next event reports the number of missing ones. */
  private dropOldest(): void {
    const [dropped] = this.queue.splice(this.sent, 1);
    const next = this.queue[this.sent];
    if (dropped === undefined || next === undefined) return;
    this.bytes -= sizeOf(dropped);
    this.queue[this.sent] = { ...next, lost: (next.lost ?? 0) + (dropped.lost ?? 0) + 1 };
  }

  private async pump(): Promise<void> {
    // Later in this turn there may be more to send at once.
    await Promise.resolve();
    while (this.queue.length > 0) {
      const writer = await this.opened();
      if (this.isOver()) return;
      if (!writer) {
        await this.pause();
        continue;
      }
      const batch = this.queue.slice(0, batchDrafts);
      this.sent = batch.length;
      this.appending = writer.append(batch, () => !this.isOver() && this.isHolder());
      const result = await this.appending;
      if (this.isOver()) return;
      const { outcome, seqs } = result;
      if (seqs.length > 0) {
        this.hasAppended = true;
        this.overtaken = 0;
      }
      for (const draft of this.queue.splice(0, seqs.length)) this.bytes -= sizeOf(draft);
      // Of unanswered drafts, the first may be in the log.
      this.sent = outcome === 'unknown' ? 1 : 0;
      if (outcome === 'conflict' && (result.vanished || this.isFirst(seqs))) this.writer = undefined;
      else if (outcome === 'conflict') this.lose();
      else if (outcome === 'refused') this.giveUp(result.reason);
      else if (outcome === 'unknown') await this.pause();
      else if (this.queue.length > 0 && !this.isHolder()) this.lose();
    }
  }

  /**
   * True when a previous holder still appended after the writer was opened: as long as this one may write, it goes on
   * behind that.
   */
  private isFirst(seqs: readonly number[]): boolean {
    if (this.setup.mayPublish === undefined || this.hasAppended || seqs.length > 0) return false;
    this.overtaken += 1;
    return this.overtaken < overtakings;
  }

  /** The next event reports that it is missing, also if it comes only later. */
  private giveUp(reason: string): void {
    const [refused, ...rest] = this.queue;
    if (refused === undefined) return;
    this.bytes -= sizeOf(refused);
    this.owedLoss += (refused.lost ?? 0) + 1;
    this.queue = rest;
    this.setup.onError(new Error(`an event of ${this.source} cannot be kept: ${reason}`));
    const [next] = rest;
    if (next === undefined) return;
    this.queue[0] = { ...next, lost: (next.lost ?? 0) + this.owedLoss };
    this.owedLoss = 0;
  }

  private async opened(): Promise<SharedWriter | undefined> {
    if (this.writer) return this.writer;
    try {
      const writer = await this.setup.log.openWriter(this.source);
      // Only now: a writer is fenced off by records appended after it was opened, and not by earlier ones.
      if (this.isHolder()) this.open(writer);
      else this.lose();
    } catch (error) {
      this.setup.onError(error);
    }
    return this.writer;
  }

  private open(writer: SharedWriter): void {
    this.writer = writer;
    this.hasAppended = false;
  }

  private isOver(): boolean {
    return this.state === 'over';
  }

  private lose(): void {
    if (this.isOver()) return;
    const unsent = this.queue.length;
    this.end();
    this.setup.onLost({ source: this.source, unsent });
  }

  /** Until the log can be reached again, and for a moment in any case. */
  private async pause(): Promise<void> {
    let forget = () => {};
    let cancel = () => {};
    await new Promise<void>((resolve) => {
      this.wake = resolve;
      cancel = this.setup.later(retryMs, resolve);
      forget = this.setup.log.onHealth(({ state }) => state === 'connected' && resolve());
    });
    cancel();
    forget();
  }
}
