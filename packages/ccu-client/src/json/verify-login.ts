import { CcuError, isCcuError } from '../errors.js';
import { createGate } from '../gate.js';
import type { ReGaRunner } from '../rega/runner.js';
import { throwIfAborted, unlessAborted } from '../wait.js';
import type { JsonRpcClient } from './json-rpc-client.js';
import { isSessionId } from './session-id.js';

export interface VerifiedLogin {
  readonly name: string;
  readonly level: number;
}

/** Printable Latin-1: what a CCU can have as a user name. */
const POSSIBLE_NAME = /^[\u0020-\u007e\u00a0-\u00ff]{1,128}$/;

/**
 * Checks a login with a session of its own, which is closed before anything else is asked. One at a time, because
 * sessions are few. The level is read with the service's rights; the name never becomes part of a script.
 */
export function createLoginVerifier(deps: {
  readonly client: JsonRpcClient;
  readonly rega: ReGaRunner;
  readonly timeoutMs: number;
}): (username: string, password: string, signal?: AbortSignal) => Promise<VerifiedLogin> {
  const gate = createGate(1);
  const refused = (faultCode?: number) =>
    new CcuError('login_refused', 'the CCU refused user name or password', { faultCode });

  async function verify(username: string, password: string, signal?: AbortSignal): Promise<VerifiedLogin> {
    throwIfAborted(signal);
    // Neither call is bound to the caller's signal: a login that was cut off may have opened a session nobody could close.
    const call = deps.client.call({
      method: 'Session.login',
      params: { username, password },
      timeoutMs: deps.timeoutMs,
    });
    const reply = await call.catch((error: unknown) => {
      // An HTTP status is about this client, not about the user it asked for.
      throw isCcuError(error) && error.code === 'login_refused' ? refused(401) : error;
    });
    if (reply.kind === 'error') {
      if (reply.code === 503) throw new CcuError('booting', 'the CCU is not ready for logins yet');
      throw refused(namesCredentialsAlone(reply.message) ? undefined : reply.code);
    }
    if (!isSessionId(reply.result)) throw refused();
    await deps.client
      .call({ method: 'Session.logout', sessionId: reply.result, timeoutMs: deps.timeoutMs })
      .catch(() => undefined);
    throwIfAborted(signal);
    const user = theOne(await deps.rega.run('users', {}, signal), username);
    if (user === undefined) throw refused();
    return { name: user.name, level: user.level };
  }

  return async (username, password, signal) => {
    // Accounts without a password exist on CCUs; nobody shall come in through them.
    if (password === '' || password.length > 1024 || !POSSIBLE_NAME.test(username)) throw refused();
    return await unlessAborted(
      gate.run(() => verify(username, password, signal)),
      signal,
    );
  };
}

/** Code 501 stands for wrong credentials and for a full table of sessions, and so does the usual text. */
function namesCredentialsAlone(text: string): boolean {
  return /credential|password/i.test(text) && !/session/i.test(text);
}

/** The user of that name, in any letter case when none has it exactly. Nobody when several could be meant. */
function theOne(users: readonly VerifiedLogin[], username: string): VerifiedLogin | undefined {
  const exact = users.filter(({ name }) => name === username);
  const fitting = exact.length > 0 ? exact : users.filter(({ name }) => name.toLowerCase() === username.toLowerCase());
  return fitting.length === 1 ? fitting[0] : undefined;
}
