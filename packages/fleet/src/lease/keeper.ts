import type { FleetEnvironment } from '../model/environment.js';
import type { Lease, LeaseKeeper } from '../model/lease.js';
import type { LeaseTable } from '../model/lease-table.js';
import { randomId } from '../model/random-id.js';
import { systemEnvironment } from '../time/system.js';
import type { KeeperParts } from './parts.js';
import { type Wanted, wantLease } from './wanted.js';

/** Parts and settings of a keeper. */
export interface LeaseKeeperOptions {
  readonly table: LeaseTable;
  /** The configured name of this process. */
  readonly name: string;
  /**
   * Taken off each right, for machines with clocks that do not run equally fast and for the moment between asking and
   * acting. Default a tenth of the TTL.
   */
  readonly marginMs?: number;
  /** Default: `systemEnvironment()`. */
  readonly environment?: FleetEnvironment;
}

/**
 * Holds leases for this process, or stands by for them. At no moment two processes have a term of the same key that may
 * act, as long as clocks of machines run equally fast to within the margin; the times that they show do not matter.
 * Takes over within the TTL and a few tenths of it after a crash, and after a tenth at most when a lease is released.
 * Of free leases, a process that holds a smaller part of its wanted ones takes more; no holder hands one over.
 *
 * @example
 * const keeper = openLeaseKeeper({ table, name: 'link-1' });
 * const lease = keeper.want('home');
 * lease.on((event) => (event.type === 'held' ? connect(event.term) : disconnect()));
 */
export function openLeaseKeeper(options: LeaseKeeperOptions): LeaseKeeper {
  const { table, name, marginMs = table.ttlMs / 10, environment = systemEnvironment() } = options;
  if (!(marginMs >= 0 && marginMs < table.ttlMs / 2)) throw new RangeError('the margin is less than half of the TTL');
  const id = randomId(environment.random);
  const wanted = new Map<string, Wanted>();
  const parts: KeeperParts = {
    table,
    environment,
    marginMs,
    entry: (state) => ({ state, holder: id, name, mark: randomId(environment.random) }),
    share() {
      let held = 0;
      for (const { counts } of wanted.values()) if (counts) held += 1;
      return held / Math.max(1, wanted.size);
    },
  };
  const unwatch = table.watch((key, record) => wanted.get(key)?.seen(record));
  const forget = table.onHealth(({ state }) => {
    if (state === 'connected') for (const { wasBlind } of wanted.values()) wasBlind();
  });
  let closed = false;

  function want(key: string): Lease {
    if (closed) throw new Error('the keeper is closed');
    if (key === '') throw new RangeError('a lease has a key');
    if (wanted.has(key)) throw new RangeError(`the lease "${key}" is wanted already`);
    const made = wantLease(parts, key, () => wanted.delete(key));
    wanted.set(key, made);
    return made.lease;
  }

  return {
    id,
    get leases() {
      return [...wanted.values()].map(({ lease }) => lease);
    },
    want,
    async close() {
      closed = true;
      await Promise.all([...wanted.values()].map(({ lease }) => lease.release()));
      unwatch();
      forget();
    },
  };
}
