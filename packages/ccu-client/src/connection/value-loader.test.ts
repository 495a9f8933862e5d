import { expect, it } from 'vitest';
import { CcuError } from '../model/errors.js';
import { createKnownValues, createValueLoader } from './value-loader.js';

it('keeps the last value of each data point, and no more data points than its limit', () => {
  const values = createKnownValues(2);
  values.set('A:1', 'STATE', false);
  values.set('A:1', 'LEVEL', 0.5);
  values.set('B:1', 'STATE', true);
  values.set('A:1', 'STATE', true);
  expect(values.get('A:1', 'STATE')).toBe(true);
  expect(values.get('A:1', 'LEVEL')).toBe(0.5);
  expect(values.get('B:1', 'STATE')).toBeUndefined();
});

function world(reconcileMs = 0) {
  const state = { loads: 0, fails: false, now: 0, complaints: [] as string[] };
  const loader = createValueLoader({
    bulk: {
      async load() {
        state.loads += 1;
        if (state.fails) throw new CcuError('booting', 'not yet');
      },
    },
    reconcileMs,
    elapsed: () => state.now,
    complain: (event) => state.complaints.push(event),
  });
  return { state, loader, signal: new AbortController().signal };
}

it('reads values again when they are due, and not otherwise', async () => {
  const { state, loader, signal } = world();
  await loader.load(signal);
  await loader.loadIfDue(signal);
  expect(state.loads).toBe(1);
  loader.due();
  await loader.loadIfDue(signal);
  await loader.loadIfDue(signal);
  expect(state.loads).toBe(2);
});

it('logs that values could not be read, and reads them again', async () => {
  const { state, loader, signal } = world();
  state.fails = true;
  await loader.load(signal);
  expect(state.complaints).toEqual(['values.booting']);
  state.fails = false;
  await loader.loadIfDue(signal);
  expect(state.loads).toBe(2);
});

it('compares known values with the CCU after its interval', async () => {
  const { state, loader, signal } = world(1_000);
  await loader.load(signal);
  state.now = 999;
  await loader.loadIfDue(signal);
  expect(state.loads).toBe(1);
  state.now = 1_000;
  await loader.loadIfDue(signal);
  expect(state.loads).toBe(2);
});

it('passes on that it was aborted', async () => {
  const { state, loader } = world();
  state.fails = true;
  await expect(loader.load(AbortSignal.abort())).rejects.toThrow(CcuError);
  expect(state.complaints).toEqual([]);
});
