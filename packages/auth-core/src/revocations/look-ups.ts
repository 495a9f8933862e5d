import type { ExclusiveStores } from '../model/ports.js';

/** A statement with more would keep others waiting. */
const LARGEST = 1_000;

interface Batch<Found> {
  readonly keys: Set<string>;
  readonly found: Promise<ReadonlyMap<string, Found>>;
}

/** Batches the look-ups of one turn of the event loop. */
function createBatchedFind<Found>(
  findMany: (keys: readonly string[]) => Promise<readonly Found[]>,
  keyOf: (found: Found) => string,
): (key: string) => Promise<Found | null> {
  let open: Batch<Found> | undefined;

  const begin = (): Batch<Found> => {
    const keys = new Set<string>();
    const found = Promise.resolve().then(async () => {
      if (open === mine) open = undefined;
      return new Map((await findMany([...keys])).map((each) => [keyOf(each), each]));
    });
    const mine = { keys, found };
    return mine;
  };

  return async (key) => {
    if (open === undefined || open.keys.size >= LARGEST) open = begin();
    open.keys.add(key);
    return (await open.found).get(key) ?? null;
  };
}

/**
 * The same stores for a check of many principals at once, with batched look-ups. The check removes nothing: requests
 * and the review of all sessions do.
 */
export function inBatches<Stores extends ExclusiveStores>(stores: Stores): Stores {
  const { users, sessions, tokens } = stores;
  const many = <Found>(
    store: { readonly findMany?: (keys: readonly string[]) => Promise<readonly Found[]> },
    keyOf: (found: Found) => string,
  ) => {
    const { findMany } = store;
    return findMany === undefined ? {} : { find: createBatchedFind(findMany, keyOf) };
  };
  return {
    ...stores,
    users: { ...users, ...many(users, ({ account }) => account) },
    sessions: { ...sessions, ...many(sessions, ({ idHash }) => idHash), delete: async () => false },
    tokens: { ...tokens, ...many(tokens, ({ fingerprint }) => fingerprint) },
  };
}
