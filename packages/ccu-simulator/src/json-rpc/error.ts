/** Codes of the web interface's JSON-RPC. */
export const JSON_ERROR = {
  badRequest: 100,
  internal: 200,
  accessDenied: 400,
  methodNotFound: 401,
  missingArgument: 402,
  unknownInterface: 500,
  general: 501,
  unknownDevice: 502,
  unknownParamset: 503,
} as const;

/** Thrown by a method, to be answered as an error. */
export class JsonRpcFailure extends Error {
  override readonly name = 'JsonRpcFailure';

  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}

/** Result of a method with a broken script: it has no text, so that the answer is no JSON. */
export const UNREADABLE = Symbol('unreadable');

/** Translates a fault of an interface process: -1 is 501, -2 is 502 and so on; -10 is 507. */
export function fromFault(code: number, message: string): JsonRpcFailure {
  const mapped = code === -10 ? 507 : code <= -1 && code >= -6 ? 500 - code : 599;
  return new JsonRpcFailure(mapped, message);
}
