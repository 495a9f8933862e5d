import { WireError } from '../encoding/errors.js';
import { asBuffer, declaredEncoding, utf8OrLatin1 } from '../encoding/text.js';
import { faultFrom, type RpcAnswer, type RpcCall } from '../encoding/value.js';
import { PlainReader, readPlainDocument } from './plain.js';
import { createXmlRpcReader, type XmlRpcDecodeOptions, type XmlRpcDocument } from './reader.js';

/** The slowest documents take the parser a microsecond for each byte. */
const SLICE_BYTES = 32 * 1024;

/**
 * Reads a call.
 *
 * @throws WireError `not_rpc` for what is no call; `empty`, `malformed`, `too_large` or `too_deep`
 *
 * @example
 * const { method, params } = decodeXmlRpcCall(body, { contentType: request.headers['content-type'] });
 */
export function decodeXmlRpcCall(body: Uint8Array, options?: XmlRpcDecodeOptions): RpcCall {
  return toCall(read(body, options));
}

/**
 * Reads an answer or a fault. An answer without a value is the empty string.
 *
 * @throws WireError `not_rpc` for what is no answer; `empty`, `malformed`, `too_large` or `too_deep`
 *
 * @example
 * const answer = decodeXmlRpcResponse(body);
 * if (answer.kind === 'fault') throw new Error(`fault ${answer.code}`);
 */
export function decodeXmlRpcResponse(body: Uint8Array, options?: XmlRpcDecodeOptions): RpcAnswer {
  return toAnswer(read(body, options));
}

/**
 * Like `decodeXmlRpcResponse`, but gives the event loop a turn between slices, so that a device list of several
 * megabytes delays no other work. `turn` resolves when the others had their turn.
 *
 * @throws WireError as `decodeXmlRpcResponse` does; the promise rejects
 *
 * @example
 * import { setImmediate } from 'node:timers/promises';
 * const answer = await decodeXmlRpcResponseInSlices(body, () => setImmediate());
 */
export async function decodeXmlRpcResponseInSlices(
  body: Uint8Array,
  turn: () => Promise<void>,
  options?: XmlRpcDecodeOptions,
): Promise<RpcAnswer> {
  return toAnswer(await readInSlices(body, turn, options));
}

/**
 * Like `decodeXmlRpcCall`, in slices.
 *
 * @throws WireError as `decodeXmlRpcCall` does; the promise rejects
 *
 * @example
 * import { setImmediate } from 'node:timers/promises';
 * const { method, params } = await decodeXmlRpcCallInSlices(body, () => setImmediate());
 */
export async function decodeXmlRpcCallInSlices(
  body: Uint8Array,
  turn: () => Promise<void>,
  options?: XmlRpcDecodeOptions,
): Promise<RpcCall> {
  return toCall(await readInSlices(body, turn, options));
}

async function readInSlices(
  body: Uint8Array,
  turn: () => Promise<void>,
  options: XmlRpcDecodeOptions = {},
): Promise<XmlRpcDocument> {
  const bytes = asBuffer(body);
  // Settled first: else a document without a declaration is decoded and parsed in one piece, at its end.
  const encoding = options.encoding ?? declaredEncoding(bytes, options.contentType) ?? utf8OrLatin1(bytes);
  const settled = { ...options, encoding };
  const plain = await readPlainInSlices(bytes, turn, settled);
  if (plain !== undefined) return plain;
  const reader = createXmlRpcReader(settled);
  for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
    if (at > 0) await turn();
    reader.write(bytes.subarray(at, at + SLICE_BYTES));
  }
  return reader.end();
}

async function readPlainInSlices(
  bytes: Buffer,
  turn: () => Promise<void>,
  options: XmlRpcDecodeOptions,
): Promise<XmlRpcDocument | undefined> {
  const reader = new PlainReader(options);
  for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
    if (at > 0) await turn();
    const end = at + SLICE_BYTES;
    if (!reader.write(bytes.subarray(at, end), end >= bytes.length)) return undefined;
  }
  return reader.document();
}

function read(body: Uint8Array, options: XmlRpcDecodeOptions = {}): XmlRpcDocument {
  const plain = readPlainDocument(asBuffer(body), options);
  if (plain !== undefined) return plain;
  const reader = createXmlRpcReader(options);
  reader.write(body);
  return reader.end();
}

function toCall(document: XmlRpcDocument): RpcCall {
  if (document.root !== 'methodCall') throw new WireError('not_rpc', 'an answer arrived where a call was expected');
  if (document.method === undefined || document.method === '') throw new WireError('malformed', 'no method is named');
  return { method: document.method, params: document.values };
}

function toAnswer(document: XmlRpcDocument): RpcAnswer {
  if (document.root !== 'methodResponse') throw new WireError('not_rpc', 'a call arrived where an answer was expected');
  const value = document.values[0];
  if (document.isFault) return faultFrom(value ?? '');
  // A void result is written as an empty string by some servers and as no value at all by others.
  return { kind: 'value', value: value ?? '' };
}
