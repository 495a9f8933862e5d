import { expect, it } from 'vitest';
import { createCentralDirectory } from './directory.js';

const entry = (name: string, host = 'h', enabled = true) => ({ name, host, enabled });

it('keeps the CCUs in the order of the configuration, whichever of them is changed', () => {
  const directory = createCentralDirectory([entry('home'), entry('attic')]);
  directory.put(entry('garage'));
  directory.put(entry('home', 'other', false));
  expect(directory.entries()).toEqual([entry('home', 'other', false), entry('attic'), entry('garage')]);
  directory.drop('attic');
  directory.put(entry('attic'));
  expect(directory.entries().map(({ name }) => name)).toEqual(['home', 'garage', 'attic']);
  directory.load([entry('only')]);
  expect(directory.entries()).toEqual([entry('only')]);
});

it('reports a change once, and none if all is unchanged', () => {
  let changes = 0;
  const many = Array.from({ length: 300 }, (_, index) => entry(`ccu${index}`));
  const directory = createCentralDirectory(many, () => {
    changes += 1;
  });
  directory.load(many);
  for (const each of many) directory.put(each);
  directory.drop('unknown');
  expect(changes).toBe(0);
  directory.load([...many, entry('new'), entry('newer')]);
  expect(changes).toBe(1);
  directory.load(many.map((each) => ({ ...each, host: 'other' })));
  directory.put(entry('ccu7'));
  directory.drop('ccu8');
  expect(changes).toBe(4);
});
