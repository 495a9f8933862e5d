import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { contractFiles, digestFile } from '../src/index.js';

const folder = join(import.meta.dirname, '../../../contract');

it.each(Object.entries(contractFiles()))(
  'contract/%s is what the code says (`pnpm contract` writes it)',
  (name, text) => {
    // Compared as a truth and not as texts: the difference of two files of this size helps nobody.
    expect(readFileSync(join(folder, name), 'utf8') === text).toBe(true);
  },
);

it('the digest that is built in is that of the published files (`pnpm contract` writes it)', () => {
  const file = join(import.meta.dirname, '../src/contract/digest.ts');
  expect(readFileSync(file, 'utf8')).toBe(digestFile(contractFiles()));
});
