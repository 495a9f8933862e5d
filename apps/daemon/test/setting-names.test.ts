import { expect, it } from 'vitest';
import { settingNames } from '../../../packages/web-ui/src/pages/settings/names.js';
import { CONFIG_LEAVES } from '../src/config/sections.js';

it('the web UI names every setting in both languages', () => {
  const paths = CONFIG_LEAVES.map(({ path }) => path);
  expect(Object.keys(settingNames).toSorted()).toEqual(paths.toSorted());
});
