import type { CcuErrorCode } from '@ccu-gateway/ccu-client';
import { type CcuError, isCcuError } from '@ccu-gateway/ccu-client/errors';
import { type ErrorCode, GatewayError, OUTCOME_UNKNOWN } from '../use-case/errors.js';

interface Meaning {
  readonly code: ErrorCode;
  readonly reason: string;
}

/** Meaning of a CCU failure for the caller. Wording of the client is kept: it names no secrets. */
const meanings: Readonly<Record<CcuErrorCode, Meaning>> = {
  unreachable: { code: 'upstream_unavailable', reason: 'unreachable' },
  booting: { code: 'upstream_unavailable', reason: 'booting' },
  login_refused: { code: 'upstream_unavailable', reason: 'login_refused' },
  too_many_sessions: { code: 'upstream_unavailable', reason: 'too_many_sessions' },
  level_too_low: { code: 'upstream_unavailable', reason: 'level_too_low' },
  forbidden_by_firewall: { code: 'upstream_unavailable', reason: 'forbidden_by_firewall' },
  tls_untrusted: { code: 'upstream_unavailable', reason: 'tls_untrusted' },
  fault: { code: 'upstream_unavailable', reason: 'fault' },
  timeout: { code: 'upstream_unavailable', reason: 'timeout' },
  circuit_open: { code: 'upstream_unavailable', reason: 'circuit_open' },
  duty_cycle: { code: 'upstream_unavailable', reason: 'duty_cycle' },
  unconfirmed: { code: 'upstream_unavailable', reason: 'unconfirmed' },
  mismatch: { code: 'upstream_unavailable', reason: 'mismatch' },
  unsupported: { code: 'not_implemented', reason: 'unsupported' },
  invalid_argument: { code: 'validation', reason: 'invalid_argument' },
  not_found: { code: 'not_found', reason: 'not_found' },
  conflict: { code: 'conflict', reason: 'conflict' },
  unerasable: { code: 'conflict', reason: 'unerasable' },
  script_failed: { code: 'upstream_unavailable', reason: 'script_failed' },
  protocol: { code: 'upstream_unavailable', reason: 'protocol' },
  aborted: { code: 'upstream_unavailable', reason: 'aborted' },
  closed: { code: 'service_unready', reason: 'closed' },
  not_permitted: { code: 'service_unready', reason: 'not_permitted' },
};

/**
 * The error a port of the server rejects with for a failure of the CCU client; anything else is passed on unchanged.
 *
 * @example
 * throw refusal(error);
 */
export function refusal(error: unknown): unknown {
  if (!isCcuError(error)) return error;
  const { code, reason } = meaningOf(error);
  const { faultCode, applied = [] } = error;
  const done = applied.length === 0 ? '' : `. Done before: ${applied.join(', ')}`;
  return new GatewayError(code, error.message + done, {
    reason,
    cause: error,
    members: {
      ...(faultCode === undefined ? {} : { fault_code: faultCode }),
      ...(applied.length === 0 ? {} : { applied }),
    },
  });
}

/** An answer of "not ready" is only right if nothing was done. */
function meaningOf({ code, mayHaveRun, applied = [] }: CcuError): Meaning {
  if (mayHaveRun === true) return { code: 'upstream_unavailable', reason: OUTCOME_UNKNOWN };
  const meaning = meanings[code];
  return applied.length > 0 ? { ...meaning, code: 'upstream_unavailable' } : meaning;
}

/**
 * Runs a call to a CCU for the server: its failures become the server's.
 *
 * @example
 * const groups = await askCcu(() => hub.rooms.list());
 */
export async function askCcu<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw refusal(error);
  }
}
