import type { Core, Laggard } from '../core.js';
import type { Seat } from '../delivery/audience.js';
import { createBatch, type Numbered } from '../delivery/batch.js';
import type { PatternSet } from '../delivery/groups.js';
import type { Entry } from '../delivery/ring.js';
import type { FrameSink } from '../delivery/sink.js';
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
  /** Events were missed; the frame that says so is on its way. */
  readonly onMissed: (missed: Missed) => void;
}

export interface Missed {
  /** Events that will not come in any form. */
  readonly dropped: number;
  /** Events that a newer frame of their key stands for. */
  readonly conflated: number;
}

/** Everything that goes out on one connection, in order. A connection that takes no more keeps a place, not a queue. */
export interface Outbox {
  mode: 'all' | 'latest';
  /** Hands a control frame over, behind whatever is owed already. `marks`: see `FrameSink.control`. */
  text(text: string, marks?: boolean): void;
  /** Changes the patterns for everything that is published from now on. The stream has been flushed before. */
  setPatterns(patterns: readonly Pattern[]): void;
  replay(set: PatternSet, from: number, since: number, skips: (entry: Entry) => boolean): void;
  /** Catch-up by state instead of by event. False when it cannot be complete. */
  delta(set: PatternSet, since: number): boolean;
  drained(): void;
  end(): void;
  readonly blocked: boolean;
  /** Monotonic milliseconds. */
  readonly blockedSince: number;
  readonly queuedBytes: number;
  /** Everything up to this number has been handed over. */
  readonly cursor: number;
  /** The same, but only when nothing at all is owed. */
  readonly settledSeq: number | undefined;
  readonly lag: { readonly frames: number; readonly ms: number };
  readonly delivered: number;
}

export function createOutbox(options: OutboxOptions): Outbox {
  const { core, sink } = options;
  const owed: Owed = {
    jobs: [],
    group: undefined,
    position: core.flushedTo,
    afterSeq: core.flushedSeq,
    damaged: false,
  };
  let blocked = false;
  let blockedSince = 0;
  // While it is false, each flush hands over all there is, and `owed` is not kept up to date.
  let behind = false;
  let ended = false;
  let framesBefore = 0;
  let queuedBytes = 0;
  let delivered = 0;
  // What the ring has dropped of what is owed here.
  let evicted = 0;
  let evictedMomentary = 0;

  const laggard: Laggard = {
    dropped(entry) {
      if (!noteDropped(owed, entry)) return;
      evicted += 1;
      if (entry.momentary) evictedMomentary += 1;
    },
  };

  const seat: Seat = {
    sink,
    place: 0,
    onRefused(end, endSeq) {
      fallBehind();
      owed.position = end;
      owed.afterSeq = endSeq;
      block();
    },
  };

  function writeEntries(entries: readonly Numbered[]): void {
    if (entries.length === 0) return;
    const batch = createBatch(entries);
    delivered += batch.count;
    core.counters.delivered += batch.count;
    core.counters.deliveredBytes += batch.bytes;
    core.counters.writes += 1;
    if (!sink.write(batch)) block();
  }

  function send(text: string, marks: boolean): void {
    if (!sink.control(text, marks ? settledSeq() : undefined)) block();
  }

  function block(): void {
    if (blocked) return;
    if (!behind) giveUpSeat();
    blocked = true;
    blockedSince = core.monotonic();
    core.laggards.add(laggard);
  }

  /** From here on frames are not just handed over, `owed` says what is to come. */
  function giveUpSeat(): void {
    owed.group?.audience.leave(seat);
    fallBehind();
  }

  function fallBehind(): void {
    delivered += servedSince();
    behind = true;
    owed.position = core.flushedTo;
    owed.afterSeq = core.flushedSeq;
  }

  function takeSeat(): void {
    owed.group?.audience.enter(seat);
    framesBefore = owed.group?.audience.frames ?? 0;
  }

  /** Frames received since taking the seat. */
  function servedSince(): number {
    return behind ? 0 : (owed.group?.audience.frames ?? framesBefore) - framesBefore;
  }

  function settledSeq(): number | undefined {
    if (!behind) return core.flushedSeq;
    const settled = owed.jobs.every((job) => job.kind === 'text') && (owed.position >= core.flushedTo || !owed.group);
    return settled ? core.flushedSeq : undefined;
  }

  function push(job: Job): void {
    if (!behind) giveUpSeat();
    owed.jobs.push(job);
    if (job.kind === 'text') queuedBytes += job.text.length;
  }

  /** Turns what is owed under the present patterns into a closed stretch, before they change. */
  function seal(): void {
    const end = core.flushedTo;
    if (behind && owed.group && owed.position < end) {
      const { group, position, afterSeq, damaged } = owed;
      push({ kind: 'range', set: group.set, position, afterSeq, end, endSeq: core.flushedSeq, damaged });
    }
    owed.damaged = false;
    owed.position = end;
    owed.afterSeq = core.flushedSeq;
  }

  /** One message for everything that is owed, then on from here. */
  function giveUp(): void {
    const missed = evicted + sumOwed(core, owed, true).frames;
    const stretches = stretchesOf(core, owed);
    const from = Math.min(...stretches.map(({ afterSeq }) => afterSeq));
    const byState = outbox.mode === 'latest' && from >= core.latest.floor;
    const told = byState ? lagged(stretches, from, evictedMomentary) : overflowed();
    const kept: TextJob[] = [];
    let place: number | undefined;
    for (const job of owed.jobs) {
      if (job.kind === 'text') kept.push(job);
      else if (job.kind === 'delta' || !isSpent(core, job)) place ??= kept.length;
      else if (job.replay) kept.push(replayDone(job.replay));
    }
    place ??= kept.length;
    owed.jobs = [...kept.slice(0, place), ...told, ...kept.slice(place)];
    queuedBytes = owed.jobs.reduce((sum, job) => sum + (job.kind === 'text' ? job.text.length : 0), 0);
    owed.position = core.flushedTo;
    owed.afterSeq = core.flushedSeq;
    const dropped = byState ? evictedMomentary : missed;
    core.counters.dropped += dropped;
    core.counters.conflated += missed - dropped;
    options.onMissed({ dropped, conflated: missed - dropped });
    owed.damaged = false;
    evicted = 0;
    evictedMomentary = 0;
  }

  function overflowed(): Job[] {
    core.counters.overflows += 1;
    core.counters.replaysLost += 1;
    return [{ kind: 'text', text: replayLostText(core.loss('overflow'), core.epoch), marks: true }];
  }

  function lagged(stretches: readonly Stretch[], from: number, missedMomentary: number): Job[] {
    const conflated = countChanged(core, stretches, from);
    core.counters.lagged += 1;
    const to = core.flushedSeq;
    return [
      { kind: 'text', text: laggedText({ from, to, conflated, missedMomentary }), marks: false },
      { kind: 'delta', stretches, afterSeq: from, endSeq: to },
    ];
  }

  function replayDone(replay: Replay): TextJob {
    core.counters.replaysDone += 1;
    return { kind: 'text', text: replayDoneText(replay.lastSeq), marks: true };
  }

  function pump(): void {
    if (blocked || ended) return;
    if (evicted > 0 || exceedsAllowance(core, owed)) giveUp();
    while (!blocked && !ended) {
      const job = owed.jobs[0];
      if (job?.kind === 'text') {
        owed.jobs.shift();
        queuedBytes -= job.text.length;
        send(job.text, job.marks);
      } else if (job?.kind === 'range') runRange(job);
      else if (job) runDelta(job);
      else if (owed.group && owed.position < core.flushedTo) runLive(owed.group.set);
      else break;
    }
    if (blocked || ended) return;
    core.laggards.delete(laggard);
    behind = false;
    takeSeat();
  }

  // In each of these the place moves before the write, because a write may block and be looked at from outside.
  function runLive(set: PatternSet): void {
    const range = { position: owed.position, afterSeq: owed.afterSeq, end: core.flushedTo };
    const page = collectPage(core, range, (entry) => set.matches(entry.topic));
    owed.position = page.position;
    owed.afterSeq = page.position >= core.flushedTo ? core.flushedSeq : page.seq;
    writeEntries(page.entries);
  }

  function runRange(job: RangeJob): void {
    const page = collectPage(core, job, wantedBy(job));
    job.position = page.position;
    job.afterSeq = page.seq;
    const last = page.entries.at(-1);
    if (job.replay && last) job.replay.lastSeq = last.seq;
    if (job.position >= job.end) {
      owed.jobs.shift();
      if (job.replay) {
        const done = replayDone(job.replay);
        owed.jobs.unshift(done);
        queuedBytes += done.text.length;
      }
    }
    writeEntries(page.entries);
  }

  function runDelta(job: DeltaJob): void {
    const frames = collectDelta(core, job);
    if (job.afterSeq >= job.endSeq) {
      owed.jobs.shift();
    }
    writeEntries(frames);
  }

  const outbox: Outbox = {
    mode: 'all',
    text(text, marks = false) {
      if (ended) return;
      if (behind) push({ kind: 'text', text, marks });
      else send(text, marks);
    },
    setPatterns(patterns) {
      seal();
      const before = owed.group;
      delivered += servedSince();
      if (!behind) before?.audience.leave(seat);
      owed.group = patterns.length > 0 ? core.groups.join(patterns) : undefined;
      if (before) core.groups.leave(before);
      if (!behind) takeSeat();
    },
    replay(set, from, since, skips) {
      const owedBefore = alreadyOwed(owed);
      const replay = { skips: (entry: Entry) => skips(entry) || owedBefore(entry), lastSeq: since };
      const end = core.flushedTo;
      push({ kind: 'range', set, position: from, afterSeq: since, end, endSeq: core.flushedSeq, replay });
      pump();
    },
    delta(set, since) {
      const missedMomentary = core.lostMomentary(since, (topic) => set.matches(topic));
      if (since < core.latest.floor || missedMomentary === undefined) return false;
      for (const job of lagged([{ afterSeq: since, endSeq: core.flushedSeq, set }], since, missedMomentary)) push(job);
      pump();
      return true;
    },
    drained() {
      if (!blocked || ended) return;
      blocked = false;
      pump();
    },
    end() {
      ended = true;
      if (!behind) giveUpSeat();
      if (owed.group) core.groups.leave(owed.group);
      owed.group = undefined;
      owed.jobs = [];
      core.laggards.delete(laggard);
    },
    get blocked() {
      return blocked;
    },
    get blockedSince() {
      return blockedSince;
    },
    get queuedBytes() {
      return queuedBytes;
    },
    get cursor() {
      return behind ? cursorOf(owed) : core.flushedSeq;
    },
    get settledSeq() {
      return settledSeq();
    },
    get lag() {
      if (!behind) return { frames: 0, ms: 0 };
      const stretch = owed.jobs.find((job) => job.kind === 'range') as RangeJob | undefined;
      const from = stretch?.position ?? owed.position;
      const oldest = core.ring.at(Math.max(from, core.ring.first));
      return { frames: Math.max(0, core.flushedTo - from), ms: oldest ? core.monotonic() - oldest.at : 0 };
    },
    get delivered() {
      return delivered + servedSince();
    },
  };
  return outbox;
}
