import { GatewayError } from '@ccu-gateway/gateway-core';
import { Status, StatusResponseError } from '@matter/main/types';
import type { Refused } from '../mapping/plan.js';

const OF_REFUSALS: Readonly<Record<Refused['status'], Status>> = {
  constraint_error: Status.ConstraintError,
  invalid_in_state: Status.InvalidInState,
  unsupported: Status.UnsupportedCommand,
  busy: Status.Busy,
  failure: Status.Failure,
};

const OF_ERRORS: Readonly<Partial<Record<string, Status>>> = {
  validation: Status.ConstraintError,
  unprocessable: Status.ConstraintError,
  unsupported: Status.InvalidInState,
  locked: Status.AccessRestricted,
  forbidden: Status.UnsupportedAccess,
  not_found: Status.NotFound,
  rate_limited: Status.Busy,
  service_unready: Status.Busy,
  upstream_unavailable: Status.Failure,
};

/** Status for a controller where the mapping refuses. */
export function refusalStatus({ status, reason }: Refused): StatusResponseError {
  return new StatusResponseError(reason, OF_REFUSALS[status]);
}

/** Status for a controller after any other failure. */
export function errorStatus(error: unknown): StatusResponseError {
  if (error instanceof StatusResponseError) return error;
  if (error instanceof GatewayError) {
    return new StatusResponseError(error.message, OF_ERRORS[error.code] ?? Status.Failure);
  }
  return new StatusResponseError('The gateway did not take it', Status.Failure);
}

/** Status for a controller when the CCU has not answered in time. */
export function timedOut(): StatusResponseError {
  return new StatusResponseError('The CCU has not answered in time', Status.Busy);
}
