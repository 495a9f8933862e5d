import { open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { cursorText, readCursor } from './cursors.js';
import type { CursorStore } from './types.js';

/** Timers of a cursor in a file, for tests. */
export interface FileCursorOptions {
  /** Runs once after a delay in milliseconds; returns how to cancel. */
  readonly timer?: (run: () => void, delayMs: number) => () => void;
  /** Never goes back; milliseconds. */
  readonly monotonic?: () => number;
}

const pauseMs = 1_000;

/**
 * Keeps the number in a file, replaced as a whole and through to the disk, so that neither a crash nor a power cut leaves
 * anything but the old number or the new one. It is written at most once a second, and by `close`; after a crash the
 * events of the last second come again. A file that is damaged nevertheless counts as a cursor that is too old.
 *
 * @example
 * const events = openStream({ url, token, topics: ['devices/#'], cursor: fileCursor('cursor.txt') });
 */
export function fileCursor(path: string, options: FileCursorOptions = {}): CursorStore {
  const { timer = startTimer, monotonic = () => performance.now() } = options;
  /** Text of the cursor. */
  let wanted: string | undefined;
  let writing: Promise<void> | undefined;
  let cancel: (() => void) | undefined;
  let mayWriteAt = Number.NEGATIVE_INFINITY;
  let failure: { readonly error: unknown } | undefined;

  function write(): Promise<void> {
    cancel?.();
    cancel = undefined;
    const text = wanted;
    if (text === undefined) return Promise.resolve();
    wanted = undefined;
    mayWriteAt = monotonic() + pauseMs;
    writing = replaceFile(path, `${text}\n`).then(
      () => {
        writing = undefined;
        if (wanted !== undefined) later();
      },
      (error: unknown) => {
        writing = undefined;
        // For `close`, or the next call of save.
        wanted ??= text;
        throw error;
      },
    );
    return writing;
  }

  /** The caller that saved has gone on, so the next call of save or close rejects. */
  function writeUnasked(): void {
    write().catch((error: unknown) => {
      failure = { error };
    });
  }

  function later(): void {
    cancel ??= timer(writeUnasked, Math.max(0, mayWriteAt - monotonic()));
  }

  function throwFailure(): void {
    const failed = failure;
    failure = undefined;
    if (failed) throw failed.error;
  }

  return {
    async load() {
      const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null;
        throw error;
      });
      // Without its end of line it has been cut off.
      return readCursor(text === null ? null : (/^(.+)\n$/.exec(text)?.[1] ?? ''));
    },
    async save(seq, epoch) {
      wanted = cursorText(seq, epoch);
      throwFailure();
      if (writing) return;
      if (mayWriteAt > monotonic()) later();
      else await write();
    },
    async close() {
      await writing?.catch(() => {});
      failure = undefined;
      await write();
    },
  };
}

async function replaceFile(path: string, text: string): Promise<void> {
  const fresh = `${path}.new`;
  await withFile(fresh, 'w', async (file) => {
    await file.writeFile(text);
    await file.sync();
  });
  await rename(fresh, path);
  // That the name now means the new file must reach the disk too. Not every system lets a directory be opened.
  await withFile(dirname(path), 'r', (directory) => directory.sync()).catch(() => {});
}

async function withFile(
  path: string,
  flags: string,
  use: (file: Awaited<ReturnType<typeof open>>) => Promise<void>,
): Promise<void> {
  const file = await open(path, flags, 0o600);
  try {
    await use(file);
  } finally {
    await file.close();
  }
}

function startTimer(run: () => void, delayMs: number): () => void {
  const handle = setTimeout(run, delayMs);
  return () => clearTimeout(handle);
}
