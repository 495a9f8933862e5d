import { mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Cursor, CursorStore } from '@ccu-gateway/client';
import { fileCursor } from '@ccu-gateway/event-stream/client/file';

/** The file with the position of a connection; ids come from flows that people import. */
export function positionFile(userDir: string, id: string): string {
  return join(userDir, 'ccu-gateway', `${encodeURIComponent(id)}.position`);
}

/**
 * Stores the position of a connection. A failure of the disk does not stop events: a restart repeats those since the last
 * stored one. `report` gets each failure, and undefined once it is over.
 */
export function openPosition(path: string, report: (failure: string | undefined) => void): CursorStore {
  const file = fileCursor(path);
  /** Of this process: exact, also while the file cannot be written. */
  let kept: Cursor | undefined;
  const fail = (error: unknown) => report((error as NodeJS.ErrnoException).code ?? String(error));
  return {
    async load() {
      if (kept) return kept;
      try {
        mkdirSync(join(path, '..'), { recursive: true, mode: 0o700 });
        return await file.load();
      } catch (error) {
        fail(error);
        // As a damaged one: the gateway reports missing events, instead of a silent new beginning.
        return 0;
      }
    },
    async save(seq, epoch) {
      kept = { seq, epoch };
      try {
        await file.save(seq, epoch);
        report(undefined);
      } catch (error) {
        fail(error);
      }
    },
    async close() {
      await file.close?.()?.catch(fail);
    },
  };
}

/** Forgets the position of a connection that was deleted. */
export async function removePosition(path: string): Promise<void> {
  await rm(path, { force: true });
}
