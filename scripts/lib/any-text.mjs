// Texts of all characters, for properties. The unit `binary` of fast-check has the same ones, but makes a table of all of them that takes
// half a second and 85 MB in each process.
import fc from 'fast-check';

const FIRST_SURROGATE = 0xd800;
const SURROGATES = 0x800;
const LAST_CHARACTER = 0x10ffff;

const character = fc.integer({ min: 0, max: LAST_CHARACTER - SURROGATES }).map(
  (index) => String.fromCodePoint(index < FIRST_SURROGATE ? index : index + SURROGATES),
  (text) => {
    const code = typeof text === 'string' ? text.codePointAt(0) : undefined;
    const isOne = code !== undefined && text === String.fromCodePoint(code);
    const isSurrogate = code >= FIRST_SURROGATE && code < FIRST_SURROGATE + SURROGATES;
    if (!isOne || isSurrogate) throw new Error('this is not one character');
    return code < FIRST_SURROGATE ? code : code - SURROGATES;
  },
);

/** A text of any characters but halves of a surrogate pair. */
export function anyText(constraints = {}) {
  return fc.string({ ...constraints, unit: character });
}
