import { expect, it } from 'vitest';
import { longestFirst } from './longest-first.mjs';

const project = { name: 'shared', config: { isolate: false, sequence: { groupOrder: 0 } } };
const sizes = { 'large.test.ts': 900, 'small.test.ts': 10, 'long.test.ts': 20, 'longest.test.ts': 30 };
const sequence = async (names, paths) => {
  const Sequencer = longestFirst(names);
  const files = paths.map((path) => ({ moduleId: `/root/${path}`, project }));
  const sorted = await new Sequencer({ config: { root: '/root' }, cache }).sort(files);
  return sorted.map(({ moduleId }) => moduleId.replace('/root/', ''));
};
const cache = {
  getFileTestResults: () => undefined,
  getFileStats: (key) => ({ size: sizes[key.split('/').pop()] }),
};

it('begins with the named files in their order, then with the largest', async () => {
  const paths = Object.keys(sizes).map((name) => `src/${name}`);
  expect(await sequence(['longest.test.ts', 'src/long.test.ts'], paths)).toEqual([
    'src/longest.test.ts',
    'src/long.test.ts',
    'src/large.test.ts',
    'src/small.test.ts',
  ]);
});

it('mixes tests that start programs evenly with the others', async () => {
  const paths = ['test/large.test.ts', 'test/small.test.ts', 'src/large.test.ts', 'src/long.test.ts'];
  const others = ['src/small.test.ts', 'src/longest.test.ts'];
  expect(await sequence([], [...paths, ...others])).toEqual([
    'src/large.test.ts',
    'test/large.test.ts',
    'src/longest.test.ts',
    'src/long.test.ts',
    'test/small.test.ts',
    'src/small.test.ts',
  ]);
});
