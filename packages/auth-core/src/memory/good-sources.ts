import type { GoodSource, GoodSourceStore } from '../model/ports.js';

export function createMemoryGoodSources(): GoodSourceStore {
  const entries = new Map<string, GoodSource>();
  const keyOf = (account: string, source: string) => `${source} ${account}`;
  return {
    list: async () => [...entries.values()].sort((a, b) => a.at - b.at),
    put: async (entry) => {
      entries.set(keyOf(entry.account, entry.source), entry);
    },
    remove: async (account, source) => {
      entries.delete(keyOf(account, source));
    },
  };
}
