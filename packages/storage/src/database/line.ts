import { setTimeout as later } from 'node:timers/promises';
import { type guarded, waitForOthers } from './connection.js';
import { isTransientStorageError, toStorageError } from './driver/errors.js';
import type { Connection } from './driver/sqlite.js';

/** As `guarded`, for a write that may meet the lock of another process. */
export type Write = typeof guarded;

export interface LineOptions {
  /** They must not wait for other processes themselves. */
  readonly connections: readonly Connection[];
  /** Time for which a write waits before it is refused. */
  readonly patienceMs: number;
  /** Default: a timer of the machine, which keeps the process alive: a command may have nothing else to wait for. */
  readonly pause?: ((ms: number) => Promise<unknown>) | undefined;
  /** Called with a write that waited in vain. */
  readonly refused: (error: unknown) => void;
}

/** The line in which writes wait for the lock of another process, while the program goes on. */
export interface Line {
  /** The work must change nothing when the lock refuses it, as a statement or an immediate transaction does. */
  readonly write: Write;
  /** Runs the waiting work, standing still for the lock of another process. */
  finish(): void;
}

interface Waiting {
  /** True when it is settled, false when the lock of another process refused it. */
  readonly run: () => boolean;
  readonly refuse: () => void;
  waitedMs: number;
}

const RETRY_EVERY_MS = 20;

/** A write goes at once where none waits, and behind those that wait: two writes of one thing keep their order. */
export function createLine({ connections, patienceMs, pause = later, refused }: LineOptions): Line {
  let line: readonly Waiting[] = [];
  let isMoving = false;

  const runUntilRefused = () => {
    while (line[0]?.run()) line = line.slice(1);
  };

  const move = async () => {
    isMoving = true;
    while (line.length > 0) {
      await pause(RETRY_EVERY_MS);
      runUntilRefused();
      for (const waiting of line) waiting.waitedMs += RETRY_EVERY_MS;
      const over = line.filter(({ waitedMs }) => waitedMs >= patienceMs);
      line = line.filter(({ waitedMs }) => waitedMs < patienceMs);
      for (const { refuse } of over) refuse();
    }
    isMoving = false;
  };

  const write: Write =
    <Arguments extends readonly unknown[], Answer>(work: (...args: Arguments) => Answer) =>
    (...args: Arguments) =>
      new Promise<Answer>((resolve, reject) => {
        let last: unknown;
        const run = () => {
          try {
            resolve(work(...args));
            return true;
          } catch (error) {
            last = toStorageError(error);
            if (isTransientStorageError(last)) return false;
            reject(last);
            return true;
          }
        };
        const refuse = () => {
          refused(last);
          reject(last);
        };
        if (line.length === 0 && run()) return;
        if (patienceMs <= 0) return refuse();
        line = [...line, { run, refuse, waitedMs: 0 }];
        if (!isMoving) void move();
      });

  return {
    write,
    finish() {
      for (const db of connections) if (db.open) waitForOthers(db, patienceMs);
      const left = line;
      line = [];
      for (const { run, refuse } of left) if (!run()) refuse();
    },
  };
}
