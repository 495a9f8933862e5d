import type { Language } from './texts.js';

/** Numbers, times and ages as a language writes them. */
export interface Formats {
  /** At most `digits` (default 2) after the point. */
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

export function formatsIn(language: Language): Formats {
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' });
  const times = new Intl.DateTimeFormat(language, { timeStyle: 'medium' });
  const dates = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium' });
  const numbers = new Map<number, Intl.NumberFormat>();
  const collator = new Intl.Collator(language, { numeric: true, sensitivity: 'base' });

  function stepOf(ms: number): readonly [(typeof STEPS)[number][0], number] {
    const seconds = Math.max(0, Math.round(ms / 1000));
    const [unit, size] = STEPS.find(([, each]) => seconds >= each) ?? STEPS[3];
    return [unit, Math.floor(seconds / size)];
  }

  return {
    number(value, digits = 2) {
      if (!Number.isFinite(value)) return '—';
      let format = numbers.get(digits);
      if (format === undefined) {
        format = new Intl.NumberFormat(language, { maximumFractionDigits: digits });
        numbers.set(digits, format);
      }
      return format.format(value);
    },
    age(atMs, nowMs) {
      const ms = nowMs - atMs;
      if (ms < 10_000) return relative.format(0, 'second');
      const [unit, count] = stepOf(ms);
      return relative.format(-count, unit);
    },
    duration(ms) {
      const [unit, count] = stepOf(ms);
      return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' }).format(count);
    },
    time: (atMs) => times.format(atMs),
    dateTime: (atMs) => dates.format(atMs),
    compare: (a, b) => collator.compare(a, b),
  };
}
