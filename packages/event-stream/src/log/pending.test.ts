import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PendingRecord, PendingRecords } from './pending.js';

const slab = new Uint8Array(64);
const recordOf = (seq: number): PendingRecord => ({ seq, topic: 't', slab, start: seq, end: seq + (seq % 7) });

const step = fc.oneof(
  fc.record({ do: fc.constant('push' as const), count: fc.integer({ min: 1, max: 40 }) }),
  fc.record({ do: fc.constant('drop' as const), count: fc.integer({ min: 0, max: 60 }) }),
  fc.record({ do: fc.constant('bound' as const), count: fc.integer({ min: 0, max: 50 }) }),
  fc.record({ do: fc.constant('back' as const), count: fc.integer({ min: 0, max: 5 }) }),
);

describe('records that wait', () => {
  it('equal those of a plain list, after any operations', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const pending = new PendingRecords();
        let list: PendingRecord[] = [];
        let seq = 0;
        for (const { do: what, count } of steps) {
          const records = Array.from({ length: count }, () => {
            seq += 1;
            return recordOf(seq);
          });
          if (what === 'push') {
            for (const record of records) pending.push(record);
            list.push(...records);
          } else if (what === 'drop') {
            pending.drop(count);
            list = list.slice(count);
          } else if (what === 'bound') {
            expect(pending.dropAbove(count, Number.POSITIVE_INFINITY)).toBe(Math.max(0, list.length - count));
            list = list.slice(Math.max(0, list.length - count));
          } else {
            pending.putBack(records);
            list = [...records, ...list];
          }
          expect(pending.first()).toEqual(list);
          expect(pending.length).toBe(list.length);
          expect(pending.bytes).toBe(list.reduce((sum, { start, end }) => sum + end - start, 0));
        }
      }),
    );
  });

  it('are bounded by their texts too', () => {
    const pending = new PendingRecords();
    for (let seq = 1; seq <= 100; seq += 1) pending.push({ seq, topic: 't', slab, start: 0, end: 10 });
    expect(pending.dropAbove(1_000, 95)).toBe(91);
    expect(pending.first(1)[0]?.seq).toBe(92);
  });

  it('are copied a bounded number of times while each new one drops an old one', () => {
    const pending = new PendingRecords();
    const slice = Array.prototype.slice;
    let copied = 0;
    Array.prototype.slice = function (...args: [number?, number?]) {
      const part = slice.apply(this, args);
      copied += part.length;
      return part;
    };
    try {
      for (let seq = 1; seq <= 50_000; seq += 1) {
        pending.push(recordOf(seq));
        pending.dropAbove(16_384, Number.POSITIVE_INFINITY);
      }
    } finally {
      Array.prototype.slice = slice;
    }
    expect(pending.length).toBe(16_384);
    expect(copied).toBeLessThan(100_000);
  });
});
