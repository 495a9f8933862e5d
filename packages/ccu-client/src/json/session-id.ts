const grammar = /^[A-Za-z0-9]{4,32}$/;

/**
 * Whether what a CCU answered to a login is the id of a session. It becomes part of an address, and whatever else would
 * come there in its place is not to decide where a request goes.
 */
export function isSessionId(value: unknown): value is string {
  return typeof value === 'string' && grammar.test(value);
}
