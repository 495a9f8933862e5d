import type { Cursor, CursorStore } from './types.js';

/**
 * Forgets with the process; the stream still resumes across lost connections.
 *
 * @example
 * const cursor = memoryCursor(snapshot.seq, snapshot.epoch);
 */
export function memoryCursor(seq?: number, epoch?: string): CursorStore {
  let kept: Cursor | number | undefined = seq;
  const save: CursorStore['save'] = (next, numbering) => {
    kept = numbering === undefined ? next : { seq: next, epoch: numbering };
  };
  if (seq !== undefined) save(seq, epoch);
  return { load: () => kept, save };
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
    save: (seq, epoch) => storage.setItem(key, cursorText(seq, epoch)),
  };
}

/** One word for each part that is known. */
export function cursorText(seq: number, epoch?: string): string {
  return epoch === undefined ? `${seq}` : `${seq} ${epoch}`;
}

/**
 * Undefined if nothing was stored. Damaged text counts as the oldest possible cursor, so that the stream reports
 * missing events instead of silently beginning anew.
 */
export function readCursor(text: string | null): Cursor | number | undefined {
  if (text === null) return undefined;
  const [, digits, epoch] = /^(\d+)(?: (\S+))?$/.exec(text) ?? [];
  const seq = Number(digits);
  if (!Number.isSafeInteger(seq)) return 0;
  return epoch === undefined ? seq : { seq, epoch };
}
