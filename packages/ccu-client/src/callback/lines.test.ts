import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createManualTime } from '../testing/manual-time.js';
import type { RpcCall } from '../wire/codecs/index.js';
import { createLines, type LineBounds } from './lines.js';
import type { CallbackRegistration } from './server.js';

const registrationOf = (interfaceId: string): CallbackRegistration => ({
  central: 'ccu',
  interfaceName: 'HmIP-RF',
  interfaceId,
  ccuHost: 'ccu.example',
  protocol: 'xml',
  handler: () => undefined,
});

const callsOf = (count: number, from = 0): RpcCall[] =>
  Array.from({ length: count }, (_, index) => ({ method: 'event', params: [from + index] }));

function startLines(bounds: LineBounds) {
  const time = createManualTime();
  const turns: (() => void)[] = [];
  const ran: [string, unknown][] = [];
  const lines = createLines({
    run: ({ interfaceId }, { params }) => ran.push([interfaceId, params[0]]),
    elapsed: time.now,
    timers: time.timers,
    nextTurn: (run) => turns.push(run),
    bounds,
  });
  /** Runs turns until none is planned; answers how many calls each handed over. */
  const finish = () => {
    const counts: number[] = [];
    for (let turn = turns.shift(); turn !== undefined; turn = turns.shift()) {
      const before = ran.length;
      turn();
      counts.push(ran.length - before);
    }
    return counts;
  };
  return { lines, ran, finish, time };
}

const wide = { perTurn: 200, waiting: 50_000, perSecond: 1_000_000, burst: 1_000_000 };

describe('the lines of calls', () => {
  it('hand few calls over in the turn in which they come', () => {
    const { lines, ran } = startLines(wide);
    lines.push(registrationOf('a'), callsOf(200));
    expect(ran).toHaveLength(200);
  });

  it('let no turn have more than its share, however many batches come in it', () => {
    const { lines, ran, finish } = startLines(wide);
    for (let i = 0; i < 30; i += 1) lines.push(registrationOf('a'), callsOf(100));
    expect(ran).toHaveLength(200);
    expect(Math.max(...finish())).toBeLessThanOrEqual(200);
    expect(ran).toHaveLength(3_000);
  });

  it('let a CCU with little to tell pass one with much', () => {
    const { lines, ran, finish } = startLines(wide);
    lines.push(registrationOf('long'), callsOf(10_000));
    lines.push(registrationOf('short'), callsOf(201));
    finish();
    expect(ran.findLastIndex(([id]) => id === 'short')).toBeLessThan(1_000);
  });

  it('take only so many calls a second, and the rest later', async () => {
    const { lines, ran, finish, time } = startLines({ ...wide, perSecond: 1_000, burst: 500 });
    lines.push(registrationOf('a'), callsOf(2_000));
    finish();
    expect(ran).toHaveLength(500);
    for (let second = 0; second < 20 && ran.length < 2_000; second += 1) {
      const before = ran.length;
      for (let step = 0; step < 20; step += 1) {
        await time.advance(50);
        finish();
      }
      expect(ran.length - before).toBeLessThanOrEqual(1_050);
    }
    expect(ran).toHaveLength(2_000);
  });

  it('take nothing of a batch that does not fit, and continue with queued calls', () => {
    const { lines, ran, finish } = startLines({ ...wide, waiting: 1_000 });
    const a = registrationOf('a');
    expect(lines.push(a, callsOf(900))).toBe(true);
    expect(lines.push(a, callsOf(200, 900))).toBe(false);
    finish();
    expect(ran).toHaveLength(900);
    expect(lines.push(a, callsOf(200))).toBe(true);
  });

  it('drop the queued calls of an interface that is gone', () => {
    const { lines, ran, finish } = startLines(wide);
    const a = registrationOf('a');
    lines.push(a, callsOf(1_000));
    lines.drop(a);
    finish();
    expect(ran).toHaveLength(0);
  });

  it('keep the order of each interface, for calls in any order', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.integer({ min: 0, max: 500 }), fc.boolean()), {
          maxLength: 40,
        }),
        (batches) => {
          const { lines, ran, finish } = startLines({ ...wide, perTurn: 70 });
          const registrations = new Map(['a', 'b', 'c'].map((id) => [id, registrationOf(id)]));
          const sent = new Map([...registrations.keys()].map((id) => [id, 0]));
          for (const [id, count, isQuiet] of batches) {
            const from = sent.get(id)!;
            expect(lines.push(registrations.get(id)!, callsOf(count, from))).toBe(true);
            sent.set(id, from + count);
            if (isQuiet) finish();
          }
          finish();
          for (const [id, count] of sent) {
            const got = ran.filter(([of]) => of === id).map(([, value]) => value);
            expect(got).toEqual(Array.from({ length: count }, (_, index) => index));
          }
        },
      ),
    );
  });
});
