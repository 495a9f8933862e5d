/** Characters that a level cannot hold, or that brokers and shells cannot handle, and the escape character. */
const UNSAFE = /[%/+#\p{Cc}\p{Cs}]/gu;
/** Addresses and parameters, which are nearly every level, stay as they are. */
const SAFE = /^[\w.:-]+$/;
const ESCAPED = /%(?:u([0-9A-F]{4})|([0-9A-F]{2}))/g;
/** An empty level would be taken for a missing one. */
const EMPTY = '%';

/**
 * A name as one level of a topic. Letters of any language, spaces and quotes stay as they are; `/ + # %` and control
 * characters become `%2F` and the like. `decodeSegment` gives the name back.
 *
 * @example
 * encodeSegment('Büro 1/2'); // 'Büro 1%2F2'
 */
export function encodeSegment(name: string): string {
  if (SAFE.test(name)) return name;
  if (name === '') return EMPTY;
  return name.replace(UNSAFE, (character) => {
    const code = character.charCodeAt(0);
    const hex = code.toString(16).toUpperCase();
    return code > 0xff ? `%u${hex.padStart(4, '0')}` : `%${hex.padStart(2, '0')}`;
  });
}

/**
 * Decodes the name in a level of a topic.
 *
 * @example
 * decodeSegment('B%C3'); // 'BÃ'
 */
export function decodeSegment(segment: string): string {
  if (segment === EMPTY) return '';
  return segment.replace(ESCAPED, (_, wide: string | undefined, narrow: string | undefined) =>
    String.fromCharCode(Number.parseInt(wide ?? narrow ?? '', 16)),
  );
}
