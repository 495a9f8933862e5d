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
