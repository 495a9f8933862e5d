import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEventBuffer } from './event-buffer.js';
import { createItemMaker, type EventItem, type Item } from './event-rows.js';

const make = createItemMaker(() => undefined);
const event = (seq: number, topic = 'device.A'): EventItem =>
  make.of({ seq, kind: 'change', topic, type: 't', ts: '2026-01-01T00:00:00Z', payload: { value: seq } });
const seqs = (items: readonly Item[]) => items.map(({ seq }) => seq);
const range = (from: number, count: number) => Array.from({ length: count }, (_, index) => event(from + index));
const buffer = (capacity = 5) => createEventBuffer({ capacity, waitingCapacity: 20 });

describe('the buffer of events', () => {
  it('keeps the newest and counts evicted rows', () => {
    const rows = buffer();
    rows.add(range(1, 8));
    expect(seqs(rows.shown)).toEqual([4, 5, 6, 7, 8]);
    expect(rows.evicted).toBe(3);
  });

  it('filters before it stores: an event that does not match takes no space', () => {
    const rows = buffer();
    rows.filter(({ topic }) => topic === 'rare');
    rows.add([event(1, 'rare')]);
    rows.add(range(2, 100));
    expect(seqs(rows.shown)).toEqual([1]);
    expect(rows.evicted).toBe(0);
  });

  it('leaves the shown rows unchanged while it is held, and shows all waiting rows afterwards', () => {
    const rows = createEventBuffer({ capacity: 50, waitingCapacity: 50 });
    rows.add(range(1, 3));
    rows.hold();
    const before = rows.shown;
    rows.add(range(4, 12));
    expect(rows.shown).toBe(before);
    expect(rows.waiting).toBe(12);
    expect(seqs(rows.all())).toEqual(seqs(range(1, 15)));
    rows.release();
    expect(seqs(rows.shown)).toEqual(seqs(range(1, 15)));
    expect([rows.waiting, rows.evicted]).toEqual([0, 0]);
  });

  it('finds recent events again when the filter becomes wider', () => {
    const rows = buffer(10);
    rows.filter(({ topic }) => topic === 'b');
    rows.add([event(1, 'a'), event(2, 'b'), event(3, 'a')]);
    expect(seqs(rows.shown)).toEqual([2]);
    rows.filter(() => true);
    expect(seqs(rows.shown)).toEqual([1, 2, 3]);
  });

  it('separates shown and waiting rows when the filter changes while it is held', () => {
    const rows = buffer(10);
    rows.add([event(1, 'a'), event(2, 'b')]);
    rows.hold();
    rows.add([event(3, 'a'), event(4, 'b')]);
    rows.filter(({ topic }) => topic === 'b');
    expect([seqs(rows.shown), rows.waiting]).toEqual([[2], 1]);
  });

  it('keeps gaps and sentinels with any filter, after the event before them', () => {
    const rows = buffer(10);
    rows.filter(() => false);
    rows.add([
      event(1),
      { item: 'mark', seq: 1, at: 0 },
      { item: 'gap', seq: 7, at: 0, after: 1, reason: 'evicted' },
      event(8),
    ]);
    rows.filter(() => true);
    expect(rows.shown.map(({ item }) => item)).toEqual(['event', 'mark', 'gap', 'event']);
  });

  it('loses nothing and repeats nothing, for any events in any order, while there is room', () => {
    const step = fc.constantFrom('add', 'add', 'hold', 'release', 'filter odd', 'filter none');
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const rows = createEventBuffer({ capacity: 100, waitingCapacity: 100 });
        let next = 1;
        for (const each of steps) {
          if (each === 'add') rows.add([event(next++), event(next++)]);
          else if (each === 'hold') rows.hold();
          else if (each === 'release') rows.release();
          else rows.filter(each === 'filter odd' ? ({ seq }) => seq % 2 === 1 : () => true);
        }
        rows.release();
        rows.filter(() => true);
        expect(seqs(rows.shown)).toEqual(seqs(range(1, next - 1)));
      }),
    );
  });
});
