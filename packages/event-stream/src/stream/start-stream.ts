import type { Core, Counters, Strained } from '../delivery/core.js';
import { createGroups, type Groups } from '../delivery/groups.js';
import type { Numbering } from '../log/numbering.js';
import { createLogWriter, type LogWriter } from '../log/writer.js';
import { defaultByteStore, type Environment } from '../model/environment.js';
import { StreamClosedError } from '../model/errors.js';
import type { EventLog, LogRecord } from '../model/event-log.js';
import { shield } from '../model/shield.js';
import type { EventStream, EventStreamOptions, StreamMetrics } from '../model/stream.js';
import { createTimestamps } from '../model/timestamp.js';
import { createCore } from './core.js';
import { createEnding } from './ending.js';
import { createFlusher, type Flusher } from './flusher.js';
import { createMemory, type Memory } from './memory.js';
import { createPublisher } from './publisher.js';
import { createReaders } from './readers.js';
import { createSessions, type Sessions } from './sessions.js';
import { createCounters, depthsOf } from './state.js';

export interface Beginning {
  readonly numbering: Numbering;
  readonly epoch: string;
  readonly tail: readonly LogRecord[];
  readonly log?: { readonly log: EventLog; readonly reservedSeq: number; readonly gatherMs?: number | undefined };
}

/** What a stream is made of. */
interface Parts {
  readonly memory: Memory;
  readonly flusher: Flusher;
  readonly core: Core;
  readonly groups: Groups;
  readonly counters: Counters;
  readonly writer: LogWriter | undefined;
  readonly timestamp: (unixMs: number) => string;
}

export function startStream(options: EventStreamOptions, environment: Environment, beginning: Beginning): EventStream {
  const { clock, schedule, repeat } = environment;
  const { epoch } = beginning;
  const log = beginning.log?.log;
  const onError = shield(options.onError ?? (() => {}), () => {});
  const onNotice = options.onNotice && shield(options.onNotice, onError);
  const parts = assemble(options, environment, beginning, onError);
  const { memory, flusher, core, counters, writer, timestamp } = parts;
  const { progress } = memory;
  const ending = createEnding();
  const sessions = createSessions({ core, repeat, onNotice, onError });
  const onReady = (run: () => void) => flusher.runAfterwards(run);
  const readers = createReaders({ core, memory, log, writer, ending, onReady, schedule, onError });
  const { firstSeq } = beginning.numbering;

  return {
    publish: createPublisher({ memory, flusher, counters, writer, ending, firstSeq, clock, timestamp }),
    flush: core.flush,
    epoch,
    get seq() {
      return progress.newestSeq;
    },
    get oldestSeq() {
      return memory.oldestSeq();
    },
    ...readers,
    openConnection(connection) {
      if (ending.ended) throw new StreamClosedError();
      return sessions.open(connection);
    },
    connections: sessions.list,
    metrics: () => metricsOf(parts, sessions),
    reconfigure(changes) {
      const next = depthsOf({ latestKeys: memory.depths.latestKeys, ...changes });
      // What is dropped now has been offered to every reader before.
      core.flush();
      memory.resize(next);
      flusher.limit(next);
    },
    async close() {
      if (ending.ended) return;
      core.flush();
      ending.mark();
      sessions.close();
      ending.tell();
      if (!log || !writer) return;
      const clean = await writer.close();
      await log.close({ clean, seq: progress.newestSeq });
    },
  };
}

function assemble(
  options: EventStreamOptions,
  environment: Environment,
  { numbering, epoch, tail, log }: Beginning,
  onError: (error: unknown) => void,
): Parts {
  const { clock, monotonic, schedule, repeat } = environment;
  const depths = depthsOf(options);
  const store = defaultByteStore();
  const timestamps = createTimestamps();
  const counters = createCounters();
  const groups = createGroups();
  const strained = new Set<Strained>();
  const memory = createMemory({ depths, numbering, tail, store, turnStart: () => flusher.turnStart() });
  const { progress, ring } = memory;
  const flusher: Flusher = createFlusher({
    ring,
    groups,
    strained,
    counters,
    progress,
    depths,
    schedule,
    monotonic,
    onError,
  });
  memory.refill();
  const flush = () => flusher.flush();
  const timestamp = () => timestamps(clock());
  const core = createCore({ memory, groups, strained, counters, epoch, store, environment, timestamp, flush });
  const writer =
    log &&
    createLogWriter({
      ...log,
      schedule,
      repeat,
      monotonic,
      lastSeq: numbering.newestSeq,
      gatherMs: log.gatherMs ?? 100,
      onError,
    });
  return { memory, flusher, core, groups, counters, writer, timestamp: timestamps };
}

function metricsOf({ memory: { ring }, counters, groups, writer }: Parts, sessions: Sessions): StreamMetrics {
  const connections = sessions.list();
  return {
    ...counters,
    connections: connections.length,
    blocked: connections.filter(({ blocked }) => blocked).length,
    patterns: groups.patternCount,
    ringFrames: ring.next - ring.first,
    ringBytes: ring.bytes,
    logAppended: writer?.stats.appended ?? 0,
    logDropped: writer?.stats.dropped ?? 0,
    logFailures: writer?.stats.failures ?? 0,
    logPending: writer?.stats.pending ?? 0,
  };
}
