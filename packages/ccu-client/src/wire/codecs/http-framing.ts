/** How XML-RPC travels over HTTP so that the hand-written parsers inside a CCU understand it. */

/** Interface processes reuse one connection for days and retry only once after a close: keep it open longer than they pause. */
export const KEEP_ALIVE_TIMEOUT_MS = 630_000;
/**
 * Headers of a request or an answer: a literal `Content-Length: N`, never chunked.
 *
 * @example
 * const body = encodeXmlRpcCall('system.listMethods', []);
 * const headers = xmlRpcHeaders(body); // { 'Content-Type': 'text/xml', 'Content-Length': '…' }
 */
export function xmlRpcHeaders(body: Uint8Array): Readonly<Record<string, string>> {
  return { 'Content-Type': 'text/xml', 'Content-Length': String(body.byteLength) };
}

/**
 * Value of an `Authorization` header. The CCU compares Latin-1 bytes.
 *
 * @example
 * basicAuthorization('Admin', 'secret'); // 'Basic QWRtaW46c2VjcmV0'
 */
export function basicAuthorization(username: string, password: string): string {
  return `Basic ${Buffer.from(`${username}:${password}`, 'latin1').toString('base64')}`;
}
