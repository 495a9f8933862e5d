import type { Socket } from 'node:net';
import type { Timers } from '../model/ports.js';

/** Connections from addresses of no CCU: few at a time and for a short while, so that they keep no CCU out. */
export interface Strangers {
  /** Hangs up where there are too many already. */
  take(socket: Socket): void;
  has(socket: Socket): boolean;
  /** The caller has proved to be a CCU. */
  trust(socket: Socket): void;
}

const MAX_STRANGERS = 8;
const STRANGER_MS = 5_000;

export function createStrangers(timers: Timers, refused: (socket: Socket) => void): Strangers {
  const deadlines = new Map<Socket, () => void>();

  function trust(socket: Socket): void {
    deadlines.get(socket)?.();
    deadlines.delete(socket);
  }

  return {
    take(socket) {
      if (deadlines.size >= MAX_STRANGERS) {
        refused(socket);
        socket.destroy();
        return;
      }
      deadlines.set(
        socket,
        timers.after(STRANGER_MS, () => {
          refused(socket);
          socket.destroy();
        }),
      );
      socket.once('close', () => trust(socket));
    },
    has: (socket) => deadlines.has(socket),
    trust,
  };
}
