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
  /** `done` is called when the bytes have left, or cannot leave any more. */
  write(bytes: Uint8Array, done?: () => void): boolean;
  readonly writableLength: number;
  readonly writable: boolean;
  readonly bytesWritten: number;
  /** The counter that Node itself uses for its time-outs, to detect progress of a long write. */
  readonly _handle?: { readonly writeQueueSize?: number } | null;
  on(event: 'close', callback: () => void): unknown;
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

/** So little may wait without being asked about. */
const smallBytes = 4096;

/** A class like the sink before it: every frame to every socket passes here, and each closure would be a cache miss. */
class NodeRawSocket implements RawSocket {
  private waits = false;
  private readonly listeners: (() => void)[] = [];

  constructor(private readonly socket: NodeSocketLike) {}

  write(bytes: Uint8Array): boolean {
    const { socket } = this;
    if (!socket.writable) return true;
    // Most writes: should the kernel not take it, it alone waits, and the next write is one that is asked about.
    if (bytes.byteLength <= smallBytes && socket.writableLength === 0) {
      socket.write(bytes);
      return true;
    }
    // Node's result and its `drain` follow a high-water mark that differs by version; the rest that the kernel left
    // counts.
    socket.write(bytes, this.gone);
    this.waits = socket.writableLength > 0;
    return !this.waits;
  }

  onDrain(callback: () => void): void {
    this.listeners.push(callback);
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

  private readonly gone = (): void => {
    if (!this.waits || this.socket.writableLength > 0) return;
    this.waits = false;
    for (const listener of this.listeners) listener();
  };
}
