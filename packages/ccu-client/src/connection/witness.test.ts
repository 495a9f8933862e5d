import { describe, expect, it } from 'vitest';
import { CcuError } from '../model/errors.js';
import type { WireValue } from '../model/model.js';
import type { ReGaRunner } from '../rega/runner.js';
import { createWitness } from './witness.js';

const STATE = { TYPE: 'BOOL', OPERATIONS: 7 } as const;
const KEY = { TYPE: 'ACTION', OPERATIONS: 4 } as const;
const SILENT = { TYPE: 'STRING', OPERATIONS: 2 } as const;

function world({ devices = 1, everyMs = 60_000 } = {}) {
  let now = 0;
  const state = { rows: [] as { point: string; value?: WireValue; at: number }[], fails: false };
  const asked: { readonly from: number; readonly seconds: number }[] = [];
  const known = new Map<string, WireValue>();
  const rega = {
    async run(_name: string, args: { readonly from: number; readonly seconds: number }) {
      asked.push(args);
      if (state.fails) throw new CcuError('unsupported', 'no scripts');
      const recent = state.rows
        .map(({ at, ...row }) => ({ ...row, point: `X.${row.point}`, ago: Math.floor((now - at) / 1_000) }))
        .filter(({ ago }) => ago <= args.seconds);
      return [...recent, { point: '', value: undefined, ago: devices }];
    },
  } as unknown as ReGaRunner;
  const witness = createWitness({
    interfaceName: 'X' as never,
    rega,
    known: (channelAddress, parameter) => known.get(`${channelAddress}.${parameter}`),
    describe: (_, parameter) => ({ STATE, KEY, SILENT })[parameter],
    everyMs,
    elapsed: () => now,
  });
  const { signal } = new AbortController();
  return {
    ...{ state, asked, known, witness },
    at(ms: number) {
      now = ms;
    },
    misses: () => witness.misses(signal),
  };
}

describe('the logic layer as a witness of lost events', () => {
  it('finds a state that it received, and that differs from the known one here', async () => {
    const { state, known, at, misses } = world();
    known.set('A:1.STATE', false);
    state.rows = [{ point: 'A:1.STATE', value: true, at: 30_000 }];
    at(60_000);
    expect(await misses()).toBe(30_000 + 3_000);
  });

  it('finds a key press that never arrived, and takes no other press for it', async () => {
    const { state, witness, at, misses } = world();
    at(5_000);
    witness.heard('A:1', 'KEY');
    state.rows = [30_000, 40_000].map((at, key) => ({ point: `A:${key + 1}.KEY`, value: true, at }));
    at(60_000);
    // The older one counts, and seconds are rounded.
    expect(await misses()).toBe(30_000 + 3_000);
  });

  it('finds nothing in a row that arrived, is equal, has no event, was read since, or may be on its way', async () => {
    const { state, known, witness, at, misses } = world();
    known.set('A:1.STATE', true);
    at(10_000);
    witness.settled(10_000);
    at(30_500);
    witness.heard('A:2', 'KEY');
    state.rows = [
      { point: 'A:1.STATE', value: true, at: 30_000 },
      { point: 'A:2.KEY', value: true, at: 30_000 },
      { point: 'A:3.SILENT', value: 'x', at: 30_000 },
      { point: 'A:4.STATE', value: true, at: 5_000 },
      { point: 'A:5.STATE', value: true, at: 59_500 },
    ];
    at(60_000);
    expect(await misses()).toBeUndefined();
    at(120_000);
    // The event that may have been on its way has not arrived a minute later.
    expect(await misses()).toBeDefined();
  });

  it('finds a possible loss right before the reported period, because ages are whole seconds', async () => {
    const { state, witness, at, misses } = world();
    at(30_000);
    witness.settled(10_000);
    state.rows = [{ point: 'A:1.KEY', value: true, at: 19_500 }];
    at(60_050);
    expect(await misses()).toBe(40_000 + 3_000);
  });

  it('accuses a data point that never speaks once an hour', async () => {
    const { state, at, misses } = world();
    const verdicts: (number | undefined)[] = [];
    for (let minute = 1; minute <= 61; minute += 1) {
      state.rows = [{ point: 'A:1.STATE', value: true, at: minute * 60_000 - 10_000 }];
      at(minute * 60_000);
      verdicts.push(await misses());
    }
    expect(verdicts.filter((ago) => ago !== undefined).length).toBe(2);
  });

  it('asks about every device within five looks, however many there are', async () => {
    const { asked, at, misses } = world({ devices: 1_000 });
    for (let minute = 1; minute <= 6; minute += 1) {
      at(minute * 60_000);
      await misses();
    }
    const pages = new Set(asked.map(({ from }) => from / 60));
    expect(pages.size).toBe(17);
    expect(asked.length).toBeLessThanOrEqual(1 + 5 * 4);
  });

  it('asks no more often than its interval allows, never with 0, and is no witness where it is refused', async () => {
    const { state, asked, at, misses } = world();
    at(59_999);
    expect(await misses()).toBeUndefined();
    expect(asked).toEqual([]);
    state.fails = true;
    at(60_000);
    expect(await misses()).toBeUndefined();
    expect(asked.length).toBe(1);
    const never = world({ everyMs: 0 });
    never.at(9_000_000);
    expect(await never.misses()).toBeUndefined();
    expect(never.asked).toEqual([]);
  });
});
