import { CcuError } from '../model/errors.js';
import type { SessionState } from '../model/hub-model.js';
import type { Log, Now, Random, StateStore } from '../model/ports.js';
import type { Timings } from '../model/timings.js';
import { createBackoff } from '../time/backoff.js';
import { createSteadyClock } from '../time/steady-clock.js';
import { throwIfAborted, unlessAborted } from '../time/wait.js';
import { denialOf, type JsonRpcClient, levelTooLow, mapJsonError } from './json-rpc-client.js';
import { createLogicLayerWatch, type LogicLayerWatch, silent } from './logic-layer-watch.js';
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
 * The one session of this program at a CCU. CCUs have three sessions for all users, people included, so it is opened
 * once, kept, and closed at every exit; a session left by a crash is closed at the next start.
 */
export interface JsonSession {
  /** Calls within the session, opening or renewing it when needed. Rejects with `CcuError`. */
  call(
    method: string,
    params?: Readonly<Record<string, unknown>>,
    signal?: AbortSignal,
    /** True for an answer that proves the session valid; default: every answer that is no error. */
    isGood?: (result: unknown) => boolean,
  ): Promise<unknown>;
  /** The id of a session that the CCU has just confirmed, for the one URL that needs it. Secret. */
  id(signal?: AbortSignal): Promise<string>;
  /** True when the CCU has a session for these credentials, at any level. */
  isOpen(signal?: AbortSignal): Promise<boolean>;
  /** The CCU answers again on another wire: a login that failed for want of an answer is worth a try now. */
  retry(): void;
  /** State of the session, for diagnosis. */
  state(): SessionState;
  /**
   * Distinguishes a full session table from a wrong password of another account, because a CCU answers both alike:
   * opens and closes one more session with proven credentials. Undefined without any.
   */
  isTableFull(): Promise<boolean | undefined>;
  /**
   * State of the logic layer from the web server of the CCU, which needs no session; undefined where it does not report
   * it. Resolves within some seconds, also when the CCU hangs.
   */
  hasLogicLayer(signal?: AbortSignal): Promise<boolean | undefined>;
  /** The logic layer is known to hang: calls that need it are refused at once. */
  isSilent(): boolean;
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
  /** True when the web server answers by itself. */
  readonly isServed: (timeoutMs: number, signal?: AbortSignal) => Promise<boolean>;
  /** Tries the credentials on a port with Basic auth: `accepted`, `refused`, or `unknown` where none is asked for. */
  readonly probeCredentials: (signal?: AbortSignal) => Promise<'accepted' | 'refused' | 'unknown'>;
}

/** Time limit of calls that open, renew and end a session; a person may wait for them. */
const SESSION_CALL_MS = 10_000;

export function createJsonSession(deps: JsonSessionDeps): JsonSession {
  const { client, timings, credentials } = deps;
  const elapsed = createSteadyClock(deps.now);
  const watch = createLogicLayerWatch({
    ask: (timeoutMs, signal) => client.call({ method: 'ReGa.isPresent', timeoutMs, signal, beside: true }),
    isServed: deps.isServed,
    now: elapsed,
  });
  const raw = createRawCall(deps, watch);
  const hasLogicLayer = async (signal?: AbortSignal): Promise<boolean | undefined> => {
    const isThere = await watch.look(signal);
    if (isThere === true) login.retry();
    return isThere;
  };
  const login = createLogin({ ...deps, raw, elapsed, hasLogicLayer });
  const open = new OpenSession(raw, login, deps.now, timings.sessionRenewMs);
  const health = new SessionHealth();
  const replacements = createReplacements(open, elapsed, deps.random);

  /** Opens a new session when the old one is the likely cause. */
  async function failed(error: unknown): Promise<void> {
    const { id } = open;
    if (health.failed(error, id !== undefined)) await open.replace(id!).catch(() => undefined);
  }

  return {
    async call(method, params = {}, signal, isGood = () => true) {
      throwIfAborted(signal);
      try {
        const result = await ask(raw, open, replacements, { method, params, signal });
        replacements.settled();
        watch.answered();
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
      return await unlessAborted(open.confirmed(), signal);
    },
    async isOpen(signal) {
      throwIfAborted(signal);
      const id = await unlessAborted(open.current(), signal);
      return (await aliveness(raw, id, signal).catch(() => 'unknown')) === 'alive';
    },
    retry: login.retry,
    isSilent: watch.isSilent,
    state() {
      if (watch.isSilent()) return 'logic_layer_away';
      const refusal = login.refusal();
      if (refusal !== undefined) return stateOf(refusal);
      if (health.isFailing()) return 'failing';
      return open.id === undefined ? 'none' : 'open';
    },
    hasLogicLayer,
    async isTableFull() {
      return credentials === undefined || !login.hasWorked() ? undefined : !(await opensAnother(raw, credentials));
    },
    close: (signal) => open.close(signal),
  };
}

/** Calls of the CCU that end as soon as its logic layer is known to hang. */
function createRawCall(
  { client, timings }: Pick<JsonSessionDeps, 'client' | 'timings'>,
  watch: Pick<LogicLayerWatch, 'isSilent' | 'signal'>,
): RawCall {
  return (method, params, sessionId, signal) => {
    if (watch.isSilent()) return Promise.reject(silent());
    const longest = method.startsWith('Session.') ? SESSION_CALL_MS : timings.jsonTimeoutMs;
    const stuck = watch.signal();
    return client.call({
      method,
      params,
      sessionId,
      timeoutMs: Math.min(longest, timings.jsonTimeoutMs),
      signal: signal === undefined ? stuck : AbortSignal.any([signal, stuck]),
    });
  };
}

/** True when the CCU opens one more session for these credentials, which is closed again. */
async function opensAnother(raw: RawCall, credentials: Credentials): Promise<boolean> {
  const reply = await raw('Session.login', { ...credentials });
  if (reply.kind === 'error' || !isSessionId(reply.result)) return false;
  await raw('Session.logout', {}, reply.result).catch(() => undefined);
  return true;
}

/** Opens new sessions in place of those that the CCU denies, less and less often until a call is answered. */
interface Replacements {
  /** Rejects with `booting` where the last one was denied a moment ago. */
  replace(id: string, signal?: AbortSignal): Promise<string>;
  /** A call was answered. */
  settled(): void;
}

function createReplacements(open: OpenSession, elapsed: Now, random: Random): Replacements {
  const backoff = createBackoff({ minMs: 1_000, maxMs: 60_000, random });
  let notBefore = Number.NEGATIVE_INFINITY;
  return {
    async replace(id, signal) {
      // Another call may have replaced it meanwhile.
      if (open.id === id) {
        if (elapsed() < notBefore) throw undecided();
        notBefore = elapsed() + backoff.next();
      }
      return await unlessAborted(open.replace(id, signal), signal);
    },
    settled() {
      notBefore = Number.NEGATIVE_INFINITY;
      backoff.reset();
    },
  };
}

/** One call; a session that turns out to be over is replaced once, a level that is too low costs no login. */
async function ask(
  raw: RawCall,
  session: OpenSession,
  replacements: Replacements,
  {
    method,
    params,
    signal,
  }: { readonly method: string; readonly params: Readonly<Record<string, unknown>>; readonly signal?: AbortSignal },
): Promise<unknown> {
  const id = await unlessAborted(session.current(), signal);
  let reply = await raw(method, params, id, signal);
  let denial = denialOf(reply);
  // The logic layer did not tell the level: that is no answer, and neither a refusal nor the end of the session.
  if (denial?.kind === 'unclear' && (await aliveness(raw, id, signal)) === 'alive') throw undecided();
  if (denial !== undefined && denial.kind !== 'level') {
    reply = await raw(method, params, await replacements.replace(id, signal), signal);
    denial = denialOf(reply);
    if (denial?.kind === 'unclear') throw undecided();
  }
  if (denial?.kind === 'level') throw levelTooLow(method, denial);
  if (reply.kind === 'error') throw mapJsonError(reply.code);
  return reply.result;
}

function undecided(): CcuError {
  return new CcuError('booting', 'the logic layer of the CCU did not tell whether the account may do that');
}

/** State of the session at the CCU; `unknown` after an ambiguous answer. */
async function aliveness(raw: RawCall, id: string, signal?: AbortSignal): Promise<'alive' | 'gone' | 'unknown'> {
  const reply = await raw('Session.renew', {}, id, signal);
  if (reply.kind === 'result') return reply.result === false ? 'gone' : 'alive';
  return denialOf(reply)?.kind === 'no_session' ? 'gone' : 'unknown';
}
