import type { IncomingMessage } from 'node:http';
import type { RequestDescription } from '../model/request.js';

/**
 * Describes a request of Node's own HTTP server as it came off the wire.
 *
 * @example
 * createServer(async (request, response) => {
 *   const verdict = await auth.check(describeNodeRequest(request), 'viewer');
 * });
 */
export function describeNodeRequest(
  message: Pick<IncomingMessage, 'method' | 'url' | 'rawHeaders' | 'socket'>,
  more: Pick<RequestDescription, 'isUpgrade' | 'requestId'> = {},
): RequestDescription {
  return {
    method: message.method ?? '',
    target: message.url ?? '',
    rawHeaders: message.rawHeaders,
    peerAddress: message.socket.remoteAddress ?? '',
    ...more,
  };
}
