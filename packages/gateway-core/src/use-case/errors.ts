import type { FieldError, ProblemCode } from '@ccu-gateway/contract/types';

/**
 * Failures in the gateway's own terms. The table in `http/error-table.ts` assigns a problem code and a status to each
 * of them; no other part does.
 */
export type ErrorCode =
  | ProblemCode
  /** Shape and range are right, the meaning is not. */
  | 'unprocessable'
  /** This interface or CCU has no such function at all. */
  | 'not_implemented'
  | 'method_not_allowed'
  /** Another version of the WebSocket protocol. */
  | 'upgrade_required'
  | 'unsupported_media_type';

/** The reason of an upstream error: the CCU has not taken a write so far and may still do so. */
export const NOT_TAKEN_YET = 'not_taken_yet';

/** The reason of an upstream error with an unknown outcome: the change may have been made despite the error. */
export const OUTCOME_UNKNOWN = 'outcome_unknown';

/** Members of an error beyond its code and its message. */
export interface GatewayErrorDetails {
  /** The finer cause, a stable word such as `central_required`. */
  readonly reason?: string;
  readonly errors?: readonly FieldError[];
  /** Seconds after which trying again makes sense. */
  readonly retryAfterSeconds?: number;
  readonly cause?: unknown;
  /** Additional members of the problem body, for example the centrals to choose from. */
  readonly members?: Readonly<Record<string, unknown>>;
  /** Additional headers where the answer is an HTTP response. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Refusal that a handler or a port throws. The message is for people and never carries a secret. */
export class GatewayError extends Error {
  override readonly name = 'GatewayError';
  readonly code: ErrorCode;
  readonly details: GatewayErrorDetails;

  constructor(code: ErrorCode, message: string, details: GatewayErrorDetails = {}) {
    super(message, { cause: details.cause });
    this.code = code;
    this.details = details;
  }
}

/**
 * The error for a missing item: code and reason `not_found`. `what` begins its message.
 *
 * @example
 * if (device === undefined) throw notFound(`Device ${address}`);
 */
export function notFound(what: string): GatewayError {
  return new GatewayError('not_found', `${what} not found`, { reason: 'not_found' });
}

/**
 * The error for an operation that needs a missing database: code `service_unready`, reason `storage_unavailable`.
 *
 * @example
 * if (records === undefined) throw noStorage();
 */
export function noStorage(): GatewayError {
  return new GatewayError('service_unready', 'This needs the database, which could not be opened', {
    reason: 'storage_unavailable',
  });
}

/**
 * The error for wrong fields: code `validation`, reason `validation_failed`. It names each field and its allowed
 * values.
 *
 * @example
 * if (seconds > 600) throw invalid([{ field: 'seconds', reason: 'must be at most 600', max: 600 }]);
 */
export function invalid(errors: readonly FieldError[], message = 'The request has invalid fields'): GatewayError {
  return new GatewayError('validation', message, { reason: 'validation_failed', errors });
}
