import type { Clock, GoodSource, GoodSourceStore } from '../model/ports.js';

const dayMs = 24 * 3_600_000;
const rememberedMs = 30 * dayMs;
const capacity = 4096;
/** One account that moves about must not push out the others. */
const perAccount = 64;

/** Sources an account signed in from lately: a stranger's guesses elsewhere must not lock them out. */
export interface GoodSources {
  has(account: string, source: string): boolean;
  add(account: string, source: string): void;
  /** Loads the sources that the store remembers, and drops expired ones. Rejects when the store cannot answer. */
  load(): Promise<void>;
}

export function createGoodSources(store: GoodSourceStore, clock: Clock): GoodSources {
  const seen = new Map<string, GoodSource>();

  const drop = (entry: GoodSource | undefined) => {
    if (!entry) return;
    seen.delete(keyOf(entry));
    forget(entry);
  };

  // Not awaited, and no reason to refuse a caller: a source that is not written is only forgotten at the next start.
  const write = (entry: GoodSource) => void store.put(entry).catch(() => undefined);
  const forget = ({ account, source }: GoodSource) => void store.remove(account, source).catch(() => undefined);

  const makeRoom = (account: string) => {
    const own = [...seen.values()].filter((entry) => entry.account === account);
    if (own.length >= perAccount) drop(own[0]);
    else if (seen.size >= capacity) drop(seen.values().next().value);
  };

  return {
    has: (account, source) => {
      const entry = seen.get(keyOf({ account, source }));
      return entry !== undefined && clock.now() - entry.at < rememberedMs;
    },
    add: (account, source) => {
      const entry = { account, source, at: clock.now() };
      const known = seen.get(keyOf(entry));
      // Once a day is enough, so that a client that signs in each minute writes nothing.
      if (known && entry.at - known.at < dayMs) return;
      seen.delete(keyOf(entry));
      makeRoom(account);
      seen.set(keyOf(entry), entry);
      write(entry);
    },
    load: async () => {
      for (const entry of await store.list()) {
        if (clock.now() - entry.at >= rememberedMs) forget(entry);
        else {
          makeRoom(entry.account);
          seen.set(keyOf(entry), entry);
        }
      }
    },
  };
}

function keyOf({ account, source }: Pick<GoodSource, 'account' | 'source'>): string {
  return `${source} ${account}`;
}
