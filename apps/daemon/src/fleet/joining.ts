import type { Time } from '../time/time.js';

/** Something that is there a moment after this process listens. */
export interface Joining<T> {
  /** Undefined while it is not there. */
  readonly current: T | undefined;
  done(value: T): void;
  /** It as soon as it is there, and undefined where that takes too long. */
  wait(): Promise<T | undefined>;
}

/** In milliseconds: longer than it takes where the servers of the fleet answer. */
const PATIENCE_MS = 5_000;

export function createJoining<T>(time: Pick<Time, 'after'>): Joining<T> {
  let current: T | undefined;
  const waiting = new Set<() => void>();
  return {
    get current() {
      return current;
    },
    done(value) {
      current = value;
      for (const wake of [...waiting]) wake();
    },
    async wait() {
      if (current !== undefined) return current;
      await new Promise<void>((resolve) => {
        const wake = () => {
          waiting.delete(wake);
          cancel();
          resolve();
        };
        const cancel = time.after(PATIENCE_MS, wake);
        waiting.add(wake);
      });
      return current;
    },
  };
}
