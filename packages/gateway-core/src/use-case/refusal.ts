import type { Found, Invalid, Locked, LookupFailure, Unsupported } from '@ccu-gateway/device-model';
import { GatewayError } from './errors.js';

/**
 * The value of a lookup in the model; a missing or ambiguous one is thrown.
 *
 * @throws GatewayError `not_found`, `conflict` (reason `central_required`)
 *
 * @example
 * const device = found(house.device('0001D3C99C0001'));
 */
export function found<T>(result: Found<T>): T {
  if (result.ok) return result.value;
  throw houseRefusal(result);
}

/** The error for a refusal of the model. */
export function houseRefusal(refusal: LookupFailure | Invalid | Locked | Unsupported): GatewayError {
  switch (refusal.code) {
    case 'not_found':
      return new GatewayError('not_found', refusal.message, { reason: `${refusal.what}_not_found` });
    case 'conflict':
      return new GatewayError('conflict', refusal.message, {
        reason: refusal.reason,
        members: { centrals: refusal.centrals },
      });
    case 'validation':
      return new GatewayError('validation', refusal.message, { reason: 'validation_failed', errors: refusal.errors });
    case 'locked':
      return new GatewayError('locked', refusal.message, { reason: 'channel_locked' });
    case 'unsupported':
      return new GatewayError('unsupported', refusal.message, { reason: 'unsupported' });
  }
}

/** The CCU, or that interface of it, has no such thing at all; it did not refuse this one request. */
export function isUnsupported(error: unknown): boolean {
  return error instanceof GatewayError && error.details.reason === 'unsupported';
}

/**
 * Result of a use case; undefined when it refuses, because an item is gone or a list was not read yet. A mirror of the
 * installation shows nothing in both cases.
 *
 * @example
 * const device = unlessRefused(() => house.devices.get({ address: '0001D3C99C0001' }));
 */
export function unlessRefused<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof GatewayError) return undefined;
    throw error;
  }
}
