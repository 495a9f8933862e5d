const HOUR_MS = 3_600_000;

/** Lengths of the shown time, by the names of the address. */
export const LENGTHS = [
  ['h1', HOUR_MS],
  ['h6', 6 * HOUR_MS],
  ['h24', 24 * HOUR_MS],
  ['d7', 168 * HOUR_MS],
  ['d30', 720 * HOUR_MS],
  ['y1', 8_784 * HOUR_MS],
  ['y10', 87_672 * HOUR_MS],
] as const;
type LengthName = (typeof LENGTHS)[number][0];

/** A shorter time has no recorded change to show. */
export const SHORTEST_MS = 10_000;
/** The gateway keeps no older hours. */
export const LONGEST_MS = 30 * 8_784 * HOUR_MS;

/** Shown time of a history. */
export interface Period {
  /** Undefined for a length that a person chose by zooming. */
  readonly name: LengthName | undefined;
  readonly lengthMs: number;
  /** Milliseconds since 1970; undefined: up to now. */
  readonly endMs: number | undefined;
}

/**
 * The time of an address: `range` is a length, by its name or in seconds (`5400s`), `until` its end. Unreadable members
 * are left out.
 */
export function periodOf({ range = '', until }: { readonly range?: string; readonly until?: string }): Period {
  const [name, lengthMs] = LENGTHS.find(([each]) => each === range) ?? ownLength(range) ?? LENGTHS[2];
  const end = until === undefined ? Number.NaN : Date.parse(until);
  return { name, lengthMs, endMs: Number.isFinite(end) ? end : undefined };
}

function ownLength(range: string): readonly [undefined, number] | undefined {
  const lengthMs = 1000 * Number(/^(\d{1,10})s$/.exec(range)?.[1]);
  return lengthMs >= SHORTEST_MS && lengthMs <= LONGEST_MS ? [undefined, lengthMs] : undefined;
}

/** True for a text that an address may have as `range`. */
export function isRange(range: string): boolean {
  return LENGTHS.some(([name]) => name === range) || ownLength(range) !== undefined;
}

/** Shown part of the time axis, in milliseconds since 1970. */
export interface Frame {
  readonly from: number;
  readonly to: number;
}

/** The part of the time axis that a period shows. */
export function frameOf({ lengthMs, endMs }: Period, nowMs: number): Frame {
  const to = endMs ?? nowMs;
  return { from: to - lengthMs, to };
}

/** Members of the address for a part of the time axis; a length of the list has its name. */
export function addressOf({ from, to }: Frame, nowMs: number): { readonly range: string; readonly until: string } {
  const seconds = Math.max(SHORTEST_MS / 1000, Math.round((to - from) / 1000));
  const [name = `${seconds}s`] = LENGTHS.find(([, lengthMs]) => lengthMs === seconds * 1000) ?? [];
  return { range: name === LENGTHS[2][0] ? '' : name, until: untilOf(to, nowMs) };
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
