import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const repository = resolve(import.meta.dirname, '../../..');
const read = (...path: readonly string[]) => readFileSync(join(repository, ...path), 'utf8');

/** The newest one with which the oldest Node that is supported does not crash. */
const PINNED = '12.11.1';

describe('the SQLite binding', () => {
  it('is pinned to the version that runs on the oldest supported Node, and installed so [D19]', () => {
    const { dependencies, optionalDependencies } = JSON.parse(read('packages/storage/package.json'));
    expect(optionalDependencies['better-sqlite3']).toBe(PINNED);
    // Without a compiler, an installation goes on without it.
    expect(dependencies).not.toHaveProperty('better-sqlite3');
    const installed = createRequire(import.meta.url).resolve('better-sqlite3/package.json');
    expect(JSON.parse(readFileSync(installed, 'utf8')).version).toBe(PINNED);
    const locked = [...read('pnpm-lock.yaml').matchAll(/^ {2}better-sqlite3@([^:]+):/gm)].map(([, version]) => version);
    // The second one is for Node 24 and newer, and is optional.
    expect(new Set(locked)).toEqual(new Set([PINNED, '13.2.0']));
  });

  it('is installed on no Node that a package does not name [D19]', () => {
    expect(read('pnpm-workspace.yaml')).toMatch(/^engineStrict: true$/m);
    // A folder without a manifest holds the files of an add-on, and is no package.
    const manifests = ['packages', 'apps']
      .flatMap((folder) => readdirSync(join(repository, folder)).map((name) => `${folder}/${name}/package.json`))
      .filter((manifest) => existsSync(join(repository, manifest)));
    expect(manifests).toContain('apps/daemon/package.json');
    for (const manifest of ['package.json', ...manifests]) {
      expect([manifest, JSON.parse(read(manifest)).engines]).toEqual([manifest, { node: '>=20.19' }]);
    }
  });
});
