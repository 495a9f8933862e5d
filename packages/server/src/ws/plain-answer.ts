import { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { SENDER_BYTES } from '../http/body/slow-senders.js';
import { hangUp } from '../http/problems/early-refusal.js';

/** Bodies that come with a refused upgrade; more is cut off and the request fails on its missing end. */
const MAX_BODY = 1024 * 1024;

/**
 * Answers a request that asked for an upgrade as if it had not. Node hands such requests to the upgrade listener with
 * their parser already gone, so the body is read here and the connection ends with the answer. Without this a client that
 * offers `h2c` would wait for ever on an open socket.
 */
export function answerPlainly(
  request: IncomingMessage,
  socket: Duplex,
  head: Uint8Array,
  options: {
    readonly listener: (request: IncomingMessage, response: ServerResponse) => unknown;
    /** Time in which the next piece of the body must be there: the server that would have watched over it has let go. */
    readonly bodyTimeoutMs: number;
  },
): void {
  const again = copyOf(request, socket as Socket);
  const response = new ServerResponse(again);
  response.shouldKeepAlive = false;
  response.assignSocket(socket as Socket);
  response.once('finish', () => {
    response.detachSocket(socket as Socket);
    hangUp(socket);
  });
  feedBody(again, socket, head, options.bodyTimeoutMs);
  options.listener(again, response);
}

/** The same request with a body still to come: to its parser the original has ended already. */
function copyOf(request: IncomingMessage, socket: Socket): IncomingMessage {
  const copy = new IncomingMessage(socket);
  const { method, url, rawHeaders, headers, httpVersion, httpVersionMajor, httpVersionMinor } = request;
  // A message that ends without being complete takes its socket with it.
  const complete = true;
  return Object.assign(copy, {
    method,
    url,
    rawHeaders,
    headers,
    httpVersion,
    httpVersionMajor,
    httpVersionMinor,
    complete,
  });
}

function feedBody(request: IncomingMessage, socket: Duplex, head: Uint8Array, timeoutMs: number): void {
  const expected = Math.min(Number(request.headers['content-length'] ?? 0) || 0, MAX_BODY);
  let missing = expected;
  let due = SENDER_BYTES;
  const cut = setTimeout(() => socket.destroy(), timeoutMs);
  socket.once('close', () => clearTimeout(cut));
  const take = (bytes: Uint8Array) => {
    const part = bytes.subarray(0, missing);
    missing -= part.byteLength;
    due -= part.byteLength;
    if (due <= 0) {
      due = SENDER_BYTES;
      cut.refresh();
    }
    if (part.byteLength > 0) request.push(part);
    if (missing === 0) {
      clearTimeout(cut);
      socket.off('data', take);
      request.push(null);
    }
  };
  if (missing > head.byteLength) socket.on('data', take);
  take(head);
}
