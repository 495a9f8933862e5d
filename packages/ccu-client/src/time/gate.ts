import { abortError } from './wait.js';

/** Lets at most `width` pieces of work run at a time; urgent ones go to the head of the line. */
export interface Gate {
  /** Work that still waits when `signal` aborts is never begun. */
  run<T>(work: () => Promise<T>, options?: { readonly urgent?: boolean; readonly signal?: AbortSignal }): Promise<T>;
}

export function createGate(width: number): Gate {
  const line: (() => void)[] = [];
  let running = 0;

  function next(): void {
    if (running >= width) return;
    const start = line.shift();
    if (start === undefined) return;
    running += 1;
    start();
  }

  return {
    run(work, { urgent = false, signal } = {}) {
      return new Promise((resolve, reject) => {
        const giveUp = () => {
          const place = line.indexOf(start);
          if (place < 0) return;
          line.splice(place, 1);
          reject(abortError(signal!));
        };
        const start = () => {
          signal?.removeEventListener('abort', giveUp);
          work()
            .then(resolve, reject)
            .finally(() => {
              running -= 1;
              next();
            });
        };
        if (urgent) line.unshift(start);
        else line.push(start);
        signal?.addEventListener('abort', giveUp, { once: true });
        if (signal?.aborted === true) giveUp();
        next();
      });
    },
  };
}
