import { CONCEPTS, EMPTY_WORDS } from './concepts.js';

/** Longest text of a question; the rest is not read. */
const MAX_WORDS = 12;
/** Shorter words are compared as a whole. */
const STEM = 4;

/** Lower case, without umlauts and accents: `Büro & Gäste` becomes `buero & gaeste`. */
export function plain(text: string): string {
  const spelled = text.toLowerCase().replaceAll('ä', 'ae').replaceAll('ö', 'oe').replaceAll('ü', 'ue');
  return spelled
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replaceAll(/\p{Mark}/gu, '');
}

/** Words of a text, for comparisons. */
export const wordsOf = (text: string): readonly string[] => plain(text).match(/[\p{Letter}\p{Number}]+/gu) ?? [];

/** Words of a question that name something. */
export function questionWords(question: string): readonly string[] {
  const words = wordsOf(question).filter((word) => !EMPTY_WORDS.has(word));
  return [...new Set(words)].slice(0, MAX_WORDS);
}

const isAlike = (word: string, stem: string): boolean =>
  word === stem ||
  (stem.length >= STEM && (word.startsWith(stem) || word.endsWith(stem))) ||
  (word.length >= STEM && stem.startsWith(word));

/** A word in the other language and in other words; itself without any. */
function meaningsOf(word: string): readonly string[] {
  // The whole word names a concept better than its beginning: a `Haustür` is a door before it is a house.
  const exact = CONCEPTS.filter((concept) => concept.includes(word));
  const found = exact.length > 0 ? exact : CONCEPTS.filter((concept) => concept.some((stem) => isPlural(word, stem)));
  return [word, ...found.flat()];
}

const PLURAL = /^(e|en|er|n|s|es|heiten)$/;
const isPlural = (word: string, stem: string): boolean => word.startsWith(stem) && PLURAL.test(word.slice(stem.length));

/** Number of words of the question that a text has, in German or English. */
export function countMatches(question: readonly string[], words: readonly string[]): number {
  return question.filter((word) => {
    const meanings = meaningsOf(word);
    return words.some((each) => meanings.some((meaning) => isAlike(each, meaning) || each.includes(long(meaning))));
  }).length;
}

/** Long words count inside others too: `tuer` in `kellertuerschloss`. A short one would be found by chance. */
const long = (meaning: string): string => (meaning.length > STEM ? meaning : '\0');
