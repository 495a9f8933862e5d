import { expect, it } from 'vitest';
import { longestFirst } from './longest-first.mjs';

const project = { name: 'shared', config: { isolate: false, sequence: { groupOrder: 0 } } };
const sizes = { 'large.test.ts': 900, 'small.test.ts': 10, 'long.test.ts': 20, 'longest.test.ts': 30 };
const cache = {
  getFileTestResults: () => undefined,
  getFileStats: (key) => ({ size: sizes[key.split('/').pop()] }),
};

it('begins with the named files in their order, then with the largest', async () => {
  const Sequencer = longestFirst(['longest.test.ts', 'test/long.test.ts']);
  const files = Object.keys(sizes).map((name) => ({ moduleId: `/root/test/${name}`, project }));
  const sorted = await new Sequencer({ config: { root: '/root' }, cache }).sort(files);
  expect(sorted.map(({ moduleId }) => moduleId.replace('/root/test/', ''))).toEqual([
    'longest.test.ts',
    'long.test.ts',
    'large.test.ts',
    'small.test.ts',
  ]);
});
