import { CallError, type CallFailure, RemoteCallError } from '@ccu-gateway/fleet';
import { type ErrorCode, GatewayError, type GatewayErrorDetails } from '@ccu-gateway/gateway-core';
import { OUTCOME_UNKNOWN } from '@ccu-gateway/gateway-core/use-cases';
import { pack, unpack } from './carry.js';

const REFUSED = 'gateway_error';
/** Other members of a failure are of no concern to another process. */
const MEMBERS = ['reason', 'errors', 'retryAfterSeconds', 'members', 'headers'] as const;
const RETRY_AFTER_S = 5;

/** Description of an error for another gateway. */
export function describeFailure(error: unknown): CallFailure {
  if (!(error instanceof GatewayError)) return { code: 'failed', message: 'the call has failed' };
  const { code, message, details } = error;
  const told = Object.fromEntries(MEMBERS.map((member) => [member, details[member]]));
  return { code: REFUSED, message, details: pack({ ...told, code }) };
}

/** Subject of a call to another gateway. */
export interface Asked {
  /** Role of that gateway, such as `is connected with home`. */
  readonly does: string;
  /** Where no gateway does it. */
  readonly reason: 'no_central' | 'no_bridges' | 'no_member';
  /** It changes nothing, or comes to the same when it is asked again. */
  readonly isQuestion: boolean;
}

/** The error for a call that has no answer, or failed where it was answered. */
export function failureOf(error: unknown, { does, reason, isQuestion }: Asked): unknown {
  if (error instanceof RemoteCallError) return refusalOf(error);
  if (!(error instanceof CallError)) return error;
  if (!isQuestion && (error.code === 'outcome_unknown' || error.done)) {
    return new GatewayError(
      'upstream_unavailable',
      `The gateway that ${does} did not report the outcome: it may have been done`,
      { reason: OUTCOME_UNKNOWN, cause: error },
    );
  }
  if (error.code === 'too_large') {
    const message = `This is too large for the gateway that ${does}`;
    return new GatewayError('payload_too_large', message, { reason: 'too_large', cause: error });
  }
  return new GatewayError('service_unready', `No gateway of the fleet ${does} just now`, {
    ...{ reason, retryAfterSeconds: RETRY_AFTER_S, cause: error },
  });
}

function refusalOf(error: RemoteCallError): unknown {
  const told = error.code === REFUSED ? unpack(error.details) : undefined;
  if (typeof told !== 'object' || told === null) return error;
  // Another gateway of the same version has written it with `describeFailure`.
  const { code, ...details } = told as GatewayErrorDetails & { readonly code: ErrorCode };
  return new GatewayError(code, error.message, details);
}
