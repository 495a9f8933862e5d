import type { Connection, ConnectionOptions } from '../model/connection.js';
import type { ReadableEventStream } from '../model/stream.js';
import type { RawSocket } from './raw-socket.js';
import { createWebSocketSink } from './sink.js';

/** Options of a connection over an upgraded socket. */
export interface WebSocketConnectionOptions extends Omit<ConnectionOptions, 'sink' | 'transport'> {
  readonly socket: RawSocket;
  /** Performs the closing handshake, e.g. `(code, reason) => ws.close(code, reason)`. */
  readonly close: (code: number, reason: string) => void;
}

/**
 * Joins an upgraded socket to a stream. The parser of its input calls `receive` for text, `touch` for pings and pongs,
 * and closes with 1003 for binary; the end of the socket is noticed here.
 *
 * @example
 * const connection = attachWebSocket(stream, { socket: nodeRawSocket(socket), principal: 'karl', close });
 */
export function attachWebSocket(
  stream: Pick<ReadableEventStream, 'openConnection'>,
  options: WebSocketConnectionOptions,
): Connection {
  const { socket, close, ...rest } = options;
  const connection = stream.openConnection({ ...rest, sink: createWebSocketSink({ socket, close }) });
  socket.onDrain(() => connection.drained());
  socket.onClose(() => connection.closed());
  return connection;
}
