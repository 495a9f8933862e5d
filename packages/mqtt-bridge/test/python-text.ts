const CONSTANT = /^([A-Z]\w*)(?:: [^=\n]+)?\s*=\s*(?:"([^"\n]*)"|([A-Z]\w*))$/gm;
const ENUMERATION = /^class (\w+)\(\s*StrEnum\b[\s\S]*?\):\n([\s\S]*?)(?=^\S)/gm;
const MEMBER = /^ {4}([A-Z]\w*) = "(.*)"$/gm;

/** What is assigned to a name at the beginning of a line of a Python source; empty without one. */
export function blockOf(text: string, name: string): string {
  const assigned = new RegExp(`^${name}\\b[^=\\n]*=([\\s\\S]*?)(?=^(?![)}\\]])\\S)`, 'm');
  return assigned.exec(`${text}\nend`)?.[1] ?? '';
}

/** Texts by the name of their constant, also of one that stands for another. */
export function constantsIn(text: string): ReadonlyMap<string, string> {
  const constants = new Map<string, string>();
  for (const [, name = '', literal, other = ''] of text.matchAll(CONSTANT)) {
    const value = literal ?? constants.get(other);
    if (value !== undefined) constants.set(name, value);
  }
  return constants;
}

/** Values of each enumeration by the names of its members. */
export function enumerationsIn(text: string): ReadonlyMap<string, ReadonlyMap<string, string>> {
  return new Map(
    [...`${text}\nend`.matchAll(ENUMERATION)].map(([, name = '', body = '']) => [
      name,
      new Map([...body.matchAll(MEMBER)].map(([, member = '', value = '']) => [member, value])),
    ]),
  );
}

/** The same function, called once for each name. */
export function once<T>(of: (name: string) => T): (name: string) => T {
  const known = new Map<string, T>();
  return (name) => {
    const value = known.has(name) ? (known.get(name) as T) : of(name);
    known.set(name, value);
    return value;
  };
}
