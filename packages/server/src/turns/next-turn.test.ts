import { expect, it } from 'vitest';
import { createNextTurn } from './next-turn.js';

it('continues one of many slices in each turn, in their order', async () => {
  const turns: (() => void)[] = [];
  const nextTurn = createNextTurn((run) => void turns.push(run));
  const done: string[] = [];
  const work = async (name: string) => {
    for (let slice = 0; slice < 3; slice += 1) {
      await nextTurn();
      done.push(`${name}${slice}`);
    }
  };
  const all = Promise.all(['a', 'b', 'c'].map(work));
  const seen: number[] = [];
  for (let turn = turns.shift(); turn !== undefined; turn = turns.shift()) {
    expect(turns).toEqual([]);
    turn();
    await new Promise((resolve) => setImmediate(resolve));
    seen.push(done.length);
  }
  await all;
  expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(done).toEqual(['a0', 'b0', 'c0', 'a1', 'b1', 'c1', 'a2', 'b2', 'c2']);
});
