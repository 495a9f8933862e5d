import type pg from 'pg';
import { beginning, connectionOf, type Library } from './library.js';
import type { CompletePlace } from './options.js';

/**
 * The connections. Where the server gave no answer on one of them all are replaced, because what swallowed one may have swallowed those
 * that were open by then; what is under way on them comes to its end.
 */
export function openPools(library: Library, place: CompletePlace) {
  const open = () => {
    const pool = new library.Pool({
      ...connectionOf(library, place),
      max: place.poolSize,
      // The library takes a promise and waits for it; its types say otherwise.
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
      leaving = ended(current).finally(() => {
        leaving = undefined;
      });
      current = open();
    },
    async end() {
      await Promise.all([current.end(), leaving]);
    },
  };
}

/** Ends it when nothing waits for a connection of it any more: it would wait in vain. */
function ended(pool: pg.Pool): Promise<void> {
  return new Promise((resolve, reject) => {
    const endUnlessAwaited = () => {
      if (pool.waitingCount > 0) return;
      pool.off('release', endUnlessAwaited);
      pool.end().then(resolve, reject);
    };
    pool.on('release', endUnlessAwaited);
    endUnlessAwaited();
  });
}
