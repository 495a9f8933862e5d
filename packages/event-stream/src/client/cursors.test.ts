import { describe, expect, it } from 'vitest';
import { memoryCursor, storageCursor } from './cursors.js';

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

  it.each(['', 'x', '-1', '1.5', '9007199254740993', 'null'])(
    'takes %j for a cursor that is too old, because it stood for one',
    (text) => {
      expect(storageCursor('k', { getItem: () => text, setItem: () => {} }).load()).toBe(0);
    },
  );
});

describe('a cursor in memory', () => {
  it('starts at the given number', () => {
    expect(memoryCursor(7).load()).toBe(7);
    expect(memoryCursor().load()).toBeUndefined();
  });
});
