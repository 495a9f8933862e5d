import { CcuError, type CcuErrorCode, isCcuError, saying } from '../model/errors.js';
import { noLogicLayer } from '../model/no-logic-layer.js';
import { createGate } from '../time/gate.js';
import { mapStatus, mapTransportError, unread } from '../transport/errors.js';
import type { HttpClient } from '../transport/http.js';
import { decodeJsonRpcReply, encodeJsonRpcRequest, type JsonRpcReply } from '../wire/codecs/index.js';

interface JsonRpcCall {
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly sessionId?: string;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  /** Waits for no other call: those may hang, and this one finds out. */
  readonly beside?: boolean;
}

/** Calls of the CCU's JSON-RPC, at most two at a time: each one starts a process on a weak machine. */
export interface JsonRpcClient {
  /** Errors of the CCU are part of the answer; rejects with `CcuError` when there is no answer. */
  call(what: JsonRpcCall): Promise<JsonRpcReply>;
}

/**
 * Methods that may be repeated when a persistent connection breaks: they change nothing, or nothing more at a second
 * time.
 */
const READS = /\.(?:get|list|is|has|renew|logout)/;
const JSON_RPC_PATH = '/api/homematic.cgi';

/** Detects a CCU without a logic layer, and so without JSON-RPC: from the last check, and by a new one. */
interface LogicLayerAbsence {
  isThere(): boolean;
  look(signal?: AbortSignal): Promise<boolean>;
}

/** Errors for the answer of a web server without JSON-RPC. */
const NO_JSON_RPC: ReadonlySet<CcuErrorCode> = new Set(['protocol', 'booting']);

/** Rejects calls with `unsupported` where `absence` reports no logic layer; it is asked when a call fails. */
export function createJsonRpcClient(http: HttpClient, absence: LogicLayerAbsence): JsonRpcClient {
  const gate = createGate(2);
  /** A CCU has few sessions for all users, so no two are opened at once, for any account. */
  const logins = createGate(1);
  let id = 0;

  async function exchange({ method, params, sessionId, timeoutMs, signal }: JsonRpcCall): Promise<JsonRpcReply> {
    id += 1;
    const once = !READS.test(method);
    const body = encodeJsonRpcRequest({ id, method, params, sessionId });
    const answer = await http.exchange({
      path: JSON_RPC_PATH,
      headers: { 'Content-Type': 'application/json', 'Content-Length': String(body.byteLength) },
      body,
      timeoutMs,
      signal,
      once,
    });
    const refused = mapStatus(answer.status, once);
    if (refused !== undefined) throw refused;
    try {
      return decodeJsonRpcReply(answer.body);
    } catch (error) {
      throw once ? unread(error) : mapTransportError(error);
    }
  }

  async function call(what: JsonRpcCall): Promise<JsonRpcReply> {
    if (absence.isThere() && (await absence.look(what.signal))) throw noLogicLayer();
    try {
      return await exchange(what);
    } catch (error) {
      const mayBeNone = isCcuError(error) && NO_JSON_RPC.has(error.code);
      if (mayBeNone && (await absence.look(what.signal))) throw noLogicLayer();
      // A session that may have been opened has not done the work it was opened for.
      throw isCcuError(error) && what.method.startsWith('Session.') ? saying(error, { mayHaveRun: false }) : error;
    }
  }

  return {
    call(what) {
      if (what.beside === true) return call(what);
      const { signal } = what;
      const inLine = () => gate.run(() => call(what), { signal });
      return what.method === 'Session.login' ? logins.run(inLine, { signal }) : inLine();
    },
  };
}

/** Error of a CCU for a call beyond its session. */
export type Denial =
  /** There is no such session any more. */
  | { readonly kind: 'no_session' }
  /** The account of the session has `has` and the method needs `needs`, as words of the CCU where it names them. */
  | { readonly kind: 'level'; readonly needs?: CcuLevel; readonly has: number }
  /** It does not say which of the two. */
  | { readonly kind: 'unclear' };

/** Levels of CCU accounts as its methods name them; as numbers 1, 2 and 8. */
export type CcuLevel = 'GUEST' | 'USER' | 'ADMIN';

const ACCESS_DENIED = 400;
/** Texts of some CCUs for a lost session after a restart, with other codes. */
const SESSION_GONE = /session (?:has )?(?:expired|timed out)|(?:invalid|unknown|no such) session/i;

/** Reads `access denied ("ADMIN" needed 2)`: the number is the level of the session, 0 when there is none. */
export function denialOf(reply: JsonRpcReply): Denial | undefined {
  if (reply.kind !== 'error') return undefined;
  if (SESSION_GONE.test(reply.message)) return { kind: 'no_session' };
  if (reply.code !== ACCESS_DENIED) return undefined;
  const said = /"(GUEST|USER|ADMIN)"\s+needed\s+(-?\d{1,3})/.exec(reply.message);
  if (said === null) return { kind: 'unclear' };
  const has = Number(said[2]);
  return has <= 0 ? { kind: 'no_session' } : { kind: 'level', needs: said[1] as CcuLevel, has };
}

/** An error of the CCU's JSON-RPC as ours. Its text may hold a Tcl trace and is not passed on. */
export function mapJsonError(code: number): CcuError {
  switch (code) {
    case ACCESS_DENIED:
      return new CcuError('login_refused', 'the CCU ended the session');
    case 401:
      return new CcuError('unsupported', 'this CCU does not know that method');
    case 500:
    case 502:
    case 503:
      return new CcuError('not_found', 'the CCU does not know that interface, device or paramset');
    default:
      return new CcuError('fault', `the CCU refused (${code})`, { faultCode: code });
  }
}

/** "The account may not", naming the level the method needs. */
export function levelTooLow(method: string, { needs = 'ADMIN' }: { readonly needs?: CcuLevel }): CcuError {
  return new CcuError('level_too_low', `the configured CCU account needs the level ${needs} for ${method}`);
}
