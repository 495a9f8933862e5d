import type { Arbitrary } from 'fast-check';

/** A text of any characters but halves of a surrogate pair. Lengths count characters. */
export function anyText(constraints?: { readonly minLength?: number; readonly maxLength?: number }): Arbitrary<string>;
