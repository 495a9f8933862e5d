import type { Language } from './languages.js';
import { numberInField, plainNumber } from './plain-number.js';

/** Numbers, times and ages as a language writes them. */
export interface Formats {
  /**
   * At most `digits` (default 2) after the point; very large or small numbers as a power of ten. A dash for a value
   * that is no number.
   */
  number(value: number, digits?: number): string;
  /** In full and without grouping, for an input; empty for a value that is no number. */
  inField(value: number): string;
  /** "3 min ago"; below ten seconds "now". */
  age(atMs: number, nowMs: number): string;
  /** Without "ago", for "since": "3 min". */
  duration(ms: number): string;
  time(atMs: number): string;
  /** Day without a time. */
  date(atMs: number): string;
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
  const relative = once(() => new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' }));
  const times = once(() => new Intl.DateTimeFormat(language, { timeStyle: 'medium' }));
  const dates = once(() => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium' }));
  const days = once(() => new Intl.DateTimeFormat(language, { dateStyle: 'short' }));
  const numbers = byKey((digits: number) => new Intl.NumberFormat(language, { maximumFractionDigits: digits }));
  const powers = once(() => new Intl.NumberFormat(language, { notation: 'scientific', maximumFractionDigits: 2 }));
  const units = byKey((unit: string) => new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' }));
  const collator = once(() => new Intl.Collator(language, { numeric: true, sensitivity: 'base' }));

  function stepOf(ms: number): readonly [(typeof STEPS)[number][0], number] {
    const seconds = Math.max(0, Math.round(ms / 1000));
    const [unit, size] = STEPS.find(([, each]) => seconds >= each) ?? STEPS[3];
    return [unit, Math.floor(seconds / size)];
  }

  return {
    number(value, digits = 2) {
      if (!Number.isFinite(value)) return NONE;
      const plain = plainNumber(value, digits, language);
      return plain ?? (Math.abs(value) >= POWERS_FROM ? powers() : numbers(digits)).format(value);
    },
    inField: (value) => numberInField(value, language),
    age(atMs, nowMs) {
      const ms = nowMs - atMs;
      if (!Number.isFinite(ms)) return NONE;
      if (ms < 10_000) return relative().format(0, 'second');
      const [unit, count] = stepOf(ms);
      return relative().format(-count, unit);
    },
    duration(ms) {
      if (!Number.isFinite(ms)) return NONE;
      const [unit, count] = stepOf(ms);
      return units(unit).format(count);
    },
    time: (atMs) => (isMoment(atMs) ? times().format(atMs) : NONE),
    date: (atMs) => (isMoment(atMs) ? days().format(atMs) : NONE),
    dateTime: (atMs) => (isMoment(atMs) ? dates().format(atMs) : NONE),
    compare: (a, b) => collator().compare(a, b),
  };
}

/** Made when it is first asked for: each of these costs milliseconds, and few pages need all of them. */
function once<T>(make: () => T): () => T {
  const made = byKey(make);
  return () => made(undefined);
}

function byKey<Key, T>(make: (key: Key) => T): (key: Key) => T {
  const made = new Map<Key, T>();
  return (key) => {
    let found = made.get(key);
    if (found === undefined) {
      found = make(key);
      made.set(key, found);
    }
    return found;
  };
}
