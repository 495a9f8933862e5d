import type { Now, Timers } from '../model/ports.js';

/** Interval of reading the clock. */
const LOOK_MS = 2_000;
/** A CCU waits ten seconds for an answer before it gives an event up. */
const STALL_MS = 5_000;

/**
 * Detects that this process was suspended, alone or with its machine, or that the clock was set: between two reads,
 * `now` moved on by far more than the time between them, or back. Ends with the signal.
 */
export function watchForStalls(
  deps: { readonly now: Now; readonly timers: Timers; readonly onStall: () => void },
  signal: AbortSignal,
): void {
  const { now, timers, onStall } = deps;
  let seenAt = now();
  let cancel = () => {};

  function look(): void {
    const at = now();
    const passed = at - seenAt;
    seenAt = at;
    if (passed > LOOK_MS + STALL_MS || passed < -STALL_MS) onStall();
    cancel = timers.after(LOOK_MS, look);
  }

  if (signal.aborted) return;
  cancel = timers.after(LOOK_MS, look);
  signal.addEventListener('abort', () => cancel(), { once: true });
}
