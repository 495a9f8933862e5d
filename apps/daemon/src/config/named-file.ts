import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

/** Why a file that the configuration names is not read. `kind`: it is no regular file; `size`: it is too large. */
export class UnreadNamedFile extends Error {
  override readonly name = 'UnreadNamedFile';

  constructor(
    readonly why: 'kind' | 'size',
    message: string,
  ) {
    super(message);
  }
}

/** Certificates and keys have some kilobytes. */
const MAX_BYTES = 1024 * 1024;

/**
 * Reads a file that the configuration names, at most 1 MiB. A named pipe without a writer would block one of the few threads for
 * files until the end of the process, and a device may have no end.
 *
 * @throws UnreadNamedFile for anything but a regular file of at most 1 MiB
 * @throws NodeJS.ErrnoException where the system refuses it
 */
export async function readNamedFile(path: string): Promise<string> {
  // A named pipe opens at once in this mode.
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    return await contentOf(file);
  } finally {
    await file.close();
  }
}

async function contentOf(file: FileHandle): Promise<string> {
  const stat = await file.stat();
  if (stat.isDirectory()) throw new UnreadNamedFile('kind', 'is a directory');
  if (!stat.isFile()) throw new UnreadNamedFile('kind', 'is no regular file');
  if (stat.size > MAX_BYTES) throw new UnreadNamedFile('size', 'is larger than 1 MiB');
  return file.readFile('utf8');
}
