import { CcuError } from '../model/errors.js';
import type { SessionState } from '../model/hub-model.js';
import type { Log, Now, Random, StateStore } from '../model/ports.js';
import type { Timings } from '../model/timings.js';
import { createSteadyClock } from '../time/steady-clock.js';
import { throwIfAborted } from '../time/wait.js';
import { denialOf, type JsonRpcClient, levelTooLow, mapJsonError } from './json-rpc-client.js';
import { createLogin, type RawCall } from './login.js';
import { stateOf } from './login-refusal.js';
import { OpenSession } from './open-session.js';
import { SessionHealth } from './session-health.js';
import { isSessionId } from './session-id.js';

interface Credentials {
  readonly username: string;
  readonly password: string;
}

/**
 * The one session this program has at a CCU. CCUs have three sessions for everybody, people included, so it is opened
 * once, kept, and closed on every way out; one that a crash left behind is closed at the next start.
 */
export interface JsonSession {
  /** Calls within the session, opening or renewing it when needed. Rejects with `CcuError`. */
  call(
    method: string,
    params?: Readonly<Record<string, unknown>>,
    signal?: AbortSignal,
    /** Whether an answer shows that the session works; default: every answer that is no error does. */
    isGood?: (result: unknown) => boolean,
  ): Promise<unknown>;
  /** The id of a session that the CCU has just said to be alive, for the one URL that needs it. Secret. */
  id(signal?: AbortSignal): Promise<string>;
  /** Whether the CCU has a session for these credentials, whatever they may do in it. */
  isOpen(signal?: AbortSignal): Promise<boolean>;
  /** The CCU answers again on another wire: a login that failed for want of an answer is worth a try now. */
  retry(): void;
  /** How the session stands, for people who look for what is wrong. */
  state(): SessionState;
  /**
   * Tells a full session table from a wrong password of another account, because a CCU answers both alike: opens and closes
   * one more session with the credentials that are known to be right. Undefined where none are.
   */
  isTableFull(): Promise<boolean | undefined>;
  /** Whether the logic layer of the CCU runs, by its web server, which asks for no session; undefined where it does not tell. */
  hasLogicLayer(signal?: AbortSignal): Promise<boolean | undefined>;
  close(signal?: AbortSignal): Promise<void>;
}

export interface JsonSessionDeps {
  readonly central: string;
  readonly client: JsonRpcClient;
  readonly credentials: Credentials | undefined;
  readonly timings: Timings;
  readonly store: StateStore;
  readonly now: Now;
  readonly random: Random;
  readonly log?: Log;
  /** Tries the credentials on a port with Basic auth: `accepted`, `refused`, or `unknown` where none is asked for. */
  readonly probeCredentials: (signal?: AbortSignal) => Promise<'accepted' | 'refused' | 'unknown'>;
}

export function createJsonSession(deps: JsonSessionDeps): JsonSession {
  const { client, timings, credentials } = deps;
  const raw: RawCall = (method, params, sessionId, signal) =>
    client.call({ method, params, sessionId, timeoutMs: timings.jsonTimeoutMs, signal });
  const hasLogicLayer = (signal?: AbortSignal) => isLogicLayerThere(raw, signal);
  const login = createLogin({ ...deps, raw, elapsed: createSteadyClock(deps.now), hasLogicLayer });
  const open = new OpenSession(raw, login, deps.now, timings.sessionRenewMs);
  const health = new SessionHealth();

  /** Opens the session anew when it seems to be to blame. */
  async function failed(error: unknown): Promise<void> {
    const { id } = open;
    if (health.failed(error, id !== undefined)) await open.replace(id!).catch(() => undefined);
  }

  return {
    async call(method, params = {}, signal, isGood = () => true) {
      throwIfAborted(signal);
      try {
        const result = await ask(raw, open, { method, params, signal });
        if (isGood(result)) health.succeeded();
        else await failed(new CcuError('script_failed', 'the answer is none'));
        return result;
      } catch (error) {
        await failed(error);
        throw error;
      }
    },
    async id(signal) {
      throwIfAborted(signal);
      return await open.confirmed();
    },
    async isOpen(signal) {
      throwIfAborted(signal);
      return await isAlive(raw, await open.current(), signal).catch(() => false);
    },
    retry: login.retry,
    state() {
      const refusal = login.refusal();
      if (refusal !== undefined) return stateOf(refusal);
      if (health.isFailing()) return 'failing';
      return open.id === undefined ? 'none' : 'open';
    },
    hasLogicLayer,
    async isTableFull() {
      if (credentials === undefined || !login.hasWorked()) return undefined;
      const reply = await raw('Session.login', { ...credentials });
      if (reply.kind === 'error' || !isSessionId(reply.result)) return true;
      await raw('Session.logout', {}, reply.result).catch(() => undefined);
      return false;
    },
    close: (signal) => open.close(signal),
  };
}

/** One call; a session that turns out to be over is replaced once, a level that is too low costs no login. */
async function ask(
  raw: RawCall,
  session: OpenSession,
  {
    method,
    params,
    signal,
  }: { readonly method: string; readonly params: Readonly<Record<string, unknown>>; readonly signal?: AbortSignal },
): Promise<unknown> {
  const id = await session.current();
  let reply = await raw(method, params, id, signal);
  let denial = denialOf(reply);
  if (denial?.kind === 'unclear' && (await isAlive(raw, id, signal))) throw levelTooLow(method, {});
  if (denial !== undefined && denial.kind !== 'level') {
    reply = await raw(method, params, await session.replace(id, signal), signal);
    denial = denialOf(reply);
    if (denial?.kind === 'unclear') throw levelTooLow(method, {});
  }
  if (denial?.kind === 'level') throw levelTooLow(method, denial);
  if (reply.kind === 'error') throw mapJsonError(reply.code);
  return reply.result;
}

async function isAlive(raw: RawCall, id: string, signal?: AbortSignal): Promise<boolean> {
  const reply = await raw('Session.renew', {}, id, signal);
  return reply.kind === 'result' && reply.result !== false;
}

async function isLogicLayerThere(raw: RawCall, signal?: AbortSignal): Promise<boolean | undefined> {
  const reply = await raw('ReGa.isPresent', {}, undefined, signal).catch(() => undefined);
  throwIfAborted(signal);
  return reply?.kind === 'result' && typeof reply.result === 'boolean' ? reply.result : undefined;
}
