import type { Language } from '../../i18n/languages.js';

const LONGEST = 60;

/** A value on one line. */
export function shortValue(value: unknown): string {
  const text = typeof value === 'string' ? `"${value}"` : (JSON.stringify(value) ?? '—');
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

/** Writes a time with milliseconds; an event inspector is about them. */
export function timesIn(language: Language, utc: boolean): (atMs: number) => string {
  const format = new Intl.DateTimeFormat(language, {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    fractionalSecondDigits: 3,
    hourCycle: 'h23',
    ...(utc ? { timeZone: 'UTC' } : {}),
  });
  return (atMs) => (Number.isFinite(atMs) ? format.format(atMs) : '—');
}
