/** The own members of an object that came from outside; of anything else, none. */
export function readMembers(input: unknown): Readonly<Record<string, unknown>> {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return {};
  return Object.assign(Object.create(null) as Record<string, unknown>, input);
}
