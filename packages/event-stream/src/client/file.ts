import { readFile, rename, writeFile } from 'node:fs/promises';
import { readCursor } from './cursors.js';
import type { CursorStore } from './types.js';

/**
 * Keeps the number in a file, replaced as a whole so that a crash leaves the old or the new one. Saves that come while
 * one is being written are joined: only the newest number is written. A file that is missing or damaged counts as none.
 */
export function fileCursor(path: string): CursorStore {
  let wanted: number | undefined;
  let writing: Promise<void> | undefined;

  async function write(): Promise<void> {
    try {
      for (let seq = wanted; seq !== undefined; seq = wanted) {
        wanted = undefined;
        await writeFile(`${path}.new`, `${seq}\n`, { mode: 0o600 });
        await rename(`${path}.new`, path);
      }
    } finally {
      writing = undefined;
    }
  }

  return {
    async load() {
      const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null;
        throw error;
      });
      return readCursor(text?.trim() ?? null);
    },
    save(seq) {
      wanted = seq;
      writing ??= write();
      return writing;
    },
  };
}
