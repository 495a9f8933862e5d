/** Characters that a name cannot have: control characters, direction marks, invisible characters, lone surrogates. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\u2028\u2029]/gu;

const encoder = new TextEncoder();
const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * A text as Matter's basic information may have it. Matter counts bytes of UTF-8, so that a name is cut by bytes, never inside of a
 * character.
 */
export function label(text: unknown, maxBytes: number): string {
  if (typeof text !== 'string') return '';
  const clean = text.slice(0, LONGEST).normalize('NFC').replace(UNPRINTABLE, ' ').replace(/\s+/gu, ' ').trim();
  if (encoder.encode(clean).length <= maxBytes) return clean;
  let kept = '';
  let bytes = 0;
  for (const { segment } of segmenter.segment(clean)) {
    bytes += encoder.encode(segment).length;
    if (bytes > maxBytes) break;
    kept += segment;
  }
  return kept.trimEnd();
}

/** Longer texts are cut first: a name of a CCU has some hundred characters at most. */
const LONGEST = 1024;

/** `OnOffPlugInUnit` as `on_off_plug_in_unit`. */
export const snakeCase = (name: string): string =>
  name.replace(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, '_').toLowerCase();
