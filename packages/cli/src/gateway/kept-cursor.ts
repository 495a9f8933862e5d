import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { CursorStore } from '@ccu-gateway/client';
import { fileCursor } from '@ccu-gateway/event-stream/client/file';
import { CliError, EXIT } from '../terminal/exit.js';
import type { CliIo } from '../terminal/io.js';

/** Where the last event of these topics of this gateway is kept from one call to the next. @throws CliError */
export function keptCursor(io: Pick<CliIo, 'env'>, url: string, topics: readonly string[]): CursorStore {
  const { XDG_STATE_HOME: state, LOCALAPPDATA: windows, HOME: home } = io.env;
  const root = state || windows || (home && join(home, '.local', 'state'));
  if (!root) {
    throw new CliError(EXIT.failed, 'no_state_dir', 'the environment names no directory to keep the last number in', {
      fix: 'set HOME or XDG_STATE_HOME, or give the number: --since SEQ',
    });
  }
  const dir = join(root, 'ccu-gateway');
  const name = createHash('sha256')
    .update(JSON.stringify([url, ...topics]))
    .digest('hex')
    .slice(0, 32);
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    throw new CliError(EXIT.failed, 'state_dir', `${dir} cannot be made (${code})`, { fix: 'set XDG_STATE_HOME' });
  }
  return fileCursor(join(dir, `cursor-${name}`));
}
