import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMemoryStateStore } from '../cache/memory-cache.js';
import type { StateStore } from '../model/ports.js';
import { createManualTime } from '../testing/manual-time.js';
import { createJournal, type SentValue } from './journal.js';

const KEY = 'home/HmIP-RF/writes';

function start(store: StateStore = createMemoryStateStore()) {
  const time = createManualTime();
  const complaints: string[] = [];
  const journal = createJournal({
    store,
    storeKey: KEY,
    delayMs: 1_000,
    timers: time.timers,
    now: time.now,
    complain: (event) => void complaints.push(event),
  });
  const sent = (parameter: string, more: Partial<SentValue> = {}): SentValue => ({
    channelAddress: 'A:1',
    paramsetKey: 'VALUES',
    parameter,
    value: { type: 'double', value: 21.5 },
    at: time.now(),
    asleep: false,
    ...more,
  });
  return { time, store, journal, sent, complaints };
}

describe('the journal of sent values', () => {
  it('saves nothing for a value that was settled at once', async () => {
    const saved: unknown[] = [];
    const { time, journal, sent } = start({
      load: async () => undefined,
      save: async (_, text) => void saved.push(text),
    });
    const value = sent('LEVEL');
    journal.note(value);
    journal.settle(value);
    await time.advance(5_000);
    expect(saved).toEqual([]);
  });

  it('returns the values of an earlier run, but for one that was written anew meanwhile', async () => {
    const first = start();
    const left = [
      first.sent('LEVEL', { asleep: true }),
      first.sent('SHORT_ON_TIME', { paramsetKey: 'LINK', peer: 'B:2', value: { type: 'i4', value: 7 } }),
      first.sent('TEXT', { paramsetKey: 'MASTER', value: { type: 'string', value: 'Tür "1"' } }),
      first.sent('STATE', { value: { type: 'boolean', value: false } }),
    ];
    for (const each of left) first.journal.note(each);
    await first.journal.close();
    const second = start(first.store);
    const again = second.sent('STATE');
    second.journal.note(again);
    expect(await second.journal.recall()).toEqual(left.slice(0, 3));
    expect(second.journal.has(again)).toBe(true);
  });

  it('settles only a value that was not replaced', async () => {
    const { journal, sent, store } = start();
    const [older, newer] = [sent('LEVEL'), sent('LEVEL')];
    journal.note(older);
    journal.note(newer);
    journal.settle(older);
    await journal.close();
    expect(await store.load(KEY)).toContain('LEVEL');
  });

  it('refuses more than it can keep', async () => {
    const { journal, sent } = start();
    const some = (count: number, text: string) =>
      new Map(Array.from({ length: count }, (_, i) => [`P${i}`, { type: 'string' as const, value: text }]));
    journal.check(some(5_000, ''));
    expect(() => journal.check(some(5_001, ''))).toThrow(/too many/);
    expect(() => journal.check(some(2, 'x'.repeat(600_000)))).toThrow(/too many/);
    for (let i = 0; i < 5_000; i += 1) journal.note(sent(`P${i}`));
    expect(() => journal.check(some(1, ''))).toThrow(/too many/);
  });

  it('goes on without a store that fails, and reports it', async () => {
    const broken = async () => {
      throw new Error('disk');
    };
    const { journal, sent, complaints } = start({ load: broken, save: broken });
    expect(await journal.recall()).toEqual([]);
    journal.note(sent('LEVEL'));
    await journal.close();
    expect(complaints).toEqual(['writes.unread', 'writes.unsaved']);
  });

  it('takes from a stored text only valid sent values', async () => {
    const odd = fc.oneof(
      fc.string(),
      fc.json(),
      fc
        .array(
          fc.record(
            {
              channelAddress: fc.oneof(fc.constant('A:1'), fc.string(), fc.integer()),
              paramsetKey: fc.oneof(fc.constantFrom('VALUES', 'MASTER', 'LINK', 'SERVICE'), fc.integer()),
              peer: fc.oneof(fc.constant('B:1'), fc.anything()),
              parameter: fc.oneof(fc.constant('LEVEL'), fc.string(), fc.constant(null)),
              value: fc.oneof(
                fc.record({ type: fc.constantFrom('double', 'string', 'toString'), value: fc.anything() }),
                fc.anything(),
              ),
              at: fc.oneof(fc.double(), fc.string()),
              asleep: fc.anything(),
            },
            { requiredKeys: [] },
          ),
        )
        .map((list) => JSON.stringify(list) ?? ''),
    );
    await fc.assert(
      fc.asyncProperty(odd, async (text) => {
        const { journal, time } = start({ load: async () => text, save: async () => undefined });
        for (const each of await journal.recall()) {
          expect(each.channelAddress).toMatch(/^[\x21-\x7e]{1,64}$/);
          expect(each.parameter).toMatch(/^[\x21-\x7e]{1,128}$/);
          expect(['VALUES', 'MASTER', 'LINK']).toContain(each.paramsetKey);
          expect(each.at).toBeLessThanOrEqual(time.now());
          expect(['number', 'string', 'boolean']).toContain(typeof each.value.value);
        }
      }),
    );
  });
});
