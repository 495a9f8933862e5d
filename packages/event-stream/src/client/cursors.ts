import type { CursorStore } from './types.js';

/**
 * Forgets with the process; the stream still resumes across lost connections.
 *
 * @example
 * const cursor = memoryCursor(4711);
 */
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
 *
 * @example
 * const cursor = storageCursor('gateway-cursor', localStorage);
 */
export function storageCursor(
  key: string,
  // Only a browser has it, and the package is typed without the DOM.
  storage: StorageLike = (globalThis as unknown as { localStorage: StorageLike }).localStorage,
): CursorStore {
  return {
    load: () => readCursor(storage.getItem(key)),
    save: (seq) => storage.setItem(key, `${seq}`),
  };
}

/**
 * Nothing where nothing was stored. What is no number is damage and counts as the oldest cursor there is, so that the stream
 * says that events are missing instead of beginning anew without a word.
 */
export function readCursor(text: string | null): number | undefined {
  if (text === null) return undefined;
  const seq = Number(text || Number.NaN);
  return Number.isSafeInteger(seq) && seq >= 0 ? seq : 0;
}
