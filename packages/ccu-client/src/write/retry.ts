import { isCcuError } from '../model/errors.js';
import type { Random } from '../model/ports.js';
import { createBackoff } from '../time/backoff.js';
import type { Item } from './item.js';

/** The fault HmIP gives for a device that sleeps: the value is queued and will be sent. No error for anybody. */
const TRANSMISSION_PENDING = -10;

const MAX_TRIES = 3;
const MAX_RETRY_MS = 30_000;

/** What becomes of a write that failed: the device sleeps and will get it, it is sent again, or this was the end. */
export function afterFailure(
  { request, tries }: Pick<Item, 'request' | 'tries'>,
  error: unknown,
): 'asleep' | 'repeat' | 'give_up' {
  if (isTransmissionPending(error)) return 'asleep';
  const mayRepeat = request.momentary !== true && tries + 1 < MAX_TRIES && isWorthRepeating(error);
  return mayRepeat ? 'repeat' : 'give_up';
}

/** The pause before the next try; it doubles with every one. */
export function retryDelayMs(tries: number, firstMs: number, random: Random): number {
  return createBackoff({ minMs: firstMs * 2 ** tries, maxMs: MAX_RETRY_MS, random }).next();
}

function isTransmissionPending(error: unknown): boolean {
  return isCcuError(error) && error.code === 'fault' && error.faultCode === TRANSMISSION_PENDING;
}

/** Whether the radio or the line swallowed it, so that the same write may work a moment later. */
function isWorthRepeating(error: unknown): boolean {
  if (!isCcuError(error)) return false;
  if (error.code === 'timeout') return true;
  return (
    error.code === 'fault' &&
    error.faultCode === -1 &&
    /TIMEOUT|UNREACH|NACK|no ack|no answer|radio/i.test(error.message)
  );
}

/** Parameters that act relative to the present: sending them twice does something else than sending them once. */
export function isRelative(parameter: string): boolean {
  return /^(?:PRESS_|TOGGLE|OLD_LEVEL|RAMP_STOP|STEP|INC|DEC)/.test(parameter);
}
