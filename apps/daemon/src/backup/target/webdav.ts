import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { AuthType, createClient, type FileStat, getPatcher } from 'webdav';
import { BackupError } from '../errors.js';
import { type BackupTarget, confinedFetch, type TargetOptions } from './place.js';

/** Suffix of incomplete files. */
const UNFINISHED = '.part';

/** A folder of a WebDAV server: a file is sent under another name, and renamed when all its bytes are there. */
export function openWebdav({ url, username, password, signal }: TargetOptions): BackupTarget {
  // The library has one hook for this, shared by all clients; it is the same function for all of them. Its arguments
  // are those of `fetch`, typed as unknown.
  getPatcher().patch('fetch', (to, init) => sendConfined(String(to), init as Sent));
  const authType = username === '' ? AuthType.None : AuthType.Password;
  const client = createClient(url, { authType, username, password });
  return {
    async list() {
      // Without the option the library answers a plain list.
      const entries = (await client.getDirectoryContents('/', { signal })) as readonly FileStat[];
      return entries.flatMap(({ basename, size, type }) => (type === 'file' ? [{ name: basename, bytes: size }] : []));
    },
    async put(name, file, bytes) {
      const path = `/${name}${UNFINISHED}`;
      const headers = { 'content-length': String(bytes) };
      const content = createReadStream(file);
      // A file that is gone fails before anything reads it; the request then fails as well.
      content.on('error', () => undefined);
      try {
        await client.putFileContents(path, content, { headers, signal });
        // As it is asked without details, it is plain.
        const { size } = (await client.stat(path, { signal })) as FileStat;
        if (size !== bytes) {
          throw new BackupError('backup_target_failed', `${size} of ${bytes} bytes arrived at ${new URL(url).host}`);
        }
        await client.moveFile(path, `/${name}`, { signal });
      } catch (error) {
        await client.deleteFile(path, { signal }).catch(() => undefined);
        throw error;
      } finally {
        content.destroy();
      }
    },
    remove: (name) => client.deleteFile(`/${name}`, { signal }),
  };
}

interface Sent extends RequestInit {
  /** The library hands streams of Node on. */
  readonly body?: RequestInit['body'] & Readable;
  readonly signal: AbortSignal;
}

async function sendConfined(url: string, { body, ...init }: Sent): Promise<Response> {
  const send = confinedFetch(init.signal);
  if (!(body instanceof Readable)) return send(url, { ...init, ...(body === undefined ? {} : { body }) });
  // Half duplex is the only kind, and has to be named.
  return send(url, { ...init, body: Readable.toWeb(body), duplex: 'half' });
}
