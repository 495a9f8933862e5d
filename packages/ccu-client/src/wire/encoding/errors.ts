/**
 * Why bytes could not be read. `not_rpc`: something else answered, typically an HTML page of a CCU that is still
 * booting. `empty`: a body of no bytes, which is how a crashed handler inside the CCU answers.
 */
export type WireErrorCode = 'not_rpc' | 'empty' | 'malformed' | 'truncated' | 'too_large' | 'too_deep';

/** Thrown by every decoder of the wires, and only this. The message never contains bytes of the peer. */
export class WireError extends Error {
  override readonly name = 'WireError';

  constructor(
    readonly code: WireErrorCode,
    message: string,
  ) {
    super(message);
  }
}

/**
 * True for a `WireError`, so that its `code` can be read.
 *
 * @example
 * try {
 *   decodeJsonRpcReply(body);
 * } catch (error) {
 *   if (isWireError(error) && error.code === 'not_rpc') return 'booting';
 *   throw error;
 * }
 */
export function isWireError(error: unknown): error is WireError {
  return error instanceof WireError;
}
