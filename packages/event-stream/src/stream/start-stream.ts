import type { Environment } from '../model/environment.js';
import { StreamClosedError } from '../model/errors.js';
import { shield } from '../model/shield.js';
import type { EventStream, EventStreamOptions } from '../model/stream.js';
import { createEnding } from './ending.js';
import { assemble, type Beginning, metricsOf, reconfigure } from './parts.js';
import { createPublisher } from './publisher.js';
import { createReaders } from './readers.js';
import { createSessions } from './sessions.js';

export function startStream(options: EventStreamOptions, environment: Environment, beginning: Beginning): EventStream {
  const { clock, schedule, repeat } = environment;
  const { epoch } = beginning;
  const log = beginning.log?.log;
  const onError = shield(options.onError ?? (() => {}), () => {});
  const onNotice = options.onNotice && shield(options.onNotice, onError);
  const parts = assemble(options, environment, beginning, onError);
  const { memory, flusher, core, counters, writer } = parts;
  const { progress } = memory;
  const ending = createEnding();
  const sessions = createSessions({ core, repeat, onNotice, onError });
  const onReady = (run: () => void) => flusher.runAfterwards(run);
  const readers = createReaders({ core, memory, log, writer, ending, onReady, schedule, onError });
  const { firstSeq } = beginning.numbering;

  return {
    publish: createPublisher({ memory, flusher, counters, writer, ending, firstSeq, clock }),
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
    reconfigure: (changes) => reconfigure(parts, changes),
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
