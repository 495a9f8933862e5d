import type { Connection } from '../model/connection.js';
import type { ReadableEventStream } from '../model/stream.js';
import { attachWebSocket, type WebSocketConnectionOptions } from './attach.js';
import { answerPings, type PingedSocket } from './pings.js';
import { type NodeSocketLike, nodeRawSocket, type RawSocket } from './raw-socket.js';

/** The part of a `ws` WebSocket that is used, made with `perMessageDeflate: false` and `autoPong: false`. */
export interface ServedSocket extends PingedSocket {
  on(event: 'ping', listener: (data: Uint8Array) => void): unknown;
  on(event: 'pong', listener: () => void): unknown;
  on(event: 'error', listener: () => void): unknown;
  on(event: 'message', listener: (data: unknown, isBinary: boolean) => void): unknown;
  close(code: number, reason: string): void;
}

/** Options for serving an upgraded socket. */
export interface ServeWebSocketOptions extends Omit<WebSocketConnectionOptions, 'socket' | 'close'> {
  readonly webSocket: ServedSocket;
  /** The raw socket of the upgrade, as it is or wrapped. */
  readonly socket: NodeSocketLike | RawSocket;
  /** Hears each text message before it is acted upon. */
  readonly onText?: (text: string) => void;
}

/**
 * Serves an upgraded socket with input that `ws` parses: listens to messages, pings, pongs and errors. A frame that
 * breaks the protocol ends that socket with its own code (1007, 1009, …) and nothing else.
 *
 * @example
 * webSocketServer.handleUpgrade(request, socket, head, (webSocket) => {
 *   serveWebSocket(stream, { webSocket, socket, principal: 'karl' });
 * });
 */
export function serveWebSocket(
  stream: Pick<ReadableEventStream, 'openConnection'>,
  options: ServeWebSocketOptions,
): Connection {
  const { webSocket, socket, onText, ...rest } = options;
  // First of all, because an error that is not listened to ends the process.
  webSocket.on('error', () => {});
  const connection = attachWebSocket(stream, {
    ...rest,
    socket: 'onDrain' in socket ? socket : nodeRawSocket(socket),
    close: (code, reason) => webSocket.close(code, reason),
  });
  webSocket.on('message', (data, isBinary) => {
    if (isBinary) {
      connection.close(1003, 'only text frames are understood');
      return;
    }
    const text = String(data);
    onText?.(text);
    connection.receive(text);
  });
  answerPings(webSocket, () => connection.touch());
  webSocket.on('pong', () => connection.touch());
  return connection;
}
