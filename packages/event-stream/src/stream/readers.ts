import type { Core } from '../delivery/core.js';
import { parseEntry } from '../delivery/entry-reader.js';
import type { Entry } from '../delivery/ring.js';
import { type HistorySetup, readHistory } from '../log/history.js';
import { checkQuery, matcherFor, queryLog, queryRing, type ScanPace } from '../log/query.js';
import type { LogWriter } from '../log/writer.js';
import type { Loss } from '../model/event.js';
import type { EventLog } from '../model/event-log.js';
import type { EventStream } from '../model/stream.js';
import { type Missing, openConsumer } from './consumer.js';
import { iterate } from './cursor.js';
import type { Ending } from './ending.js';
import type { Memory } from './memory.js';
import { openSubscription } from './subscription.js';

export interface ReadersSetup {
  readonly core: Core;
  readonly memory: Memory;
  /** Log from which cursors behind the ring read on. */
  readonly log: Pick<EventLog, 'page'> | undefined;
  readonly writer: Pick<LogWriter, 'drain' | 'page'> | undefined;
  readonly ending: Ending;
  /** Runs the given function at the end of the turn. */
  readonly onReady: (run: () => void) => void;
  readonly schedule: (run: () => void) => void;
  readonly onError: (error: unknown) => void;
}

/** Reads a stream inside the process: by subscription, by cursor and by page. */
export function createReaders(setup: ReadersSetup): Pick<EventStream, 'subscribe' | 'cursor' | 'page'> {
  const { core, memory, log, writer, ending, onReady, onError } = setup;
  const { topics, ring, progress } = memory;
  const pace: ScanPace = {
    monotonic: core.monotonic,
    nextTurn: () => new Promise((resolve) => setup.schedule(resolve)),
  };
  const past: Omit<HistorySetup, 'log' | 'matches'> = {
    topicOf: topics.get,
    drain: async () => writer?.drain(),
    evictedSeq: () => Math.max(progress.evictedSeq, memory.cutSeq),
    toldSeq: () => memory.toldSeq,
    nextTurn: pace.nextTurn,
    onError,
  };
  const lossOf = ({ reason, upTo }: Missing): Loss => ({ ...core.loss(reason), seq: upTo });

  return {
    subscribe: (patterns, listener, options) =>
      openSubscription({ ...options, core, patterns, listener, lossOf, onReady, onError }),
    cursor(patterns, options = {}) {
      const matches = matcherFor(patterns);
      return iterate({
        ...options,
        ending,
        open: (wake) => openConsumer({ core, patterns, matches, since: options.since, onReady: wake }),
        lossOf,
        history: ({ reason, afterSeq }) =>
          log && reason !== 'future' && afterSeq <= progress.newestSeq
            ? readHistory({ ...past, log, matches }, afterSeq)
            : undefined,
      });
    },
    async page(query = {}) {
      const checked = checkQuery(query);
      const slice = writer
        ? await queryLog(writer, checked, (topic) => topics.get(topic), pace)
        : queryRing(ring, checked, (position) => parseEntry(ring.at(position) as Entry));
      const { newestSeq } = progress;
      return { ...slice, oldestSeq: slice.oldestSeq ?? newestSeq + 1, seq: newestSeq, epoch: core.epoch };
    },
  };
}
