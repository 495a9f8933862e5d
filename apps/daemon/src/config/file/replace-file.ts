import {
  closeSync,
  fchmodSync,
  fchownSync,
  fsyncSync,
  lstatSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { asOwner } from '@ccu-gateway/storage';

/**
 * Replaces a file, which keeps its owner: the new file is complete before it replaces the old one. Returns the error of
 * the operating system after a failure; the old file is untouched then. Root does it with the rights of the owner of
 * the folder, or of the link in place of the file.
 */
export function replaceFile(file: string, text: string, rights: 'owner-only' | 'kept'): string | undefined {
  return asOwner(placeOf(file), () => replace(file, text, rights));
}

function placeOf(file: string): string {
  return lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() ? file : dirname(file);
}

function replace(file: string, text: string, rights: 'owner-only' | 'kept'): string | undefined {
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
