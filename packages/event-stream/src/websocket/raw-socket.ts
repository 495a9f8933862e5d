/** The output side of an upgraded socket: whole frames in, nothing queued by us. */
export interface RawSocket {
  /** False: the bytes are taken, but no more before `onDrain`'s callback. */
  write(bytes: Uint8Array): boolean;
  onDrain(callback: () => void): void;
  onClose(callback: () => void): void;
  /** See `FrameSink`. */
  progress?(): number;
  destroy(): void;
}

/** The part of `net.Socket` that is used. */
export interface NodeSocketLike {
  write(bytes: Uint8Array): boolean;
  readonly writableLength: number;
  readonly writable: boolean;
  readonly bytesWritten: number;
  /** Where Node looks itself, for its own time-outs, to see whether anything of a long write has gone out. */
  readonly _handle?: { readonly writeQueueSize?: number } | null;
  on(event: 'drain' | 'close', callback: () => void): unknown;
  destroy(): unknown;
}

/**
 * A socket of Node, e.g. the one of an HTTP upgrade.
 *
 * @example
 * server.on('upgrade', (request, socket) => attachWebSocket(stream, { socket: nodeRawSocket(socket), principal, close }));
 */
export function nodeRawSocket(socket: NodeSocketLike): RawSocket {
  return new NodeRawSocket(socket);
}

/** A class like the sink before it: every frame to every socket passes here, and each closure would be a cache miss. */
class NodeRawSocket implements RawSocket {
  constructor(private readonly socket: NodeSocketLike) {}

  write(bytes: Uint8Array): boolean {
    const { socket } = this;
    // Node compares with its high-water mark before it tries the write; what counts is what the kernel did not take.
    return !socket.writable || socket.write(bytes) || socket.writableLength === 0;
  }

  onDrain(callback: () => void): void {
    this.socket.on('drain', callback);
  }

  onClose(callback: () => void): void {
    this.socket.on('close', callback);
  }

  progress(): number {
    const { bytesWritten, writableLength, _handle } = this.socket;
    // Another number only when a write has ended or the kernel has taken some of it, not when something waits behind it.
    return bytesWritten - writableLength - (_handle?.writeQueueSize ?? 0);
  }

  destroy(): void {
    this.socket.destroy();
  }
}
