import { encodeFrame } from '../delivery/frame.js';
import { defaultByteStore } from '../model/environment.js';
import type { FrameBatch, FrameSink } from '../model/sink.js';
import type { RawSocket } from './raw-socket.js';

/** The socket that frames are written to, and how it is closed. */
export interface WebSocketSinkOptions {
  readonly socket: RawSocket;
  /** Performs the closing handshake, e.g. `ws.close(code, reason)`. */
  readonly close: (code: number, reason: string) => void;
}

/**
 * Writes ready frames to the socket of an upgrade. Any other writer of it must write whole frames too.
 *
 * @example
 * const sink = createWebSocketSink({ socket: nodeRawSocket(socket), close: (code, reason) => webSocket.close(code, reason) });
 */
export function createWebSocketSink(options: WebSocketSinkOptions): FrameSink {
  return new WebSocketSink(options);
}

const store = defaultByteStore();

class WebSocketSink implements FrameSink {
  private readonly socket: RawSocket;
  private readonly options: WebSocketSinkOptions;

  constructor(options: WebSocketSinkOptions) {
    this.socket = options.socket;
    this.options = options;
  }

  write(batch: FrameBatch): boolean {
    return this.socket.write(batch.websocket);
  }

  control(text: string): boolean {
    return this.socket.write(encodeFrame(store, text));
  }

  progress(): number {
    return this.socket.progress?.() ?? 0;
  }

  close(code: number, reason: string): void {
    this.options.close(code, reason);
  }
}
