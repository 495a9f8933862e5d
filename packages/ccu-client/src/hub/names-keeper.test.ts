import { expect, it } from 'vitest';
import { createComplaints } from '../log/complaints.js';
import type { CcuEvent } from '../model/model.js';
import { createNamesKeeper } from './names-keeper.js';

const SECOND = 1_000;

/** A keeper whose CCU knows the names of some devices, and a clock that is turned by hand. */
function start() {
  let now = 0;
  const waiting = new Set<{ readonly at: number; readonly run: () => void }>();
  const named = new Set(['OLD']);
  const state = { reads: 0, loaded: true, gate: Promise.resolve() };
  const stop = new AbortController();
  const common = { central: 'c', at: 0 } as const;
  const keeper = createNamesKeeper({
    central: 'c',
    async reload() {
      state.reads += 1;
      const names = [...named].map((address) => ({ address, name: `Name of ${address}` }));
      await state.gate;
      keeper.onEvent({ ...common, type: 'names_loaded', names, rooms: [], functions: [] });
    },
    timings: { namesPollMs: 3_600 * SECOND, rescanMinMs: 60 * SECOND, retryMinMs: SECOND, retryMaxMs: 60 * SECOND },
    timers: {
      after(delayMs, run) {
        const entry = { at: now + delayMs, run };
        waiting.add(entry);
        return () => void waiting.delete(entry);
      },
    },
    now: () => now,
    complaints: createComplaints(undefined),
    isLoaded: () => state.loaded,
    signal: stop.signal,
  });
  async function pass(ms: number): Promise<void> {
    const end = now + ms;
    for (;;) {
      for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
      const next = [...waiting].filter(({ at }) => at <= end).sort((one, other) => one.at - other.at)[0];
      if (next === undefined) break;
      now = next.at;
      waiting.delete(next);
      next.run();
    }
    now = end;
  }
  const described = (added: readonly string[], source: 'NEW' | 'REFRESH' | 'CACHE' = 'REFRESH'): CcuEvent => ({
    ...{ ...common, type: 'devices_described', interfaceName: 'HmIP-RF', source },
    ...{ complete: false, devices: [], paramsets: {}, added },
  });
  return { keeper, state, named, described, pass };
}

it.each(['NEW', 'REFRESH'] as const)('names are read for a device that became known by a %s', async (source) => {
  const { keeper, state, named, described, pass } = start();
  keeper.request();
  await pass(100 * SECOND);
  expect(state.reads).toBe(1);
  named.add('FRESH');
  keeper.onEvent(described(['FRESH', 'FRESH:1'], source));
  await pass(0);
  expect(state.reads).toBe(2);
  // Nothing is nameless, so the next reading has its usual turn.
  await pass(3_000 * SECOND);
  expect(state.reads).toBe(2);
});

it('names are not read for devices that only changed, nor before the first load of their interface', async () => {
  const { keeper, state, described, pass } = start();
  keeper.request();
  await pass(100 * SECOND);
  keeper.onEvent(described([]));
  state.loaded = false;
  keeper.onEvent(described(['FRESH']));
  await pass(1_000 * SECOND);
  expect(state.reads).toBe(1);
});

it('a device without a name in the logic layer is requested again, less and less often, until it has a name or is gone', async () => {
  const { keeper, state, named, described, pass } = start();
  keeper.request();
  await pass(100 * SECOND);
  keeper.onEvent(described(['FRESH', 'FRESH:0', 'OTHER']));
  await pass(0);
  const readings = async (ms: number) => {
    const before = state.reads;
    await pass(ms);
    return state.reads - before;
  };
  // After 60, 120 and 240 seconds.
  expect([await readings(61 * SECOND), await readings(100 * SECOND), await readings(30 * SECOND)]).toEqual([1, 0, 1]);
  expect(await readings(240 * SECOND)).toBe(1);
  named.add('FRESH');
  keeper.onEvent({ type: 'devices_removed', central: 'c', interfaceName: 'HmIP-RF', at: 0, addresses: ['OTHER'] });
  await pass(480 * SECOND);
  expect(await readings(3_000 * SECOND)).toBe(0);
});

it('a device that arrived while names were read is read afterwards', async () => {
  const { keeper, state, named, described, pass } = start();
  let answer = () => {};
  state.gate = new Promise((resolve) => {
    answer = resolve;
  });
  keeper.request();
  await pass(0);
  named.add('FRESH');
  keeper.onEvent(described(['FRESH']));
  answer();
  await pass(60 * SECOND);
  expect(state.reads).toBe(2);
});
