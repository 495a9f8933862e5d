import type { Core, Counters, Strained } from '../delivery/core.js';
import { createGroups, type Groups } from '../delivery/groups.js';
import type { Numbering } from '../log/numbering.js';
import { createLogWriter, type LogWriter } from '../log/writer.js';
import { defaultByteStore, type Environment } from '../model/environment.js';
import type { EventLog, LogRecord } from '../model/event-log.js';
import type { ChangeableDepths, EventStreamOptions, StreamMetrics } from '../model/stream.js';
import { createTimestamps } from '../model/timestamp.js';
import { createCore } from './core.js';
import { createFlusher, type Flusher } from './flusher.js';
import { createMemory, type Memory } from './memory.js';
import type { Sessions } from './sessions.js';
import { createCounters, depthsOf } from './state.js';

/** Start of a stream, and the log that it is written to. */
export interface Beginning {
  readonly numbering: Numbering;
  readonly epoch: string;
  readonly tail: readonly LogRecord[];
  readonly upstream?: Pick<Core, 'outage' | 'catchUp'>;
  readonly log?: { readonly log: EventLog; readonly reservedSeq: number; readonly gatherMs?: number | undefined };
}

/** Parts of a stream. */
export interface Parts {
  readonly memory: Memory;
  readonly flusher: Flusher;
  readonly core: Core;
  readonly groups: Groups;
  readonly counters: Counters;
  readonly writer: LogWriter | undefined;
}

/** `upstream`: of a stream with numbers from elsewhere. */
export function assemble(
  options: EventStreamOptions,
  environment: Environment,
  { numbering, epoch, tail, log, upstream }: Beginning,
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
  const core = createCore({
    memory,
    groups,
    strained,
    counters,
    epoch,
    store,
    environment,
    timestamp,
    flush,
    upstream,
  });
  const writer =
    log &&
    createLogWriter({
      ...log,
      store,
      schedule,
      repeat,
      monotonic,
      lastSeq: numbering.newestSeq,
      gatherMs: log.gatherMs ?? 100,
      onError,
    });
  return { memory, flusher, core, groups, counters, writer };
}

export function metricsOf({ memory: { ring }, counters, groups, writer }: Parts, sessions: Sessions): StreamMetrics {
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

/** Other depths from now on. @throws RangeError */
export function reconfigure({ memory, flusher, core }: Parts, changes: ChangeableDepths): void {
  const next = depthsOf({ latestKeys: memory.depths.latestKeys, ...changes });
  // Entries dropped now have been offered to every reader before.
  core.flush();
  memory.resize(next);
  flusher.limit(next);
}
