import type { HubPart } from './parts.js';

/** Reason why a part is not fresh: never read, or not read again. */
export type HubFailure = 'unread' | 'stale';

const DEFAULT_RETRY_MS = 5_000;

/** The parts of the logic layer that were read, and the ones that failed last. */
export class PartFailures {
  private readonly read = new Set<HubPart>();
  private readonly shown = new Map<HubPart, HubFailure>();
  /** Failed readings since one succeeded. */
  private readonly failed = new Map<HubPart, number>();

  /** `retryMs`: from the first failure to the next reading. */
  constructor(private readonly retryMs = DEFAULT_RETRY_MS) {}

  succeeded(part: HubPart): void {
    this.read.add(part);
    this.shown.delete(part);
    this.failed.delete(part);
  }

  /** The previous reading still holds: only a second failure is reported. */
  add(part: HubPart): void {
    const times = (this.failed.get(part) ?? 0) + 1;
    this.failed.set(part, times);
    if (!this.read.has(part)) this.shown.set(part, 'unread');
    else if (times > 1) this.shown.set(part, 'stale');
  }

  /** Not reading this part is no failure any more. */
  forget(part: HubPart): void {
    this.shown.delete(part);
  }

  list(): ReadonlyMap<HubPart, HubFailure> {
    return this.shown;
  }

  /**
   * Time until the next reading of a part, given the pause between two readings. A part that could not be read is tried
   * again before its turn, ever more slowly, and also without an interval: the event that made it due has changed it.
   */
  nextMs(part: HubPart, pauseMs: number): number {
    const times = this.failed.get(part) ?? 0;
    if (times === 0) return pauseMs;
    const retry = this.retryMs * 2 ** Math.min(times - 1, 10);
    return pauseMs > 0 ? Math.min(pauseMs, retry) : retry;
  }
}
