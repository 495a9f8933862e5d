import { X509Certificate } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createCertificateKeeper } from './keeper.js';
import { makeCertificate } from './make-certificate.js';
import type { Pair } from './pair.js';
import { type CertificateSource, filesSource, selfSignedSource } from './sources.js';

const DAY_MS = 24 * 3_600_000;
const NOW = 1_800_000_000_000;

let dir: string;
let now: number;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'keeper-'));
  now = NOW;
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

async function keeperOf(source: CertificateSource) {
  const used: Pair[] = [];
  const lines: string[] = [];
  const line = (message: string, fields?: object) => void lines.push(`${message} ${JSON.stringify(fields)}`);
  const { pair, fault } = await source.read();
  if (pair === undefined) throw new Error(fault.message);
  const keeper = createCertificateKeeper({
    source,
    first: pair,
    fault,
    now: () => now,
    log: { info: line, error: line },
    use: (next) => void used.push(next),
  });
  return { keeper, used, lines };
}

const certificate = (days = 60, from = NOW) =>
  makeCertificate({
    names: ['gateway'],
    notBefore: from - DAY_MS,
    notAfter: from + days * DAY_MS,
    serial: Buffer.alloc(16, 7),
  });

describe('certificate files', () => {
  let stamp = 1_000;
  function write(name: string, text: string) {
    writeFileSync(join(dir, name), text);
    // As far apart as renewals are, whatever the file system counts in.
    utimesSync(join(dir, name), stamp, stamp);
    stamp += 60;
  }
  async function opened() {
    const { cert, key } = await certificate();
    write('cert.pem', cert);
    write('key.pem', key);
    return keeperOf(filesSource(join(dir, 'cert.pem'), join(dir, 'key.pem')));
  }

  it('count as soon as both have changed, and not in between', async () => {
    const { keeper, used, lines } = await opened();
    const before = keeper.current().fingerprint;
    await keeper.look();
    expect(used).toEqual([]);
    const { cert, key } = await certificate();
    write('cert.pem', cert);
    await keeper.look();
    expect(used).toEqual([]);
    expect(keeper.finding()).toMatchObject({
      status: 'degraded',
      reason: 'key_mismatch',
      note: expect.stringContaining('still in use'),
    });
    write('key.pem', key);
    await keeper.look();
    expect(used.map(({ cert: text }) => text)).toEqual([cert]);
    expect(keeper.current().fingerprint).not.toBe(before);
    expect(keeper.finding()).toEqual({ status: 'healthy' });
    expect(lines.map((each) => each.split(' ', 1)[0])).toEqual(['tls.certificate.refused', 'tls.certificate.changed']);
  });

  it.each([
    ['damaged', 'nothing', 'certificate_missing'],
    ['removed', undefined, 'file_missing'],
  ])('that are %s leave the previous certificate in use, and are reported once', async (_what, text, reason) => {
    const { keeper, used, lines } = await opened();
    const before = keeper.current();
    if (text === undefined) rmSync(join(dir, 'cert.pem'));
    else write('cert.pem', text);
    await keeper.look();
    await keeper.look();
    await keeper.reload();
    expect(keeper.finding()).toMatchObject({ status: 'degraded', reason });
    expect(keeper.current()).toBe(before);
    expect(used).toEqual([]);
    expect(lines).toHaveLength(1);
  });

  it('are followed through links with a new target', async () => {
    const { keeper, used } = await opened();
    const next = await certificate();
    write('next.pem', next.cert);
    write('next.key', next.key);
    for (const name of ['cert', 'key']) {
      rmSync(join(dir, `${name}.pem`));
      symlinkSync(join(dir, name === 'cert' ? 'next.pem' : 'next.key'), join(dir, `${name}.pem`));
    }
    await keeper.look();
    expect(used.map(({ cert }) => cert)).toEqual([next.cert]);
  });

  it('with a certificate that has ended do not replace one that has not', async () => {
    const { keeper, used } = await opened();
    const ended = await certificate(1, NOW - 100 * DAY_MS);
    write('cert.pem', ended.cert);
    write('key.pem', ended.key);
    await keeper.look();
    expect(used).toEqual([]);
    expect(keeper.finding()).toMatchObject({ status: 'degraded', reason: 'certificate_expired' });
  });

  it('cause a warning before the certificate ends, in good time for its lifetime', async () => {
    const { keeper } = await opened();
    now = NOW + 45 * DAY_MS;
    expect(keeper.finding()).toEqual({ status: 'healthy' });
    now = NOW + 51 * DAY_MS;
    expect(keeper.finding()).toMatchObject({ status: 'degraded', reason: 'certificate_ends_soon' });
    now = NOW + 61 * DAY_MS;
    expect(keeper.finding()).toMatchObject({ status: 'degraded', reason: 'certificate_expired' });
    now = NOW - 2 * DAY_MS;
    expect(keeper.finding()).toMatchObject({ status: 'degraded', reason: 'certificate_not_yet_valid' });
  });
});

describe('a self-signed certificate', () => {
  const FILE = 'tls-self-signed.pem';
  const source = (dataDir = dir, names: readonly string[] = ['gateway', '192.168.1.20', '::1']) =>
    selfSignedSource({ dataDir, names: () => names, now: () => now });

  it('is made once, for the names and addresses of the gateway, readable by its owner only [M08]', async () => {
    const { keeper } = await keeperOf(source());
    const made = new X509Certificate(keeper.current().cert);
    expect(made.subjectAltName).toBe('DNS:gateway, IP Address:192.168.1.20, IP Address:0:0:0:0:0:0:0:1');
    expect(made.subject).toBe('CN=gateway');
    expect(made.ca).toBe(false);
    expect(made.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1']);
    expect(made.publicKey.asymmetricKeyDetails).toEqual({ namedCurve: 'prime256v1' });
    expect(made.verify(made.publicKey)).toBe(true);
    expect(statSync(join(dir, FILE)).mode & 0o777).toBe(0o600);
    const again = await keeperOf(source());
    expect(again.keeper.current().fingerprint).toBe(keeper.current().fingerprint);
  });

  it('is renewed a month before it ends, while the gateway runs, and is used then', async () => {
    const { keeper, used } = await keeperOf(source());
    const first = keeper.current();
    now = NOW + 699 * DAY_MS;
    await keeper.look();
    expect(used).toEqual([]);
    now = NOW + 701 * DAY_MS;
    await keeper.look();
    await keeper.look();
    expect(used).toHaveLength(1);
    expect(keeper.current().notAfter).toBe(now + 730 * DAY_MS);
    expect(keeper.current().fingerprint).not.toBe(first.fingerprint);
    expect((await keeperOf(source())).keeper.current().fingerprint).toBe(keeper.current().fingerprint);
  });

  it('is renewed when it was made by a wrong clock', async () => {
    now = NOW + 1000 * DAY_MS;
    const { keeper, used } = await keeperOf(source());
    now = NOW;
    await keeper.look();
    expect(used).toHaveLength(1);
    expect(keeper.finding()).toEqual({ status: 'healthy' });
  });

  it('is renewed where its file is damaged, or a crash has left a partial one beside it', async () => {
    const { keeper } = await keeperOf(source());
    writeFileSync(join(dir, FILE), 'half of a ke');
    writeFileSync(join(dir, `${FILE}.new`), 'half of another');
    const again = await keeperOf(source());
    expect(again.keeper.current().fingerprint).not.toBe(keeper.current().fingerprint);
    expect(readFileSync(join(dir, FILE), 'utf8')).toContain('BEGIN CERTIFICATE');
    expect(existsSync(join(dir, `${FILE}.new`))).toBe(false);
  });

  it('serves also where it cannot be stored, and reports that', async () => {
    const file = join(dir, 'no-directory');
    writeFileSync(file, '');
    const { keeper } = await keeperOf(source(file));
    expect(keeper.current().fingerprint).toMatch(/^[0-9a-f]{64}$/);
    expect(keeper.finding()).toMatchObject({ status: 'degraded', reason: 'certificate_unwritten' });
  });

  it('takes back a key that others may read', async () => {
    const { keeper } = await keeperOf(source());
    chmodSync(join(dir, FILE), 0o644);
    expect((await keeperOf(source())).keeper.current().fingerprint).toBe(keeper.current().fingerprint);
    expect(statSync(join(dir, FILE)).mode & 0o777).toBe(0o600);
  });
});
