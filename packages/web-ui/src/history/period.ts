const HOUR_MS = 3_600_000;

/** Lengths of the shown time, by the names of the address. */
export const LENGTHS = [
  ['h1', HOUR_MS],
  ['h6', 6 * HOUR_MS],
  ['h24', 24 * HOUR_MS],
  ['d7', 168 * HOUR_MS],
  ['d30', 720 * HOUR_MS],
  ['y1', 8_784 * HOUR_MS],
] as const;
export type LengthName = (typeof LENGTHS)[number][0];

/** Shown time of a history. */
export interface Period {
  readonly name: LengthName;
  readonly lengthMs: number;
  /** Milliseconds since 1970; undefined: up to now. */
  readonly endMs: number | undefined;
}

/** The time of an address: `range` is a length, `until` its end. Unreadable members are left out. */
export function periodOf({ range, until }: { readonly range?: string; readonly until?: string }): Period {
  const [name, lengthMs] = LENGTHS.find(([each]) => each === range) ?? LENGTHS[2];
  const end = until === undefined ? Number.NaN : Date.parse(until);
  return { name, lengthMs, endMs: Number.isFinite(end) ? end : undefined };
}

/** End of the period that is `steps` lengths later, for the address; empty for one that ends now or later. */
export function movedBy({ lengthMs, endMs }: Period, steps: number, nowMs: number): string {
  return untilOf((endMs ?? nowMs) + steps * lengthMs, nowMs);
}

/** End of a period that begins with a day (`2026-11-28`) in the zone of the browser; undefined for no day. */
export function endFromDay(day: string, { lengthMs }: Period, nowMs: number): string | undefined {
  const begin = new Date(`${day}T00:00`).getTime();
  return Number.isFinite(begin) ? untilOf(begin + lengthMs, nowMs) : undefined;
}

/** First day of the period in the zone of the browser, as a field for dates has it. */
export function firstDayOf({ lengthMs, endMs }: Period, nowMs: number): string {
  return dayOf((endMs ?? nowMs) - lengthMs);
}

/** A day in the zone of the browser, as a field for dates has it. */
export function dayOf(ms: number): string {
  const at = new Date(ms);
  const two = (number: number) => String(number).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

function untilOf(endMs: number, nowMs: number): string {
  return endMs >= nowMs ? '' : new Date(endMs).toISOString();
}
