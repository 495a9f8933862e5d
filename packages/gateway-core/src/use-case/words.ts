/** A list may have hundreds of entries; the first few tell which one it was. */
const NAMED = 5;

/** `A, B, C, D, E and 7 more` */
export function firstOf(names: readonly string[]): string {
  const more = names.length > NAMED ? ` and ${names.length - NAMED} more` : '';
  return `${names.slice(0, NAMED).join(', ')}${more}`;
}
