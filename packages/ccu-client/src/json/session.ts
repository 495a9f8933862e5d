import { CcuError, type CcuErrorCode, isCcuError } from '../errors.js';
import type { SessionState } from '../hub-model.js';
import { createBackoff } from '../link/backoff.js';
import type { Log, Now, Random, StateStore } from '../ports.js';
import { createSteadyClock } from '../steady-clock.js';
import type { Timings } from '../timings.js';
import { throwIfAborted } from '../wait.js';
import type { JsonRpcReply } from '../wire/index.js';
import { denialOf, type JsonRpcClient, levelTooLow, mapJsonError } from './json-rpc-client.js';
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
  const { client, timings, now, credentials } = deps;
  const elapsed = createSteadyClock(now);
  const storeKey = `${deps.central}/session`;
  const backoff = createBackoff({ minMs: 1_000, maxMs: 60_000, random: deps.random });
  let sessionId: string | undefined;
  /** When the CCU last opened or renewed it. Using it does not keep it alive. */
  let renewedAt = 0;
  let hasWorked = false;
  let opening: Promise<string> | undefined;
  let refused: { readonly error: CcuError; readonly until: number } | undefined;
  let cleaned = false;
  /** Failed calls since one succeeded; a session may die without the CCU ever saying so. */
  let failuresInARow = 0;
  let reopenedForFailures = false;
  let closed = false;

  const raw = (method: string, params: Readonly<Record<string, unknown>>, id?: string, signal?: AbortSignal) =>
    client.call({ method, params, sessionId: id, timeoutMs: timings.jsonTimeoutMs, signal });

  async function remember(id: string | undefined): Promise<void> {
    await deps.store.save(storeKey, id).catch(() => undefined);
  }

  /** Closes what an earlier run left open. */
  async function cleanUp(): Promise<void> {
    if (cleaned) return;
    cleaned = true;
    const left = await deps.store.load(storeKey).catch(() => undefined);
    if (left === undefined) return;
    if (isSessionId(left)) await raw('Session.logout', {}, left).catch(() => undefined);
    await remember(undefined);
  }

  /** One login at a time; everybody waits for the same one. It is not aborted by one of those who wait. */
  function open(): Promise<string> {
    // Whatever is still under way must not leave a session behind that nothing closes.
    if (closed) return Promise.reject(new CcuError('closed', 'the client was closed'));
    opening ??= login().finally(() => {
      opening = undefined;
    });
    return opening;
  }

  async function login(): Promise<string> {
    if (credentials === undefined) throw new CcuError('login_refused', 'no user name is configured for this CCU');
    if (refused !== undefined && elapsed() < refused.until) throw refused.error;
    try {
      if (Object.values(credentials).some((each) => each.includes(' '))) throw withSpaces();
      await cleanUp();
      const reply = await raw('Session.login', { ...credentials });
      if (reply.kind === 'error' || typeof reply.result !== 'string' || reply.result === '')
        throw await whyRefused(reply);
      if (!isSessionId(reply.result))
        throw new CcuError('protocol', 'what the CCU answered to the login is no session');
      sessionId = reply.result;
      renewedAt = now();
      hasWorked = true;
      refused = undefined;
      backoff.reset();
      await remember(sessionId);
      return sessionId;
    } catch (error) {
      const known = isCcuError(error) ? error : new CcuError('protocol', 'the login could not be read');
      refused = { error: known, until: elapsed() + backoff.next() };
      // Where there is no logic layer there is no session to have, which is no trouble.
      if (known.code === 'unsupported') throw known;
      deps.log?.({
        level: 'warn',
        event: 'session.refused',
        message: known.message,
        central: deps.central,
        fields: { code: known.code },
      });
      throw known;
    }
  }

  /** CCUs answer "invalid credentials or too many sessions"; this finds out which. */
  async function whyRefused(reply: JsonRpcReply): Promise<CcuError> {
    // Sessions live in the logic layer: without it every login fails like one with a wrong password.
    if ((await hasLogicLayer()) === false) return away();
    const text = reply.kind === 'error' ? reply.message : '';
    if (reply.kind === 'error' && reply.code === 503)
      return new CcuError('booting', 'the CCU is not ready for logins yet');
    const namesSessions = /too many sessions/i.test(text);
    const namesCredentials = /credential|password|user/i.test(text);
    if (namesSessions && !namesCredentials) return tooMany();
    if (namesCredentials && !namesSessions) return wrong();
    const probe = await deps.probeCredentials().catch(() => 'unknown' as const);
    // Credentials that have worked may have been changed since; where no port tells, a full table is likelier.
    if (probe === 'unknown') return hasWorked ? tooMany() : wrong();
    return probe === 'accepted' ? tooMany() : wrong();
  }

  async function hasLogicLayer(signal?: AbortSignal): Promise<boolean | undefined> {
    const reply = await raw('ReGa.isPresent', {}, undefined, signal).catch(() => undefined);
    throwIfAborted(signal);
    return reply?.kind === 'result' && typeof reply.result === 'boolean' ? reply.result : undefined;
  }

  async function current(): Promise<string> {
    if (sessionId === undefined) return await open();
    const age = now() - renewedAt;
    // A clock that was set back says nothing about the age.
    return age < 0 || age > timings.sessionRenewMs ? await renew(sessionId) : sessionId;
  }

  /** The same session when the CCU still has it, else a new one. */
  async function renew(id: string): Promise<string> {
    const reply = await raw('Session.renew', {}, id);
    if (reply.kind === 'error' || reply.result === false) {
      if (sessionId === id) sessionId = undefined;
      return await open();
    }
    renewedAt = now();
    return id;
  }

  /** A new session in place of one that is over. */
  async function replace(id: string, signal?: AbortSignal): Promise<string> {
    if (sessionId === id) {
      sessionId = undefined;
      await raw('Session.logout', {}, id, signal).catch(() => undefined);
    }
    return await current();
  }

  /** One call; a session that turns out to be over is replaced once, a level that is too low costs no login. */
  async function ask(
    method: string,
    params: Readonly<Record<string, unknown>>,
    signal?: AbortSignal,
  ): Promise<unknown> {
    const id = await current();
    let reply = await raw(method, params, id, signal);
    let denial = denialOf(reply);
    if (denial?.kind === 'unclear' && (await isAlive(id, signal))) throw levelTooLow(method, {});
    if (denial !== undefined && denial.kind !== 'level') {
      reply = await raw(method, params, await replace(id, signal), signal);
      denial = denialOf(reply);
      if (denial?.kind === 'unclear') throw levelTooLow(method, {});
    }
    if (denial?.kind === 'level') throw levelTooLow(method, denial);
    if (reply.kind === 'error') throw mapJsonError(reply.code);
    return reply.result;
  }

  async function isAlive(id: string, signal?: AbortSignal): Promise<boolean> {
    const reply = await raw('Session.renew', {}, id, signal);
    return reply.kind === 'result' && reply.result !== false;
  }

  function succeeded(): void {
    failuresInARow = 0;
    reopenedForFailures = false;
  }

  /** Whether so many calls failed in a row that the session itself is to blame; then it is opened anew, once. */
  async function failed(error: unknown): Promise<void> {
    if (!isCcuError(error) || !BLAMES_SESSION.has(error.code)) return;
    failuresInARow += 1;
    if (failuresInARow < SUSPICIOUS_FAILURES || reopenedForFailures || sessionId === undefined) return;
    reopenedForFailures = true;
    await replace(sessionId).catch(() => undefined);
  }

  return {
    async call(method, params = {}, signal, isGood = () => true) {
      throwIfAborted(signal);
      try {
        const result = await ask(method, params, signal);
        if (isGood(result)) succeeded();
        else await failed(new CcuError('script_failed', 'the answer is none'));
        return result;
      } catch (error) {
        await failed(error);
        throw error;
      }
    },
    async id(signal) {
      throwIfAborted(signal);
      return sessionId === undefined ? await open() : await renew(sessionId);
    },
    async isOpen(signal) {
      throwIfAborted(signal);
      return await isAlive(await current(), signal).catch(() => false);
    },
    retry() {
      if (refused === undefined || !PASSES.has(stateOf(refused.error))) return;
      refused = undefined;
      backoff.reset();
    },
    state() {
      if (refused !== undefined && elapsed() < refused.until) return stateOf(refused.error);
      if (reopenedForFailures && failuresInARow >= SUSPICIOUS_FAILURES) return 'failing';
      return sessionId === undefined ? 'none' : 'open';
    },
    hasLogicLayer,
    async isTableFull() {
      if (credentials === undefined || !hasWorked) return undefined;
      const reply = await raw('Session.login', { ...credentials });
      if (reply.kind === 'error' || !isSessionId(reply.result)) return true;
      await raw('Session.logout', {}, reply.result).catch(() => undefined);
      return false;
    },
    async close(signal) {
      closed = true;
      const id = sessionId ?? (await opening?.catch(() => undefined));
      sessionId = undefined;
      if (id === undefined) return;
      await raw('Session.logout', {}, id, signal).then(
        () => remember(undefined),
        () => undefined,
      );
    },
  };
}

/** Failures that a dead session may cause: a refusal of one thing, and answers that make no sense. */
const BLAMES_SESSION: ReadonlySet<CcuErrorCode> = new Set(['fault', 'protocol', 'script_failed', 'login_refused']);
const SUSPICIOUS_FAILURES = 3;

/** Reasons for having no session that end without anything being changed. */
const PASSES: ReadonlySet<SessionState> = new Set(['unreachable', 'logic_layer_away']);

function stateOf(error: CcuError): SessionState {
  if (error.code === 'booting') return 'logic_layer_away';
  return error.code === 'login_refused' || error.code === 'too_many_sessions' ? error.code : 'unreachable';
}

function tooMany(): CcuError {
  return new CcuError('too_many_sessions', 'the CCU has no free session; one becomes free after some minutes');
}

function away(): CcuError {
  return new CcuError('booting', 'the logic layer of the CCU does not run');
}

function wrong(): CcuError {
  return new CcuError('login_refused', 'the CCU refused user name or password');
}

/** The CCU's own script takes its arguments apart at spaces, so such a login never succeeds. */
function withSpaces(): CcuError {
  return new CcuError(
    'login_refused',
    'a user name or password with a space cannot be used over JSON-RPC: give the gateway an account without',
  );
}
