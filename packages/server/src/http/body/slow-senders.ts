import type { IncomingMessage } from 'node:http';

/** Bytes of a body that a sender has to send in one window at least: about 100 a second. */
export const SENDER_BYTES = 3 * 1024;
/** Checks of all senders in one window. */
const LOOKS = 6;

/** An incoming body. */
export interface Sender {
  /** Bytes of the connection that have come. */
  readonly received: () => number;
  /** The rest waits for this side, so that its sender cannot send. */
  readonly isHeldBack: () => boolean;
  readonly cut: () => void;
}

/** Cuts senders of bodies that are silent or too slow. How long a body takes in all does not count. */
export interface SlowSenders {
  /** Answers how to stop watching. */
  watch(sender: Sender): () => void;
  close(): void;
}

interface Window {
  looks: number;
  from: number;
}

/** One timer for all: a timer for each request would cost every request. */
export function createSlowSenders(windowMs: number): SlowSenders {
  const windows = new Map<Sender, Window>();
  let timer: NodeJS.Timeout | undefined;

  const look = () => {
    for (const [sender, window] of windows) {
      const received = sender.received();
      window.looks = sender.isHeldBack() ? 0 : window.looks + 1;
      if (window.looks === 0) window.from = received;
      if (window.looks < LOOKS) continue;
      if (received - window.from < SENDER_BYTES) {
        windows.delete(sender);
        sender.cut();
        continue;
      }
      window.looks = 0;
      window.from = received;
    }
  };

  return {
    watch(sender) {
      timer ??= setInterval(look, windowMs / LOOKS).unref();
      windows.set(sender, { looks: 0, from: sender.received() });
      return () => void windows.delete(sender);
    },
    close() {
      clearInterval(timer);
      timer = undefined;
    },
  };
}

/** Watches the body of a request until it is there or its connection is gone; a request without one is left alone. */
export function watchBody(senders: SlowSenders, request: IncomingMessage, cut: () => void): void {
  const { headers, socket } = request;
  if (headers['transfer-encoding'] === undefined && (headers['content-length'] ?? '0') === '0') return;
  const unwatch = senders.watch({
    received: () => socket.bytesRead,
    // A reader that is slow stops the connection once its buffer is full.
    isHeldBack: () => request.complete || socket.isPaused() || request.readableLength >= request.readableHighWaterMark,
    cut,
  });
  // A connection carries many requests, and keeps nothing of those that are over.
  const stop = () => {
    unwatch();
    request.off('close', stop);
    socket.off('close', stop);
  };
  request.once('close', stop);
  socket.once('close', stop);
}
