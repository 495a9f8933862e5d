import { CcuError } from '../model/errors.js';
import type { SessionState } from '../model/hub-model.js';
import type { JsonRpcReply } from '../wire/codecs/index.js';

/** Sources for the reason of a refused login, used only where the answer to the login leaves it open. */
export interface Circumstances {
  /** Undefined where the CCU does not tell. */
  readonly hasLogicLayer: () => Promise<boolean | undefined>;
  /** Tries the credentials on a port with Basic auth: `accepted`, `refused`, or `unknown` where none is asked for. */
  readonly probeCredentials: () => Promise<'accepted' | 'refused' | 'unknown'>;
  /** The credentials have opened a session before. */
  readonly hasWorked: boolean;
}

/** CCUs answer "invalid credentials or too many sessions"; this finds out which. */
export async function whyRefused(reply: JsonRpcReply, circumstances: Circumstances): Promise<CcuError> {
  // Sessions live in the logic layer: without it every login fails like one with a wrong password.
  if ((await circumstances.hasLogicLayer()) === false) return away();
  const text = reply.kind === 'error' ? reply.message : '';
  if (reply.kind === 'error' && reply.code === 503)
    return new CcuError('booting', 'the CCU is not ready for logins yet');
  const namesSessions = /too many sessions/i.test(text);
  const namesCredentials = /credential|password|user/i.test(text);
  if (namesSessions && !namesCredentials) return tooMany();
  if (namesCredentials && !namesSessions) return wrong();
  const probe = await circumstances.probeCredentials().catch(() => 'unknown' as const);
  // Credentials that have worked may have been changed since; without an open port, a full table is likelier.
  if (probe === 'unknown') return circumstances.hasWorked ? tooMany() : wrong();
  return probe === 'accepted' ? tooMany() : wrong();
}

/** State of a session that could not be opened. */
export function stateOf(error: CcuError): SessionState {
  if (error.code === 'booting') return 'logic_layer_away';
  return error.code === 'login_refused' || error.code === 'too_many_sessions' ? error.code : 'unreachable';
}

/** True for a reason that ends without any change by a user. */
export function passes(error: CcuError): boolean {
  const state = stateOf(error);
  return state === 'unreachable' || state === 'logic_layer_away';
}

function tooMany(): CcuError {
  return new CcuError('too_many_sessions', 'the CCU has no free session; one becomes free after some minutes');
}

export function away(): CcuError {
  return new CcuError('booting', 'the logic layer of the CCU does not run');
}

function wrong(): CcuError {
  return new CcuError('login_refused', 'the CCU refused user name or password');
}

/** The CCU's own script takes its arguments apart at spaces, so such a login never succeeds. */
export function withSpaces(): CcuError {
  return new CcuError(
    'login_refused',
    'a user name or password with a space cannot be used over JSON-RPC: give the gateway an account without',
  );
}
