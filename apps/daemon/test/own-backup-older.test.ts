import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DATA_FILES, openEventStore, openHistoryFile, openMatterFile, openStorage } from '@ccu-gateway/storage';
import { createDataFile } from '@ccu-gateway/storage/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { restoreBackup } from '../src/backup/restore-backup.js';
import { type BackupHouse, NOW, startBackupHouse } from './backup-house.js';

let house: BackupHouse;
beforeEach(async () => {
  house = await startBackupHouse();
});
afterEach(() => house.close());

const MAIN = 'ccu-gateway.db';
const newestOf = (name: string) => DATA_FILES[name]?.schema ?? 0;
/** Each file with each schema that it ever had. */
const versions = Object.entries(DATA_FILES).flatMap(([name, { schema }]) =>
  Array.from({ length: schema }, (_, index) => [name, index + 1] as const),
);

/** A data directory as a version left it that knew these schemas, with one user in it. */
async function olderGateway(schemas: Readonly<Record<string, number>>) {
  const { sqlite } = house.source;
  const source = house.elsewhere('older');
  mkdirSync(source.dataDir);
  for (const [name, schema] of Object.entries(schemas)) {
    await createDataFile({ dataDir: source.dataDir, name, schema, sqlite });
  }
  const db = sqlite.open(join(source.dataDir, MAIN), { fileMustExist: true });
  db.exec(
    `INSERT INTO users (account, role, password_hash, generation, created_at) VALUES ('berta', 'operator', 'x', 1, 1)`,
  );
  db.close();
  return source;
}

/** Nothing sealed is read here. */
const box = { seal: (text: string) => text, open: (text: string) => text };

/** Opens every file as the gateway does at its start. */
async function openAll(dataDir: string) {
  const { sqlite } = house.source;
  const storage = await openStorage({ dataDir, sqlite });
  const events = await openEventStore({ dataDir, sqlite, numbers: storage.numbers });
  const history = await openHistoryFile({ dataDir, sqlite });
  const matter = await openMatterFile({ dataDir, sqlite, box });
  const users = (await storage.auth.users.list()).map(({ account, role }) => [account, role]);
  const setAside = [events, history].flatMap((file) => file.setAside ?? []);
  const troubles = [events, history].flatMap((file) => file.trouble() ?? []);
  for (const each of [matter, history, events, storage]) each.close();
  return { users, setAside, troubles };
}

describe('a backup of an earlier version', () => {
  it.each(versions)(
    'with %s of schema %i is restored, and the gateway starts with its contents',
    async (name, schema) => {
      const source = await olderGateway({ [MAIN]: newestOf(MAIN), [name]: schema });
      const { file } = await house.make({ source, events: true });
      const target = house.elsewhere('target');
      mkdirSync(target.dataDir);
      const { manifest } = await restoreBackup({ source: target, archive: file, now: () => NOW, subject: 'test' });
      expect(manifest.parts.find((part) => part.name === name)).toMatchObject({ schema });
      rmSync(source.dataDir, { recursive: true });
      expect(await openAll(target.dataDir)).toEqual({ users: [['berta', 'operator']], setAside: [], troubles: [] });
    },
  );
});
