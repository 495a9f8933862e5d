import { CcuError } from '../errors.js';
import { createGate } from '../gate.js';
import { mapStatus, mapTransportError } from '../transport/errors.js';
import type { HttpClient } from '../transport/http.js';
import { decodeJsonRpcReply, encodeJsonRpcRequest, type JsonRpcReply } from '../wire/index.js';

interface JsonRpcCall {
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly sessionId?: string;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

/** Calls of the CCU's JSON-RPC, at most two at a time: each one starts a process on a weak machine. */
export interface JsonRpcClient {
  /** Errors of the CCU are part of the answer; rejects with `CcuError` when there is no answer. */
  call(what: JsonRpcCall): Promise<JsonRpcReply>;
}

/** What may be asked again when a kept connection breaks: it changes nothing, or nothing that a second time would change. */
const READS = /\.(?:get|list|is|has|renew|logout)/;
const JSON_RPC_PATH = '/api/homematic.cgi';

export function createJsonRpcClient(http: HttpClient): JsonRpcClient {
  const gate = createGate(2);
  let id = 0;

  async function exchange({ method, params, sessionId, timeoutMs, signal }: JsonRpcCall): Promise<JsonRpcReply> {
    id += 1;
    const body = encodeJsonRpcRequest({ id, method, params, sessionId });
    const answer = await http.exchange({
      path: JSON_RPC_PATH,
      headers: { 'Content-Type': 'application/json', 'Content-Length': String(body.byteLength) },
      body,
      timeoutMs,
      signal,
      once: !READS.test(method),
    });
    const refused = mapStatus(answer.status);
    if (refused !== undefined) throw refused;
    try {
      return decodeJsonRpcReply(answer.body);
    } catch (error) {
      throw mapTransportError(error);
    }
  }

  return { call: (what) => gate.run(() => exchange(what)) };
}

/** An error of the CCU's JSON-RPC as ours. Its text may hold a Tcl trace and is not passed on. */
export function mapJsonError(code: number): CcuError {
  switch (code) {
    case 400:
      return new CcuError('login_refused', "the session is over, or the user's level is too low");
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
