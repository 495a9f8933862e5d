import type { CursorStore } from './types.js';

/** Forgets with the process; the stream still resumes across lost connections. */
export function memoryCursor(seq?: number): CursorStore {
  let kept = seq;
  return {
    load: () => kept,
    save(next) {
      kept = next;
    },
  };
}

interface StorageLike {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

/**
 * Keeps the number under a key of `localStorage`, or of any storage with its methods. The cast stands for the types of
 * browsers, which are not loaded here.
 */
export function storageCursor(
  key: string,
  storage: StorageLike = (globalThis as unknown as { localStorage: StorageLike }).localStorage,
): CursorStore {
  return {
    load: () => readCursor(storage.getItem(key)),
    save: (seq) => storage.setItem(key, `${seq}`),
  };
}

/** A number that could be a cursor, or nothing: what was stored may be anything. */
export function readCursor(text: string | null): number | undefined {
  const seq = Number(text || Number.NaN);
  return Number.isSafeInteger(seq) && seq >= 0 ? seq : undefined;
}
