import type { Counters } from '../delivery/core.js';
import type { LogWriter } from '../log/writer.js';
import { InvalidEventError, StreamClosedError } from '../model/errors.js';
import type { EventInput } from '../model/event.js';
import type { Ending } from './ending.js';
import { stemOf, stringifyPayload } from './envelope.js';
import type { Flusher } from './flusher.js';
import type { Memory } from './memory.js';

export interface PublisherSetup {
  readonly memory: Memory;
  readonly flusher: Flusher;
  readonly counters: Counters;
  readonly writer: LogWriter | undefined;
  readonly ending: Ending;
  readonly firstSeq: number;
  readonly clock: () => number;
}

/** Makes the function that numbers events, writes each once, keeps it and has it handed over. */
export function createPublisher(setup: PublisherSetup): (input: EventInput) => number {
  const { memory, flusher, counters, writer, ending, clock } = setup;
  const { topics, frames } = memory;
  let nextSeq = setup.firstSeq;

  return (input) => {
    if (ending.ended) throw new StreamClosedError();
    if (input.topic.length === 0 || !input.type) throw new InvalidEventError('an event needs a topic and a type');
    const topic = topics.get(input.topic);
    const seq = nextSeq;
    const kind = input.kind ?? 'change';
    const momentary = input.momentary ?? false;
    const stem = stemOf(topic, kind, input.type);
    const payload = stringifyPayload(input.payload);
    const frame = frames.encodeEvent({ seq, stem, unixMs: clock(), payload, momentary });
    nextSeq += 1;
    counters.published += 1;
    const key = momentary ? undefined : (input.key ?? stem.key);
    const position = memory.remember(seq, topic, frame, key);
    if (writer) {
      const { slab, start, head, length } = frame;
      const text = { slab, start: start + head, end: start + length };
      writer.push({ seq, topic: topic.name, segments: topic.segments, key, ...text });
    }
    flusher.enqueue(position, topic);
    return seq;
  };
}
