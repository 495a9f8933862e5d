import type { CliIo } from './io.js';

/** Shows at the terminal that work takes time, and removes the message at the end. */
export interface Progress {
  /** A text that may change meanwhile is a function. */
  during<T>(what: string | (() => string), work: () => Promise<T>): Promise<T>;
}

/** Calls back again and again, and returns how to end that. */
export type Repeat = (ms: number, run: () => void) => () => void;

const TICK_MS = 1000;
const ERASE_LINE = '\r\u001b[2K';

/** Only on a terminal, because a pipe or a log has no use for it. It begins after a second. */
export function createProgress(
  stderr: CliIo['stderr'],
  { quiet, repeat = everySoOften }: { readonly quiet: boolean; readonly repeat?: Repeat },
): Progress {
  let busy = false;
  return {
    async during(what, work) {
      if (busy || quiet || stderr.isTTY !== true) return await work();
      busy = true;
      let seconds = 0;
      const stop = repeat(TICK_MS, () => {
        seconds += 1;
        stderr.write(`${ERASE_LINE}${typeof what === 'string' ? what : what()} … ${seconds} s`);
      });
      try {
        return await work();
      } finally {
        stop();
        busy = false;
        if (seconds > 0) stderr.write(ERASE_LINE);
      }
    },
  };
}

const everySoOften: Repeat = (ms, run) => {
  const timer = setInterval(run, ms);
  return () => clearInterval(timer);
};
