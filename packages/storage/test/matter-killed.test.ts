import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import { openMatterFile } from '../src/index.js';
import { bundle } from './bundle.js';

let dataDir: string;
const bundleDir = mkdtempSync(join(tmpdir(), 'matter-bundle-'));
const storageModule = bundle(new URL('../src/index.ts', import.meta.url).pathname, join(bundleDir, 'storage.mjs'));
afterAll(() => rmSync(bundleDir, { recursive: true, force: true }));
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'ccu-gateway-matter-killed-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const box = { seal: (text: string) => text, open: (text: string) => text };

/** Lets a process write, and kills it after so many writes that were done. */
async function writeAndKill(writes: number): Promise<number> {
  const program = new URL('matter-killed.mjs', import.meta.url).pathname;
  const child = spawn(process.execPath, ['--no-warnings', program, storageModule, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  let done = 0;
  for await (const line of createInterface({ input: child.stdout })) {
    done = Number(line);
    if (done >= writes) child.kill('SIGKILL');
  }
  expect((await ended)[1]).toBe('SIGKILL');
  return done;
}

it('has all committed data of a killed bridge, and never a half of a transaction', {
  timeout: 60_000,
}, async () => {
  for (const writes of [1, 7, 50, 250]) {
    const done = await writeAndKill(writes);
    const file = await openMatterFile({ dataDir, box });
    const values = new Map(file.load().map(({ key, value }) => [key, Number(value)]));
    file.close();
    expect(values.get('counter')).toBe(values.get('fabrics'));
    expect(values.get('counter')).toBeGreaterThanOrEqual(done);
  }
});
