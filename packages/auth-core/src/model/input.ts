/** The own members of an object that came from outside; of anything else, none. */
export function readMembers(input: unknown): Readonly<Record<string, unknown>> {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return {};
  return Object.assign(Object.create(null) as Record<string, unknown>, input);
}

/** A member that is not among the known ones: its name, cut to a length that can be answered. Undefined when there is none. */
export function unknownMember(input: unknown, known: readonly string[]): string | undefined {
  const name = Object.keys(readMembers(input)).find((member) => !known.includes(member));
  return name?.slice(0, 64);
}
