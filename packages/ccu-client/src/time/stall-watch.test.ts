import { expect, it } from 'vitest';
import { createManualTime } from '../testing/manual-time.js';
import { watchForStalls } from './stall-watch.js';

function world() {
  const time = createManualTime();
  const stop = new AbortController();
  const state = { stalls: 0 };
  watchForStalls({ now: time.now, timers: time.timers, onStall: () => (state.stalls += 1) }, stop.signal);
  return { time, state, stop };
}

it('finds nothing in a clock that goes as its timers do, and in small corrections', async () => {
  const { time, state } = world();
  await time.advance(3_600_000);
  time.setClock(3_000);
  await time.advance(10_000);
  time.setClock(-3_000);
  await time.advance(10_000);
  expect(state.stalls).toBe(0);
});

it.each([10_000, 7 * 3_600_000, -60_000])(
  'finds once that the clock moved by %i ms without its timers',
  async (byMs) => {
    const { time, state } = world();
    await time.advance(10_000);
    time.setClock(byMs);
    await time.advance(60_000);
    expect(state.stalls).toBe(1);
  },
);

it('ends with its signal', async () => {
  const { time, state, stop } = world();
  stop.abort();
  time.setClock(60_000);
  await time.advance(60_000);
  expect(state.stalls).toBe(0);
});
