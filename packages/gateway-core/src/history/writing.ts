import type { HistoryBounds, HistoryStore } from '../ports/history.js';
import type { Logger } from '../ports/log.js';
import type { NextTurn } from '../ports/time.js';
import type { PendingSamples } from './pending.js';
import type { Rolling } from './rolled/rolling.js';

/** Size of one transaction; as many samples make it due before its time. */
const LOT = 4_096;
/** Of one writing, so that bounds that became much smaller hold up nothing. */
const MAX_PRUNES = 256;

/** Writes pending samples to the disk, has them rolled up, and drops those beyond the bounds. */
export interface HistoryWriting {
  /** Writes all pending samples, in lots. Refused ones stay pending. */
  flush(): Promise<void>;
  /** The same if there are enough samples; refused ones wait for the next `flush`. */
  flushIfMuch(): void;
}

export function createHistoryWriting(deps: {
  readonly store: Pick<HistoryStore, 'append' | 'prune'>;
  readonly pending: PendingSamples;
  readonly rolling: Pick<Rolling, 'run'>;
  readonly bounds: () => HistoryBounds;
  readonly now: () => number;
  readonly clockIsRight: () => boolean;
  readonly nextTurn: NextTurn;
  readonly log: Logger;
}): HistoryWriting {
  const { store, pending, rolling, bounds, now, clockIsRight, nextTurn, log } = deps;
  let writing: Promise<void> | undefined;
  let isRefused = false;

  async function write(): Promise<void> {
    // Samples that come from now on are not older.
    const until = now();
    try {
      while (pending.count > 0) {
        await pending.write(store, LOT);
        await nextTurn();
      }
      isRefused = false;
      if (clockIsRight()) await rolling.run(until);
      for (let count = 0; count < MAX_PRUNES && clockIsRight(); count += 1) {
        if (!(await store.prune(bounds(), now()))) break;
        await nextTurn();
      }
    } catch (error) {
      // Once, not every five minutes: health shows it for as long as it lasts.
      if (!isRefused) log.warn('the history could not be written', { error });
      isRefused = true;
    }
  }

  function flush(): Promise<void> {
    writing ??= write().finally(() => {
      writing = undefined;
    });
    return writing;
  }

  return {
    flush,
    flushIfMuch() {
      if (pending.count >= LOT && !isRefused) void flush();
    },
  };
}
