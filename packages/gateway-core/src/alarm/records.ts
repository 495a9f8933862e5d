import type { AlarmConfig, AlarmState, ChainedEntry, JournalClass, JournalHead } from '@ccu-gateway/alarm';

/** Selection of entries of the journal. Times are milliseconds since the Unix epoch. */
export interface JournalQuery {
  readonly zone?: string | undefined;
  readonly class?: JournalClass | undefined;
  /** Inclusive. */
  readonly from?: number | undefined;
  /** Exclusive. */
  readonly to?: number | undefined;
  readonly limit: number;
}

/** The alarm system as it was stored. */
export interface StoredAlarm {
  readonly config: AlarmConfig | undefined;
  readonly state: AlarmState | undefined;
  readonly head: JournalHead;
}

/** Storage of the alarm system over a restart. Every call rejects when nothing of it was done. */
export interface AlarmRecords {
  load(): Promise<StoredAlarm>;
  /**
   * Stores the state and the entries that led to it in one transaction, durable when it resolves. The newest
   * 100 000 entries stay.
   */
  save(change: {
    readonly config?: AlarmConfig;
    readonly state: AlarmState;
    readonly entries: readonly ChainedEntry[];
  }): Promise<void>;
  /** Newest first. */
  query(query: JournalQuery): Promise<readonly ChainedEntry[]>;
  /** Entries after a position, oldest first, at most 1 000. */
  after(id: number): Promise<readonly ChainedEntry[]>;
  /** The last removed entry; id 0 where none was removed. */
  base(): Promise<JournalHead>;
}
