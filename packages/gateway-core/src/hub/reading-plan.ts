import type { Time } from '../ports/time.js';
import type { HubPart } from './parts.js';

/** Schedule of the next reading of each part of the logic layer. */
export interface ReadingPlan {
  /** Replaces the plan for that part. */
  plan(part: HubPart, delayMs: number): void;
  /** A failed reading is repeated; the same, but for one that is due soon already. */
  planRetry(part: HubPart, delayMs: number): void;
  /** After the first event of a cause; those that follow do not put the reading off, so that endless ones cannot prevent it. */
  planSoon(part: HubPart): void;
  isPlanned(part: HubPart): boolean;
  cancel(part: HubPart): void;
  stop(): void;
}

export function createReadingPlan(
  time: Pick<Time, 'after'>,
  settleMs: number,
  read: (part: HubPart) => Promise<void>,
): ReadingPlan {
  const due = new Map<HubPart, { readonly cancel: () => void; readonly isSoon: boolean }>();
  let stopped = false;

  function put(part: HubPart, delayMs: number, isSoon: boolean): void {
    due.get(part)?.cancel();
    if (stopped) return;
    const cancel = time.after(delayMs, () => {
      due.delete(part);
      void read(part);
    });
    due.set(part, { cancel, isSoon });
  }

  const unlessSoon = (part: HubPart, delayMs: number) => {
    if (due.get(part)?.isSoon !== true) put(part, delayMs, true);
  };

  return {
    plan: (part, delayMs) => put(part, delayMs, false),
    planRetry: unlessSoon,
    planSoon: (part) => unlessSoon(part, settleMs),
    isPlanned: (part) => due.has(part),
    cancel(part) {
      due.get(part)?.cancel();
      due.delete(part);
    },
    stop() {
      stopped = true;
      for (const { cancel } of due.values()) cancel();
      due.clear();
    },
  };
}
