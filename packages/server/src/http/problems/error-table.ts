import type { ProblemCode } from '@ccu-gateway/contract/types';
import { type ErrorCode, GatewayError } from '@ccu-gateway/gateway-core';
import type { ProblemDescription } from './problem.js';
import { AuthRefusal, problemOfAuth } from './refusal.js';

interface Row {
  readonly status: number;
  readonly code: ProblemCode;
  /** Code of the same error as the answer to a WebSocket command. */
  readonly command: string;
}

/** The one table of errors and their statuses. */
export const ERROR_TABLE: Readonly<Record<ErrorCode, Row>> = {
  bad_request: { status: 400, code: 'bad_request', command: 'bad_request' },
  validation: { status: 400, code: 'validation', command: 'bad_request' },
  unauthorized: { status: 401, code: 'unauthorized', command: 'unauthorized' },
  forbidden: { status: 403, code: 'forbidden', command: 'forbidden' },
  not_found: { status: 404, code: 'not_found', command: 'not_found' },
  method_not_allowed: { status: 405, code: 'bad_request', command: 'bad_request' },
  conflict: { status: 409, code: 'conflict', command: 'conflict' },
  gone: { status: 410, code: 'gone', command: 'gone' },
  payload_too_large: { status: 413, code: 'payload_too_large', command: 'bad_request' },
  unsupported_media_type: { status: 415, code: 'bad_request', command: 'bad_request' },
  unprocessable: { status: 422, code: 'validation', command: 'bad_request' },
  unsupported: { status: 422, code: 'unsupported', command: 'unsupported' },
  locked: { status: 423, code: 'locked', command: 'locked' },
  upgrade_required: { status: 426, code: 'bad_request', command: 'bad_request' },
  rate_limited: { status: 429, code: 'rate_limited', command: 'rate_limited' },
  internal: { status: 500, code: 'internal', command: 'internal_error' },
  not_implemented: { status: 501, code: 'unsupported', command: 'not_implemented' },
  upstream_unavailable: { status: 502, code: 'upstream_unavailable', command: 'upstream_unavailable' },
  service_unready: { status: 503, code: 'service_unready', command: 'service_unready' },
};

/** The problem of an error. An unforeseen one is `internal` without details. */
export function problemOf(error: unknown): ProblemDescription {
  if (error instanceof AuthRefusal) return problemOfAuth(error.problem, error.statuses);
  if (!(error instanceof GatewayError)) return internalProblem();
  const row = ERROR_TABLE[error.code];
  const { reason, errors, members, retryAfterSeconds, headers } = error.details;
  const retry: readonly (readonly [string, string])[] =
    retryAfterSeconds === undefined ? [] : [['retry-after', String(Math.max(1, Math.ceil(retryAfterSeconds)))]];
  return {
    status: row.status,
    code: row.code,
    detail: error.message,
    ...(reason === undefined ? {} : { reason }),
    ...(errors === undefined ? {} : { errors }),
    ...(members === undefined ? {} : { members }),
    headers: [...Object.entries(headers ?? {}), ...retry],
  };
}

/** The code of the same error as the answer to a WebSocket command. */
export function commandCodeOf(error: unknown): string {
  if (error instanceof GatewayError) return ERROR_TABLE[error.code].command;
  return error instanceof AuthRefusal ? ERROR_TABLE[error.problem.code].command : ERROR_TABLE.internal.command;
}

/** True for errors that are the server's own fault and belong into the log with their cause. */
export function isUnforeseen(error: unknown): boolean {
  return !(error instanceof AuthRefusal) && (!(error instanceof GatewayError) || error.code === 'internal');
}

function internalProblem(): ProblemDescription {
  return {
    status: 500,
    code: 'internal',
    reason: 'internal',
    detail: 'Something went wrong here. The log has an entry with this request id.',
  };
}
