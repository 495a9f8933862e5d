import type { Counters, Strained } from '../delivery/core.js';
import { flushGroup } from '../delivery/flush.js';
import type { Group, Groups } from '../delivery/groups.js';
import type { Ring } from '../delivery/ring.js';
import { shield } from '../model/shield.js';
import type { TopicRecord } from '../topic/table.js';
import type { Depths, Progress } from './state.js';

export interface FlusherSetup {
  readonly ring: Ring;
  readonly groups: Groups;
  readonly strained: Set<Strained>;
  readonly counters: Counters;
  readonly progress: Progress;
  readonly depths: Depths;
  /** Runs the given function once after the current turn. */
  readonly schedule: (run: () => void) => void;
  readonly monotonic: () => number;
  readonly onError: (error: unknown) => void;
}

/**
 * Hands published events over at the end of the turn in which they were published: to all sockets, then to all listeners.
 * A few sockets receive the beginning of a burst earlier.
 */
export interface Flusher {
  /**
   * Start of the current turn. Read once a turn: the age of an event matters to readers that are behind by many turns.
   */
  turnStart(): number;
  /** The event at this position is to be handed over to everybody whom the topic concerns. */
  enqueue(position: number, topic: TopicRecord<Group>): void;
  /** Hands over now. */
  flush(): void;
  /** To be run once, after the next flush or the one that is under way. */
  runAfterwards(run: () => void): void;
  limit(depths: Depths): void;
}

export function createFlusher(setup: FlusherSetup): Flusher {
  return new TurnFlusher(setup);
}

/**
 * Frames for each socket that are sent while their turn goes on, so that a single reader works on them meanwhile. One
 * write takes about a quarter of the time in which so many are published.
 */
const earlyFrames = 24;

/** A class, because its fields change with every event and are read by every one. */
class TurnFlusher implements Flusher {
  private readonly setup: FlusherSetup;
  private depths: Depths;
  private maxUnflushed: { readonly frames: number; readonly bytes: number };
  /** Groups for which something has gathered. */
  private dirty: Group[] = [];
  private readonly listeners = new Set<() => void>();
  private turnAt = 0;
  private isScheduled = false;
  private isFlushing = false;
  private isDispatching = false;
  /** Bytes that were handed over before the end of this turn. */
  private burstBytes = 0;
  /** Of those the ones that listeners in the process have not received. */
  private early = { frames: 0, bytes: 0 };

  constructor(setup: FlusherSetup) {
    this.setup = setup;
    this.depths = setup.depths;
    this.maxUnflushed = unflushedOf(setup.depths);
  }

  turnStart(): number {
    if (!this.isScheduled) this.turnAt = this.setup.monotonic();
    return this.turnAt;
  }

  enqueue(position: number, topic: TopicRecord<Group>): void {
    const { ring, groups, progress } = this.setup;
    for (const group of groups.of(topic)) {
      if (group.pending.length === 0) this.dirty.push(group);
      group.pending.push(position);
    }
    const frames = ring.next - progress.flushedTo;
    const bytes = ring.bytesSince(progress.flushedTo);
    const { maxUnflushed, early } = this;
    if (frames + early.frames >= maxUnflushed.frames || bytes + early.bytes >= maxUnflushed.bytes) this.flushBurst();
    else if (frames >= earlyFrames && this.hasFewSockets(frames)) this.sendEarly(frames, bytes);
    else if (this.dirty.length > 0) this.schedule();
  }

  flush(): void {
    if (this.burstBytes > 0) this.flushBurst();
    else this.deliver(false);
  }

  runAfterwards(run: () => void): void {
    this.listeners.add(run);
    if (!this.isFlushing) this.schedule();
  }

  limit(depths: Depths): void {
    this.depths = depths;
    this.maxUnflushed = unflushedOf(depths);
  }

  /**
   * More in one turn than a client may be behind. No socket can take anything before the turn ends, so none of them
   * counts as slow yet: everything is handed over, up to the capacity of the ring.
   */
  private flushBurst(): void {
    const { ring, progress } = this.setup;
    this.burstBytes += ring.bytesSince(progress.flushedTo);
    this.deliver(this.burstBytes <= this.depths.ringBytes);
    this.schedule();
  }

  /** One write for each socket is worth it. */
  private hasFewSockets(frames: number): boolean {
    let sockets = 0;
    for (const { audience } of this.dirty) {
      sockets += audience.size;
      if (sockets * earlyFrames > frames) return false;
    }
    return sockets > 0;
  }

  /** To sockets alone: listeners could publish, and run at the end of the turn. */
  private sendEarly(frames: number, bytes: number): void {
    this.early.frames += frames;
    this.early.bytes += bytes;
    this.burstBytes += bytes;
    this.send(this.burstBytes <= this.depths.ringBytes);
    this.schedule();
  }

  private schedule(): void {
    if (this.isScheduled) return;
    this.isScheduled = true;
    const { schedule, strained } = this.setup;
    schedule(() => {
      this.isScheduled = false;
      this.burstBytes = 0;
      this.flush();
      for (const connection of strained) connection.endOfTurn();
      strained.clear();
    });
  }

  private deliver(patient: boolean): void {
    const { ring, progress } = this.setup;
    this.send(patient);
    this.early.frames = 0;
    this.early.bytes = 0;
    this.dispatch();
    ring.release(progress.flushedTo);
  }

  private send(patient: boolean): void {
    const { ring, progress, counters } = this.setup;
    progress.flushedTo = ring.next;
    progress.flushedSeq = progress.newestSeq;
    if (this.dirty.length > 0) {
      counters.flushes += 1;
      const groups = this.dirty;
      this.dirty = [];
      this.isFlushing = true;
      for (const group of groups) flushGroup(group, ring, counters, patient);
      this.isFlushing = false;
    }
  }

  /** Listeners may publish and subscribe, so they come after all sockets, and never inside one another. */
  private dispatch(): void {
    if (this.isDispatching || this.listeners.size === 0) return;
    this.isDispatching = true;
    const runs = [...this.listeners];
    this.listeners.clear();
    for (const run of runs) shield(run, this.setup.onError)();
    this.isDispatching = false;
    if (this.listeners.size > 0) this.schedule();
  }
}

/** A burst must neither lap clients that keep up nor put them, when it ends, further behind than is allowed. */
function unflushedOf({ ringFrames, ringBytes, lagFrames, lagBytes }: Depths): { frames: number; bytes: number } {
  return { frames: Math.min(ringFrames / 2, lagFrames), bytes: Math.min(ringBytes / 2, lagBytes) };
}
