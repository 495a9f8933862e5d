import { usageError } from './exit.js';

const UNITS = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const MOMENT = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)?)?$/;

/** `2h` (ago), a day, or a time, as the gateway takes it. Without a zone it is the time of this machine. @throws CliError */
export function parseMoment(text: string, option: string, now: number): string {
  const [, amount, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  if (amount !== undefined) return new Date(now - Number(amount) * UNITS[unit as keyof typeof UNITS]).toISOString();
  const at = MOMENT.test(text) ? Date.parse(text.includes('T') ? text : `${text}T00:00`) : Number.NaN;
  if (Number.isNaN(at)) {
    throw usageError(
      `${option} takes a time such as 2026-09-23T08:00, 2026-09-23, or how long ago such as 30m, 2h, 7d`,
    );
  }
  return new Date(at).toISOString();
}

/** @throws CliError */
export function parseCount(text: string | undefined, option: string, min: number): number | undefined {
  if (text === undefined) return undefined;
  const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(value) || value < min) throw usageError(`${option} takes a whole number from ${min}`);
  return value;
}

/** `30s`, `10m`, `2h`, `1d`, in milliseconds. @throws CliError */
export function parseDuration(text: string, option: string): number {
  const [, amount, unit] = /^([1-9]\d{0,4})([smhd])$/.exec(text) ?? [];
  const ms = Number(amount) * UNITS[unit as keyof typeof UNITS];
  // A timer of Node takes no more.
  if (!(ms <= 2_147_483_647)) throw usageError(`${option} takes how long, such as 30s, 10m, 2h, up to 24d`);
  return ms;
}
