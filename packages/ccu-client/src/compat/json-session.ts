import { denialOf, levelTooLow, mapJsonError } from '../json/json-rpc-client.js';
import { isSessionId } from '../json/session-id.js';
import { CcuError } from '../model/errors.js';
import type { JsonRpcReply } from '../wire/codecs/index.js';
import type { Wires } from './wires.js';

/** The one session of a run. */
export interface CompatSession {
  /** A reply as it came. */
  raw(method: string, params?: Readonly<Record<string, unknown>>): Promise<JsonRpcReply>;
  /** A result. Rejects with `CcuError`. */
  call(method: string, params?: Readonly<Record<string, unknown>>): Promise<unknown>;
  logout(): Promise<JsonRpcReply>;
}

/** Rejects with `CcuError`; `login_refused` also for a full session table, which a CCU does not tell apart. */
export async function openCompatSession(wires: Wires): Promise<CompatSession> {
  const { json, timings, credentials } = wires;
  const timeoutMs = timings.jsonTimeoutMs;
  if (credentials === undefined) throw new CcuError('login_refused', 'no user name was given');
  // Not bound to the signal: a login that was cut off may have opened a session that nothing closes.
  const reply = await json.call({ method: 'Session.login', params: { ...credentials }, timeoutMs });
  if (reply.kind === 'error')
    throw new CcuError('login_refused', 'the CCU refused the login', { faultCode: reply.code });
  if (!isSessionId(reply.result)) throw new CcuError('protocol', 'the answer of the CCU to the login is no session');
  const sessionId = reply.result;
  const raw = (method: string, params: Readonly<Record<string, unknown>> = {}, signal = wires.signal) =>
    json.call({ method, params, sessionId, timeoutMs, signal });
  return {
    raw,
    async call(method, params) {
      const answer = await raw(method, params);
      const denial = denialOf(answer);
      if (denial?.kind === 'level') throw levelTooLow(method, denial);
      if (answer.kind === 'error') throw mapJsonError(answer.code);
      return answer.result;
    },
    logout: () => json.call({ method: 'Session.logout', params: {}, sessionId, timeoutMs }),
  };
}
