import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { CONFIG_LEAVES } from '../src/config/sections.js';

const source = readFileSync(new URL('../../../packages/web-ui/src/pages/settings/names.ts', import.meta.url), 'utf8');

it('the web UI names every setting in both languages', () => {
  const [settings = ''] = source.split('sectionNames');
  const named = [...settings.matchAll(/^ {2}(?:'([\w.]+)'|(\w+)): \{\s*en: '.+',\s*de: '.+',?\s*\},$/gm)];
  const paths = CONFIG_LEAVES.map(({ path }) => path);
  expect(named.map(([, quoted, plain]) => quoted ?? plain).toSorted()).toEqual(paths.toSorted());
});
