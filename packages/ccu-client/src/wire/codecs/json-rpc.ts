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
 * The body of a call, ASCII only: other characters are written as `\\uXXXX`, so no server can misread its encoding.
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
 * escape nothing, `nan`, commas too many, headers of the CGI before it, and an error page of the CGI after it.
 *
 * @throws WireError `empty`, `not_rpc` (HTML), or `malformed` for what a tolerant reader cannot repair
 *
 * @example
 * parseBrokenJson(Buffer.from('{"name":"50\\% \\x"}')); // { name: '50\\% \\x' }
 */
export function parseBrokenJson(body: Uint8Array): unknown {
  if (body.byteLength === 0) throw new WireError('empty', 'the body is empty');
  const text = decodeUtf8OrLatin9(body)
    .replace(/^\ufeff/, '')
    .replace(/^\s*content-type:[^\n]{0,200}\r?\n\r?\n/i, '');
  const start = text.trimStart().charAt(0);
  if (start === '<' || start === '') throw new WireError('not_rpc', 'the body is not JSON');
  try {
    return JSON.parse(text);
  } catch {
    try {
      return JSON.parse(repairJson(start === '{' ? firstObject(text) : text));
    } catch {
      throw new WireError('malformed', 'the JSON cannot be read');
    }
  }
}

/** A string, or the text between two. */
const PIECES = /"[^"\\]*(?:\\.[^"\\]*)*"|[^"]+/gs;

/** Without the text after the first object. */
function firstObject(text: string): string {
  let depth = 0;
  for (const { 0: piece, index } of text.matchAll(PIECES)) {
    if (piece.startsWith('"')) continue;
    for (let at = 0; at < piece.length; at += 1) {
      const char = piece[at];
      if (char === '{') depth += 1;
      else if (char === '}') depth -= 1;
      if (char === '}' && depth === 0) return text.slice(0, index + at + 1);
    }
  }
  return text;
}

const repairJson = (text: string): string =>
  text.replace(PIECES, (piece) => (piece.startsWith('"') ? repairString(piece) : repairBetween(piece)));

/** Control characters become escapes, backslashes before anything else than an escape are doubled. */
function repairString(literal: string): string {
  return literal
    .replace(/\\(?:(["\\/bfnrt])|(u[0-9A-Fa-f]{4})|(.))/gs, (whole, _simple, _unicode, other?: string) =>
      other === undefined ? whole : `\\\\${other}`,
    )
    .replace(/[\u0000-\u001f]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Numbers that are none become `null`; commas before an end are left out, and zeros before a number. */
function repairBetween(piece: string): string {
  return piece
    .replace(/[-+]?\b(?:nan|inf(?:inity)?)\b(?:\(\w*\))?/gi, 'null')
    .replace(/,(?=\s*[\]}])/g, '')
    .replace(/(?<![\d.eE+-])(-?)0+(?=\d)/g, '$1');
}
