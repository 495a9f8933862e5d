import { CcuError, isCcuError } from '../errors.js';
import { createBackoff } from '../link/backoff.js';
import type { Log, Now, Random, StateStore } from '../ports.js';
import type { Timings } from '../timings.js';
import { throwIfAborted } from '../wait.js';
import type { JsonRpcReply } from '../wire/index.js';
import { type JsonRpcClient, mapJsonError } from './json-rpc-client.js';
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
  call(method: string, params?: Readonly<Record<string, unknown>>, signal?: AbortSignal): Promise<unknown>;
  /** The id, for the one URL that needs it. Secret. */
  id(signal?: AbortSignal): Promise<string>;
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
  const storeKey = `${deps.central}/session`;
  const backoff = createBackoff({ minMs: 1_000, maxMs: 60_000, random: deps.random });
  let sessionId: string | undefined;
  let usedAt = 0;
  let hasWorked = false;
  let opening: Promise<string> | undefined;
  let refused: { readonly error: CcuError; readonly until: number } | undefined;
  let cleaned = false;

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
    opening ??= login().finally(() => {
      opening = undefined;
    });
    return opening;
  }

  async function login(): Promise<string> {
    if (credentials === undefined) throw new CcuError('login_refused', 'no user name is configured for this CCU');
    if (refused !== undefined && now() < refused.until) throw refused.error;
    try {
      await cleanUp();
      const reply = await raw('Session.login', { ...credentials });
      if (reply.kind === 'error' || typeof reply.result !== 'string' || reply.result === '')
        throw await whyRefused(reply);
      if (!isSessionId(reply.result))
        throw new CcuError('protocol', 'what the CCU answered to the login is no session');
      sessionId = reply.result;
      usedAt = now();
      hasWorked = true;
      refused = undefined;
      backoff.reset();
      await remember(sessionId);
      return sessionId;
    } catch (error) {
      const known = isCcuError(error) ? error : new CcuError('protocol', 'the login could not be read');
      refused = { error: known, until: now() + backoff.next() };
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
    const text = reply.kind === 'error' ? reply.message : '';
    if (reply.kind === 'error' && reply.code === 503)
      return new CcuError('booting', 'the CCU is not ready for logins yet');
    const namesSessions = /too many sessions/i.test(text);
    const namesCredentials = /credential|password|user/i.test(text);
    if (namesSessions && !namesCredentials) return tooMany();
    if (namesCredentials && !namesSessions) return wrong();
    if (hasWorked) return tooMany();
    const probe = await deps.probeCredentials().catch(() => 'unknown' as const);
    return probe === 'accepted' ? tooMany() : wrong();
  }

  async function current(): Promise<string> {
    if (sessionId === undefined) return await open();
    if (now() - usedAt > timings.sessionRenewMs) {
      const reply = await raw('Session.renew', {}, sessionId);
      if (reply.kind === 'error' || reply.result === false) {
        sessionId = undefined;
        return await open();
      }
    }
    usedAt = now();
    return sessionId;
  }

  return {
    async call(method, params = {}, signal) {
      throwIfAborted(signal);
      const id = await current();
      let reply = await raw(method, params, id, signal);
      if (reply.kind === 'error' && reply.code === 400) {
        // Over on the CCU's side. Once more with a new one; if that is refused too, the level is too low.
        if (sessionId === id) sessionId = undefined;
        await raw('Session.logout', {}, id, signal).catch(() => undefined);
        reply = await raw(method, params, await current(), signal);
      }
      if (reply.kind === 'error') throw mapJsonError(reply.code);
      return reply.result;
    },
    async id(signal) {
      throwIfAborted(signal);
      return await current();
    },
    async close(signal) {
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

function tooMany(): CcuError {
  return new CcuError('too_many_sessions', 'the CCU has no free session; one becomes free after some minutes');
}

function wrong(): CcuError {
  return new CcuError('login_refused', 'the CCU refused user name or password');
}
