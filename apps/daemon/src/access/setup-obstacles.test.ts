import { expect, it } from 'vitest';
import { createObstacleNotes } from './setup-obstacles.js';

it('notes what keeps setup closed once, and again only when it has changed', async () => {
  const puts: unknown[] = [];
  const facts = {
    get: async () => undefined,
    put: async (key: string, value: unknown) => void puts.push([key, value]),
  };
  let obstacles = ['oidc'];
  const note = createObstacleNotes(facts, () => obstacles);
  await note();
  await note();
  obstacles = [];
  await note();
  expect(puts).toEqual([
    ['setup_obstacles', ['oidc']],
    ['setup_obstacles', []],
  ]);
  await createObstacleNotes(undefined, () => obstacles)();
});
