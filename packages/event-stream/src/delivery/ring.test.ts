import { describe, expect, it } from 'vitest';
import { defaultByteStore } from '../model/environment.js';
import { createTestWorld } from '../testing/world.js';
import { createTopicTable } from '../topic/table.js';
import { createBatch } from './batch.js';
import { createFrameEncoder } from './frame.js';
import { createRing, type Entry } from './ring.js';

const topic = createTopicTable(10).get('a');

function createFilledRing(options: { frames: number; bytes?: number; onEvict?: (entry: Entry) => void }) {
  const { frames, bytes = 1e6, onEvict = () => {} } = options;
  const ring = createRing({ frames, bytes, keep: 0, onEvict });
  const encoder = createFrameEncoder(defaultByteStore());
  const push = (seq: number) => ring.push(encoder.encode(`{"seq":${seq}}`), seq, topic, false, 0);
  return { ring, push };
}

describe('the ring', () => {
  it('makes no object for an event once it is full: slots and the place of a frame are written anew', () => {
    const { ring, push } = createFilledRing({ frames: 4 });
    const first = [1, 2, 3, 4].map(push);
    const second = [5, 6, 7, 8].map(push);
    expect(second.map((entry, index) => entry === first[index])).toEqual([true, true, true, true]);
    expect([ring.first, ring.next, ring.at(4)?.seq, ring.at(7)?.seq, ring.at(3)]).toEqual([4, 8, 5, 8, undefined]);
    const encoder = createFrameEncoder(defaultByteStore());
    const frame = encoder.encode('one');
    expect(encoder.encode('two')).toBe(frame);
  });

  it('makes one view of the memory for all frames of a turn', () => {
    const { push } = createFilledRing({ frames: 4 });
    const entries = [1, 2, 3].map(push);
    const { slab, start } = entries[0] as Entry;
    const { websocket } = createBatch(entries);
    expect([websocket.buffer === slab.buffer, websocket.byteOffset - slab.byteOffset, websocket.length]).toEqual([
      true,
      start,
      entries.reduce((sum, { length }) => sum + length, 0),
    ]);
  });

  it('frees the memory of dropped entries', () => {
    const dropped: number[] = [];
    const { ring, push } = createFilledRing({
      frames: 4,
      bytes: 30,
      onEvict: ({ seq, slab }) => dropped.push(seq, slab.length),
    });
    const [oldest] = [1, 2, 3, 4].map(push);
    expect(dropped).toEqual([]);
    ring.release(ring.next);
    expect(dropped).toEqual([1, 65_536, 2, 65_536]);
    expect(oldest?.slab.length).toBe(0);
  });

  it.each([1, 400])('of %i bytes drops nothing that has not been delivered yet', (ringBytes) => {
    const world = createTestWorld({ ringBytes, replayCapacity: 0 });
    const client = world.connect();
    const seen: number[] = [];
    world.stream.subscribe(['a'], ({ seq }) => seen.push(seq), { onLost: () => seen.push(-1) });
    client.send({ op: 'subscribe', topics: ['a'] });
    client.take();
    const seqs = [1, 'x'.repeat(300), 'y'.repeat(500)].map((value) => world.change('a', value));
    world.turn();
    expect(client.take().map(({ seq }) => seq)).toEqual(seqs);
    expect(seen).toEqual(seqs);
    expect(world.stream.metrics().ringFrames).toBeLessThan(3);
  });
});

describe('a topic', () => {
  it('keeps common members of its events, until one of another type or kind comes', () => {
    const world = createTestWorld();
    const client = world.connect();
    client.send({ op: 'subscribe', topics: ['*'] });
    client.take();
    const publish = (type: string, kind?: 'initial') => world.stream.publish({ topic: 'a"b', type, kind, payload: {} });
    publish('one');
    publish('two"');
    publish('one', 'initial');
    publish('one');
    world.turn();
    expect(client.take().map(({ topic, type, kind }) => [topic, type, kind])).toEqual([
      ['a"b', 'one', 'change'],
      ['a"b', 'two"', 'change'],
      ['a"b', 'one', 'initial'],
      ['a"b', 'one', 'change'],
    ]);
  });
});
