import { numberFrom, reservedAhead } from '../log/numbering.js';
import { randomId, withDefaults } from '../model/environment.js';
import type { EventStream, EventStreamOptions, LoggedStreamOptions } from '../model/stream.js';
import { startStream } from './start-stream.js';
import { depthsOf } from './state.js';

/**
 * A stream in memory. Its numbers begin above those of every earlier process, by the clock.
 *
 * @example
 * const stream = createEventStream();
 * const seq = stream.publish({ topic: 'devices/A1', type: 'device.changed', payload: { on: true } });
 */
export function createEventStream(options: EventStreamOptions = {}): EventStream {
  const environment = withDefaults(options);
  return startStream(options, environment, {
    numbering: numberFrom(environment.clock()),
    epoch: options.epoch ?? randomId(environment.random),
    tail: [],
  });
}

/**
 * A stream with events that outlive the process in a log. After a clean `close` clients resume as if nothing had
 * happened; otherwise every older cursor receives the report that events are missing. Rejects when the log cannot be
 * opened.
 *
 * @example
 * const stream = await openEventStream({ log: createMemoryLog() });
 * await stream.close();
 */
export async function openEventStream(options: LoggedStreamOptions): Promise<EventStream> {
  const environment = withDefaults(options);
  const { log } = options;
  const state = await log.open({ tail: depthsOf(options).replayCapacity });
  const numbering = numberFrom(environment.clock(), state);
  const kept = numbering.continues ? state.epoch : undefined;
  const epoch = kept ?? options.epoch ?? randomId(environment.random);
  const reservedSeq = numbering.firstSeq + reservedAhead;
  await log.begin({ epoch, seq: numbering.newestSeq, reservedSeq, gap: numbering.gap });
  const tail = numbering.continues ? state.tail : [];
  return startStream(options, environment, {
    numbering,
    epoch,
    tail,
    log: { log, reservedSeq, gatherMs: options.gatherMs },
  });
}
