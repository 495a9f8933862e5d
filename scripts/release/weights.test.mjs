import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { weighPackages, weightFault, weightIn } from './weights.mjs';

it('reads the weight that a README names', () => {
  expect(weightIn('**Weight**: 6 packages and 2.2 MB installed, on Node ≥ 20.19.')).toEqual({
    packages: 6,
    megabytes: 2.2,
  });
  expect(weightIn('**Weight**: 1 package and 0.36 MB installed.')).toEqual({ packages: 1, megabytes: 0.36 });
  expect(weightIn('It is light.')).toBeUndefined();
});

it('allows a tenth more or less, and no other number of packages', () => {
  const named = { packages: 6, megabytes: 2 };
  expect(weightFault('a', named, { packages: 6, bytes: 2_180_000 })).toBeUndefined();
  expect(weightFault('a', named, { packages: 6, bytes: 1_790_000 })).toBe(
    'a: its README names 6 packages and 2 MB; an installation has 6 and 1.79 MB',
  );
  expect(weightFault('a', named, { packages: 7, bytes: 2_000_000 })).toContain('an installation has 7');
  expect(weightFault('a', undefined, { packages: 1, bytes: 40_000 })).toBe(
    'a: its README names no weight; an installation has 1 and 0.04 MB',
  );
});

it('compares each package with the README of its installation', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'weights-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const install = async (target, name) => {
    const installed = join(target, 'node_modules', name);
    mkdirSync(installed, { recursive: true });
    writeFileSync(join(installed, 'README.md'), '**Weight**: 1 package and 0.5 MB installed');
    return { packages: name === '@x/b' ? 3 : 1, bytes: 500_000 };
  };
  expect(await weighPackages(['@x/a', '@x/b'], folder, install)).toEqual([
    '@x/b: its README names 1 packages and 0.5 MB; an installation has 3 and 0.50 MB',
  ]);
});
