import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

it('each file of a worker begins with real time and without the globals of the files before it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'restoring-runner-'));
  const file = `it('begins anew', () => {
    expect([globalThis.left, Date.now() > 1_000]).toEqual([undefined, true]);
    vi.stubGlobal('left', 1);
    vi.useFakeTimers({ now: 1_000 });
  });`;
  // Hooks of a setup file would be those of the first file alone.
  for (const name of ['first', 'second', 'third']) writeFileSync(join(folder, `${name}.test.mjs`), file);
  const test = {
    globals: true,
    isolate: false,
    fileParallelism: false,
    experimental: { viteModuleRunner: false, nodeLoader: false },
    runner: join(import.meta.dirname, 'restoring-runner.mjs'),
  };
  writeFileSync(join(folder, 'vitest.config.mjs'), `export default ${JSON.stringify({ test })};`);
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const output = execFileSync(process.execPath, [vitest, 'run', '--root', folder, '--reporter=json'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  expect(JSON.parse(output)).toMatchObject({ numPassedTests: 3, numTotalTests: 3 });
});
