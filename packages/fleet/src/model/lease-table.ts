import type { FleetHealth } from './health.js';

/**
 * Record of a table under one key. `held`: its holder held it when it wrote that. `released`: its last holder has given
 * it back and acts no more. `gone`: nothing, or an operator has removed it; that proves nothing about a holder. The
 * revision is 0 where there is nothing at all.
 */
export type LeaseRecord =
  | ({ readonly revision: number } & LeaseEntry)
  | { readonly state: 'gone'; readonly revision: number };

/** For how many TTLs records stay. An outage that takes longer is followed by one TTL of waiting. */
export const KEPT_TTLS = 60;

/** Entry under a key. */
export interface LeaseEntry {
  readonly state: 'held' | 'released';
  /** One run of one process. */
  readonly holder: string;
  /** The configured name of the process. */
  readonly name: string;
  /** Another one in each write. */
  readonly mark?: string | undefined;
}

/**
 * The store of the leases of a fleet. Its revisions grow with every write, over all keys. It decides nothing about
 * holders: the keepers do, and their safety needs of a table only that `write` compares and writes in one.
 */
export interface LeaseTable {
  /**
   * How long a lease lasts that is not renewed: the same for all that use the table. Records stay for longer, so that a takeover can
   * compare them also after an outage, and go by themselves some time.
   */
  readonly ttlMs: number;
  readonly health: FleetHealth;
  /** Calls on each change of `health`; returns how to stop that. */
  onHealth(listener: (health: FleetHealth) => void): () => void;
  /**
   * Writes if the newest revision of the key is exactly `after`, 0 where there is none, and resolves with the new one;
   * `undefined` where it is another. Rejects when no server answers in time: then it may have been written, or still be.
   */
  write(key: string, entry: LeaseEntry, after: number): Promise<number | undefined>;
  /** The newest record. Rejects when no server answers in time. */
  read(key: string): Promise<LeaseRecord>;
  /**
   * Calls for each new record, and perhaps for existing ones. It may miss some, and reports no expiry: `read` decides.
   */
  watch(listener: (key: string, record: LeaseRecord) => void): () => void;
  close(): Promise<void>;
}
