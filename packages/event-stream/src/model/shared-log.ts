/** An event on its way to a log that several processes share. The log gives the number. */
export interface SharedDraft {
  /** Unique in its source. What is appended again under the same id is there once and keeps its number. */
  readonly id: string;
  readonly topic: string;
  /** Only where a segment of the topic holds `.` or `/` itself. */
  readonly segments?: readonly string[];
  /** The event as JSON text, without its number. */
  readonly text: string;
  /** What the event is the state of; absent for momentary events. */
  readonly key?: string;
  /** How many events of the source before this one could not be kept. */
  readonly lost?: number;
  /** For the processes that follow the log, and never for a client: it has no topic that a pattern could match. */
  readonly hidden?: true;
  /** Hidden texts that were told before the event, oldest first. They come with it, and have no numbers of their own. */
  readonly before?: readonly string[];
}

/** An event as a shared log keeps it. */
export interface SharedRecord extends SharedDraft {
  /** Ascending over all sources. */
  readonly seq: number;
  /** Who published it: every source has one holder at a time. */
  readonly source: string;
}

/**
 * What became of an append. `seqs` are the numbers of the drafts that are in the log for certain, from the first draft on.
 *
 * - `conflict`: somebody else has appended for this source, or the log no longer has what this writer appended. Nothing of
 *   the rest is in the log, and this writer is done; who is still the holder opens another.
 *   With `vanished` the log has nothing of this source any more: what the writer appended was dropped by the bounds of the log, and
 *   whether somebody else has appended meanwhile cannot be seen.
 * - `refused`: the log will never take the first of the rest, whatever is done; the others were not tried.
 * - `unknown`: the log did not answer. Of the rest, only the first draft may be in the log. The same drafts, with the same
 *   ids, may be appended again.
 */
export type AppendResult =
  | { readonly outcome: 'appended'; readonly seqs: readonly number[] }
  | { readonly outcome: 'conflict'; readonly seqs: readonly number[]; readonly vanished?: true }
  | { readonly outcome: 'refused'; readonly seqs: readonly number[]; readonly reason: string }
  | { readonly outcome: 'unknown'; readonly seqs: readonly number[]; readonly reason: string };

/**
 * The right to append for one source. It lasts until another writer of the source has appended: opening one takes nothing
 * from anybody.
 */
export interface SharedWriter {
  readonly source: string;
  /** In order; one call at a time. Never rejects because of the log. Begins with no further draft once `mayGoOn` says no. */
  append(drafts: readonly SharedDraft[], mayGoOn?: () => boolean): Promise<AppendResult>;
}

/** Where a shared log stands. */
export interface SharedLogState {
  /** Identity of the log: another one when it was made again. */
  readonly epoch: string;
  /** Oldest number still kept; `lastSeq + 1` when there is none. */
  readonly oldestSeq: number;
  /** Newest number given out. */
  readonly lastSeq: number;
}

/** Which records to read: at most `limit` above `since`, of topics that match. */
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
  /** Where to go on: everything up to here was looked at. */
  readonly nextSince: number;
  /** Whether the log has more above `nextSince`. */
  readonly more: boolean;
  /** Present when numbers above `since` have been dropped: from `after` to `before`, both exclusive. */
  readonly trimmed?: { readonly after: number; readonly before: number };
}

/**
 * What a follower is told, in order.
 *
 * - `record`: the next event.
 * - `live`: everything that the log had when following began has been handed over.
 * - `trimmed`: numbers between the two, both exclusive, are not in the log (any more).
 * - `recreated`: the log is another one now, or its numbers went back. What follows begins with its oldest record.
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
  /** Of the log that `since` comes from. When it is another one now, that is told first. */
  readonly epoch?: string;
  readonly signal?: AbortSignal;
}

/** Whether a shared log can be reached, and what has to be done where it must not be used. */
export type SharedLogHealth =
  | { readonly state: 'connected' }
  | { readonly state: 'outage'; readonly reason: string }
  | { readonly state: 'refused'; readonly reason: string; readonly remedy: string };

/**
 * A log that gives out the numbers itself, so that any number of processes append to it and read the same from it.
 * Records are dropped by its own bounds, oldest first, and readers are told.
 */
export interface SharedLog {
  readonly health: SharedLogHealth;
  /** Tells of changes of `health` until the function that it answers is called. */
  onHealth(listener: (health: SharedLogHealth) => void): () => void;
  state(): Promise<SharedLogState>;
  /** A writer that appends after what is in the log for this source now. */
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
