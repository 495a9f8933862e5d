import { expect, it } from 'vitest';
import { startStorage } from '../../test/fixture.js';
import { systemClock } from '../database/ports.js';

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 10, 28);
const problem = (name: string, central = 'home') => ({
  id: `${central}/${name}`,
  kind: 'low_battery' as const,
  severity: 'warning' as const,
  summary: name,
  name,
  central,
  device_address: name,
});

it('keeps times of problems, finds those that lasted in a range, and ends one once', async () => {
  const world = await startStorage({ clock: { ...systemClock, now: () => NOW } });
  const { problemTimes: times } = world.storage;
  const from = NOW;
  await times.save({
    began: [
      { problem: problem('A'), beganAt: from },
      { problem: problem('B', 'north'), beganAt: from + 10 },
    ],
    ended: [],
  });
  const [a] = await times.open();
  await times.save({ began: [], ended: [{ id: a!.id, endedAt: from + 5 }] });
  await times.save({ began: [], ended: [{ id: a!.id, endedAt: from + 900 }] });
  expect((await times.open()).map((each) => each.problem.name)).toEqual(['B']);
  const all = { from: 0, to: from + 1_000, limit: 10 };
  const names = async (query: Partial<Parameters<typeof times.query>[0]>) =>
    (await times.query({ ...all, ...query })).map((each) => each.problem.name);
  expect((await times.query(all))[1]).toEqual({ id: a!.id, problem: problem('A'), beganAt: from, endedAt: from + 5 });
  expect(await names({})).toEqual(['B', 'A']);
  expect(await names({ limit: 1 })).toEqual(['B']);
  expect(await names({ from: from + 5 })).toEqual(['B']);
  expect(await names({ to: from + 10 })).toEqual(['A']);
  expect(await names({ central: 'home' })).toEqual(['A']);
  expect(await names({ device: 'B' })).toEqual(['B']);
});

it('removes times that ended more than 400 days ago, and keeps open ones', async () => {
  const world = await startStorage({ clock: { ...systemClock, now: () => NOW } });
  const { problemTimes: times } = world.storage;
  const old = NOW - 401 * DAY_MS;
  await times.save({
    began: [
      { problem: problem('A'), beganAt: old },
      { problem: problem('B'), beganAt: old },
    ],
    ended: [],
  });
  await times.save({ began: [], ended: [{ id: (await times.open())[0]!.id, endedAt: old + 1 }] });
  const found = await times.query({ from: 0, to: NOW + 1, limit: 10 });
  expect(found.map((each) => each.problem.name)).toEqual(['B']);
});
