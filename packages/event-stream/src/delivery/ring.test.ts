import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultByteStore } from '../model/environment.js';
import { createTestWorld } from '../testing/world.js';
import { createTopicTable } from '../topic/table.js';
import { createBatch, createRingBatch } from './batch.js';
import { createFrameEncoder } from './frame.js';
import { createRing, type Entry, type Ring } from './ring.js';

const topic = createTopicTable(10).get('a');

function createFilledRing(options: { frames: number; bytes?: number; onEvict?: (entry: Entry) => void }) {
  const { frames, bytes = 1e6, onEvict = () => {} } = options;
  const ring = createRing({ frames, bytes, keep: 0, onEvict: (position) => onEvict(ring.at(position) as Entry) });
  const encoder = createFrameEncoder(defaultByteStore());
  const push = (seq: number) => ring.push(encoder.encode(`{"seq":${seq}}`), seq, topic, seq % 3 === 0, seq / 2);
  return { ring, push };
}

/** Slabs by identity: 64 KiB by content would take minutes. */
const members = ['slab', 'start', 'length', 'head', 'position', 'seq', 'topic', 'momentary', 'at'] as const;
const isSame = (one: Entry, other: Entry | undefined) => members.every((member) => one[member] === other?.[member]);

const seqsOf = (ring: Ring) =>
  Array.from({ length: ring.next - ring.first }, (_, index) => ring.at(ring.first + index)?.seq);

describe('the ring', () => {
  it('drops the oldest entry for each one beyond its bound', () => {
    const { ring, push } = createFilledRing({ frames: 4 });
    for (let seq = 1; seq <= 8; seq += 1) push(seq);
    expect([ring.first, ring.next, ring.at(4)?.seq, ring.at(7)?.seq, ring.at(3)]).toEqual([4, 8, 5, 8, undefined]);
    expect(ring.at(8)).toBeUndefined();
  });

  it('returns the place of a frame in the same object for each frame', () => {
    const encoder = createFrameEncoder(defaultByteStore());
    const frame = encoder.encode('one');
    expect(encoder.encode('two')).toBe(frame);
  });

  it('keeps every member of its entries while it grows, shrinks and drops', () => {
    const step = fc.oneof(
      fc.record({ push: fc.integer({ min: 1, max: 200 }) }),
      fc.record({ frames: fc.integer({ min: 1, max: 300 }) }),
      fc.record({ release: fc.integer({ min: 0, max: 400 }) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const bounds = { frames: 100, bytes: 1_500, keep: 10 };
        const dropped: number[] = [];
        const ring = createRing({ ...bounds, onEvict: (position) => dropped.push(ring.seqOf(position)) });
        const encoder = createFrameEncoder(defaultByteStore());
        const pushed: Entry[] = [];
        for (const each of steps) {
          if ('frames' in each) ring.resize({ ...bounds, frames: each.frames });
          else if ('release' in each) ring.release(Math.min(each.release, ring.next));
          else {
            for (let count = 0; count < each.push; count += 1) {
              const seq = pushed.length * 2 + 1;
              const { slab, start, length, head } = encoder.encode(`{"seq":${seq}}`);
              const entry = { position: pushed.length, seq, topic, momentary: seq % 3 === 0, at: seq / 4 };
              pushed.push({ ...entry, slab, start, length, head });
              ring.push({ slab, start, length, head }, seq, topic, entry.momentary, entry.at);
            }
          }
          const kept = pushed.slice(ring.first);
          expect(kept.every((entry) => isSame(entry, ring.at(entry.position)))).toBe(true);
          expect(dropped).toEqual(pushed.slice(0, ring.first).map(({ seq }) => seq));
          expect(ring.bytes).toBe(kept.reduce((sum, { length }) => sum + length, 0));
          const half = kept.slice(Math.floor(kept.length / 2));
          expect(ring.bytesSince(half[0]?.position ?? ring.next)).toBe(
            half.reduce((sum, { length }) => sum + length, 0),
          );
          for (const { seq, position } of half)
            expect([ring.after(seq - 1), ring.after(seq)]).toEqual([position, position + 1]);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('makes one view of the memory for all frames of a turn', () => {
    const { ring, push } = createFilledRing({ frames: 4 });
    const positions = [1, 2, 3].map(push);
    const entries = positions.map((position) => ring.at(position) as Entry);
    const { slab, start } = entries[0] as Entry;
    const bytes = entries.reduce((sum, { length }) => sum + length, 0);
    for (const batch of [createBatch(entries), createRingBatch(ring, positions, { from: 0, to: 3, bytes })]) {
      const { websocket } = batch;
      const offset = websocket.byteOffset - slab.byteOffset;
      expect([websocket.buffer === slab.buffer, offset, websocket.length, batch.bytes]).toEqual([
        true,
        start,
        bytes,
        bytes,
      ]);
    }
  });

  it('joins the frames of a turn that lie apart, for both kinds of clients', () => {
    const { ring, push } = createFilledRing({ frames: 8 });
    for (let seq = 1; seq <= 5; seq += 1) push(seq);
    const positions = [0, 2, 4];
    const entries = positions.map((position) => ring.at(position) as Entry);
    const bytes = entries.reduce((sum, { length }) => sum + length, 0);
    const batch = createRingBatch(ring, positions, { from: 0, to: 3, bytes });
    const frames = entries.map(({ slab, start, length }) => slab.subarray(start, start + length));
    expect(Buffer.from(batch.websocket)).toEqual(Buffer.concat(frames));
    expect(Buffer.from(batch.sse).toString()).toBe(
      [1, 3, 5].map((seq) => `id: ${seq}\ndata: {"seq":${seq}}\n\n`).join(''),
    );
  });

  it('frees the memory of dropped entries', () => {
    const dropped: number[] = [];
    const { ring, push } = createFilledRing({ frames: 4, bytes: 30, onEvict: ({ seq }) => dropped.push(seq) });
    const [oldest] = [1, 2, 3, 4].map(push) as [number];
    expect([dropped, ring.slabOf(oldest).length]).toEqual([[], 4 * 1024]);
    ring.release(ring.next);
    expect([dropped, ring.slabOf(oldest).length, seqsOf(ring)]).toEqual([[1, 2], 0, [3, 4]]);
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
