import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { CONFIG_LEAVES } from '../src/config/sections.js';

const source = readFileSync(new URL('../../../packages/web-ui/src/pages/settings/names.ts', import.meta.url), 'utf8');

// Settings of several gateways belong to their plug-in and are written in the file alone; the page shows their paths.
const IN_THE_FILE_ALONE = ['fleet.', 'persistence.postgres.'];

it('the web UI names every setting of a single gateway in both languages', () => {
  const [settings = ''] = source.split('sectionNames');
  const named = [...settings.matchAll(/^ {2}(?:'([\w.]+)'|(\w+)): \{\s*en: '.+',\s*de: '.+',?\s*\},$/gm)];
  const paths = CONFIG_LEAVES.map(({ path }) => path).filter(
    (path) => !IN_THE_FILE_ALONE.some((prefix) => path.startsWith(prefix)),
  );
  expect(named.map(([, quoted, plain]) => quoted ?? plain).toSorted()).toEqual(paths.toSorted());
});
