/** An event on its way to a log that several processes share. The log gives the number. */
export interface SharedDraft {
  /** Unique in its source. A repeated append under the same id is stored once and keeps its number. */
  readonly id: string;
  readonly topic: string;
  /** Only where a segment of the topic holds `.` or `/` itself. */
  readonly segments?: readonly string[];
  /** The event as JSON text, without its number. */
  readonly text: string;
  /** Item with the state that the event reports; absent for momentary events. */
  readonly key?: string;
  /** Number of events of the source before this one that could not be kept. */
  readonly lost?: number;
  /** For the processes that follow the log, and never for a client: it has no topic that a pattern could match. */
  readonly hidden?: true;
  /**
   * Hidden texts that were published before the event, oldest first. They come with it, and have no numbers of their
   * own.
   */
  readonly before?: readonly string[];
}

/** An event as a shared log keeps it. */
export interface SharedRecord extends SharedDraft {
  /** Ascending over all sources. */
  readonly seq: number;
  /** Source of the record: every source has one holder at a time. */
  readonly source: string;
}

/**
 * Result of an append. `seqs` are the numbers of the drafts that are in the log for certain, from the first draft on.
 *
 * - `conflict`: another writer has appended for this source, or the log no longer has this writer's records. Nothing of
 *   the rest is in the log, and this writer is done; a process that is still the holder opens another.
 *   With `vanished` the log has nothing of this source any more: the writer's records were dropped by the bounds of the log, and
 *   an append by another writer meanwhile cannot be excluded.
 * - `refused`: the log will never take the first of the rest; the others were not tried.
 * - `unknown`: the log did not answer. Of the rest, only the first draft may be in the log. The same drafts, with the same
 *   ids, may be appended again.
 */
export type AppendResult =
  | { readonly outcome: 'appended'; readonly seqs: readonly number[] }
  | { readonly outcome: 'conflict'; readonly seqs: readonly number[]; readonly vanished?: true }
  | { readonly outcome: 'refused'; readonly seqs: readonly number[]; readonly reason: string }
  | { readonly outcome: 'unknown'; readonly seqs: readonly number[]; readonly reason: string };

/**
 * The right to append for one source. It lasts until another writer of the source has appended: opening one ends no
 * other.
 */
export interface SharedWriter {
  readonly source: string;
  /**
   * In order; one call at a time. Never rejects because of the log. Begins with no further draft once `mayGoOn` returns
   * false.
   */
  append(drafts: readonly SharedDraft[], mayGoOn?: () => boolean): Promise<AppendResult>;
}

/** State of a shared log. */
export interface SharedLogState {
  /** Identity of the log: another one when it was made again. */
  readonly epoch: string;
  /** Oldest number still kept; `lastSeq + 1` when there is none. */
  readonly oldestSeq: number;
  /** Newest number given out. */
  readonly lastSeq: number;
}

/** Selection of records: at most `limit` above `since`, of topics that match. */
export interface SharedPageQuery {
  /** Exclusive lower bound. */
  readonly since: number;
  readonly limit: number;
  /** Patterns as clients give them; default all. */
  readonly topics?: readonly string[];
}

/** Records of a page, oldest first. */
export interface SharedPage {
  readonly records: readonly SharedRecord[];
  /** Position to go on: everything up to here was checked. */
  readonly nextSince: number;
  /** True when the log has more above `nextSince`. */
  readonly more: boolean;
  /** Present when numbers above `since` have been dropped: from `after` to `before`, both exclusive. */
  readonly trimmed?: { readonly after: number; readonly before: number };
}

/**
 * Notices for a follower, in order.
 *
 * - `record`: the next event.
 * - `live`: everything that the log had when following began has been handed over.
 * - `trimmed`: numbers between the two, both exclusive, are not in the log (any more).
 * - `recreated`: the log is another one now, or its numbers went back. Later notices begin with its oldest record.
 */
export type LogNotice =
  | { readonly kind: 'record'; readonly record: SharedRecord }
  | { readonly kind: 'live'; readonly seq: number }
  | { readonly kind: 'trimmed'; readonly after: number; readonly before: number }
  | { readonly kind: 'recreated'; readonly epoch: string };

/** From where to follow. */
export interface FollowOptions {
  /** Exclusive lower bound. */
  readonly since: number;
  /** Epoch of the log that `since` comes from. If it is another one now, that is reported first. */
  readonly epoch?: string;
  readonly signal?: AbortSignal;
}

/** State of the connection to a shared log, with a remedy if it must not be used. */
export type SharedLogHealth =
  | { readonly state: 'connected' }
  | { readonly state: 'outage'; readonly reason: string }
  | { readonly state: 'refused'; readonly reason: string; readonly remedy: string };

/**
 * A log that gives out the numbers itself, so that any number of processes append to it and read the same from it.
 * Records are dropped by its own bounds, oldest first, and readers are notified.
 */
export interface SharedLog {
  readonly health: SharedLogHealth;
  /** Reports changes of `health` until the returned function is called. */
  onHealth(listener: (health: SharedLogHealth) => void): () => void;
  state(): Promise<SharedLogState>;
  /** A writer that appends after the log's present records for this source. */
  openWriter(source: string): Promise<SharedWriter>;
  page(query: SharedPageQuery): Promise<SharedPage>;
  /** The newest record of a source, hidden or not; undefined where the log has none (any more). */
  lastOf(source: string): Promise<SharedRecord | undefined>;
  /** History, then live, without a gap or a repeat. Ends by `signal`, by leaving the loop, or when the log is closed. */
  follow(options: FollowOptions): AsyncIterable<LogNotice>;
  /** The newest record of each key, in ascending order of number. */
  newest(topics?: readonly string[]): Promise<readonly SharedRecord[]>;
  close(): Promise<void>;
}
