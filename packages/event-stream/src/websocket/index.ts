export { attachWebSocket, type WebSocketConnectionOptions } from './attach.js';
export { answerPings, type PingedSocket } from './pings.js';
export { type NodeSocketLike, nodeRawSocket, type RawSocket } from './raw-socket.js';
export { type ServedSocket, type ServeWebSocketOptions, serveWebSocket } from './serve.js';
export { createWebSocketSink, type WebSocketSinkOptions } from './sink.js';
