import { expect, it } from 'vitest';
import { CcuError } from '../model/errors.js';
import { createLogicLayerWatch } from './logic-layer-watch.js';

type Answer = boolean | 'nothing' | 'refused';

function start() {
  const state = { answers: [] as Answer[], isServed: true, now: 0 };
  const asked: number[] = [];
  const watch = createLogicLayerWatch({
    async ask(timeoutMs) {
      asked.push(timeoutMs);
      const answer = state.answers.shift() ?? true;
      if (answer === 'nothing') throw new CcuError('timeout', 'no answer');
      if (answer === 'refused') throw new CcuError('unreachable', 'no process');
      return { kind: 'result', result: answer };
    },
    isServed: async () => state.isServed,
    now: () => state.now,
  });
  return { watch, state, asked };
}

it('a logic layer that gives no answer twice, while the web server answers, is silent, and waiting calls end', async () => {
  const { watch, state, asked } = start();
  const { signal } = { signal: watch.signal() };
  state.answers = ['nothing', 'nothing'];
  expect(await watch.look()).toBe(false);
  expect([watch.isSilent(), signal.aborted, watch.signal().aborted]).toEqual([true, true, false]);
  expect(signal.reason).toMatchObject({ code: 'booting' });
  // It is told within fifteen seconds, the pause between two looks included.
  expect(asked.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(7_000);
  expect(await watch.look()).toBe(true);
  expect(watch.isSilent()).toBe(false);
});

it('one slow answer, a CCU that is away altogether, and one that refuses are no silence', async () => {
  const { watch, state } = start();
  state.answers = ['nothing', true];
  expect(await watch.look()).toBe(true);
  state.answers = ['refused'];
  expect(await watch.look()).toBeUndefined();
  state.answers = ['nothing', 'nothing'];
  state.isServed = false;
  expect(await watch.look()).toBeUndefined();
  expect(watch.isSilent()).toBe(false);
});

it('silence without further checks expires, and an answer ends it', async () => {
  const { watch, state } = start();
  state.answers = ['nothing', 'nothing', 'nothing', 'nothing'];
  await watch.look();
  state.now += 60_000;
  expect(watch.isSilent()).toBe(false);
  await watch.look();
  expect(watch.isSilent()).toBe(true);
  watch.answered();
  expect(watch.isSilent()).toBe(false);
});

it('simultaneous checks share one request', async () => {
  const { watch, asked } = start();
  expect(await Promise.all([watch.look(), watch.look(), watch.look()])).toEqual([true, true, true]);
  expect(asked).toHaveLength(1);
});
