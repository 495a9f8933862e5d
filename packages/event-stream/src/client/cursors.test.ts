import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { memoryCursor, storageCursor } from './cursors.js';
import { fileCursor } from './file.js';

describe('a cursor in storage', () => {
  it('keeps the number as text under its key', () => {
    const items = new Map<string, string>();
    const storage = {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, value: string) => void items.set(key, value),
    };
    const cursor = storageCursor('events', storage);
    expect(cursor.load()).toBeUndefined();
    cursor.save(1_790_000_000_000_000);
    expect([...items]).toEqual([['events', '1790000000000000']]);
    expect(cursor.load()).toBe(1_790_000_000_000_000);
  });

  it.each(['', 'x', '-1', '1.5', '9007199254740993', 'null'])('takes %j for nothing', (text) => {
    expect(storageCursor('k', { getItem: () => text, setItem: () => {} }).load()).toBeUndefined();
  });
});

describe('a cursor in memory', () => {
  it('starts where it is told to', () => {
    expect(memoryCursor(7).load()).toBe(7);
    expect(memoryCursor().load()).toBeUndefined();
  });
});

describe('a cursor in a file', () => {
  it('survives, joins saves that come too fast, and takes a damaged file for none', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'cursor-'));
    try {
      const path = join(folder, 'cursor');
      const cursor = fileCursor(path);
      expect(await cursor.load()).toBeUndefined();
      await Promise.all(Array.from({ length: 100 }, (_, seq) => cursor.save(seq)));
      expect(await readFile(path, 'utf8')).toBe('99\n');
      expect(await fileCursor(path).load()).toBe(99);
      await cursor.save(100);
      expect(await fileCursor(path).load()).toBe(100);
      await writeFile(path, 'garbage');
      expect(await cursor.load()).toBeUndefined();
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('reports a folder that is not there when it saves', async () => {
    await expect(fileCursor('/nowhere/at/all').save(1)).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
