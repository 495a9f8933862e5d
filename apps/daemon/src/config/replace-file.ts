import {
  closeSync,
  fchmodSync,
  fchownSync,
  fsyncSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Puts a text in place of a file, which keeps its owner: the new file is complete before it takes the place of the old one.
 * Answers what the operating system said where that failed; the old file is untouched then.
 */
export function replaceFile(file: string, text: string, rights: 'owner-only' | 'kept'): string | undefined {
  let temporary: string | undefined;
  try {
    const target = realpathSync(file);
    const { uid, gid, mode } = statSync(target);
    temporary = join(dirname(target), `.ccu-gateway-config.${process.pid}.tmp`);
    // Left by a process that was killed and had the same number, as all have in a container.
    rmSync(temporary, { force: true });
    const descriptor = openSync(temporary, 'wx', 0o600);
    try {
      writeFileSync(descriptor, text);
      if (rights === 'kept' || process.getuid?.() === 0) fchownSync(descriptor, uid, gid);
      if (rights === 'kept') fchmodSync(descriptor, mode & 0o7777);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(temporary, target);
    return undefined;
  } catch (error) {
    if (temporary !== undefined) rmSync(temporary, { force: true });
    return (error as NodeJS.ErrnoException).code ?? 'unknown error';
  }
}
