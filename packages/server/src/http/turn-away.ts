import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Reply } from '../rest/operation.js';

/** Writes an answer on a socket that no HTTP server serves any more, and ends it. */
export function writeReply(socket: Duplex, reply: Reply, requestId: string): void {
  const body = typeof reply.raw === 'string' ? reply.raw : '';
  const headers: readonly (readonly [string, string])[] = [
    ['content-type', reply.contentType ?? 'text/plain'],
    ['content-length', String(Buffer.byteLength(body))],
    ['connection', 'close'],
    ['cache-control', 'no-store'],
    ['x-content-type-options', 'nosniff'],
    ['x-request-id', requestId],
    ...Object.entries(reply.headers ?? {}),
    ...(reply.cookies ?? []).map((cookie) => ['set-cookie', cookie] as const),
  ];
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket.end(`HTTP/1.1 ${reply.status} ${STATUS_CODES[reply.status] ?? ''}\r\n${lines}\r\n${body}`);
}
