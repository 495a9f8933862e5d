import type { IncomingMessage } from 'node:http';
import { CcuError } from '../errors.js';
import type { Backup } from '../hub-model.js';
import type { JsonSession } from '../json/session.js';
import { mapStatus, mapTransportError } from '../transport/errors.js';
import type { HttpClient } from '../transport/http.js';

const MAGIC_AT = 257;
const MAGIC = 'ustar';

/**
 * Has the CCU write a backup and streams it. The address carries the session, so it is never shown anywhere. What is no
 * archive (a login page, when the session was not accepted) fails before the first byte is handed out.
 */
export async function openBackup(
  deps: { readonly session: JsonSession; readonly http: HttpClient; readonly timeoutMs: number },
  signal?: AbortSignal,
): Promise<Backup> {
  const id = await deps.session.id(signal);
  const incoming = await deps.http.open({
    method: 'GET',
    path: `/config/cp_security.cgi?sid=@${encodeURIComponent(id)}@&action=create_backup`,
    timeoutMs: deps.timeoutMs,
    signal,
  });
  const refused = mapStatus(incoming.statusCode ?? 0);
  if (refused !== undefined) {
    incoming.destroy();
    throw refused;
  }
  const chunks = incoming[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const head = await readHead(chunks, incoming);
  if (head.toString('latin1', MAGIC_AT, MAGIC_AT + MAGIC.length) !== MAGIC) {
    incoming.destroy();
    throw new CcuError('protocol', 'the CCU answered with something that is no backup');
  }
  return { filename: filenameOf(incoming), content: rest(head, chunks, incoming, signal) };
}

async function readHead(chunks: AsyncIterator<Buffer>, incoming: IncomingMessage): Promise<Buffer> {
  let head: Buffer = Buffer.alloc(0);
  try {
    while (head.length < MAGIC_AT + MAGIC.length) {
      const { value, done } = await chunks.next();
      if (done === true) break;
      head = Buffer.concat([head, value]);
    }
  } catch (error) {
    incoming.destroy();
    throw mapTransportError(error);
  }
  return head;
}

async function* rest(
  head: Buffer,
  chunks: AsyncIterator<Buffer>,
  incoming: IncomingMessage,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const onAbort = () => incoming.destroy(new CcuError('aborted', 'the caller gave up'));
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    yield head;
    for (;;) {
      const { value, done } = await chunks.next();
      if (done === true) return;
      yield value;
    }
  } catch (error) {
    throw mapTransportError(error);
  } finally {
    signal?.removeEventListener('abort', onAbort);
    incoming.destroy();
  }
}

function filenameOf(incoming: IncomingMessage): string {
  const shown = /filename="?([^";]+)"?/i.exec(incoming.headers['content-disposition'] ?? '')?.[1] ?? '';
  const safe = shown
    .replace(/[^A-Za-z0-9._-]/g, '_')
    .replace(/^\.+/, '')
    .slice(0, 120);
  return safe === '' ? 'backup.sbk' : safe;
}
