/** Cause of a frame: a first observation, a change, or a repeat of the newest value during catch-up. */
export type EventKind = 'initial' | 'change' | 'refresh';

/**
 * Input of a publisher.
 *
 * `topic` is the dotted routing key that the frame carries unchanged. Where a segment is a name that may itself hold
 * `.` or `/`, give the segments as an array, so that a `+` in a pattern still takes the whole name as one.
 *
 * `key` names the item with the state in this event (default: topic and type). A client that asked for the latest state
 * gets one frame per key when it has fallen behind. `momentary` events (a key press) are no state and never folded.
 */
export interface EventInput {
  readonly topic: string | readonly string[];
  readonly type: string;
  /** Default `change`. */
  readonly kind?: EventKind;
  readonly payload: object;
  readonly key?: string;
  readonly momentary?: boolean;
}

/** An event as consumers see it: exactly the members of the frame on the wire. */
export interface StreamEvent {
  /** Strictly increasing for ever, below 2^53. */
  readonly seq: number;
  readonly kind: EventKind;
  readonly topic: string;
  readonly type: string;
  /** RFC 3339, UTC, nine digits of fraction. */
  readonly ts: string;
  readonly payload: Readonly<Record<string, unknown>>;
  /** It is no state: a snapshot taken later does not have it. */
  readonly momentary?: true;
}

/** Reason of a report about missing events. */
export type LossReason = 'evicted' | 'future' | 'epoch' | 'disabled' | 'overflow';

/** Sent instead of a replay; after it the consumer takes a snapshot and goes on. */
export interface Loss {
  readonly reason: LossReason;
  /** Oldest event that a replay could still start with; newest + 1 when there is none. */
  readonly oldestSeq: number;
  /** Newest event; everything above it follows live. */
  readonly seq: number;
}
