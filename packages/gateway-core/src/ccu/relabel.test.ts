import { expect, it } from 'vitest';
import { relabel } from './relabel.js';

/** A CCU whose names are read when `read` is called. */
function readingHub() {
  const readings: (() => void)[] = [];
  const unused = () => Promise.reject(new Error('not called'));
  const groups = { list: unused, create: unused, rename: unused, remove: unused, assign: unused };
  const namesChanged = () => new Promise<void>((read) => readings.push(read));
  return { readings, hub: { rename: unused, rooms: groups, functions: groups, namesChanged } };
}

it('a change of names is answered after the names were read', async () => {
  const { hub, readings } = readingHub();
  let isOver = false;
  const changed = relabel(hub, [{ what: 'name', run: async () => {} }]).then(() => {
    isOver = true;
  });
  await expect.poll(() => readings.length).toBe(1);
  expect(isOver).toBe(false);
  readings[0]?.();
  await changed;
});

it('a refused change of names is answered while the names are still read', async () => {
  const { hub, readings } = readingHub();
  const refused = relabel(hub, [{ what: 'name', run: () => Promise.reject(new Error('the CCU hangs')) }]);
  await expect(refused).rejects.toThrow('the CCU hangs');
  expect(readings.length).toBe(1);
});
