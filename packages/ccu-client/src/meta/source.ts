import { isSessionId } from '../json/session-id.js';
import { CcuError } from '../model/errors.js';
import type { Now } from '../model/ports.js';
import { throwIfAborted } from '../time/wait.js';
import { mapStatus } from '../transport/errors.js';
import type { HttpClient } from '../transport/http.js';
import { type Metadata, readSnapshot } from './snapshot.js';
import { readStates, type StoredState } from './states.js';

/**
 * The source of names of a CCU that has no logic layer (openccu-lite): neither JSON-RPC nor scripts exist there, by design and
 * not for a while.
 */
export interface MetadataSource {
  /**
   * True for such a CCU, asked again where the last answer is old. A CCU that does not answer keeps its last result.
   */
  look(signal?: AbortSignal): Promise<boolean>;
  /** Result of the last check. */
  isThere(): boolean;
  /** Result of the last read of names. */
  state(): 'unread' | 'read' | 'refused';
  read(signal?: AbortSignal): Promise<Metadata>;
  /** The values of an interface that the CCU remembers; undefined where it keeps none. */
  states(interfaceName: string, signal?: AbortSignal): Promise<readonly StoredState[] | undefined>;
  /** Ends the session that was opened for it. */
  close(signal?: AbortSignal): Promise<void>;
}

export interface MetadataSourceDeps {
  readonly http: Pick<HttpClient, 'exchange'>;
  readonly credentials: { readonly username: string; readonly password: string } | undefined;
  readonly now: Now;
  readonly timeoutMs: number;
}

/** Another system may come to that address, and a CCU may get another firmware. */
const LOOK_AGAIN_MS = 60_000;
/** Names, rooms and functions are in one document, and are asked for one after the other. */
const KEPT_MS = 5_000;
/** A token that people create at the CCU is sent directly; it needs no session. */
const TOKEN = /^olt_[A-Za-z0-9]{8,128}$/;

export function createMetadataSource(deps: MetadataSourceDeps): MetadataSource {
  const { http, now, timeoutMs } = deps;
  const documents = createDocuments(deps);
  let kind = NO_SUCH;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let state: ReturnType<MetadataSource['state']> = 'unread';
  let kept: { readonly at: number; readonly document: Metadata } | undefined;

  async function look(signal?: AbortSignal): Promise<boolean> {
    if (kind.isThere && now() - lookedAt < LOOK_AGAIN_MS) return true;
    const path = '/api/meta/v1/version';
    const answer = await http.exchange({ method: 'GET', path, timeoutMs, signal }).catch(() => undefined);
    throwIfAborted(signal);
    // Only a web server that does not have the path proves another kind of CCU.
    if (answer === undefined || (answer.status !== 200 && answer.status !== 404)) return kind.isThere;
    kind = answer.status === 200 ? kindOf(answer.body) : NO_SUCH;
    lookedAt = now();
    return kind.isThere;
  }

  return {
    look,
    isThere: () => kind.isThere,
    state: () => state,
    async read(signal) {
      const age = kept === undefined ? Number.POSITIVE_INFINITY : now() - kept.at;
      if (kept !== undefined && age >= 0 && age < KEPT_MS) return kept.document;
      try {
        const document = readSnapshot(await documents.fetch('/api/meta/v1/snapshot', 'names', signal));
        kept = { at: now(), document };
        state = 'read';
        return document;
      } catch (error) {
        const { code } = error as CcuError;
        if (code === 'login_refused' || code === 'level_too_low') state = 'refused';
        throw error;
      }
    },
    async states(interfaceName, signal) {
      if (!kind.keepsStates) return undefined;
      return await readStates(
        (query) => documents.fetch(`/api/rpc/v1/state?${query}`, 'values', signal),
        interfaceName,
      );
    },
    close: documents.close,
  };
}

/** Documents of the CCU, read with its token or in a session that is opened when it is needed. */
function createDocuments({ http, credentials, timeoutMs }: Omit<MetadataSourceDeps, 'now'>) {
  let sessionId: string | undefined;

  async function login(signal?: AbortSignal): Promise<string> {
    if (credentials === undefined) throw new CcuError('login_refused', 'no user name is configured for this CCU');
    const answer = await post('/api/auth/v1/login', credentials, {}, signal);
    checkStatus(answer.status);
    const { sid } = (parsed(answer.body) ?? {}) as { sid?: unknown };
    if (!isSessionId(sid)) throw new CcuError('protocol', 'the answer of the CCU to the login is no session');
    sessionId = sid;
    return sid;
  }

  function post(path: string, what: unknown, headers: Readonly<Record<string, string>>, signal?: AbortSignal) {
    const body = Buffer.from(JSON.stringify(what));
    const length = { 'Content-Type': 'application/json', 'Content-Length': String(body.byteLength) };
    return http.exchange({ path, headers: { ...length, ...headers }, body, timeoutMs, signal, once: true });
  }

  const ask = (path: string, credential: string, signal?: AbortSignal) =>
    http.exchange({ method: 'GET', path, headers: bearer(credential), timeoutMs, signal });

  async function fetch(path: string, what: string, signal?: AbortSignal): Promise<unknown> {
    const token = credentials !== undefined && TOKEN.test(credentials.password) ? credentials.password : undefined;
    const known = token ?? sessionId;
    let answer = await ask(path, known ?? (await login(signal)), signal);
    if (answer.status === 401 && token === undefined && known !== undefined) {
      sessionId = undefined;
      answer = await ask(path, await login(signal), signal);
    }
    if (answer.status === 403) throw new CcuError('level_too_low', `the configured CCU account may not read ${what}`);
    checkStatus(answer.status);
    return parsed(answer.body);
  }

  return {
    fetch,
    async close(signal?: AbortSignal): Promise<void> {
      const id = sessionId;
      sessionId = undefined;
      if (id !== undefined) await post('/api/auth/v1/logout', {}, bearer(id), signal).catch(() => undefined);
    },
  };
}

function checkStatus(status: number): void {
  const refused = mapStatus(status);
  if (refused !== undefined) throw refused;
}

/** Kind of a CCU: with or without a logic layer, with or without stored values. */
interface Kind {
  readonly isThere: boolean;
  readonly keepsStates: boolean;
}

const NO_SUCH: Kind = { isThere: false, keepsStates: false };

function kindOf(body: Buffer): Kind {
  const version = (parsed(body) ?? {}) as { api?: unknown; capabilities?: { state?: unknown } | null };
  return version.api === 'meta' ? { isThere: true, keepsStates: version.capabilities?.state === true } : NO_SUCH;
}

const bearer = (credential: string) => ({ Authorization: `Bearer ${credential}` });

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
