import { CcuError, isCcuError } from '../model/errors.js';
import type { Log, Now, Random, StateStore } from '../model/ports.js';
import { createBackoff } from '../time/backoff.js';
import type { JsonRpcReply } from '../wire/codecs/index.js';
import { away, passes, whyRefused, withSpaces } from './login-refusal.js';
import { isSessionId } from './session-id.js';

/** A call outside or inside a session, with its answer as it came. */
export type RawCall = (
  method: string,
  params: Readonly<Record<string, unknown>>,
  sessionId?: string,
  signal?: AbortSignal,
) => Promise<JsonRpcReply>;

export interface LoginDeps {
  readonly central: string;
  readonly raw: RawCall;
  readonly credentials: { readonly username: string; readonly password: string } | undefined;
  readonly store: StateStore;
  readonly elapsed: Now;
  readonly random: Random;
  readonly log?: Log;
  readonly hasLogicLayer: () => Promise<boolean | undefined>;
  readonly probeCredentials: () => Promise<'accepted' | 'refused' | 'unknown'>;
}

/** Opens sessions, and remembers across a crash the one that is open. */
export interface Login {
  /** `opened` is called with the id before anything else happens. Rejects at once while a refusal is recent. */
  open(opened: (id: string) => void): Promise<string>;
  /** Why the last try failed, while no other is made. */
  refusal(): CcuError | undefined;
  /** Makes a try worthwhile again that failed for a reason that passes. */
  retry(): void;
  /** The credentials have opened a session. */
  hasWorked(): boolean;
  /** The session is closed: the next start need not close it. */
  forget(): Promise<void>;
}

export function createLogin(deps: LoginDeps): Login {
  const { raw, credentials, elapsed } = deps;
  const kept = createKeptSession(deps);
  const backoff = createBackoff({ minMs: 1_000, maxMs: 60_000, random: deps.random });
  let hasWorked = false;
  let refused: { readonly error: CcuError; readonly until: number } | undefined;

  async function login(known: NonNullable<LoginDeps['credentials']>): Promise<string> {
    if (Object.values(known).some((each) => each.includes(' '))) throw withSpaces();
    await kept.closeLeft();
    const reply = await raw('Session.login', { ...known });
    if (reply.kind === 'error' || typeof reply.result !== 'string' || reply.result === '')
      throw await whyRefused(reply, { ...deps, hasWorked });
    if (!isSessionId(reply.result)) throw new CcuError('protocol', 'the answer of the CCU to the login is no session');
    return reply.result;
  }

  /** No answer came because the logic layer gives none. */
  async function hangs(error: unknown): Promise<boolean> {
    return isCcuError(error) && error.code === 'timeout' && (await deps.hasLogicLayer()) === false;
  }

  function failed(error: unknown): CcuError {
    const known = isCcuError(error) ? error : new CcuError('protocol', 'the login could not be read');
    refused = { error: known, until: elapsed() + backoff.next() };
    // Where there is no logic layer there is no session to have, which is no trouble.
    if (known.code === 'unsupported') return known;
    const { central, log } = deps;
    log?.({ level: 'warn', event: 'session.refused', message: known.message, central, fields: { code: known.code } });
    return known;
  }

  return {
    async open(opened) {
      if (credentials === undefined) throw new CcuError('login_refused', 'no user name is configured for this CCU');
      if (refused !== undefined && elapsed() < refused.until) throw refused.error;
      try {
        const id = await login(credentials);
        opened(id);
        hasWorked = true;
        refused = undefined;
        backoff.reset();
        await kept.remember(id);
        return id;
      } catch (error) {
        // The CCU was not asked, and the next request may be permitted.
        if (isNotPermitted(error)) throw error;
        throw failed((await hangs(error)) ? away() : error);
      }
    },
    refusal: () => (refused !== undefined && elapsed() < refused.until ? refused.error : undefined),
    retry() {
      if (refused === undefined || !passes(refused.error)) return;
      refused = undefined;
      backoff.reset();
    },
    hasWorked: () => hasWorked,
    forget: () => kept.remember(undefined),
  };
}

function isNotPermitted(error: unknown): boolean {
  return isCcuError(error) && error.code === 'not_permitted';
}

/** The id of the open session, stored so that the next start can close it after a crash. */
function createKeptSession({ raw, store, central }: Pick<LoginDeps, 'raw' | 'store' | 'central'>) {
  const key = `${central}/session`;
  let isClosed = false;

  async function remember(id: string | undefined): Promise<void> {
    await store.save(key, id).catch(() => undefined);
  }

  return {
    remember,
    /** Closes a session that an earlier run left open. */
    async closeLeft(): Promise<void> {
      if (isClosed) return;
      const left = await store.load(key).catch(() => undefined);
      if (isSessionId(left)) {
        await raw('Session.logout', {}, left).catch((error: unknown) => {
          if (isNotPermitted(error)) throw error;
        });
      }
      isClosed = true;
      if (left !== undefined) await remember(undefined);
    },
  };
}
