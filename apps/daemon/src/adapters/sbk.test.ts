import { gunzipSync, gzipSync } from 'node:zlib';
import { DamagedArchive } from '@ccu-gateway/gateway-core/parts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSbkInspector } from './sbk.js';

const BLOCK = 512;

function tar(members: readonly (readonly [name: string, content: Buffer])[]): Buffer {
  const blocks = members.flatMap(([name, content]) => {
    const header = Buffer.alloc(BLOCK);
    header.write(name, 0, 'latin1');
    header.write(`${content.length.toString(8).padStart(11, '0')}\0`, 124, 'latin1');
    header.fill(' ', 148, 156);
    header.write('0', 156, 'latin1');
    header.write('ustar\u000000', 257, 'latin1');
    const sum = header.reduce((total, byte) => total + byte, 0);
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
    return [header, content, Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK)];
  });
  return Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK)]);
}

const configuration = gzipSync(Buffer.from('the configuration of a house '.repeat(500)));
const archive = tar([
  ['firmware_version', Buffer.from('VERSION=3.75.6.20240316\nPRODUCT=raspmatic_rpi4\n')],
  ['key_index', Buffer.from('0')],
  ['signature', Buffer.from('s')],
  ['usr_local.tar.gz', configuration],
]);

function unpacksTheSame(bytes: Buffer): boolean {
  try {
    return gunzipSync(bytes).equals(gunzipSync(configuration));
  } catch {
    return false;
  }
}

async function inspect(bytes: Buffer, cuts: readonly number[] = []) {
  const inspector = createSbkInspector();
  const at = [...new Set([0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length])].sort((a, b) => a - b);
  try {
    for (let index = 1; index < at.length; index++) await inspector.push(bytes.subarray(at[index - 1], at[index]));
    return inspector.finish().report;
  } finally {
    inspector.abandon();
  }
}

describe('a backup archive', () => {
  it('that is whole is recognised, however it comes in', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(), { maxLength: 30 }), async (cuts) => {
        expect(await inspect(archive, cuts)).toEqual({
          firmwareVersion: '3.75.6.20240316',
          product: 'raspmatic_rpi4',
        });
      }),
      { numRuns: 50 },
    );
  });

  it.each<[string, Buffer]>([
    [
      'the page of an error of a CCU3',
      Buffer.from('Content-type: text/html\r\n\r\n<html>An internal error was detected'),
    ],
    ['one byte', Buffer.from('x')],
    ['zeros and a page', Buffer.concat([Buffer.alloc(700), Buffer.from('page')])],
  ])('that is whole has an end, and %s behind it is none of it', async (_what, behind) => {
    const inspector = createSbkInspector();
    const kept = await inspector.push(Buffer.concat([archive, behind]));
    const { paddingBytes, trailingBytes, report } = inspector.finish();
    expect(report.product).toBe('raspmatic_rpi4');
    const whole = Buffer.concat([kept, Buffer.alloc(paddingBytes)]);
    expect(whole.subarray(0, archive.length).equals(archive)).toBe(true);
    expect([whole.length + trailingBytes, whole.length % BLOCK]).toEqual([archive.length + behind.length, 0]);
  });

  it.each<[string, Buffer]>([
    ['zeros', Buffer.alloc(200_000)],
    ['a line feed', Buffer.from('\n')],
    ['a second compressed file', gzipSync('more')],
  ])('that is whole may have %s behind the compressed configuration', async (_what, behind) => {
    const members: readonly (readonly [string, Buffer])[] = [
      ['firmware_version', Buffer.from('x')],
      ['signature', Buffer.from('x')],
      ['usr_local.tar.gz', Buffer.concat([configuration, behind])],
    ];
    await expect(inspect(tar(members), [70_000, 140_000])).resolves.toEqual({});
  });

  it('that ends anywhere before its end is damaged', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: archive.length - 2 * BLOCK - 1 }), async (length) => {
        await expect(inspect(archive.subarray(0, length))).rejects.toBeInstanceOf(DamagedArchive);
      }),
      { numRuns: 100 },
    );
  });

  it('with any byte of its configuration changed is damaged', async () => {
    const start = archive.indexOf(configuration);
    await fc.assert(
      fc.asyncProperty(
        // The ten bytes of the gzip header hold a time and an operating system, which mean nothing.
        fc.integer({ min: 10, max: configuration.length - 1 }),
        fc.integer({ min: 1, max: 255 }),
        async (offset, change) => {
          const changed = Buffer.from(archive);
          changed[start + offset] = (changed[start + offset] ?? 0) ^ change;
          // Some bits pad the last byte of the compressed data and mean nothing.
          fc.pre(!unpacksTheSame(changed.subarray(start, start + configuration.length)));
          await expect(inspect(changed)).rejects.toBeInstanceOf(DamagedArchive);
        },
      ),
      { numRuns: 100 },
    );
  });

  it.each([
    ['a login page', Buffer.from('<!DOCTYPE html>'.repeat(200))],
    ['nothing', Buffer.alloc(0)],
    ['an empty archive', Buffer.alloc(2 * BLOCK)],
    [
      'one without a configuration',
      tar([
        ['firmware_version', Buffer.from('x')],
        ['signature', Buffer.from('x')],
      ]),
    ],
    [
      'one with a member twice',
      tar([
        ['signature', Buffer.from('x')],
        ['signature', Buffer.from('x')],
      ]),
    ],
    [
      'one whose configuration is no gzip',
      tar([
        ['firmware_version', Buffer.from('x')],
        ['signature', Buffer.from('x')],
        ['usr_local.tar.gz', Buffer.from('no gzip')],
      ]),
    ],
  ])('that is %s is damaged', async (_what, bytes) => {
    await expect(inspect(bytes)).rejects.toBeInstanceOf(DamagedArchive);
  });
});
