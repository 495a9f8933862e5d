import type { Core, Counters, Strained } from '../delivery/core.js';
import { createEntryReader } from '../delivery/entry-reader.js';
import { createFrameEncoder } from '../delivery/frame.js';
import type { Groups } from '../delivery/groups.js';
import type { ByteStore, Environment } from '../model/environment.js';
import { refreshText } from './envelope.js';
import type { Memory } from './memory.js';

/** Shows the sessions their part of the stream. */
export function createCore(setup: {
  readonly memory: Memory;
  readonly groups: Groups;
  readonly strained: Set<Strained>;
  readonly counters: Counters;
  readonly epoch: string;
  readonly store: ByteStore;
  readonly environment: Environment;
  /** The time of an event that is published now. */
  readonly timestamp: () => string;
  readonly flush: () => void;
  /** Of a stream with numbers from elsewhere. */
  readonly upstream?: Pick<Core, 'outage' | 'catchUp'> | undefined;
}): Core {
  const { memory, groups, strained, counters, epoch, environment, timestamp, flush } = setup;
  const { ring, latest, laggards, progress, oldestSeq, replayFrom, lostMomentary } = memory;
  const repeats = createFrameEncoder(setup.store);
  return {
    ring,
    groups,
    latest,
    get limits() {
      return memory.depths;
    },
    counters,
    laggards,
    strained,
    epoch,
    get seq() {
      return progress.newestSeq;
    },
    get oldestSeq() {
      return oldestSeq();
    },
    get flushedTo() {
      return progress.flushedTo;
    },
    get flushedSeq() {
      return progress.flushedSeq;
    },
    get evictedSeq() {
      return progress.evictedSeq;
    },
    flush,
    breaks: new Set(),
    get outage() {
      return setup.upstream?.outage;
    },
    catchUp: (since) => setup.upstream?.catchUp(since),
    replayFrom,
    lostMomentary,
    loss: (reason) => ({ reason, oldestSeq: oldestSeq(), seq: progress.newestSeq }),
    read: createEntryReader(),
    repeat: (node) => repeats.encode(refreshText(node.seq, node.topic, memory.restOf(node))),
    monotonic: environment.monotonic,
    timestamp,
    random: environment.random,
  };
}
