import { CcuError, isCcuError } from '../model/errors.js';
import { createGate } from '../time/gate.js';
import { throwIfAborted, unlessAborted } from '../time/wait.js';
import { denialOf, type JsonRpcClient } from './json-rpc-client.js';
import type { JsonSession } from './session.js';
import { isSessionId } from './session-id.js';

export interface VerifiedLogin {
  readonly name: string;
  readonly level: number;
}

export interface LoginVerifier {
  verify(username: string, password: string, signal?: AbortSignal): Promise<VerifiedLogin>;
  /** Resolves when no session of a login is open any more. */
  settled(): Promise<void>;
}

/** Printable Latin-1: the characters of user names of a CCU. */
const POSSIBLE_NAME = /^[\u0020-\u007e\u00a0-\u00ff]{1,128}$/;
const NOT_READY = 503;
const ADMINISTRATOR = 8;

/**
 * Checks a login with a session of its own, which is always closed. One at a time, because sessions are few. The level is
 * that of this very session: a method that only administrators may call succeeds, or the refusal names the level.
 */
export function createLoginVerifier(deps: {
  readonly client: JsonRpcClient;
  readonly session: Pick<JsonSession, 'isTableFull' | 'isSilent' | 'hasLogicLayer'>;
  readonly timeoutMs: number;
}): LoginVerifier {
  const { client, timeoutMs } = deps;
  const gate = createGate(1);
  const refused = (faultCode?: number) =>
    new CcuError('login_refused', 'the CCU refused user name or password', { faultCode });

  async function login(username: string, password: string): Promise<string> {
    // None of the calls is bound to the caller's signal: a login that was cut off may have opened a session that no call could close.
    const call = client.call({ method: 'Session.login', params: { username, password }, timeoutMs });
    const reply = await call.catch((error: unknown) => {
      // An HTTP status is about this client, not about the user it asked for.
      throw isCcuError(error) && error.code === 'login_refused' ? refused(401) : error;
    });
    if (reply.kind === 'result') {
      if (!isSessionId(reply.result)) throw refused();
      return reply.result;
    }
    if (reply.code === NOT_READY) throw notReady();
    // A full table must never count as a wrong password.
    if (!namesCredentialsAlone(reply.message) && (await deps.session.isTableFull()) !== false) {
      throw new CcuError('too_many_sessions', 'the CCU may have no free session, so the login is not decided');
    }
    // Without its logic layer a CCU refuses every login like one with a wrong password.
    if ((await deps.session.hasLogicLayer()) === false) throw notReady();
    throw refused();
  }

  async function levelOf(sessionId: string): Promise<number> {
    const reply = await client.call({ method: 'CCU.getAuthEnabled', sessionId, timeoutMs });
    if (reply.kind === 'result') return ADMINISTRATOR;
    const denial = denialOf(reply);
    if (denial?.kind === 'level') return denial.has;
    if (denial?.kind === 'no_session') throw refused();
    if (denial?.kind === 'unclear') throw notReady();
    throw new CcuError('not_found', 'the CCU does not tell the level of this account');
  }

  async function verify(username: string, password: string, signal?: AbortSignal): Promise<VerifiedLogin> {
    throwIfAborted(signal);
    const sessionId = await login(username, password);
    try {
      throwIfAborted(signal);
      return { name: username, level: await levelOf(sessionId) };
    } finally {
      await client.call({ method: 'Session.logout', sessionId, timeoutMs }).catch(() => undefined);
    }
  }

  return {
    async verify(username, password, signal) {
      // Accounts without a password exist on CCUs; no user shall come in through them.
      if (deps.session.isSilent()) throw notReady();
      if (password === '' || password.length > 1024 || !POSSIBLE_NAME.test(username)) throw refused();
      return await unlessAborted(
        gate.run(() => verify(username, password, signal)),
        signal,
      );
    },
    settled: () => gate.run(async () => undefined),
  };
}

function notReady(): CcuError {
  return new CcuError('booting', 'the CCU is not ready for logins yet');
}

/** Code 501 and the usual text mean wrong credentials or a full table of sessions. */
function namesCredentialsAlone(text: string): boolean {
  return /credential|password/i.test(text) && !/session/i.test(text);
}
