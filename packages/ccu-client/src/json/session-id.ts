const grammar = /^[A-Za-z0-9]{4,32}$/;

/**
 * True for the id of a session in the answer of a CCU to a login. It becomes part of an address, and no other text may
 * change the target of a request.
 */
export function isSessionId(value: unknown): value is string {
  return typeof value === 'string' && grammar.test(value);
}
