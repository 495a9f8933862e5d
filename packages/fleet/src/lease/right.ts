import type { FleetEnvironment } from '../model/environment.js';
import type { LeaseLostReason } from '../model/lease.js';

/** A right that ends by the clock of this machine, once and for all. */
export interface Right {
  /** Ends it where its time is over. */
  mayAct(): boolean;
  /** Milliseconds; 0 where it has ended. */
  leftMs(): number;
  /** Counts anew from that moment. Nothing where it has ended already: it is not given back. */
  extend(from: number): void;
  end(reason: LeaseLostReason): void;
  readonly ended: AbortSignal;
}

export function createRight(
  { elapsedAtMost, after }: FleetEnvironment,
  lastsMs: number,
  from: number,
  onEnd: (reason: LeaseLostReason) => void,
): Right {
  const ended = new AbortController();
  let validUntil = from + lastsMs;
  // A timer may be a little early.
  const watchExpiry = (): (() => void) =>
    after(Math.max(1, validUntil - elapsedAtMost()), () => {
      if (mayAct()) cancelExpiry = watchExpiry();
    });
  let cancelExpiry = watchExpiry();

  function end(reason: LeaseLostReason): void {
    if (ended.signal.aborted) return;
    cancelExpiry();
    ended.abort(reason);
    onEnd(reason);
  }

  function mayAct(): boolean {
    if (ended.signal.aborted) return false;
    if (elapsedAtMost() < validUntil) return true;
    end('expired');
    return false;
  }

  return {
    mayAct,
    leftMs: () => (mayAct() ? validUntil - elapsedAtMost() : 0),
    extend(next) {
      if (!mayAct()) return;
      validUntil = next + lastsMs;
      cancelExpiry();
      cancelExpiry = watchExpiry();
    },
    end,
    ended: ended.signal,
  };
}
