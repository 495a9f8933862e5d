/**
 * Why a term ended. `expired`: it was not renewed in time, because the broker was away or this process was stopped. `taken`:
 * another one holds the lease. `vanished`: its record was removed. `released`: it was given back.
 */
export type LeaseLostReason = 'expired' | 'taken' | 'vanished' | 'released';

/**
 * One time of holding a lease, from getting to losing it. It ends once and for all: a holder that gets the lease again
 * has a new term with a higher token.
 */
export interface Term {
  /** Fencing token: above those of all terms of this key before, as long as the table is the same. */
  readonly token: number;
  /**
   * Returns true when the holder may act now, without waiting and from this machine's clock alone. The right counts
   * from before the request of the last renewal that succeeded, so that it ends before any other process can have one:
   * also when this process was stopped, a wall clock jumped or the broker is dead. Ask directly before each act.
   */
  mayAct(): boolean;
  /** Milliseconds for which it may act where it is not renewed; 0 when it may not. */
  leftMs(): number;
  /** Aborted when the term is over. It may come late, where the process was stopped: `mayAct` does not. */
  readonly ended: AbortSignal;
}

/** Event of a lease. */
export type LeaseEvent =
  | { readonly type: 'held'; readonly term: Term }
  | { readonly type: 'lost'; readonly token: number; readonly reason: LeaseLostReason };

/** One lease as one process wants it. The process stands by until it gets it, and again when it has lost it. */
export interface Lease {
  readonly key: string;
  /** Of now; absent while standing by. */
  readonly term: Term | undefined;
  /** Name of the holder, as far as known; this process's own name while it holds. */
  readonly holder: string | undefined;
  /** `term.mayAct()`, false without a term. */
  mayAct(): boolean;
  /**
   * Calls on each event, and at once with a term that is there already. Listeners do not throw. Returns a function that
   * stops it.
   */
  on(listener: (event: LeaseEvent) => void): () => void;
  /**
   * Calls when a term has been renewed, for listeners that show or record how long it lasts. Returns a function that
   * stops it.
   */
  onRenewed(listener: (term: Term) => void): () => void;
  /**
   * Gives it back and stands by no more; the next one takes over at once. The term ends before this returns, so acts
   * under way should have ended before. Resolves when the others can know, or after about two seconds in which no
   * server takes it: then they learn it by the TTL.
   */
  release(): Promise<void>;
}

/** The leases that one process wants. */
export interface LeaseKeeper {
  /** Names this run of this process among the holders. */
  readonly id: string;
  /** All that are wanted; those that are being given back, too. */
  readonly leases: readonly Lease[];
  /**
   * Holds the lease of this key, or stands by for it, until it is released. Throws where it is wanted already, which it is until
   * `release` has resolved.
   */
  want(key: string): Lease;
  /** Releases all, and waits for those that are being given back. */
  close(): Promise<void>;
}
