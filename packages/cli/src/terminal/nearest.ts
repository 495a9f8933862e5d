import { distance } from 'fastest-levenshtein';

/**
 * The word that was probably meant: one with some letters changed, swapped, missing or added, or one that begins like it.
 * Upper and lower case count as the same. Undefined where nothing is near.
 */
export function nearest(typed: string, known: readonly string[]): string | undefined {
  const wanted = folded(typed);
  if (wanted === '' || wanted.length > LONGEST) return undefined;
  let best: { readonly word: string; readonly far: number } | undefined;
  for (const word of known) {
    const far = farness(wanted, folded(word));
    if (far < (best?.far ?? Number.POSITIVE_INFINITY)) best = { word, far };
  }
  return best?.word;
}

/** The end of an error message that names the word that was probably meant; empty where nothing is near. */
export function didYouMean(typed: string, known: readonly string[]): string {
  const word = nearest(typed, known);
  return word === undefined ? '' : `; did you mean "${word}"?`;
}

/** Letters without case, and composed: a terminal may send an umlaut as two characters. */
export const folded = (text: string) => text.normalize('NFC').toLowerCase();

const LONGEST = 64;

function farness(wanted: string, word: string): number {
  if (word.length > LONGEST) return Number.POSITIVE_INFINITY;
  const far = distance(wanted, word);
  const most = Math.max(1, Math.floor(Math.max(wanted.length, word.length) / 3));
  if (far <= most) return far;
  // Two swapped letters count as two changes, which is too many for a short word.
  if (far === 2 && wanted.length === word.length && sorted(wanted) === sorted(word)) return far;
  return wanted.length >= 3 && word.startsWith(wanted) ? far : Number.POSITIVE_INFINITY;
}

const sorted = (text: string) => [...text].sort().join('');
