import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type BackupHouse, houseCopies, NOW, startBackupHouse } from '../../../test/backup-house.js';
import {
  REGION,
  startS3,
  startWebdav,
  TARGET_PASSWORD,
  TARGET_USER,
  type TargetDouble,
} from '../../../test/backup-target.js';
import { Secret } from '../../config/values/secret.js';
import type { ListedBackup } from '../directory.js';
import type { TargetSettings } from './place.js';

const HOUR = 3_600_000;

describe.each([
  ['webdav', startWebdav],
  ['s3', startS3],
] as const)('copies of backups by %s', (kind, start) => {
  let house: BackupHouse;
  let target: TargetDouble;
  let now: number;
  let settings: TargetSettings;
  let incidents: string[];
  let said: unknown[];
  beforeEach(async () => {
    house = await startBackupHouse();
    target = await start();
    now = NOW;
    const password = new Secret(TARGET_PASSWORD);
    settings = { kind, url: target.url, region: REGION, username: TARGET_USER, password, keep_last: 2 };
    incidents = [];
    said = [];
  });
  afterEach(async () => {
    await target.close();
    house.close();
  });

  const copiesOf = () => houseCopies(house, { settings: () => settings, now: () => now }, { said, incidents });
  const make = () => house.make({ now: () => now, history: false });
  const nameOf = ({ id }: ListedBackup) => `${id}.tar.gz`;

  it('are complete, are made once, and the configured number stays; files of others stay too', async () => {
    target.files.set('ccu-gateway-other-20200101T000000Z-0001.tar.gz', Buffer.from('x'));
    target.files.set('holiday.jpg', Buffer.from('x'));
    const copies = copiesOf();
    const made: ListedBackup[] = [];
    for (const hours of [0, 1, 2]) {
      now = NOW + hours * HOUR;
      made.push(await make());
      await copies.look();
      const newest = made[hours];
      if (newest === undefined) throw new Error('nothing was made');
      expect(target.files.get(nameOf(newest))?.equals(readFileSync(newest.file))).toBe(true);
    }
    const others = ['ccu-gateway-other-20200101T000000Z-0001.tar.gz', 'holiday.jpg'];
    expect([...target.files.keys()].toSorted()).toEqual([...made.slice(1).map(nameOf), ...others].toSorted());
    const asked = target.seen.length;
    await copies.look();
    expect([target.seen.length, copies.findings(), incidents]).toEqual([asked, [], []]);
    await copiesOf().look();
    expect(target.seen.slice(asked).filter((each) => each.startsWith('PUT'))).toEqual([]);
  });

  it('that are cut short do not count, are reported once, and are repeated an hour later', async () => {
    const made = await make();
    const copies = copiesOf();
    target.misbehave = (request) => {
      if (request.method !== 'PUT') return false;
      request.socket.destroy();
      return true;
    };
    await copies.look();
    await copies.look();
    expect([...target.files.keys()].filter((name) => name === nameOf(made))).toEqual([]);
    expect([copies.findings()[0]?.reason, incidents.length]).toEqual(['own_backup_copy_failed', 1]);
    const asked = target.seen.length;
    target.misbehave = undefined;
    await copies.look();
    expect(target.seen.length).toBe(asked);
    now += HOUR;
    await copies.look();
    expect([target.files.get(nameOf(made))?.length, copies.findings()]).toEqual([made.bytes, []]);
    expect([...target.files.keys()]).toEqual([nameOf(made)]);
  });

  it.each([
    [507, 'it has no room (507)'],
    [413, 'it does not take a file of this size (413)'],
  ])('that the target answers with %i are reported as %j', async (status, said) => {
    await make();
    const copies = copiesOf();
    target.misbehave = (request, response) => {
      if (request.method !== 'PUT') return false;
      response.writeHead(status).end();
      return true;
    };
    await copies.look();
    expect(copies.findings()[0]?.note).toContain(said);
    expect([...target.files.keys()]).toEqual([]);
  });

  it('go nowhere else, for any answer of the target, and log no secret', async () => {
    await make();
    const elsewhere = await start();
    const copies = copiesOf();
    target.misbehave = (_request, response) => {
      response.writeHead(307, { location: elsewhere.url }).end();
      return true;
    };
    await copies.look();
    expect([elsewhere.seen, copies.findings().length]).toEqual([[], 1]);
    await elsewhere.close();
    settings = { ...settings, password: new Secret('ein anderes Passwort') };
    target.misbehave = undefined;
    await copies.look();
    expect(copies.findings()[0]?.note).toMatch(
      /127\.0\.0\.1:\d+: it does not take the user name or the password \(40[13]\)/,
    );
    const everything = JSON.stringify([said, incidents, copies.findings()]);
    expect(everything).not.toMatch(/geheim und lang|ein anderes Passwort|backup-user/);
    settings = { ...settings, kind: 'none' };
    await copies.look();
    expect(copies.findings()).toEqual([]);
  });
});
