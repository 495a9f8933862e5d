import { encodeFrame } from '../delivery/frame.js';
import type { FrameSink } from '../delivery/sink.js';
import { defaultByteStore } from '../environment.js';
import type { RawSocket } from './raw-socket.js';

export interface WebSocketSinkOptions {
  readonly socket: RawSocket;
  /** Performs the closing handshake, e.g. `ws.close(code, reason)`. */
  readonly close: (code: number, reason: string) => void;
}

/** Writes ready frames to the socket of an upgrade. Whoever else writes to it must write whole frames too. */
export function createWebSocketSink({ socket, close }: WebSocketSinkOptions): FrameSink {
  const store = defaultByteStore();
  return {
    write: (batch) => socket.write(batch.websocket),
    control: (text) => socket.write(encodeFrame(store, text).bytes),
    close,
  };
}
