import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fileCursor } from './file.js';

let folder = '';
let path = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cursor-'));
  path = join(folder, 'cursor');
});

afterEach(async () => {
  vi.restoreAllMocks();
  await rm(folder, { recursive: true });
});

/** A cursor with a clock that the test moves. */
function createTimedCursor() {
  let now = 0;
  const timers = new Map<() => void, number>();
  const cursor = fileCursor(path, {
    monotonic: () => now,
    timer(run, delayMs) {
      timers.set(run, delayMs);
      return () => void timers.delete(run);
    },
  });
  return {
    cursor,
    delays: () => [...timers.values()],
    /** Lets time pass and the due timer fire, and waits until the file has this text. */
    async elapse(ms: number, expected: string) {
      now += ms;
      const runs = [...timers.keys()];
      timers.clear();
      for (const run of runs) run();
      while ((await read()) !== expected) await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

const read = () => readFile(path, 'utf8').catch(() => '');

describe('a cursor in a file', () => {
  it('is written at once, then once a second with the newest number, and when it is closed', async () => {
    const { cursor, delays, elapse } = createTimedCursor();
    await cursor.save(1);
    expect([await read(), delays()]).toEqual(['1\n', []]);
    for (let seq = 2; seq <= 100; seq += 1) await cursor.save(seq);
    expect([await read(), delays()]).toEqual(['1\n', [1_000]]);
    await elapse(1_000, '100\n');
    await cursor.save(101);
    await cursor.save(102);
    while (delays().length === 0) await new Promise((resolve) => setImmediate(resolve));
    expect([await read(), delays()]).toEqual(['100\n', [1_000]]);
    await cursor.close?.();
    expect([await read(), delays()]).toEqual(['102\n', []]);
    expect(await fileCursor(path).load()).toBe(102);
  });

  it('keeps a number that is saved during a write', async () => {
    const { cursor, delays } = createTimedCursor();
    const first = cursor.save(1);
    for (let seq = 2; seq <= 9; seq += 1) await cursor.save(seq);
    await first;
    expect([await read(), delays()]).toEqual(['1\n', [1_000]]);
    await cursor.close?.();
    expect(await read()).toBe('9\n');
  });

  it('is on the disk before it takes the place of the old one, and then so is its name', async () => {
    await writeFile(path, '1\n');
    const probe = await open(path, 'r');
    await probe.close();
    const synced: unknown[] = [];
    const prototype = Object.getPrototypeOf(probe) as { sync: () => Promise<void> };
    const sync = prototype.sync;
    vi.spyOn(prototype, 'sync').mockImplementation(async function (this: typeof probe) {
      const isDirectory = (await this.stat()).isDirectory();
      synced.push([isDirectory, await read(), await readFile(`${path}.new`, 'utf8').catch(() => 'gone')]);
      await sync.call(this);
    });
    await fileCursor(path).save(2);
    expect(synced).toEqual([
      [false, '1\n', '2\n'],
      [true, '2\n', 'gone'],
    ]);
  });

  it('is none when there is no file, and too old when there is one that makes no sense', async () => {
    expect(await fileCursor(path).load()).toBeUndefined();
    for (const text of ['', '\n', 'garbage', '179', '-5\n', '1\n2\n', '99999999999999999999\n', '\0\0\0\0']) {
      await writeFile(path, text);
      expect([text, await fileCursor(path).load()]).toEqual([text, 0]);
    }
    await writeFile(path, '1790000000000000\n');
    expect(await fileCursor(path).load()).toBe(1_790_000_000_000_000);
  });

  it('reports a failed write to the next caller of save, and to the caller of close', async () => {
    await expect(fileCursor('/nowhere/at/all').save(1)).rejects.toMatchObject({ code: 'ENOENT' });
    const { cursor, elapse } = createTimedCursor();
    await cursor.save(1);
    await cursor.save(2);
    await rm(path);
    await rm(folder, { recursive: true });
    await elapse(1_000, '');
    const save = async () => {
      for (;;) await new Promise((resolve) => setImmediate(resolve)).then(() => cursor.save(3));
    };
    await expect(save()).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(cursor.close?.()).rejects.toMatchObject({ code: 'ENOENT' });
    folder = await mkdtemp(join(tmpdir(), 'cursor-'));
  });
});
