import { WireError } from '../encoding/errors.js';
import { decodeUtf8OrLatin9 } from '../encoding/text.js';

/** A call as `/api/homematic.cgi` takes it. `sessionId` is left out for the calls that need none. */
export interface JsonRpcRequest {
  readonly id: number;
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly sessionId?: string;
}

/** A reply to a JSON-RPC call. `code` is -1 and `message` empty where the CCU gives none that can be read. */
export type JsonRpcReply =
  | { readonly kind: 'result'; readonly result: unknown }
  | { readonly kind: 'error'; readonly code: number; readonly message: string };

/**
 * The body of a call, ASCII only: what is not ASCII is written as `\\uXXXX`, so no server can misread its encoding.
 *
 * @example
 * const body = encodeJsonRpcRequest({ id: 1, method: 'Room.getAll', sessionId });
 */
export function encodeJsonRpcRequest(request: JsonRpcRequest): Buffer {
  const session = request.sessionId === undefined ? {} : { _session_id_: request.sessionId };
  const body = JSON.stringify({
    version: '1.1',
    jsonrpc: '1.1',
    id: request.id,
    method: request.method,
    params: { ...request.params, ...session },
  });
  return Buffer.from(
    body.replace(/[\u007f-\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`),
    'latin1',
  );
}

/**
 * Reads a reply. A missing result is `null`.
 *
 * @throws WireError `empty`, `not_rpc` (HTML) or `malformed`
 *
 * @example
 * const reply = decodeJsonRpcReply(body);
 * if (reply.kind === 'error') throw new Error(`the CCU answered ${reply.code}`);
 */
export function decodeJsonRpcReply(body: Uint8Array): JsonRpcReply {
  const parsed = parseBrokenJson(body);
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    throw new WireError('malformed', 'the reply is not a JSON object');
  }
  const { result, error } = parsed as { result?: unknown; error?: unknown };
  if (typeof error === 'object' && error !== null) {
    const { code, message } = error as { code?: unknown; message?: unknown };
    const number = Number(code);
    return {
      kind: 'error',
      code: Number.isInteger(number) ? number : -1,
      message: typeof message === 'string' ? message : '',
    };
  }
  return { kind: 'result', result: result ?? null };
}

/**
 * Parses JSON as the CCU's Tcl writes it: either encoding, raw control characters inside strings, backslashes that
 * escape nothing.
 *
 * @throws WireError `empty`, `not_rpc` (HTML), or `malformed` for what a tolerant reader cannot repair
 *
 * @example
 * parseBrokenJson(Buffer.from('{"name":"50\\% \\x"}')); // { name: '50\\% \\x' }
 */
export function parseBrokenJson(body: Uint8Array): unknown {
  if (body.byteLength === 0) throw new WireError('empty', 'the body is empty');
  const text = decodeUtf8OrLatin9(body).replace(/^\ufeff/, '');
  const start = text.trimStart().charAt(0);
  if (start === '<' || start === '') throw new WireError('not_rpc', 'the body is not JSON');
  try {
    return JSON.parse(text);
  } catch {
    try {
      return JSON.parse(repairJson(text));
    } catch {
      throw new WireError('malformed', 'the JSON cannot be read');
    }
  }
}

/** Inside strings: control characters become escapes, backslashes before anything else than an escape are doubled. */
function repairJson(text: string): string {
  return text.replace(/"[^"\\]*(?:\\.[^"\\]*)*"/gs, (literal) =>
    literal
      .replace(/\\(?:(["\\/bfnrt])|(u[0-9A-Fa-f]{4})|(.))/gs, (whole, _simple, _unicode, other?: string) =>
        other === undefined ? whole : `\\\\${other}`,
      )
      .replace(/[\u0000-\u001f]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`),
  );
}
