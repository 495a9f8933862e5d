import type { Time } from '../ports/time.js';

export interface OneByOneOptions<Place> {
  /** A queued item is in the queue once. */
  readonly keyOf: (place: Place) => string;
  /** Handles its own errors. */
  readonly read: (place: Place) => Promise<void>;
  readonly time: Pick<Time, 'after'>;
  /** Pause between two readings: CCUs are small computers. */
  readonly gapMs: number;
}

/** Reads many things of a CCU, one after the other. */
export interface OneByOne<Place> {
  /** At once where nothing else is being read. */
  read(places: readonly Place[]): void;
  /** After a pause at the earliest, in which `leaveOut` may be called. */
  readLater(places: readonly Place[]): void;
  leaveOut(key: string): void;
  stop(): void;
}

export function createOneByOne<Place>({ keyOf, read, time, gapMs }: OneByOneOptions<Place>): OneByOne<Place> {
  /** The first in line is read next. */
  const queue = new Map<string, Place>();
  let isReading = false;
  let cancel: (() => void) | undefined;
  let stopped = false;

  const line = (places: readonly Place[]): void => {
    for (const place of places) queue.set(keyOf(place), place);
  };

  async function readNext(): Promise<void> {
    const [next] = queue;
    isReading = next !== undefined && !stopped;
    if (next === undefined || stopped) return;
    const [key, place] = next;
    queue.delete(key);
    await read(place);
    pauseThenRead();
  }

  function pauseThenRead(): void {
    isReading = true;
    cancel = time.after(gapMs, () => void readNext());
  }

  return {
    read(places) {
      line(places);
      if (!isReading && !stopped) void readNext();
    },
    readLater(places) {
      line(places);
      if (!isReading && !stopped) pauseThenRead();
    },
    leaveOut: (key) => void queue.delete(key),
    stop() {
      stopped = true;
      cancel?.();
      queue.clear();
    },
  };
}
