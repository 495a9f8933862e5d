import type { EventInput } from './event.js';
import type { SharedLog, SharedLogHealth, SharedRecord } from './shared-log.js';
import type { EventStreamOptions, ReadableEventStream, StreamMetrics } from './stream.js';

/** Options of a stream that several processes publish to and serve. */
export interface SharedStreamOptions extends EventStreamOptions {
  readonly log: SharedLog;
  /**
   * Hands over what publishers have hidden in the log, in order, and before any event that was published after it reaches a client.
   * What came with an event has the number of that. What it throws goes to `onError`.
   */
  readonly onHidden?: (record: SharedRecord) => void;
  /** From which number on hidden records are wanted, exclusive. Default: those that come from now on. */
  readonly hiddenSince?: number;
  /** What is missing in the log may have been hidden records too. */
  readonly onBreak?: (loss: SharedLoss) => void;
  /** Events that wait in each publisher while the log does not answer; then the oldest are dropped, and told. Default 10 000. */
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
   * Whether this process is the holder of the source now. Asked each time that the place in the log was looked up after which is
   * appended, because that of a former holder could be behind what the next one has published, and before each event, because the
   * next one begins where the log ends when it becomes the holder. Default: always.
   */
  readonly mayPublish?: () => boolean;
  /** Events of the source that whoever published before did not get into the log; told with the first of this one. Default 0. */
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
  /** Takes no more, and waits some seconds until the log has what is there; the rest is given up. */
  close(): Promise<void>;
}

/** Figures of a shared stream: `published` counts the events that came from the log, `logPending` those on their way to it. */
export type SharedStreamMetrics = StreamMetrics & { readonly outage: boolean };

/** A stream whose events and numbers come from a log that several processes share. */
export interface SharedEventStream extends Omit<ReadableEventStream, 'metrics'> {
  /** One for each source that this process holds. */
  publisher(source: string, options: SharedPublisherOptions): SharedPublisher;
  /** How the log is, and what has to be done where it must not be used. */
  readonly health: SharedLogHealth;
  /** Why nothing new can come just now; undefined while it can. */
  readonly outage: string | undefined;
  /**
   * What clients of this process were shown of the past cannot be gone on with, though the log has all of it: connections and consumers are
   * told that events may be missing, and nothing from before is replayed. Other processes hear nothing of it.
   */
  tellLoss(): void;
  /** Resolves when the stream has ended by itself: the log is another one now, and everything begins anew. */
  readonly ended: Promise<'recreated'>;
  metrics(): SharedStreamMetrics;
}
