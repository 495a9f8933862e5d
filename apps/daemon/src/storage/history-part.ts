import { basename } from 'node:path';
import type { Finding } from '@ccu-gateway/gateway-core/parts';
import { type HistoryFile, openHistoryFile, type SqliteDriver, StorageError } from '@ccu-gateway/storage';
import type { Log } from '../log/log.js';
import type { Time } from '../time/time.js';

/** The file of the history; nothing else depends on it. */
export interface HistoryPart {
  /** Undefined when it could not be opened: nothing is recorded then. */
  readonly file: HistoryFile | undefined;
  /** Reports a missing history, losses at this start, and the cause that keeps it from taking values just now. */
  finding(): Finding;
}

/** Opens the history; a failure is reported and not thrown. `claimed`: this process has the data directory. */
export async function openHistoryPart(options: {
  readonly dataDir: string;
  readonly claimed: boolean;
  readonly time: Time;
  readonly log: Log;
  readonly sqlite: SqliteDriver | undefined;
}): Promise<HistoryPart> {
  const { dataDir, claimed, time, log, sqlite } = options;
  if (!claimed) return missing('the data directory could not be opened');
  try {
    const file = await openHistoryFile({ dataDir, clock: time, log, sqlite });
    const { setAside } = file;
    const lost =
      setAside === undefined
        ? undefined
        : `the history was damaged; it lies in ${basename(setAside)} now, and another one was begun`;
    return {
      file,
      finding() {
        const note = file.trouble()?.message ?? lost;
        return note === undefined ? { status: 'healthy' } : { status: 'degraded', note };
      },
    };
  } catch (error) {
    // Also one that a newer version wrote: it stays as it is, and only the history is missing.
    if (!(error instanceof StorageError)) throw error;
    log.error('history.unavailable', { code: error.code, reason: error.message });
    return missing(error.message);
  }
}

function missing(why: string): HistoryPart {
  const note = `no values are recorded: ${why}; restart the gateway when that is mended`;
  return { file: undefined, finding: () => ({ status: 'degraded', note }) };
}
