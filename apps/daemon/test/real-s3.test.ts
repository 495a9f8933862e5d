import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openStorage } from '@ccu-gateway/storage';
import { S3mini } from 's3mini';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { verifyBackup } from '../src/backup/directory.js';
import { restoreBackup } from '../src/backup/restore-backup.js';
import type { TargetSettings } from '../src/backup/target/place.js';
import { openS3 } from '../src/backup/target/s3.js';
import { Secret } from '../src/config/values/secret.js';
import { makeCertificate } from '../src/tls/make-certificate.js';
import { type BackupHouse, houseCopies, NOW, startBackupHouse } from './backup-house.js';
import { REGION, TARGET_PASSWORD, TARGET_USER } from './backup-target.js';
import { startRealS3 } from './real-s3.js';

const HOUR = 3_600_000;
const OTHER_SECRET = 'ein anderes Passwort';

describe('backups in a bucket of a server that computes signatures anew', () => {
  let certificate: { readonly cert: string; readonly key: string };
  let house: BackupHouse;
  let server: Awaited<ReturnType<typeof startRealS3>>;
  let now: number;
  let settings: TargetSettings;
  let incidents: string[];
  let said: unknown[];
  beforeEach(async () => {
    house = await startBackupHouse();
    const serial = Buffer.alloc(16, 5);
    const notAfter = Date.now() + HOUR;
    certificate = await makeCertificate({ names: ['localhost'], notBefore: 0, notAfter, serial });
    server = await startRealS3(certificate);
    now = NOW;
    incidents = [];
    said = [];
    const password = new Secret(TARGET_PASSWORD);
    settings = { kind: 's3', url: server.url, region: REGION, username: TARGET_USER, password, keep_last: 2 };
  });
  afterEach(async () => {
    await server.stop();
    server.remove();
    house.close();
  });
  const copiesOf = () => houseCopies(house, { settings: () => settings, now: () => now }, { said, incidents });
  const make = () => house.make({ now: () => now, history: false });
  const clientOf = (secret: string) =>
    new S3mini({ accessKeyId: TARGET_USER, secretAccessKey: secret, endpoint: server.url, region: REGION });
  async function toldOf(change: Partial<TargetSettings>): Promise<string | undefined> {
    settings = { ...settings, ...change };
    const copies = copiesOf();
    await copies.look();
    return copies.findings()[0]?.note;
  }

  it('are complete, in the configured number, beside objects of others', async () => {
    server.write('holiday.jpg', 'x');
    const copies = copiesOf();
    const names: string[] = [];
    for (const hours of [0, 1, 2]) {
      now = NOW + hours * HOUR;
      const { id, file } = await make();
      await copies.look();
      names.push(`${id}.tar.gz`);
      expect(server.read(`${id}.tar.gz`).equals(readFileSync(file))).toBe(true);
    }
    expect([copies.findings(), incidents]).toEqual([[], []]);
    expect(server.objects().toSorted()).toEqual([...names.slice(1), 'holiday.jpg']);
  });

  it('are complete when they are fetched again, and another machine is restored from one', async () => {
    const { id } = await make();
    await copiesOf().look();
    const fetched = await clientOf(TARGET_PASSWORD).getObjectArrayBuffer(`${id}.tar.gz`);
    const archive = join(house.root, 'fetched.tar.gz');
    writeFileSync(archive, Buffer.from(fetched ?? new ArrayBuffer(0)));
    expect((await verifyBackup(archive, now)).manifest.id).toBe(id);
    const source = house.elsewhere('another');
    await restoreBackup({ source, archive, now: () => now, subject: 'cli:test' });
    const storage = await openStorage({ dataDir: join(house.root, 'another'), sqlite: source.sqlite });
    const users = await storage.auth.users.list();
    storage.close();
    expect(users.length).toBe(1);
  });

  it('are refused with the reason, which holds no secret, and leave nothing there', async () => {
    await make();
    // The server itself says that it is the signature.
    await expect(clientOf(OTHER_SECRET).listObjects('/', '')).rejects.toMatchObject({
      status: 403,
      body: expect.stringContaining('SignatureDoesNotMatch'),
    });
    const told = [
      await toldOf({ password: new Secret(OTHER_SECRET) }),
      await toldOf({ password: new Secret(TARGET_PASSWORD), username: 'somebody' }),
    ];
    for (const note of told) expect(note).toMatch(/it does not take the user name or the password \(403\)$/);
    told.push(await toldOf({ username: TARGET_USER, url: server.nowhereUrl }));
    expect(told.at(-1)).toMatch(/there is no such bucket$/);
    told.push(await toldOf({ url: server.securedUrl }));
    expect(told.at(-1)).toMatch(
      /its certificate is not trusted \(DEPTH_ZERO_SELF_SIGNED_CERT\): .*NODE_EXTRA_CA_CERTS/,
    );
    expect(server.objects()).toEqual([]);
    await server.stop();
    told.push(await toldOf({ url: server.url }));
    expect(told.at(-1)).toMatch(/it cannot be reached \(ECONNREFUSED\)$/);
    expect([said.length > 0, incidents.length]).toEqual([true, told.length]);
    expect(JSON.stringify([told, said, incidents])).not.toMatch(
      /geheim und lang|ein anderes Passwort|backup-user|somebody|AWS4|Signature/,
    );
  });

  it('that are sent in several parts arrive complete', async () => {
    const bytes = randomBytes(20 * 1024 * 1024);
    const file = join(house.root, 'large');
    writeFileSync(file, bytes);
    const { signal } = new AbortController();
    await openS3({ ...settings, password: TARGET_PASSWORD, signal }).put('large', file, bytes.length);
    expect(server.read('large').equals(bytes)).toBe(true);
  });

  it('that a killed server had half are reported as missing, and sent anew when it is back', async () => {
    const { id, bytes } = await make();
    await server.dieAtHalf();
    expect(await toldOf({})).toMatch(/127\.0\.0\.1:\d+: it cannot be reached \(\w+\)$/);
    const half = server.bytesOf(`${id}.tar.gz`);
    expect([half > 0, half < bytes]).toEqual([true, true]);

    // This server keeps what it had half under the name, as no S3 does: the size tells that it is not the backup.
    server = await startRealS3({ ...certificate, root: server.root });
    expect(await toldOf({ url: server.url })).toBeUndefined();
    expect(server.bytesOf(`${id}.tar.gz`)).toBe(bytes);
  });
});
