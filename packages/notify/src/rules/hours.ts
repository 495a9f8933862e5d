const MINUTES_OF_DAY = 1_440;

function minuteAt(at: number): number {
  const local = new Date(at);
  return local.getHours() * 60 + local.getMinutes();
}

/**
 * The next time at which local clocks show that minute of the day, after `at`. A minute that a change of the clocks
 * leaves out is the one as far behind the change.
 */
export function nextAt(at: number, minute: number): number {
  const next = new Date(at);
  next.setHours(Math.floor(minute / 60), minute % 60, 0, 0);
  if (next.getTime() <= at) {
    next.setDate(next.getDate() + 1);
    next.setHours(Math.floor(minute / 60), minute % 60, 0, 0);
  }
  return next.getTime();
}

/** True between these minutes of the day; the end may be on the next day, and equal ones are no hours at all. */
export function isQuiet(at: number, quiet: { readonly from: number; readonly to: number } | undefined): boolean {
  if (quiet === undefined) return false;
  const since = (minuteAt(at) - quiet.from + MINUTES_OF_DAY) % MINUTES_OF_DAY;
  return since < (quiet.to - quiet.from + MINUTES_OF_DAY) % MINUTES_OF_DAY;
}

/** The local day, such as `2026-6-1`. */
export function dayOf(at: number): string {
  const local = new Date(at);
  return `${local.getFullYear()}-${local.getMonth() + 1}-${local.getDate()}`;
}
