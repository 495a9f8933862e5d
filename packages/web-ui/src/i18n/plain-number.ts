import type { Language } from './languages.js';

const POINT: Readonly<Record<Language, string>> = { en: '.', de: ',' };

/** A number for an input: all its digits, with the decimal point of the language and no grouping. */
export function numberInField(value: number, language: Language): string {
  return Number.isFinite(value) ? String(value).replace('.', POINT[language]) : '';
}

/**
 * A number as `Intl.NumberFormat` writes it with at most so many digits after the point, where that takes neither grouping nor
 * rounding; undefined otherwise. Most numbers of a page are such, and the first formatter holds up a slow processor for 100 ms.
 */
export function plainNumber(value: number, digits: number, language: Language): string | undefined {
  if (!Number.isFinite(value) || Math.abs(value) >= 1_000 || Object.is(value, -0)) return undefined;
  const text = String(value);
  if (text.includes('e')) return undefined;
  const at = text.indexOf('.');
  if (at < 0) return text;
  if (text.length - at - 1 > digits) return undefined;
  return text.replace('.', POINT[language]);
}
