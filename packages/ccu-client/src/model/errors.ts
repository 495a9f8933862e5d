import type { InterfaceName } from './model.js';

/**
 * Stable code of an error.
 *
 * - `unreachable` no host answers at that address · `booting` the CCU answers but is not ready yet
 * - `login_refused` user name or password · `too_many_sessions` the CCU has no free session
 * - `level_too_low` the CCU account may not do that
 * - `forbidden_by_firewall` the CCU's own firewall or access list refused · `tls_untrusted` certificate not accepted
 * - `fault` the interface process refused (see `faultCode`) · `timeout` no answer in time
 * - `circuit_open` not tried, because the last tries failed · `duty_cycle` the duty cycle is exhausted
 * - `unconfirmed` sent, but the CCU never showed it
 * - `mismatch` the CCU showed another value than was sent · `unsupported` this interface cannot do that
 * - `unerasable` the CCU marks the object as its own
 * - `invalid_argument` refused here, nothing was sent · `not_found` the CCU does not know it · `conflict` it exists already
 * - `script_failed` a script ended before its end · `protocol` the answer cannot be understood
 * - `aborted` by the caller's signal · `closed` this client was closed · `not_permitted` not sent, because `permit` refused
 */
export type CcuErrorCode =
  | 'unreachable'
  | 'booting'
  | 'login_refused'
  | 'too_many_sessions'
  | 'level_too_low'
  | 'forbidden_by_firewall'
  | 'tls_untrusted'
  | 'fault'
  | 'timeout'
  | 'circuit_open'
  | 'duty_cycle'
  | 'unconfirmed'
  | 'mismatch'
  | 'unsupported'
  | 'invalid_argument'
  | 'not_found'
  | 'conflict'
  | 'unerasable'
  | 'script_failed'
  | 'protocol'
  | 'aborted'
  | 'closed'
  | 'not_permitted';

/** Details of a `CcuError` besides its code and message. */
export interface CcuErrorDetails {
  /** The interface that refused or failed; absent for errors of the hub and of the whole CCU. */
  readonly interfaceName?: InterfaceName;
  /**
   * With `fault`: the number the CCU gave, e.g. -2 for an unknown device. With `login_refused` of another person's login:
   * the number of a refusal that may also mean that the CCU has no free session.
   */
  readonly faultCode?: number;
  /** Completed steps of a change before the failed one. */
  readonly applied?: readonly string[];
  /** A change was handed to the network, and its outcome is unknown: it may have been done. */
  readonly mayHaveRun?: boolean;
}

/** The only error this package throws on purpose. Messages never hold passwords, session ids or raw bytes of a peer. */
export class CcuError extends Error {
  override readonly name = 'CcuError';
  readonly interfaceName?: InterfaceName;
  readonly faultCode?: number;
  readonly applied?: readonly string[];
  readonly mayHaveRun?: boolean;

  constructor(
    readonly code: CcuErrorCode,
    message: string,
    details: CcuErrorDetails = {},
  ) {
    super(message);
    this.interfaceName = details.interfaceName;
    this.faultCode = details.faultCode;
    this.applied = details.applied;
    this.mayHaveRun = details.mayHaveRun;
  }
}

/**
 * True for a `CcuError`, so that its `code` can be read.
 *
 * @example
 * const programs = await ccu.hub.programs().catch((error: unknown) => {
 *   if (isCcuError(error) && error.code === 'unreachable') return [];
 *   throw error;
 * });
 */
export function isCcuError(error: unknown): error is CcuError {
  return error instanceof CcuError;
}

/** The same failure, saying more. */
export function saying(error: CcuError, more: CcuErrorDetails): CcuError {
  const { code, message, interfaceName, faultCode, applied, mayHaveRun } = error;
  return new CcuError(code, message, { interfaceName, faultCode, applied, mayHaveRun, ...more });
}

/** The same error, with the changes made before it. */
export function afterDoing<E>(error: E, applied: readonly string[]): E | CcuError {
  return isCcuError(error) && applied.length > 0 ? saying(error, { applied }) : error;
}

export function clientClosed(): CcuError {
  return new CcuError('closed', 'the client was closed');
}
