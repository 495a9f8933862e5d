import type { Language } from './languages.js';
import { plainNumber } from './plain-number.js';

/** After the point, at most. */
const DIGITS = 2;

/** A text that depends on the number `n`; the forms are those of `Intl.PluralRules`. */
export interface Plural {
  readonly one: string;
  readonly other: string;
}

type Text = string | Plural;

/** Texts of a page in every language, with `{name}` for inserted values. A missing language is a type error. */
export type Texts = Readonly<Record<string, Readonly<Record<Language, Text>>>>;

/** Declares the texts of one page or part; the file is loaded with it. */
export function defineTexts<const T extends Texts>(texts: T): T {
  return texts;
}

export type Inserted = Readonly<Record<string, string | number>>;

/** Returns one text of a catalogue. */
export type Say<T extends Texts> = (key: keyof T & string, inserted?: Inserted) => string;

/** `say('devices', { n: 3 })`: the text in one language, numbers written as that language does. */
export function textsIn<const T extends Texts>(texts: T, language: Language): Say<T> {
  // Made when a text asks for it: it costs more than all texts of a page.
  let numbers: Intl.NumberFormat | undefined;
  const written = (value: number) => {
    const plain = plainNumber(value, DIGITS, language);
    if (plain !== undefined) return plain;
    numbers ??= new Intl.NumberFormat(language, { maximumFractionDigits: DIGITS });
    return numbers.format(value);
  };
  return (key, inserted = {}) => {
    const text = texts[key]?.[language];
    if (text === undefined) return key;
    const { n } = inserted;
    const chosen = typeof text === 'string' ? text : text[typeof n === 'number' ? formOf(n) : 'other'];
    return chosen.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
      const value = inserted[name];
      if (value === undefined) return whole;
      return typeof value === 'number' ? written(value) : value;
    });
  };
}

/** The rule of CLDR for English and German; `Intl.PluralRules` gives the same result after some milliseconds. */
function formOf(n: number): keyof Plural {
  return Math.abs(n) === 1 ? 'one' : 'other';
}
