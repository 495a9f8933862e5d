import { isCcuError } from '../errors.js';

/** The fault HmIP gives for a device that sleeps: the value is queued and will be sent. No error for anybody. */
const TRANSMISSION_PENDING = -10;

export function isTransmissionPending(error: unknown): boolean {
  return isCcuError(error) && error.code === 'fault' && error.faultCode === TRANSMISSION_PENDING;
}

/** Whether the radio or the line swallowed it, so that the same write may work a moment later. */
export function isWorthRepeating(error: unknown): boolean {
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
