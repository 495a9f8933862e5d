import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { type Header, pack } from 'tar-stream';
import { describe, expect, it } from 'vitest';
import { createGunzipCheck } from './gunzip-check.js';
import { TarDamage } from './tar-header.js';
import { createTarWalk } from './tar-walk.js';

/** The page that the CGI of a CCU3 puts behind the archive. */
const PAGE = Buffer.from(
  `Content-type: text/html\r\n\r\n<html><body>${'An internal error was detected. '.repeat(12)}</body></html>`,
);
const END = Buffer.alloc(1024);

async function tarOf(members: readonly (Partial<Header> & { readonly name: string; readonly body: Buffer })[]) {
  const tar = pack();
  for (const { body, ...header } of members) tar.entry(header, body);
  tar.finalize();
  const chunks: Buffer[] = [];
  for await (const chunk of tar as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function walked(bytes: Buffer, step = bytes.length || 1) {
  const found: Record<string, Buffer> = {};
  const walk = createTarWalk({
    maxMemberBytes: 1024 * 1024,
    member({ name }) {
      found[name] = Buffer.alloc(0);
      return {
        write(part) {
          found[name] = Buffer.concat([found[name] as Buffer, part]);
        },
        end() {},
      };
    },
  });
  const kept: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += step) kept.push(await walk.push(bytes.subarray(at, at + step)));
  const { paddingBytes, trailingBytes } = walk.finish();
  kept.push(Buffer.alloc(paddingBytes));
  return { found, kept: Buffer.concat(kept), trailingBytes };
}

const member = fc.record({
  name: fc
    .string({ minLength: 1, maxLength: 220, unit: fc.constantFrom('a', 'ü', '-', '.', ' ') })
    .map((name) => `m${name}`),
  body: fc.uint8Array({ maxLength: 3000 }).map((body) => Buffer.from(body)),
});
const members = fc.uniqueArray(member, { maxLength: 5, selector: ({ name }) => name });

describe('an archive', () => {
  it('is read with any names and in pieces of any size, and kept without the bytes after its end', async () => {
    await fc.assert(
      fc.asyncProperty(
        members,
        fc.integer({ min: 1, max: 2000 }),
        fc.constantFrom(Buffer.alloc(0), Buffer.alloc(8 * 512)),
        fc.oneof(fc.constant(PAGE), fc.constant(Buffer.from('\n')), fc.constant(Buffer.alloc(0))),
        async (all, step, padding, page) => {
          const archive = Buffer.concat([await tarOf(all), padding]);
          const { found, kept, trailingBytes } = await walked(Buffer.concat([archive, page]), step);
          expect(found).toEqual(Object.fromEntries(all.map(({ name, body }) => [name, body])));
          expect([kept.equals(archive), trailingBytes]).toEqual([true, page.length]);
        },
      ),
      { numRuns: 60 },
    );
  });

  it.each(['v7', 'oldgnu', 'gnu', 'ustar', 'posix'])('is read in the dialect %s of tar', async (format) => {
    const folder = mkdtempSync(join(tmpdir(), 'tar-walk-'));
    try {
      const name = format === 'v7' || format === 'ustar' ? 'short' : `long-${'x'.repeat(150)}`;
      writeFileSync(join(folder, name), 'contents');
      const archive = execFileSync('tar', [`--format=${format}`, '-cf', '-', name], { cwd: folder });
      const { found, kept } = await walked(Buffer.concat([archive, PAGE]), 77);
      expect(found).toEqual({ [name]: Buffer.from('contents') });
      expect(kept.equals(archive)).toBe(true);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('ends with one end block too, as for tar, and with none it was cut', async () => {
    const whole = await tarOf([{ name: 'a', body: Buffer.from('b') }]);
    const open = whole.subarray(0, whole.length - END.length);
    expect((await walked(Buffer.concat([open, END.subarray(0, 512)]))).trailingBytes).toBe(0);
    expect((await walked(Buffer.concat([open, END.subarray(0, 512), PAGE]))).trailingBytes).toBe(PAGE.length);
    await expect(walked(open)).rejects.toEqual(new TarDamage('cut'));
    await expect(walked(Buffer.concat([open, PAGE]))).rejects.toBeInstanceOf(TarDamage);
  });

  it('is damaged where a size is above the bound, before a byte of that member was taken', async () => {
    const huge = await tarOf([{ name: 'a', body: Buffer.alloc(1024 * 1024 + 1) }]);
    await expect(walked(huge.subarray(0, 512))).rejects.toEqual(new TarDamage('bounds'));
    const names = Buffer.concat(Array.from({ length: 9 }, () => longName()));
    await expect(walked(names)).rejects.toEqual(new TarDamage('bounds'));
  });
});

/** A long name without a member after it. */
function longName(): Buffer {
  const header = Buffer.alloc(512);
  header.write('L', 156);
  header.write('00000000001\0', 124);
  header.fill(' ', 148, 156);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return Buffer.concat([header, Buffer.alloc(512, 'n')]);
}

describe('a compressed member', () => {
  const packed = gzipSync(Buffer.from('contents '.repeat(20_000)));
  const check = async (bytes: Buffer, maxBytes = 1_000_000, step = 100) => {
    const sink = createGunzipCheck(maxBytes);
    for (let at = 0; at < bytes.length; at += step) await sink.write(bytes.subarray(at, at + step));
    await sink.end();
  };

  it.each<[string, Buffer]>([
    ['alone', Buffer.alloc(0)],
    ['with a second one behind it', gzipSync('more')],
    ['with zeros behind it', Buffer.alloc(300_000)],
    ['with one byte behind it', Buffer.from('\n')],
    ['with a page behind it', PAGE],
  ])('is complete %s', async (_title, behind) => {
    await expect(check(Buffer.concat([packed, behind]))).resolves.toBeUndefined();
    await expect(check(Buffer.concat([packed, behind]), 1_000_000, 65_536)).resolves.toBeUndefined();
  });

  it('is damaged when it is cut anywhere, when any byte of its contents differs, and above the bound', async () => {
    for (let length = 0; length < packed.length; length += 7) {
      await expect(check(packed.subarray(0, length)), String(length)).rejects.toThrow();
    }
    await expect(check(packed.subarray(0, packed.length - 1))).rejects.toThrow();
    await expect(check(packed, 1000)).rejects.toThrow();
    await expect(check(Buffer.concat([packed, gzipSync('more').subarray(0, 15)]))).rejects.toThrow();
  });
});
