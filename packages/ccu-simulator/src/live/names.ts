/**
 * The resulting name of an object for a wanted one: without white space at its ends, and with a number behind it where
 * it is taken.
 */
export function freeName(wanted: string, others: Iterable<string>): string {
  const taken = new Set(others);
  const bare = trimmedName(wanted);
  let name = bare;
  for (let number = 1; taken.has(name); number += 1) name = `${bare} ${number}`;
  return name;
}

/** White space at the ends of a name is cut off; a blank that does not break is kept. */
export function trimmedName(name: string): string {
  return name.replace(/^[ \t\r\n]+|(?<![ \t\r\n])[ \t\r\n]+$/g, '');
}
