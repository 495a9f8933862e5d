import type { ChangeCounter, Clock } from '../model/ports.js';

/** Age in milliseconds at which the number of changes is read again. A change by another process counts within it. */
const CURRENT_MS = 250;

/** Times in which no store is known to have changed. */
export interface Periods {
  /** The present period, null while the number of changes is older than 250 ms or unknown. */
  now(): number | null;
  /** Reads the number of changes; calls at the same time share one reading. Never rejects. */
  renew(): Promise<void>;
  /** Something changed: the records of this period count no more. */
  end(): void;
  close(): void;
}

/** `ended` is called whenever records of the time before may differ from the stores. */
export function createPeriods(changes: ChangeCounter, clock: Pick<Clock, 'after'>, ended: () => void): Periods {
  let seen: number | null = null;
  let isCurrent = false;
  let period = 0;
  let renewing: Promise<void> | undefined;
  let stopTimer = () => {};

  const end = (): void => {
    period += 1;
    ended();
  };

  const read = async (): Promise<void> => {
    let isLate = false;
    stopTimer();
    // From the beginning of the reading on: its answer may take any time.
    stopTimer = clock.after(CURRENT_MS, () => {
      isLate = true;
      isCurrent = false;
    });
    const number = await changes.current().catch(() => null);
    if (number === null || number !== seen) end();
    seen = number;
    // A look-up that began before may be older than the number.
    period += 1;
    isCurrent = number !== null && !isLate;
  };

  return {
    now: () => (isCurrent ? period : null),
    renew: () => {
      renewing ??= read().finally(() => {
        renewing = undefined;
      });
      return renewing;
    },
    end,
    close: () => stopTimer(),
  };
}
