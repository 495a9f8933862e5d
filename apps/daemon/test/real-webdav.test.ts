import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TargetSettings } from '../src/backup/target/place.js';
import { targetError } from '../src/backup/target/target.js';
import { openWebdav } from '../src/backup/target/webdav.js';
import { Secret } from '../src/config/values/secret.js';
import { makeCertificate } from '../src/tls/make-certificate.js';
import { type BackupHouse, houseCopies, NOW, startBackupHouse } from './backup-house.js';
import { REGION, TARGET_PASSWORD, TARGET_USER } from './backup-target.js';
import { missingWebdav, startRealWebdav } from './real-webdav.js';

const HOUR = 3_600_000;
const missing = missingWebdav();

describe.skipIf(missing !== undefined)(
  `backups at the WebDAV server of Apache${missing === undefined ? '' : ` (skipped: ${missing} is not installed)`}`,
  () => {
    let house: BackupHouse;
    let server: Awaited<ReturnType<typeof startRealWebdav>>;
    let now: number;
    let settings: TargetSettings;
    let incidents: string[];
    let said: unknown[];
    beforeEach(async () => {
      house = await startBackupHouse();
      const names = ['localhost'];
      const serial = Buffer.alloc(16, 5);
      server = await startRealWebdav(
        await makeCertificate({ names, notBefore: 0, notAfter: Date.now() + HOUR, serial }),
      );
      now = NOW;
      incidents = [];
      said = [];
      const password = new Secret(TARGET_PASSWORD);
      const url = `${server.url}/files`;
      settings = { kind: 'webdav', url, region: REGION, username: TARGET_USER, password, keep_last: 2 };
      await expect.poll(() => fetch(url).then(({ status }) => status, String), { timeout: 20_000 }).toBe(401);
    });
    afterEach(async () => {
      await server.stop();
      server.remove();
      house.close();
    });
    const copiesOf = () => houseCopies(house, { settings: () => settings, now: () => now }, { said, incidents });
    const make = () => house.make({ now: () => now, history: false });
    async function toldOf(change: Partial<TargetSettings>): Promise<string | undefined> {
      settings = { ...settings, ...change };
      const copies = copiesOf();
      await copies.look();
      return copies.findings()[0]?.note;
    }

    it('are complete, in the configured number, beside files of others', async () => {
      writeFileSync(join(server.files, 'holiday.jpg'), 'x');
      const copies = copiesOf();
      const names: string[] = [];
      for (const hours of [0, 1, 2]) {
        now = NOW + hours * HOUR;
        const { id, file } = await make();
        await copies.look();
        names.push(`${id}.tar.gz`);
        expect(readFileSync(join(server.files, `${id}.tar.gz`)).equals(readFileSync(file))).toBe(true);
      }
      expect([copies.findings(), incidents]).toEqual([[], []]);
      expect(readdirSync(server.files).toSorted()).toEqual([...names.slice(1), 'holiday.jpg']);
    });

    it('are refused with the reason, which holds no secret, and leave nothing there', async () => {
      await make();
      const password = new Secret('ein anderes Passwort');
      const told = [
        await toldOf({ password }),
        await toldOf({ password: settings.password, url: `${server.url}/files`, username: 'somebody' }),
      ];
      for (const note of told) expect(note).toMatch(/it does not take the user name or the password \(401\)$/);
      const known = { username: TARGET_USER, password: new Secret(TARGET_PASSWORD) };
      expect(await toldOf({ ...known, url: `${server.url}/nowhere` })).toMatch(
        /there is no such folder or bucket \(404\)$/,
      );
      expect(await toldOf({ url: `${server.url}/moved` })).toMatch(/it leads elsewhere, which is not followed$/);
      expect(await toldOf({ url: `${server.url}/small` })).toMatch(/it does not take a file of this size \(413\)$/);
      expect(await toldOf({ url: `${server.securedUrl}/files` })).toMatch(
        /its certificate is not trusted \(DEPTH_ZERO_SELF_SIGNED_CERT\): .*NODE_EXTRA_CA_CERTS/,
      );
      expect([readdirSync(server.files), readdirSync(server.small)]).toEqual([[], []]);
      expect(JSON.stringify([told, said, incidents])).not.toMatch(
        /geheim und lang|ein anderes Passwort|backup-user|somebody/,
      );
      await server.stop();
      expect(await toldOf({ url: `${server.url}/files` })).toMatch(/it cannot be reached \(ECONNREFUSED\)$/);
    });

    it('that a killed server had half are no backups there, and the gateway reports the lost server', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'large-'));
      const file = join(folder, 'large');
      const bytes = 512 * 1024 * 1024;
      writeFileSync(file, '');
      truncateSync(file, bytes);
      const { signal } = new AbortController();
      const target = openWebdav({ ...settings, password: TARGET_PASSWORD, signal });
      const sent = target.put('large.tar.gz', file, bytes).catch((error: unknown) => targetError(error, settings.url));
      await expect.poll(() => readdirSync(server.files).length, { timeout: 20_000 }).toBeGreaterThan(0);
      await server.stop('SIGKILL');
      expect(await sent).toMatchObject({
        message: expect.stringMatching(/^127\.0\.0\.1:\d+: it cannot be reached \(\w+\)$/),
      });
      expect(readdirSync(server.files)).not.toContain('large.tar.gz');
      rmSync(folder, { recursive: true });
    });
  },
);
