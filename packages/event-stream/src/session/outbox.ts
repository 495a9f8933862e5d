import type { Seat } from '../delivery/audience.js';
import { createBatch, type Numbered } from '../delivery/batch.js';
import type { Core, Laggard, Strained } from '../delivery/core.js';
import type { PatternSet } from '../delivery/groups.js';
import type { Entry } from '../delivery/ring.js';
import type { FrameSink } from '../model/sink.js';
import type { Pattern } from '../topic/pattern.js';
import { laggedText, replayDoneText, replayLostText } from './control-frames.js';
import { collectDelta, countChanged } from './delta.js';
import {
  collectPage,
  type DeltaJob,
  type Job,
  type RangeJob,
  type Replay,
  type Stretch,
  type TextJob,
} from './jobs.js';
import {
  alreadyOwed,
  cursorOf,
  exceedsAllowance,
  isSpent,
  noteDropped,
  type Owed,
  stretchesOf,
  sumOwed,
  wantedBy,
} from './owed.js';

export interface OutboxOptions {
  readonly core: Core;
  readonly sink: FrameSink;
  /** Events were missed; the frame with the report is on its way. */
  readonly onMissed: (missed: Missed) => void;
}

export interface Missed {
  /** Events that will not come in any form. */
  readonly dropped: number;
  /** Events that a newer frame of their key stands for. */
  readonly conflated: number;
}

/**
 * Everything that goes out on one connection, in order. A connection that takes no more keeps a position, not a queue.
 */
export interface Outbox {
  mode: 'all' | 'latest';
  /** Hands a control frame over, behind everything owed already. `marks`: see `FrameSink.control`. */
  text(text: string, marks?: boolean): void;
  /** Changes the patterns for everything that is published from now on. The stream has been flushed before. */
  setPatterns(patterns: readonly Pattern[]): void;
  replay(set: PatternSet, from: number, since: number, skips: (entry: Entry) => boolean): void;
  /** Catch-up by state instead of by event. False when it cannot be complete. */
  delta(set: PatternSet, since: number): boolean;
  drained(): void;
  end(): void;
  readonly blocked: boolean;
  /** Time for which the other side has taken nothing, in milliseconds; 0 when it takes more. */
  stalledMs(now: number): number;
  readonly queuedBytes: number;
  /** Parts of the owed events that were requested one by one. */
  readonly stretches: number;
  /** Everything up to this number has been handed over. */
  readonly cursor: number;
  /** The same, but only when nothing at all is owed. */
  readonly settledSeq: number | undefined;
  readonly lag: { readonly frames: number; readonly ms: number };
  readonly delivered: number;
}

export function createOutbox(options: OutboxOptions): Outbox {
  return new ConnectionOutbox(options);
}

/**
 * A class, because there is one for each connection, and closures for each method would be most of a connection's
 * memory.
 */
class ConnectionOutbox implements Outbox, Seat, Laggard, Strained {
  mode: 'all' | 'latest' = 'all';
  blocked = false;
  /** Time at which it last took bytes, and the sink's progress then. Monotonic milliseconds. */
  private progressAt = 0;
  private progress: number | undefined;
  queuedBytes = 0;
  readonly sink: FrameSink;
  place = 0;
  private readonly core: Core;
  private readonly onMissed: OutboxOptions['onMissed'];
  private readonly owed: Owed;
  // While it is false, each flush hands over all there is, and `owed` is not kept up to date.
  private behind = false;
  private ended = false;
  private handedOver = 0;
  /** Number of frames that the audience had been served when this seat was taken. */
  private framesBefore = 0;
  // Owed events that the ring has dropped.
  private evicted = 0;
  private evictedMomentary = 0;

  constructor({ core, sink, onMissed }: OutboxOptions) {
    this.core = core;
    this.sink = sink;
    this.onMissed = onMissed;
    this.owed = { jobs: [], group: undefined, position: core.flushedTo, afterSeq: core.flushedSeq, damaged: false };
  }

  get cursor(): number {
    return this.behind ? cursorOf(this.owed) : this.core.flushedSeq;
  }

  get stretches(): number {
    return this.owed.jobs.filter((job) => job.kind !== 'text').length;
  }

  get settledSeq(): number | undefined {
    const { core, owed } = this;
    if (!this.behind) return core.flushedSeq;
    const settled = owed.jobs.every((job) => job.kind === 'text') && (owed.position >= core.flushedTo || !owed.group);
    return settled ? core.flushedSeq : undefined;
  }

  get lag(): { readonly frames: number; readonly ms: number } {
    const { core, owed } = this;
    if (!this.behind) return { frames: 0, ms: 0 };
    const stretch = owed.jobs.find((job) => job.kind === 'range') as RangeJob | undefined;
    const from = stretch?.position ?? owed.position;
    const oldest = core.ring.at(Math.max(from, core.ring.first));
    return { frames: Math.max(0, core.flushedTo - from), ms: oldest ? core.monotonic() - oldest.at : 0 };
  }

  get delivered(): number {
    return this.handedOver + this.servedSince();
  }

  text(text: string, marks = false): void {
    if (this.ended) return;
    if (this.behind) this.push({ kind: 'text', text, marks });
    else this.send(text, marks);
  }

  setPatterns(patterns: readonly Pattern[]): void {
    const { core, owed } = this;
    this.seal();
    const before = owed.group;
    this.handedOver += this.servedSince();
    if (!this.behind) before?.audience.leave(this);
    owed.group = patterns.length > 0 ? core.groups.join(patterns) : undefined;
    if (before) core.groups.leave(before);
    if (!this.behind) this.takeSeat();
  }

  replay(set: PatternSet, from: number, since: number, skips: (entry: Entry) => boolean): void {
    const owedBefore = alreadyOwed(this.owed);
    const replay = { skips: (entry: Entry) => skips(entry) || owedBefore(entry), lastSeq: since };
    const { flushedTo: end, flushedSeq: endSeq } = this.core;
    this.push({ kind: 'range', set, position: from, afterSeq: since, end, endSeq, replay });
    this.pump();
  }

  delta(set: PatternSet, since: number): boolean {
    const { core } = this;
    const missedMomentary = core.lostMomentary(since, (topic) => set.matches(topic));
    if (since < core.latest.floor || missedMomentary === undefined) return false;
    const stretches = [{ afterSeq: since, endSeq: core.flushedSeq, set }];
    for (const job of this.lagged(stretches, since, missedMomentary)) this.push(job);
    this.pump();
    return true;
  }

  stalledMs(now: number): number {
    if (!this.blocked) return 0;
    const progress = this.sink.progress?.();
    if (progress !== this.progress) {
      this.progress = progress;
      this.progressAt = now;
    }
    return now - this.progressAt;
  }

  drained(): void {
    this.core.strained.delete(this);
    if (!this.blocked || this.ended) return;
    this.blocked = false;
    this.pump();
  }

  end(): void {
    const { core, owed } = this;
    this.ended = true;
    if (!this.behind) this.giveUpSeat();
    if (owed.group) core.groups.leave(owed.group);
    owed.group = undefined;
    owed.jobs = [];
    core.laggards.delete(this);
    core.strained.delete(this);
  }

  onRefused(end: number, endSeq: number): void {
    this.fallBehind();
    this.owed.position = end;
    this.owed.afterSeq = endSeq;
    this.block();
  }

  onStrained(): void {
    this.core.strained.add(this);
  }

  endOfTurn(): void {
    if (!this.ended) this.block();
  }

  dropped(entry: Entry): void {
    if (!noteDropped(this.owed, entry)) return;
    this.evicted += 1;
    if (entry.momentary) this.evictedMomentary += 1;
  }

  private writeEntries(entries: readonly Numbered[]): void {
    if (entries.length === 0) return;
    const { counters } = this.core;
    const batch = createBatch(entries);
    this.handedOver += batch.count;
    counters.delivered += batch.count;
    counters.deliveredBytes += batch.bytes;
    counters.writes += 1;
    if (!this.sink.write(batch)) this.block();
  }

  private send(text: string, marks: boolean): void {
    if (!this.sink.control(text, marks ? this.settledSeq : undefined)) this.block();
  }

  private block(): void {
    if (this.blocked) return;
    if (!this.behind) this.giveUpSeat();
    this.blocked = true;
    this.progressAt = this.core.monotonic();
    this.progress = this.sink.progress?.();
    this.core.laggards.add(this);
  }

  /** From here on frames are not just handed over; `owed` lists those to come. */
  private giveUpSeat(): void {
    this.owed.group?.audience.leave(this);
    this.fallBehind();
  }

  private fallBehind(): void {
    this.handedOver += this.servedSince();
    this.behind = true;
    this.owed.position = this.core.flushedTo;
    this.owed.afterSeq = this.core.flushedSeq;
  }

  private takeSeat(): void {
    this.owed.group?.audience.enter(this);
    this.framesBefore = this.owed.group?.audience.frames ?? 0;
  }

  /** Frames received since taking the seat. */
  private servedSince(): number {
    const frames = this.owed.group?.audience.frames;
    return this.behind || frames === undefined ? 0 : frames - this.framesBefore;
  }

  private push(job: Job): void {
    if (!this.behind) this.giveUpSeat();
    this.owed.jobs.push(job);
    if (job.kind === 'text') this.queuedBytes += job.text.length;
  }

  /** Turns the owed events under the present patterns into a closed stretch, before they change. */
  private seal(): void {
    const { core, owed } = this;
    const end = core.flushedTo;
    if (this.behind && owed.group && owed.position < end) {
      const { group, position, afterSeq, damaged } = owed;
      this.push({ kind: 'range', set: group.set, position, afterSeq, end, endSeq: core.flushedSeq, damaged });
    }
    owed.damaged = false;
    owed.position = end;
    owed.afterSeq = core.flushedSeq;
  }

  /** One message for everything that is owed, then on from here. */
  private giveUp(): void {
    const { core, owed } = this;
    const missed = this.evicted + sumOwed(core, owed, true).frames;
    const stretches = stretchesOf(core, owed);
    const from = Math.min(...stretches.map(({ afterSeq }) => afterSeq));
    const byState = this.mode === 'latest' && from >= core.latest.floor;
    const told = byState ? this.lagged(stretches, from, this.evictedMomentary) : this.overflowed();
    const kept: TextJob[] = [];
    let place: number | undefined;
    for (const job of owed.jobs) {
      if (job.kind === 'text') kept.push(job);
      else if (job.kind === 'delta' || !isSpent(core, job)) place ??= kept.length;
      else if (job.replay) kept.push(this.replayDone(job.replay));
    }
    place ??= kept.length;
    owed.jobs = [...kept.slice(0, place), ...told, ...kept.slice(place)];
    this.queuedBytes = owed.jobs.reduce((sum, job) => sum + (job.kind === 'text' ? job.text.length : 0), 0);
    owed.position = core.flushedTo;
    owed.afterSeq = core.flushedSeq;
    const dropped = byState ? this.evictedMomentary : missed;
    core.counters.dropped += dropped;
    core.counters.conflated += missed - dropped;
    owed.damaged = false;
    this.evicted = 0;
    this.evictedMomentary = 0;
    this.onMissed({ dropped, conflated: missed - dropped });
  }

  private overflowed(): Job[] {
    const { core } = this;
    core.counters.overflows += 1;
    core.counters.replaysLost += 1;
    return [{ kind: 'text', text: replayLostText(core.loss('overflow'), core.epoch), marks: true }];
  }

  private lagged(stretches: readonly Stretch[], from: number, missedMomentary: number): Job[] {
    const { core } = this;
    const conflated = countChanged(core, stretches, from);
    core.counters.lagged += 1;
    const to = core.flushedSeq;
    return [
      { kind: 'text', text: laggedText({ from, to, conflated, missedMomentary }), marks: false },
      { kind: 'delta', stretches, afterSeq: from, endSeq: to },
    ];
  }

  private replayDone(replay: Replay): TextJob {
    this.core.counters.replaysDone += 1;
    return { kind: 'text', text: replayDoneText(replay.lastSeq), marks: true };
  }

  private pump(): void {
    const { core, owed } = this;
    if (this.blocked || this.ended) return;
    if (this.evicted > 0 || exceedsAllowance(core, owed)) this.giveUp();
    while (!this.blocked && !this.ended) {
      const job = owed.jobs[0];
      if (job?.kind === 'text') {
        owed.jobs.shift();
        this.queuedBytes -= job.text.length;
        this.send(job.text, job.marks);
      } else if (job?.kind === 'range') this.runRange(job);
      else if (job) this.runDelta(job);
      else if (owed.group && owed.position < core.flushedTo) this.runLive(owed.group.set);
      else break;
    }
    if (this.blocked || this.ended) return;
    core.laggards.delete(this);
    this.behind = false;
    this.takeSeat();
  }

  // In each of these the position moves before the write, because a write may block and be inspected from outside.
  private runLive(set: PatternSet): void {
    const { core, owed } = this;
    const range = { position: owed.position, afterSeq: owed.afterSeq, end: core.flushedTo };
    const page = collectPage(core, range, (entry) => set.matches(entry.topic));
    owed.position = page.position;
    owed.afterSeq = page.position >= core.flushedTo ? core.flushedSeq : page.seq;
    this.writeEntries(page.entries);
  }

  private runRange(job: RangeJob): void {
    const page = collectPage(this.core, job, wantedBy(job));
    job.position = page.position;
    job.afterSeq = page.seq;
    const last = page.entries.at(-1);
    if (job.replay && last) job.replay.lastSeq = last.seq;
    if (job.position >= job.end) {
      this.owed.jobs.shift();
      if (job.replay) {
        const done = this.replayDone(job.replay);
        this.owed.jobs.unshift(done);
        this.queuedBytes += done.text.length;
      }
    }
    this.writeEntries(page.entries);
  }

  private runDelta(job: DeltaJob): void {
    const frames = collectDelta(this.core, job);
    if (job.afterSeq >= job.endSeq) this.owed.jobs.shift();
    this.writeEntries(frames);
  }
}
