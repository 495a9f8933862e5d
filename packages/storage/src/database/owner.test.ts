import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPrivate, openPrivate, prepareDirectory, restrictRights } from './files.js';
import { lockDataDir } from './lock.js';
import { actingAsOwner, asOwner } from './owner.js';
import { finishRestore } from './pending-restore.js';

const isRoot = process.getuid?.() === 0;
const SERVICE = 54_321;
const silent = { info() {}, warn() {}, error() {}, debug() {} };

let root: string;
let dataDir: string;
let foreign: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'owner-'));
  chmodSync(root, 0o755);
  dataDir = join(root, 'data');
  foreign = join(root, 'foreign');
  mkdirSync(dataDir, { mode: 0o700 });
  mkdirSync(foreign, { mode: 0o700 });
  writeFileSync(join(foreign, 'keep'), 'of root', { mode: 0o644 });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** A plan that the service user could put there. */
function plan(content: unknown, before: (restore: string) => void = () => {}): void {
  const restore = join(dataDir, '.restore');
  mkdirSync(join(restore, 'new'), { recursive: true });
  before(restore);
  writeFileSync(join(restore, 'plan.json'), typeof content === 'string' ? content : JSON.stringify(content));
}
const ASIDE = 'replaced-20261122201530';

describe('a restore that waits', () => {
  it.each<[string, unknown]>([
    ['a name that leads out', { replaced: ['../foreign/keep'], placed: [], asideAs: ASIDE }],
    ['a placed name that leads out', { replaced: [], placed: ['../foreign/x'], asideAs: ASIDE }],
    ['an absolute name', { replaced: ['/etc/hostname'], placed: [], asideAs: ASIDE }],
    ['a name that is no file of a gateway', { replaced: ['daemon.lock'], placed: [], asideAs: ASIDE }],
    ['a place for what was replaced that leads out', { replaced: ['matter.db'], placed: [], asideAs: '../foreign' }],
    ['lists of other things', { replaced: [1], placed: {}, asideAs: ASIDE }],
    ['too many names', { replaced: Array(65).fill('matter.db'), placed: [], asideAs: ASIDE }],
    ['no JSON', '{'],
    ['nothing', 'null'],
  ])('is not carried out with %s in its plan', (_title, content) => {
    writeFileSync(join(dataDir, 'matter.db'), 'here');
    plan(content);
    expect(() => finishRestore(dataDir)).toThrow('is not carried out: its plan has a name that no restore uses');
    expect(readFileSync(join(foreign, 'keep'), 'utf8')).toBe('of root');
    expect(readdirSync(foreign)).toEqual(['keep']);
    expect(readFileSync(join(dataDir, 'matter.db'), 'utf8')).toBe('here');
  });

  it.each<[string, (restore: string) => void]>([
    [
      'the folder of what comes',
      (restore) => {
        rmSync(join(restore, 'new'), { recursive: true });
        symlinkSync(foreign, join(restore, 'new'));
      },
    ],
    ['the folder of what goes', (restore) => symlinkSync(foreign, join(restore, 'old'))],
    ['a file that comes', (restore) => symlinkSync(join(foreign, 'keep'), join(restore, 'new', 'matter.db'))],
    ['the folder it keeps', () => symlinkSync(foreign, join(dataDir, ASIDE))],
  ])('is not carried out where %s is a link', (_title, prepare) => {
    writeFileSync(join(dataDir, 'matter.db'), 'here');
    plan({ replaced: ['matter.db'], placed: ['matter.db'], asideAs: ASIDE }, prepare);
    expect(() => finishRestore(dataDir)).toThrow('is not carried out');
    expect(readdirSync(foreign)).toEqual(['keep']);
    expect(readFileSync(join(dataDir, 'matter.db'), 'utf8')).toBe('here');
  });

  it('is not carried out where its own folder is a link', () => {
    mkdirSync(join(foreign, 'new'));
    writeFileSync(join(foreign, 'plan.json'), JSON.stringify({ replaced: [], placed: [], asideAs: ASIDE }));
    symlinkSync(foreign, join(dataDir, '.restore'));
    expect(() => finishRestore(dataDir)).toThrow('is a link, or of another kind');
    expect(existsSync(join(foreign, 'keep'))).toBe(true);
  });

  it('is carried out with the names of its own', () => {
    writeFileSync(join(dataDir, 'matter.db'), 'old');
    plan({ replaced: ['matter.db'], placed: ['matter.db'], asideAs: ASIDE }, (restore) =>
      writeFileSync(join(restore, 'new', 'matter.db'), 'new'),
    );
    finishRestore(dataDir);
    expect(readFileSync(join(dataDir, 'matter.db'), 'utf8')).toBe('new');
    expect(readFileSync(join(dataDir, ASIDE, 'matter.db'), 'utf8')).toBe('old');
  });
});

it('rights are taken from no file that a link of the data directory leads to', () => {
  writeFileSync(join(dataDir, 'ccu-gateway.db'), '', { mode: 0o644 });
  for (const name of ['matter.db', 'secret.key', 'events.db-wal'])
    symlinkSync(join(foreign, 'keep'), join(dataDir, name));
  prepareDirectory(dataDir, silent);
  expect(statSync(join(foreign, 'keep')).mode & 0o777).toBe(0o644);
  expect(statSync(join(dataDir, 'ccu-gateway.db')).mode & 0o777).toBe(0o600);
  expect(restrictRights(join(dataDir, 'matter.db'), 0o600)).toBe(undefined);
});

it.skipIf(!isRoot)('root works in a folder of another owner with the rights of that owner (needs root)', async () => {
  for (const path of [dataDir]) chownSync(path, SERVICE, SERVICE);
  expect(asOwner(dataDir, () => [process.geteuid?.(), process.getegid?.(), process.getgroups?.()])).toEqual([
    SERVICE,
    SERVICE,
    [SERVICE],
  ]);
  expect(() => asOwner(dataDir, () => writeFileSync(join(foreign, 'x'), ''))).toThrow('EACCES');
  await expect(actingAsOwner(dataDir, async () => writeFileSync(join(foreign, 'x'), ''))).rejects.toThrow('EACCES');
  expect([process.geteuid?.(), process.getegid?.()]).toEqual([0, process.getgid?.()]);
  createPrivate(join(dataDir, 'copy.db'), dataDir);
  expect(lstatSync(join(dataDir, 'copy.db')).uid).toBe(SERVICE);
  symlinkSync(join(foreign, 'new'), join(dataDir, 'link.db'));
  expect(() => openPrivate(join(dataDir, 'link.db'), dataDir)).toThrow('EEXIST');
  const lock = await lockDataDir(dataDir);
  expect(lstatSync(join(dataDir, 'daemon.lock')).uid).toBe(SERVICE);
  lock.release();
  expect(readdirSync(foreign)).toEqual(['keep']);
});

it.skipIf(!isRoot)(
  'root makes no lock, no database and no folder where a link of another owner leads (needs root)',
  async () => {
    chownSync(dataDir, SERVICE, SERVICE);
    symlinkSync(join(foreign, 'made'), join(dataDir, 'daemon.lock'));
    await expect(lockDataDir(dataDir)).rejects.toMatchObject({ code: 'storage_unavailable' });
    expect(readdirSync(foreign)).toEqual(['keep']);
    // The directory itself may be the link of another owner.
    const mine = join(root, 'mine');
    mkdirSync(mine);
    chownSync(mine, SERVICE, SERVICE);
    symlinkSync(foreign, join(mine, 'data'));
    await expect(lockDataDir(join(mine, 'data'))).rejects.toMatchObject({ code: 'storage_unavailable' });
    expect(readdirSync(foreign)).toEqual(['keep']);
  },
);
