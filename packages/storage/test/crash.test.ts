import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { bundle } from './bundle.js';

const require = createRequire(import.meta.url);
const title = 'tells every client the truth, however the process before was killed, gathering for %i ms';
it.each([100, 10_000])(title, { timeout: 60_000 }, async (gatherMs) => {
  const folder = mkdtempSync(join(tmpdir(), 'crash-'));
  try {
    const { runCrashRounds } = await import(new URL('./crash/rounds.mjs', import.meta.url).href);
    const outcome = await runCrashRounds({
      rounds: 6,
      gatherMs,
      folder,
      random: Math.random,
      streamModule: bundle(
        require.resolve('@ccu-gateway/event-stream/package.json').replace('package.json', 'src/index.ts'),
        join(folder, 'stream.mjs'),
      ),
      storageModule: bundle(new URL('../src/index.ts', import.meta.url).pathname, join(folder, 'storage.mjs')),
    });
    expect(outcome.problems).toEqual([]);
    expect(outcome.published).toBeGreaterThan(0);
    expect(outcome.received).toBeGreaterThan(0);
    expect(outcome.resumed).toBeGreaterThan(0);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
