import { KEPT_TTLS, type LeaseRecord, type LeaseTable } from '../model/lease-table.js';

/** The leases of processes that exist within one: for tests. */
export interface MemoryLeases {
  /** Opens the view of one process. While it is `cut` it gets no answers, and its writes do not arrive. */
  open(): LeaseTable & { cut(isCut: boolean): void };
  /** Removes everything, as an operator of the broker may do. */
  empty(): void;
}

/**
 * Leases in memory. Time is that of the given clock.
 *
 * @example
 * const leases = createMemoryLeases({ ttlMs: 10_000, elapsed: () => now });
 * const keeper = openLeaseKeeper({ table: leases.open(), name: 'link-1', environment });
 */
export function createMemoryLeases(options: { readonly ttlMs: number; readonly elapsed: () => number }): MemoryLeases {
  const { ttlMs, elapsed } = options;
  const records = new Map<string, { readonly record: LeaseRecord; readonly at: number }>();
  const watchers = new Set<(key: string, record: LeaseRecord) => void>();
  let revision = 0;
  const newest = (key: string): LeaseRecord => {
    const found = records.get(key);
    return found && elapsed() - found.at < ttlMs * KEPT_TTLS ? found.record : { state: 'gone', revision: 0 };
  };

  return {
    open() {
      let isCut = false;
      const own = new Set<(key: string, record: LeaseRecord) => void>();
      const answered = async () => {
        if (isCut) throw new Error('no answer');
      };
      return {
        ttlMs,
        get health() {
          return isCut ? ({ state: 'outage', reason: 'no answer' } as const) : ({ state: 'connected' } as const);
        },
        onHealth: () => () => {},
        async write(key, entry, after) {
          await answered();
          if (newest(key).revision !== after) return undefined;
          revision += 1;
          const record = { ...entry, revision };
          records.set(key, { record, at: elapsed() });
          for (const watcher of [...watchers]) watcher(key, record);
          return record.revision;
        },
        async read(key) {
          await answered();
          return newest(key);
        },
        watch(listener) {
          const hear = (key: string, record: LeaseRecord) => {
            if (!isCut) listener(key, record);
          };
          own.add(hear);
          watchers.add(hear);
          return () => watchers.delete(hear);
        },
        async close() {
          for (const hear of own) watchers.delete(hear);
        },
        cut(next) {
          isCut = next;
        },
      };
    },
    empty: () => records.clear(),
  };
}
