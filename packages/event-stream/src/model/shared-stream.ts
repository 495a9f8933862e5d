import type { EventInput } from './event.js';
import type { SharedLog, SharedLogHealth, SharedRecord } from './shared-log.js';
import type { EventStreamOptions, ReadableEventStream, StreamMetrics } from './stream.js';

/** Options of a stream that several processes publish to and serve. */
export interface SharedStreamOptions extends EventStreamOptions {
  readonly log: SharedLog;
  /**
   * Receives hidden records of publishers, in order, and before any event that was published after them reaches a
   * client. One that came with an event has its number. Its errors go to `onError`.
   */
  readonly onHidden?: (record: SharedRecord) => void;
  /** From which number on hidden records are wanted, exclusive. Default: those that come from now on. */
  readonly hiddenSince?: number;
  /** The records missing in the log may include hidden ones. */
  readonly onBreak?: (loss: SharedLoss) => void;
  /**
   * Events that wait in each publisher while the log does not answer; then the oldest are dropped, and reported.
   * Default 10 000.
   */
  readonly bufferEvents?: number;
  /** The same in UTF-16 units of text. Default 16 777 216. */
  readonly bufferBytes?: number;
}

/** Something is missing in the log from `seq` on backwards. */
export interface SharedLoss {
  readonly seq: number;
  /** Of which nothing but this source is missing; absent where it may be any. */
  readonly source?: string;
}

/** Options of a publisher. */
export interface SharedPublisherOptions {
  /**
   * Somebody else publishes for this source now, or may; this publisher is over, and `unsent` events of it will never be in the
   * log.
   */
  readonly onLost: (loss: { readonly source: string; readonly unsent: number }) => void;
  /**
   * True when this process is the holder of the source now. Called each time after the log's append position was looked
   * up: that of a former holder could be behind events of the next one. It is also called before each event: the next
   * holder begins at the end of the log. Default: always.
   */
  readonly mayPublish?: () => boolean;
  /**
   * Number of the source's events that a previous publisher could not append; reported with the first of this one.
   * Default 0.
   */
  readonly lostBefore?: number;
}

/** Publishes for one source, which has one publisher at a time. Nothing has a number before the log gave it. */
export interface SharedPublisher {
  readonly source: string;
  /** With which the ids of its events begin; unique among all publishers that there ever were. */
  readonly instance: string;
  /** Sends the event to the log, from which it comes to every client. Throws `InvalidEventError`; does nothing once it is over. */
  publish(event: EventInput): void;
  /**
   * A text for the processes that follow the log, in the order of the events of this source. It goes with the event that comes next,
   * where that is published before the text was sent; with `isNumbered` it has a number of its own.
   */
  hide(text: string, options?: { readonly isNumbered?: boolean }): void;
  /** Events that the log has not confirmed yet. */
  readonly pending: number;
  /** Takes no more, and waits some seconds until the log has the pending events; the rest is given up. */
  close(): Promise<void>;
}

/** Figures of a shared stream: `published` counts the events that came from the log, `logPending` those on their way to it. */
export type SharedStreamMetrics = StreamMetrics & { readonly outage: boolean };

/** A stream with events and numbers from a log that several processes share. */
export interface SharedEventStream extends Omit<ReadableEventStream, 'metrics'> {
  /** One for each source that this process holds. */
  publisher(source: string, options: SharedPublisherOptions): SharedPublisher;
  /** State of the log, with a remedy if it must not be used. */
  readonly health: SharedLogHealth;
  /** Reason why nothing new can come at the moment; undefined while it can. */
  readonly outage: string | undefined;
  /**
   * The past as shown to clients of this process cannot be continued, though the log has all of it: connections and
   * consumers are notified that events may be missing, and nothing earlier is replayed. Other processes are not
   * affected.
   */
  tellLoss(): void;
  /** Resolves when the stream has ended by itself: the log is another one now, and everything begins anew. */
  readonly ended: Promise<'recreated'>;
  metrics(): SharedStreamMetrics;
}
