import type { Language } from './texts.js';

/** Numbers, times and ages as a language writes them. */
export interface Formats {
  /** At most `digits` (default 2) after the point; beyond what people count, as a power of ten. What is none is a dash. */
  number(value: number, digits?: number): string;
  /** "3 min ago"; below ten seconds "now". */
  age(atMs: number, nowMs: number): string;
  /** Without "ago", for "since": "3 min". */
  duration(ms: number): string;
  time(atMs: number): string;
  dateTime(atMs: number): string;
  /** Orders names as people do. */
  readonly compare: (a: string, b: string) => number;
}

const STEPS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

const NONE = '—';
const POWERS_FROM = 1e15;

/** Other times than these have no date. */
const isMoment = (atMs: number): boolean => Math.abs(atMs) <= 8.64e15;

export function formatsIn(language: Language): Formats {
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' });
  const times = new Intl.DateTimeFormat(language, { timeStyle: 'medium' });
  const dates = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium' });
  const numbers = new Map<number, Intl.NumberFormat>();
  const powers = new Intl.NumberFormat(language, { notation: 'scientific', maximumFractionDigits: 2 });
  const collator = new Intl.Collator(language, { numeric: true, sensitivity: 'base' });

  function stepOf(ms: number): readonly [(typeof STEPS)[number][0], number] {
    const seconds = Math.max(0, Math.round(ms / 1000));
    const [unit, size] = STEPS.find(([, each]) => seconds >= each) ?? STEPS[3];
    return [unit, Math.floor(seconds / size)];
  }

  return {
    number(value, digits = 2) {
      if (!Number.isFinite(value)) return NONE;
      if (Math.abs(value) >= POWERS_FROM) return powers.format(value);
      let format = numbers.get(digits);
      if (format === undefined) {
        format = new Intl.NumberFormat(language, { maximumFractionDigits: digits });
        numbers.set(digits, format);
      }
      return format.format(value);
    },
    age(atMs, nowMs) {
      const ms = nowMs - atMs;
      if (!Number.isFinite(ms)) return NONE;
      if (ms < 10_000) return relative.format(0, 'second');
      const [unit, count] = stepOf(ms);
      return relative.format(-count, unit);
    },
    duration(ms) {
      if (!Number.isFinite(ms)) return NONE;
      const [unit, count] = stepOf(ms);
      return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' }).format(count);
    },
    time: (atMs) => (isMoment(atMs) ? times.format(atMs) : NONE),
    dateTime: (atMs) => (isMoment(atMs) ? dates.format(atMs) : NONE),
    compare: (a, b) => collator.compare(a, b),
  };
}
