import { GatewayError } from '@ccu-gateway/gateway-core';
import type { NextTurn } from './next-turn.js';

/** Lets each caller have a few expensive readings at a time; callers take turns, so that one with many delays no other. */
export interface Shares {
  /**
   * Runs it when it is its turn.
   *
   * @throws GatewayError `rate_limited` (reason `too_many_reads`) where too many of this caller wait already
   */
  run<Result>(caller: string, signal: AbortSignal, work: () => Promise<Result>): Promise<Result>;
}

interface ShareBounds {
  /** Readings of one caller that run. */
  readonly perCaller: number;
  /** Readings of one caller that wait. */
  readonly waiting: number;
  /** Readings of all callers that run. */
  readonly total: number;
}

// A program may ask for each of 500 devices at once; a reading that waits costs some kilobytes.
const SHARE_BOUNDS: ShareBounds = { perCaller: 2, waiting: 512, total: 4 };

interface Line {
  running: number;
  readonly waiting: (() => void)[];
}

export function createShares(nextTurn: NextTurn, bounds: ShareBounds = SHARE_BOUNDS): Shares {
  /** In the order of their turns. */
  const lines = new Map<string, Line>();
  let running = 0;

  function lineOf(caller: string): Line {
    const known = lines.get(caller);
    if (known !== undefined) return known;
    const line = { running: 0, waiting: [] };
    lines.set(caller, line);
    return line;
  }

  function next(): void {
    for (const [caller, line] of lines) {
      if (running >= bounds.total) return;
      if (line.running >= bounds.perCaller) continue;
      const start = line.waiting.shift();
      if (start === undefined) continue;
      // The end of the order is the place of a caller that had its turn.
      lines.delete(caller);
      lines.set(caller, line);
      start();
    }
  }

  return {
    async run(caller, signal, work) {
      const line = lineOf(caller);
      if (line.waiting.length >= bounds.waiting) {
        throw new GatewayError('rate_limited', 'Too many expensive readings of this caller wait already', {
          reason: 'too_many_reads',
          retryAfterSeconds: 1,
        });
      }
      await new Promise<void>((resolve) => {
        line.waiting.push(() => {
          line.running += 1;
          running += 1;
          resolve();
        });
        next();
      });
      try {
        // Those that begin at once begin in turns of their own.
        await nextTurn();
        signal.throwIfAborted();
        return await work();
      } finally {
        line.running -= 1;
        running -= 1;
        if (line.running === 0 && line.waiting.length === 0) lines.delete(caller);
        next();
      }
    },
  };
}
