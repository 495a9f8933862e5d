import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** Bytes that a reader takes in one round at least, as long as more wait for it. */
const READER_BYTES = 4 * 1024;

/** Cuts connections with a peer that leaves an answer unread: it stays in memory for that time. */
export interface SlowReaders {
  watch(socket: Socket): void;
  /** For connections that have a rule of their own from now on. */
  letGo(socket: Duplex): void;
  close(): void;
}

/**
 * Checks all watched connections once in `roundMs`. One timer for all: a timer for each answer would cost every answer.
 * A connection is cut when bytes waited at both ends of a round and fewer than `READER_BYTES` were taken in it.
 */
export function createSlowReaders(roundMs: number): SlowReaders {
  /** Bytes taken when the round began, for connections with waiting bytes. */
  const taken = new Map<Duplex, number | undefined>();

  const look = () => {
    for (const [socket, before] of taken) {
      const state = stateOf(socket as Socket);
      const behind = before !== undefined && state.waiting && state.taken - before < READER_BYTES;
      if (behind) socket.destroy();
      else taken.set(socket, state.waiting ? state.taken : undefined);
    }
  };
  let timer: NodeJS.Timeout | undefined;

  return {
    watch(socket) {
      timer ??= setInterval(look, roundMs).unref();
      taken.set(socket, undefined);
      socket.once('close', () => taken.delete(socket));
    },
    letGo: (socket) => void taken.delete(socket),
    close() {
      clearInterval(timer);
      timer = undefined;
    },
  };
}

/** Counted at the handle, because the stream above it counts a large piece only when all of it is gone. */
function stateOf(socket: Socket): { readonly taken: number; readonly waiting: boolean } {
  const handle = (
    socket as { readonly _handle?: { readonly bytesWritten: number; readonly writeQueueSize: number } | null }
  )._handle;
  if (handle === null || handle === undefined) return { taken: 0, waiting: false };
  return { taken: handle.bytesWritten - handle.writeQueueSize, waiting: socket.writableLength > 0 };
}
