import fc from 'fast-check';
import type { WireValue } from '../../model/model.js';

/** Characters every codec must carry: Latin-1 that XML can hold. Carriage returns are left out, XML turns them round. */
const character = fc
  .integer({ min: 0x20, max: 0xff })
  .map((code) => String.fromCharCode(code))
  .filter((char) => char < '\u007f' || char > '\u009f');
const text = fc.string({ unit: character, maxLength: 20 });

const decimal = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }).map((n) => n / 1_000_000);
/** Values that 30 bits of mantissa hold exactly. */
const binary = fc.integer({ min: -(2 ** 20), max: 2 ** 20 }).map((n) => n / 64);

/** Any value a CCU can say, within what the codec under test carries exactly. */
export function arbitraryWireValue(options: { readonly doubles: 'decimal' | 'binary' }): fc.Arbitrary<WireValue> {
  const leaf = fc.oneof(
    text,
    fc.boolean(),
    fc.integer(),
    (options.doubles === 'decimal' ? decimal : binary).map((n) => n + 0),
  );
  return fc.letrec<{ value: WireValue }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      leaf,
      fc.array(tie('value'), { maxLength: 5 }),
      fc.dictionary(text, tie('value'), { maxKeys: 5, noNullPrototype: true }),
    ),
  })).value;
}
