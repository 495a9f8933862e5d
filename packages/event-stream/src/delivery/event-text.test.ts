import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyText } from '../../../../scripts/lib/any-text.mjs';
import { defaultByteStore } from '../model/environment.js';
import { createTimestamps } from '../model/timestamp.js';
import { stemOf } from '../stream/envelope.js';
import { createTestWorld } from '../testing/world.js';
import { createTopicTable } from '../topic/table.js';
import { createFrameEncoder } from './frame.js';

const store = defaultByteStore();

it('writes the bytes of an event as its JSON text, for any number, time, topic and payload', () => {
  const encoder = createFrameEncoder(store);
  const timestamp = createTimestamps();
  const text = fc.oneof(fc.string({ minLength: 1 }), anyText({ minLength: 1, maxLength: 300 }));
  const event = fc.record({
    seq: fc.oneof(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER })),
    topic: text,
    type: text,
    unixMs: fc.double({ min: 0, max: 4e12, noNaN: true }),
    payload: fc.dictionary(fc.string(), fc.jsonValue()),
    momentary: fc.boolean(),
  });
  fc.assert(
    fc.property(event, ({ seq, topic, type, unixMs, payload, momentary }) => {
      const stem = stemOf(createTopicTable<never>(1).get(topic), 'change', type);
      const parts = { seq, stem, unixMs, payload: JSON.stringify(payload), momentary };
      const { slab, start, head, length } = encoder.encodeEvent(parts);
      const ts = timestamp(unixMs);
      const members = { seq, kind: 'change', topic, type, ts, payload, ...(momentary && { momentary }) };
      const bytes = slab.subarray(start + head, start + length);
      expect(Buffer.from(bytes).toString()).toBe(JSON.stringify(members));
      expect(head).toBe(bytes.length < 126 ? 2 : bytes.length < 65_536 ? 4 : 10);
    }),
  );
});

it('repeats the newest event of each key alike, from the ring and after the ring has dropped it', () => {
  const topic = 'a.ö"type":';
  const repeats = [0, 50].map((others) => {
    const world = createTestWorld({ ringFrames: 16, replayCapacity: 8, lagFrames: 4 });
    const client = world.connect();
    client.send({ op: 'subscribe', topics: ['a.*'], mode: 'latest' });
    client.stall();
    // The write that is refused is taken nevertheless.
    world.change('a.first');
    world.turn();
    const seq = world.change(topic, 'x');
    for (let count = 0; count < 6; count += 1) world.change(`a.${count}`, count);
    world.turn();
    for (let count = 0; count < others; count += 1) world.change('other', count);
    world.turn();
    client.take();
    client.resume();
    world.turn();
    return client.take().filter((frame) => frame.seq === seq);
  });
  expect(repeats[0]).toEqual([expect.objectContaining({ topic })]);
  expect(repeats[1]).toEqual([expect.objectContaining({ topic, kind: 'refresh', type: repeats[0]?.[0]?.type })]);
  expect(repeats[1]?.[0]?.payload).toEqual(repeats[0]?.[0]?.payload);
});
