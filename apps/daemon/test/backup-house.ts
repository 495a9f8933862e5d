import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createGzip } from 'node:zlib';
import { sessionRecord, tokenRecord, userRecord } from '@ccu-gateway/auth-core/testing';
import { loadSqlite, openEventStore, openStorage } from '@ccu-gateway/storage';
import { type Header, pack } from 'tar-stream';
import { type MakeBackup, makeBackup } from '../src/backup/make-backup.js';
import type { BackupSource } from '../src/backup/source.js';
import { createBackupCopies } from '../src/backup/target/copies.js';
import type { TargetSettings } from '../src/backup/target/place.js';
import { loadConfig, loadMasterKey } from '../src/config/index.js';

export const NOW = Date.UTC(2026, 10, 22, 20, 15, 30);

/** The data of a gateway: a user, a session, a token, a key, a configuration file. */
export interface BackupHouse {
  readonly root: string;
  readonly dataDir: string;
  readonly dir: string;
  readonly source: BackupSource;
  /** Another data directory of the same machine, empty yet. */
  elsewhere(name: string): BackupSource;
  make(change?: Partial<MakeBackup>): ReturnType<typeof makeBackup>;
  close(): void;
}

export async function startBackupHouse(yaml = 'locale: de\n'): Promise<BackupHouse> {
  const root = mkdtempSync(join(tmpdir(), 'own-backup-'));
  const dataDir = join(root, 'data');
  const dir = join(root, 'backups');
  const sqlite = await loadSqlite();
  const file = join(root, 'config.yaml');
  writeFileSync(file, yaml, { mode: 0o600 });
  const sourceOf = (path: string, config: readonly string[]): BackupSource => ({
    ...loadConfig({ argv: [...config, '--data-dir', path], env: { HOME: root }, cwd: root }),
    sqlite,
  });
  const source = sourceOf(dataDir, ['--config', file]);
  const storage = await openStorage({ dataDir, sqlite });
  await storage.auth.users.create(userRecord());
  await storage.auth.sessions.create(sessionRecord());
  await storage.auth.tokens.create(tokenRecord());
  (await openEventStore({ dataDir, sqlite, numbers: storage.numbers })).close();
  storage.close();
  loadMasterKey({ environment: source.environment, dataDir, sealed: () => [] });
  let count = 0;
  return {
    root,
    dataDir,
    dir,
    source,
    elsewhere(name) {
      const there = join(root, `${name}.yaml`);
      writeFileSync(there, '');
      return sourceOf(join(root, name), ['--config', there]);
    },
    make: (change = {}) =>
      makeBackup({
        source,
        dir,
        history: true,
        events: false,
        host: 'nas.local',
        version: '1.2.3',
        now: () => NOW,
        randomHex(digits) {
          count += 1;
          return String(count).padStart(digits, '0');
        },
        ...change,
      }),
    close: () => rmSync(root, { recursive: true, force: true }),
  };
}

export interface Member extends Partial<Header> {
  readonly name: string;
  readonly body?: string | Buffer;
}

/** An archive with any members, as no backup would have them. */
export async function archiveOf(members: readonly Member[]): Promise<Buffer> {
  const tar = pack();
  for (const { body, ...header } of members) tar.entry(header, body ?? '');
  tar.finalize();
  const chunks: Buffer[] = [];
  for await (const chunk of tar.pipe(createGzip()) as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Copies of the backups of a house, and lists of what was said of them. */
export function houseCopies(
  house: BackupHouse,
  { settings, now }: { readonly settings: () => TargetSettings; readonly now: () => number },
  { said, incidents }: { readonly said: unknown[]; readonly incidents: string[] },
) {
  const say = (...words: unknown[]) => void said.push(words);
  return createBackupCopies({
    settings,
    now,
    dir: () => house.dir,
    host: 'nas.local',
    log: { info: say, warn: say },
    incident: (detail) => void incidents.push(detail),
  });
}
