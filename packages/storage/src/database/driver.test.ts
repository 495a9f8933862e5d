import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { driverPackage, driverRemedy, loadDriver } from './driver.js';

describe('the SQLite binding', () => {
  it.each([
    ['20.19.0', 'better-sqlite3'],
    ['22.23.3', 'better-sqlite3'],
    ['24.0.0', 'better-sqlite3-napi'],
    ['26.1.0', 'better-sqlite3-napi'],
  ])('of Node %s is the package %s', (version, name) => {
    expect(driverPackage(version)).toBe(name);
  });

  it('is brought by a rebuild, or by an installation where it is not there yet', () => {
    expect(driverRemedy('22.23.3')).toBe('npm rebuild better-sqlite3');
    expect(driverRemedy('24.0.0')).toBe('npm install --include=optional');
  });

  it('is the same one that tests and benchmarks open files with', async () => {
    expect(createRequire(import.meta.url)('../../test/driver.cjs')).toBe(await loadDriver());
  });

  it('of this Node loads and answers', async () => {
    const Database = await loadDriver();
    const db = new Database(':memory:');
    expect(db.prepare('SELECT 1 AS one').get()).toEqual({ one: 1 });
    db.close();
  });
});
