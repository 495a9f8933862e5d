import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type BackupHouse, NOW, startBackupHouse } from '../../test/backup-house.js';
import { listBackups } from './directory.js';
import { createScheduledBackups } from './scheduled.js';
import { createTurn } from './turn.js';

const HOUR = 3_600_000;
const silent = { info: () => undefined, warn: () => undefined };

describe('backups of the gateway by a schedule', () => {
  let house: BackupHouse;
  let now: number;
  let own: { schedule: string; keep_last: number; dir: string; history: boolean; events: boolean };
  let incidents: string[];
  let turn: ReturnType<typeof createTurn>;
  beforeEach(async () => {
    house = await startBackupHouse();
    now = NOW;
    own = { schedule: '24h', keep_last: 2, dir: house.dir, history: true, events: true };
    incidents = [];
    turn = createTurn();
  });
  afterEach(() => house.close());

  function scheduled() {
    let count = 0;
    return createScheduledBackups({
      source: house.source,
      settings: () => ({ own }),
      host: 'nas',
      version: '1',
      now: () => now,
      randomHex(digits) {
        count += 1;
        return String(count).padStart(digits, '0');
      },
      turn,
      log: silent,
      incident: (detail) => void incidents.push(detail),
    });
  }
  const kept = async () => (await listBackups(house.dir)).map(({ id }) => id.slice(-4));

  it('are made when the newest is too old, also after a restart, and the configured number is kept', async () => {
    const backups = scheduled();
    for (const [hours, expected] of [
      [0, ['0001']],
      [23, ['0001']],
      [24, ['0002', '0001']],
      [48, ['0003', '0002']],
    ] as const) {
      now = NOW + hours * HOUR;
      await backups.look();
      expect([hours, await kept()]).toEqual([hours, expected]);
    }
    await scheduled().look();
    expect(await kept()).toEqual(['0003', '0002']);
    own = { ...own, keep_last: 0 };
    now += 24 * HOUR;
    await backups.look();
    expect(await kept()).toHaveLength(3);
    expect([backups.findings(), incidents]).toEqual([[], []]);
  });

  it('wait while something else is done with backups, which is no failure', async () => {
    const end = turn.take('verify');
    const backups = scheduled();
    await backups.look();
    expect([await kept(), backups.findings(), incidents]).toEqual([[], [], []]);
    end();
    await backups.look();
    expect([await kept(), turn.busy()]).toEqual([['0001'], null]);
  });

  it('are not made without a schedule', async () => {
    own = { ...own, schedule: '0' };
    await scheduled().look();
    expect(await kept()).toEqual([]);
  });

  it('say that one failed, once as an incident, until one is made; an hour is waited in between', async () => {
    mkdirSync(dirname(house.dir), { recursive: true });
    writeFileSync(house.dir, 'a file where the directory would be');
    const backups = scheduled();
    for (const minutes of [0, 30, 60]) {
      now = NOW + minutes * 60_000;
      await backups.look();
    }
    expect(backups.findings()).toEqual([
      expect.objectContaining({ name: 'own_backup', status: 'degraded', note: expect.stringContaining(house.dir) }),
    ]);
    expect(incidents).toHaveLength(1);
    rmSync(house.dir);
    now = NOW + 90 * 60_000;
    await backups.look();
    expect(backups.findings()).toHaveLength(1);
    now = NOW + 120 * 60_000;
    await backups.look();
    expect([backups.findings(), await kept()]).toEqual([[], ['0001']]);
  });

  it('leave nothing behind when the gateway stops meanwhile', async () => {
    const backups = scheduled();
    const looking = backups.look();
    await backups.stop();
    await looking;
    await backups.look();
    expect([readdirSync(house.dir).filter((name) => name.startsWith('.')), backups.findings()]).toEqual([[], []]);
  });
});
