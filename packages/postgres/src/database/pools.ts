import type pg from 'pg';
import { beginning, connectionOf, type Library } from './library.js';
import type { CompletePlace } from './options.js';

/**
 * The connections. Where the server gave no answer on one of them all are replaced, because the same fault may have
 * swallowed those that were open by then; statements under way on them come to their end.
 */
export function openPools(library: Library, place: CompletePlace, after = systemTimer) {
  const open = () => {
    const pool = new library.Pool({
      ...connectionOf(library, place),
      max: place.poolSize,
      // The library takes a promise and waits for it; its types do not allow one.
      onConnect: (client) => client.query(beginning(place)) as unknown as undefined,
    });
    // A connection that was not in use has ended: the next statement opens another one.
    pool.on('error', () => undefined);
    return pool;
  };
  let current = open();
  let leaving: Promise<void> | undefined;
  return {
    get current() {
      return current;
    },
    replace() {
      // A server that is slow is not given ever more connections.
      if (leaving !== undefined || current.totalCount === 0) return;
      leaving = ended(current, (end) => after(place.patienceMs + MARGIN_MS, end)).finally(() => {
        leaving = undefined;
      });
      current = open();
    },
    async end() {
      await Promise.all([current.end(), leaving]);
    },
  };
}

/** Runs something after a while; returns how to call it off. */
function systemTimer(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}

/** Beyond the time for which a connection is waited for. */
const MARGIN_MS = 1_000;

/**
 * Ends it when nothing waits for a connection of it any more: it would wait in vain. The library does not report
 * statements that give up waiting, or are refused because no connection could be opened, so at the time limit
 * nothing waits in any case.
 */
function ended(pool: pg.Pool, atLimit: (end: () => void) => () => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      cancel();
      pool.off('release', endUnlessAwaited);
      pool.end().then(resolve, reject);
    };
    const endUnlessAwaited = () => {
      if (pool.waitingCount === 0) end();
    };
    const cancel = atLimit(end);
    pool.on('release', endUnlessAwaited);
    endUnlessAwaited();
  });
}
