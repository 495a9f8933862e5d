import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { CcuError } from '../model/errors.js';
import { createManualTime } from '../testing/manual-time.js';
import { openBackup } from './backup.js';

const BLOCK = 512;

/** The first block of an archive, as its dialect writes it. */
function archive(dialect: 'v7' | 'ustar' | 'gnu', sum: 'unsigned' | 'signed' = 'unsigned'): Buffer {
  const block = Buffer.alloc(BLOCK);
  block.write('usr_local_ü.tar.gz', 'utf8');
  block.write(`${(3).toString(8).padStart(11, '0')} `, 124);
  block.fill(' ', 148, 156);
  if (dialect !== 'v7') block.write(dialect === 'gnu' ? 'ustar  \0' : 'ustar\x0000', 257, 'latin1');
  const bytes = [...(sum === 'signed' ? new Int8Array(block) : block)];
  const total = bytes.reduce((all, byte) => all + byte, 0);
  block.write(`${total.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return Buffer.concat([block, Buffer.from('abc'), Buffer.alloc(BLOCK - 3 + 2 * BLOCK)]);
}

async function read(pieces: readonly Buffer[], headers: Readonly<Record<string, string>> = {}): Promise<Buffer> {
  // Of an answer only its status, headers and bytes are read; of session and transport one method each is called.
  const incoming = Object.assign(Readable.from(pieces), { statusCode: 200, headers }) as unknown as IncomingMessage;
  const time = createManualTime();
  const rega = { run: () => Promise.reject(new CcuError('unsupported', 'no scripts')) };
  const { content } = await openBackup({
    session: { id: async () => 'abc' } as never,
    http: { open: async () => incoming } as never,
    rega,
    always: rega,
    timers: time.timers,
    now: time.now,
    timings: { jobLookMs: 1 },
    timeoutMs: 1_000,
  });
  const read: Uint8Array[] = [];
  for await (const chunk of content) read.push(chunk);
  return Buffer.concat(read);
}

const cut = (whole: Buffer, size: number): readonly Buffer[] =>
  Array.from({ length: Math.ceil(whole.length / size) }, (_, at) => whole.subarray(at * size, (at + 1) * size));

describe('a backup that a CCU sends', () => {
  it.each(['v7', 'ustar', 'gnu'] as const)(
    'is taken as a tar of the dialect %s, however it is cut',
    async (dialect) => {
      for (const sum of ['unsigned', 'signed'] as const) {
        const whole = archive(dialect, sum);
        for (const size of [1, 300, whole.length]) expect(await read(cut(whole, size))).toEqual(whole);
      }
    },
  );

  it.each([
    ['a login page', Buffer.from(`<html>${' '.repeat(600)}</html>`)],
    ['a page that is shorter than a header', Buffer.from('no')],
    ['nothing', Buffer.alloc(0)],
    ['zero bytes', Buffer.alloc(2 * BLOCK)],
    ['a header with another checksum', archive('ustar').fill('x', 0, 5)],
  ])('is refused as %s before its first byte', async (_, body) => {
    await expect(read([body])).rejects.toMatchObject({ code: 'protocol' });
  });
});
