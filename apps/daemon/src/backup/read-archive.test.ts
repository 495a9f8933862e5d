import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { archiveOf, type BackupHouse, type Member, startBackupHouse } from '../../test/backup-house.js';
import { openKey, sealKey } from './key-part.js';
import { readArchive } from './read-archive.js';

const BODY = 'not really SQLite';
const sha = (text: string | Buffer) => createHash('sha256').update(text).digest('hex');
const part = { name: 'ccu-gateway.db', bytes: BODY.length, sha256: sha(BODY), schema: 5 };
const facts = {
  format: 'ccu-gateway-backup',
  format_version: 1,
  id: 'some',
  created_at: '2026-11-22T20:15:30.000Z',
  host: 'nas',
  gateway_version: '1.2.3',
};
const manifest = (change: object = {}): Member => ({
  name: 'manifest.json',
  body: JSON.stringify({ ...facts, parts: [part], ...change }),
});
const database: Member = { name: part.name, body: BODY };
const bomb = Buffer.alloc(4 * 1024 * 1024);

describe('a file that is to be a backup', () => {
  let house: BackupHouse;
  let into: string;
  beforeEach(async () => {
    house = await startBackupHouse();
    into = join(house.root, 'into');
    mkdirSync(into);
  });
  afterEach(() => house.close());

  const read = (bytes: Buffer) => {
    const file = join(house.root, 'some.tar.gz');
    writeFileSync(file, bytes);
    return readArchive(file, { into });
  };
  const readMembers = async (members: readonly Member[]) => read(await archiveOf(members));

  it('is read where every part matches the manifest', async () => {
    const { manifest: said } = await readMembers([manifest(), database]);
    expect(said.parts).toEqual([part]);
    expect(readFileSync(join(into, part.name), 'utf8')).toBe(BODY);
  });

  it.each<[string, readonly Member[], string, RegExp]>([
    ['another program made it', [{ name: 'readme.txt', body: 'x' }], 'backup_foreign', /no backup of a gateway/],
    ['its manifest is not JSON', [{ name: 'manifest.json', body: '{' }], 'backup_foreign', /no backup/],
    ['it is empty', [], 'backup_foreign', /no backup/],
    ['a newer format', [manifest({ format_version: 2, shape: 'new' }), database], 'backup_newer', /format 2/],
    ['a newer schema', [manifest({ parts: [{ ...part, schema: 999 }] }), database], 'backup_newer', /schema 999/],
    [
      'a manifest that lacks the database',
      [manifest({ parts: [{ ...part, name: 'matter.db', schema: 1 }] })],
      'backup_damaged',
      /lacks ccu-gateway/,
    ],
    [
      'a manifest with a path',
      [manifest({ parts: [part, { ...part, name: '../../etc/passwd' }] })],
      'backup_damaged',
      /manifest/,
    ],
    [
      'a manifest with one part twice',
      [manifest({ parts: [part, part] }), database, database],
      'backup_damaged',
      /twice/,
    ],
    ['a member with a path', [manifest(), { name: `../${part.name}`, body: BODY }], 'backup_damaged', /does not list/],
    [
      'a link in place of a part',
      [manifest(), { name: part.name, type: 'symlink', linkname: '/etc/passwd' }],
      'backup_damaged',
      /a symlink/,
    ],
    [
      'a hard link in place of a part',
      [manifest(), { name: part.name, type: 'link', linkname: '/etc/passwd' }],
      'backup_damaged',
      /a link/,
    ],
    ['a member too many', [manifest(), database, { name: 'more', body: 'x' }], 'backup_damaged', /does not list/],
    ['a part too few', [manifest()], 'backup_damaged', /ends too early: ccu-gateway.db/],
    ['another size', [manifest(), { ...database, body: `${BODY}!` }], 'backup_damaged', /does not list/],
    ['other contents', [manifest(), { ...database, body: BODY.toUpperCase() }], 'backup_damaged', /checksum/],
    ['a manifest of megabytes', [{ name: 'manifest.json', body: bomb }], 'backup_too_large', /more than/],
    [
      'a member of megabytes behind the last',
      [manifest(), database, { name: 'zeros', body: bomb }],
      'backup_damaged',
      /does not list/,
    ],
    [
      'a sealed key of megabytes',
      [manifest({ parts: [part, { name: 'secret.key.sealed', bytes: 5000, sha256: part.sha256 }] })],
      'backup_too_large',
      /more than/,
    ],
    ['parts beyond every house', [manifest({ parts: [{ ...part, bytes: 2 ** 40 }] })], 'backup_damaged', /bytes/],
  ])('is refused: %s', async (_title, members, code, said) => {
    await expect(readMembers(members)).rejects.toMatchObject({ code, message: expect.stringMatching(said) });
    // Nothing was put anywhere else than under a name of the manifest.
    expect(readdirSync(into).filter((name) => name !== part.name)).toEqual([]);
  });

  it('is refused when it unpacks to more than it announces, before that much was unpacked', async () => {
    const tar = gunzipSync(await archiveOf([manifest(), database]));
    await expect(read(gzipSync(Buffer.concat([tar.subarray(0, 1024), bomb])))).rejects.toMatchObject({
      code: 'backup_too_large',
    });
    // The header of a long name is held in memory until it is whole.
    const longName = gunzipSync(await archiveOf([manifest(), { name: `${'x'.repeat(150)}/`, body: '' }]));
    expect(longName.includes('x'.repeat(150))).toBe(true);
    const padded = Buffer.concat([gunzipSync(await archiveOf([manifest(), database])), bomb]);
    await expect(read(gzipSync(padded))).rejects.toMatchObject({ code: 'backup_too_large' });
  });

  it('is refused at every header with a size beyond every installation, a negative one or none', async () => {
    const whole = gunzipSync(await archiveOf([manifest(), database]));
    const first = 0;
    const second = whole.indexOf('ccu-gateway.db', 1024);
    const pax = (size: string) => paxRecord(`size=${size}`);
    for (const at of [first, second]) {
      for (const size of ['2^60', '2^87', '-1', '-2^60', 'none'] as const) {
        for (const type of ['0', '5', '7', 'L', 'K', 'x', 'g', 'S', 'V']) {
          const changed = Buffer.from(whole);
          stateSize(changed.subarray(at, at + 512), size, type);
          for (const rest of [
            changed,
            changed.subarray(0, at + 512),
            Buffer.concat([changed, bomb.subarray(0, 700_000)]),
          ]) {
            await expect(read(gzipSync(rest)).finally(empty)).rejects.toMatchObject({
              code: expect.stringMatching(/^backup_(damaged|foreign|too_large)$/),
            });
          }
        }
      }
      for (const size of [String(2 ** 60), '-1', '1e3', 'x']) {
        const stated = Buffer.concat([whole.subarray(0, at), pax(size), whole.subarray(at)]);
        await expect(read(gzipSync(stated)).finally(empty)).rejects.toMatchObject({
          code: expect.stringMatching(/^backup_(damaged|foreign|too_large)$/),
        });
      }
    }
  });

  it('keeps its checksum where zeros follow it, as on a tape or a stick', async () => {
    const whole = Buffer.concat([await archiveOf([manifest(), database]), Buffer.alloc(200_000)]);
    expect((await read(whole)).sha256).toBe(sha(whole));
  });

  it('is refused when it is cut anywhere, and when any byte was changed', async () => {
    const { file } = await house.make();
    const whole = readFileSync(file);
    for (const share of [0, 0.001, 0.1, 0.5, 0.9, 0.999]) {
      const cut = whole.subarray(0, Math.floor(whole.length * share));
      await expect(read(cut).finally(empty)).rejects.toMatchObject({
        code: expect.stringMatching(/^backup_(damaged|foreign)$/),
      });
    }
    for (const share of [0.01, 0.2, 0.4, 0.6, 0.8, 0.99]) {
      const changed = Buffer.from(whole);
      const at = Math.floor(whole.length * share);
      changed[at] = (changed[at] ?? 0) ^ 0x10;
      await expect(read(changed).finally(empty)).rejects.toMatchObject({ code: expect.stringMatching(/^backup_/) });
    }
  });

  it('is refused with its kind: a backup of a CCU, a text, a folder, nothing', async () => {
    const sbk = gunzipSync(await archiveOf([{ name: 'usr_local.tar.gz', body: 'x' }]));
    for (const bytes of [sbk, Buffer.from('<html>'), Buffer.alloc(0)]) {
      await expect(read(bytes)).rejects.toMatchObject({ code: expect.stringMatching(/^backup_(foreign|damaged)$/) });
    }
    await expect(readArchive(into)).rejects.toMatchObject({ code: 'backup_not_found' });
    await expect(readArchive(join(into, 'none'))).rejects.toMatchObject({ code: 'backup_not_found' });
  });

  function empty(): void {
    for (const name of readdirSync(into)) writeFileSync(join(into, name), '');
    into = join(house.root, `into-${readdirSync(house.root).length}`);
    mkdirSync(into);
  }
});

/** Has a header state another size and type, with a checksum that fits. */
function stateSize(header: Buffer, size: '2^60' | '2^87' | '-1' | '-2^60' | 'none', type: string): void {
  const field = Buffer.alloc(12, size.startsWith('-') ? 0xff : 0);
  if (size === 'none') field.write('xyz');
  else field[0] = size.startsWith('-') ? 0xff : 0x80;
  if (size === '2^60') field[4] = 0x10;
  if (size === '-2^60') field[4] = 0xf0;
  if (size === '2^87') field[1] = 0x80;
  field.copy(header, 124);
  header.write(type, 156, 'latin1');
  header.fill(' ', 148, 156);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
}

/** A record that changes the member after it. */
function paxRecord(text: string): Buffer {
  const rest = ` ${text}\n`;
  const length = rest.length + String(rest.length + 2).length;
  const body = Buffer.alloc(512);
  body.write(`${length}${rest}`);
  const header = Buffer.alloc(512);
  header.write('record', 0);
  header.write(`${length.toString(8).padStart(11, '0')}\0`, 124);
  header.write('x', 156);
  header.write('ustar\u000000', 257, 'latin1');
  header.fill(' ', 148, 156);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return Buffer.concat([header, body]);
}

describe('the key in a backup', () => {
  const PASSPHRASE = 'richtig Pferd Batterie';

  it('opens with its passphrase, in its backup', async () => {
    const sealed = await sealKey('the key', PASSPHRASE, 'one');
    expect(await openKey(sealed, PASSPHRASE, 'one')).toBe('the key');
    for (const [passphrase, id] of [
      ['another passphrase', 'one'],
      [PASSPHRASE, 'two'],
    ] as const) {
      await expect(openKey(sealed, passphrase, id)).rejects.toMatchObject({ code: 'backup_passphrase' });
    }
  });

  it.each([
    ['more memory than is taken', { n: 2 ** 24 }],
    ['more work than is taken', { p: 64 }],
    ['a cost that is no number', { n: 'all' }],
    ['a salt of another length', { salt: '' }],
    ['a member more', { other: 1 }],
  ])('is refused before any work is done, when it asks for %s', async (_title, change) => {
    const sealed = JSON.parse(await sealKey('the key', PASSPHRASE, 'one'));
    await expect(openKey(JSON.stringify({ ...sealed, ...change }), PASSPHRASE, 'one')).rejects.toMatchObject({
      code: 'backup_damaged',
    });
  });
});
