import { generateKeyPairSync } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCertificate } from './make-certificate.js';
import { readPair } from './pair.js';

const DAY_MS = 24 * 3_600_000;
const NOW = 1_800_000_000_000;

let dir: string;
const at = (name: string) => join(dir, name);
const put = (name: string, text: string | Buffer) => {
  writeFileSync(at(name), text);
  return at(name);
};
const make = (names: readonly string[] = ['gateway']) =>
  makeCertificate({ names, notBefore: NOW - DAY_MS, notAfter: NOW + DAY_MS, serial: Buffer.alloc(16, 0xff) });

let good: Awaited<ReturnType<typeof make>>;
let other: Awaited<ReturnType<typeof make>>;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'pair-'));
  good = await make(['gateway', 'gateway.lan', '192.168.1.20', 'fd00::20']);
  other = await make();
  put('good.pem', good.cert);
  put('good.key', good.key);
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const faultOf = (cert: string, key: string) => {
  const { setting, reason, message } = readPair(cert, key).fault ?? {};
  return { setting, reason, message };
};

describe('a certificate and its key', () => {
  it('are read, with the facts of the certificate', () => {
    const { pair } = readPair(at('good.pem'), at('good.key'));
    expect(pair).toMatchObject({ cert: good.cert, notBefore: NOW - DAY_MS, notAfter: NOW + DAY_MS });
    expect(pair?.fingerprint).toMatch(/^[0-9a-f]{64}$/);
    const names = ['gateway', 'gateway.lan', '192.168.1.20', 'fd00::20', 'evil.example', '192.168.1.21'];
    expect(names.filter((name) => pair?.covers(name))).toEqual(names.slice(0, 4));
  });

  it('may be in one file, with the authorities after the certificate', () => {
    const whole = put('whole.pem', `${good.key}${good.cert}${other.cert}`);
    expect(readPair(whole, whole).pair?.fingerprint).toBe(readPair(at('good.pem'), at('good.key')).pair?.fingerprint);
  });

  it.each([
    [
      'certificate that is not there',
      () => [at('none.pem'), at('good.key')],
      'cert_file',
      'file_missing',
      'fullchain.pem',
    ],
    ['key that is not there', () => [at('good.pem'), at('none.key')], 'key_file', 'file_missing', 'privkey.pem'],
    ['path through a file', () => [join(at('good.pem'), 'x'), at('good.key')], 'cert_file', 'file_missing', 'name'],
    ['directory', () => [dir, at('good.key')], 'cert_file', 'file_is_directory', 'in it'],
    [
      'file that is no certificate',
      () => [put('text.pem', 'hello'), at('good.key')],
      'cert_file',
      'certificate_missing',
      'openssl x509 -inform der',
    ],
    [
      'file that is too large',
      () => [put('large.pem', 'x'.repeat(1024 * 1024 + 1)), at('good.key')],
      'cert_file',
      'file_too_large',
      '1 MiB',
    ],
    [
      'damaged certificate',
      () => [put('bad.pem', good.cert.replace(/\nM.{20}/, '\nMAAAAAAAAAAAAAAAAAAAA')), at('good.key')],
      'cert_file',
      'certificate_unreadable',
      'damaged',
    ],
    [
      'key and certificate exchanged',
      () => [at('good.key'), at('good.pem')],
      'cert_file',
      'certificate_missing',
      'exchanged',
    ],
    ['certificate as the key', () => [at('good.pem'), at('good.pem')], 'key_file', 'key_missing', 'exchanged'],
    [
      'file that is no key',
      () => [at('good.pem'), put('text.key', 'hello')],
      'key_file',
      'key_missing',
      'openssl pkey -inform der',
    ],
    [
      'damaged key',
      () => [at('good.pem'), put('bad.key', good.key.replace(/\nM.{20}/, '\nMAAAAAAAAAAAAAAAAAAAA'))],
      'key_file',
      'key_unreadable',
      'damaged',
    ],
    [
      'encrypted key',
      () => [at('good.pem'), put('sealed.key', sealed())],
      'key_file',
      'key_encrypted',
      'openssl pkey -in',
    ],
    [
      'key of another certificate',
      () => [at('good.pem'), put('other.key', other.key)],
      'key_file',
      'key_mismatch',
      'made together',
    ],
    [
      'chain that begins with an authority',
      () => [put('turned.pem', other.cert + good.cert), at('good.key')],
      'cert_file',
      'certificate_order',
      'put it first',
    ],
  ] as const)('are refused for a %s, with the setting and the remedy', (_what, files, setting, reason, help) => {
    const [cert = '', key = ''] = files();
    const fault = faultOf(cert, key);
    expect(fault).toMatchObject({ setting, reason });
    expect(fault.message).toContain(help);
  });

  it.skipIf(process.getuid?.() === 0)(
    'are refused where they may not be read (root may read everything, so not as root)',
    () => {
      const shut = put('shut.key', good.key);
      chmodSync(shut, 0o000);
      expect(faultOf(at('good.pem'), shut)).toMatchObject({ setting: 'key_file', reason: 'file_forbidden' });
      mkdirSync(at('closed'), { mode: 0o000 });
      expect(faultOf(join(at('closed'), 'x.pem'), shut)).toMatchObject({
        setting: 'cert_file',
        reason: 'file_forbidden',
      });
      chmodSync(at('closed'), 0o700);
    },
  );
});

function sealed(): string {
  const cipher = { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'secret' } as const;
  return generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export(cipher).toString();
}
