import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { open, readFile, writeFile } from 'node:fs/promises';
import { hostname, userInfo } from 'node:os';
import { dirname, resolve } from 'node:path';
import { actingAsOwner, loadSqlite, StorageError } from '@ccu-gateway/storage';
import packageJson from '../../package.json' with { type: 'json' };
import { ConfigError, loadConfig } from '../config/index.js';
import { archivePath, isId, type ListedBackup, listBackups, pruneBackups, verifyBackup } from './directory.js';
import { ownBackupDirectory } from './directory-of.js';
import { backupDocument, contentsDocument } from './documents.js';
import { BackupError, type BackupErrorCode, backupError } from './errors.js';
import { makeBackup } from './make-backup.js';
import type { Manifest } from './manifest.js';
import { type BackupArguments, BackupUsage, readBackupArguments, readPassphrase } from './options.js';
import { type RestoreReport, restoreBackup } from './restore-backup.js';
import type { BackupSource } from './source.js';

export interface BackupProcess {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: () => string;
  readonly stdin: AsyncIterable<unknown>;
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { readonly isTTY?: boolean; write(text: string): unknown };
}

export const BACKUP_HELP = `ccu-gateway backup — backups of the gateway itself (those of the CCUs are made by their own)

  ccu-gateway backup create  [--with-key] [--with-events] [--without-history]
  ccu-gateway backup list
  ccu-gateway backup verify  ID|FILE
  ccu-gateway backup restore ID|FILE [--dry-run] [--with-key] [--write-config FILE] [--yes]
  ccu-gateway backup prune   [--keep N] [--yes]
  all:                       [--dir DIR] [--config FILE] [--data-dir DIR] [--json]

A backup holds the database, the Matter bridge, the configuration file and the history of values, and on request the log of events.
The key that opens stored passwords is in it only --with-key, sealed with a passphrase: CCU_GATEWAY_BACKUP_PASSPHRASE, or
--passphrase-stdin. Backups are made also while the gateway runs. restore needs it stopped, reads the whole backup first, and
exchanges everything in one step; it keeps the replaced data.

exit: 0 done · 1 failed, damaged or not a backup · 2 wrong usage or configuration · 3 no such backup · 6 the gateway runs, or
what is there keeps the backup from being restored
`;

interface Outcome {
  readonly data: unknown;
  readonly lines: readonly string[];
  readonly notes?: readonly string[];
}

/** `backup …`. Answers the exit code. */
export async function backupCommand(argv: readonly string[], process: BackupProcess): Promise<number> {
  const json = argv.includes('--json');
  try {
    const { data, lines, notes = [] } = await run(readBackupArguments(argv), process);
    process.stdout.write(json ? `${JSON.stringify({ ok: true, data })}\n` : lines.map((line) => `${line}\n`).join(''));
    if (!json) for (const note of notes) process.stderr.write(`${note}\n`);
    return 0;
  } catch (error) {
    const { code, message, fix, exit } = refusalOf(error);
    if (json) process.stdout.write(`${JSON.stringify({ ok: false, error: { code, message, ...(fix && { fix }) } })}\n`);
    else process.stderr.write(`error: ${message}\n${fix === undefined ? '' : `fix: ${fix}\n`}`);
    return exit;
  }
}

async function run(args: BackupArguments, process: BackupProcess): Promise<Outcome> {
  const loaded = loadConfig({ argv: args.configArgs, env: configEnvironment(process.env), cwd: process.cwd() });
  const sqlite = await loadSqlite(loaded.config.persistence.sqlite_driver);
  const source: BackupSource = { ...loaded, sqlite };
  const { own } = loaded.config.backup;
  const dir = args.dir === undefined ? ownBackupDirectory(own.dir, loaded.dataDir) : resolve(process.cwd(), args.dir);
  switch (args.action) {
    case 'create':
      return await actingAsOwner(dir, async () =>
        created(
          await makeBackup({
            source,
            dir,
            history: own.history && !args.withoutHistory,
            events: own.events || args.withEvents,
            passphrase: args.withKey ? await requirePassphrase(args, process) : undefined,
            host: hostname(),
            version: packageJson.version,
            now: Date.now,
            randomHex: (digits) =>
              randomBytes(Math.ceil(digits / 2))
                .toString('hex')
                .slice(0, digits),
          }),
        ),
      );
    case 'list':
      return listed(await listBackups(dir), dir);
    case 'verify':
      return verify(args, dir, process.cwd());
    case 'restore':
      return restore(args, source, dir, process);
    case 'prune':
      return await actingAsOwner(dir, () => prune(args, dir, own.keep_last));
  }
}

/** The passphrase is no setting of the gateway. */
const configEnvironment = (env: BackupProcess['env']) =>
  Object.fromEntries(Object.entries(env).filter(([name]) => name !== 'CCU_GATEWAY_BACKUP_PASSPHRASE'));

async function requirePassphrase(args: BackupArguments, process: BackupProcess): Promise<string> {
  const passphrase = await readPassphrase(args.passphraseStdin, process);
  if (passphrase !== undefined) return passphrase;
  throw new BackupUsage('the key in a backup needs a passphrase: CCU_GATEWAY_BACKUP_PASSPHRASE, or --passphrase-stdin');
}

const NO_KEY = 'the key (secret.key) is not in it: keep a copy of that file apart, or make the backup --with-key';

function created(entry: ListedBackup): Outcome {
  return {
    data: documentOf(entry),
    lines: [`${entry.file}\t${entry.bytes} bytes\tsha256 ${entry.sha256}\tverified`],
    notes: entry.withKey ? [] : [NO_KEY],
  };
}

function listed(entries: readonly ListedBackup[], dir: string): Outcome {
  return {
    data: entries.map(documentOf),
    lines: entries.map((entry) =>
      [
        entry.id,
        new Date(entry.createdAt).toISOString(),
        `${entry.bytes} bytes`,
        entry.withKey ? 'with key' : 'without key',
        entry.problem ?? (entry.verifiedAt === undefined ? 'not verified' : 'verified'),
      ].join('\t'),
    ),
    notes: entries.length === 0 ? [`there are no backups in ${dir}`] : [],
  };
}

async function verify(args: BackupArguments, dir: string, cwd: string): Promise<Outcome> {
  const { file, id } = found(args.backup ?? '', dir, cwd);
  const { manifest, sha256, bytes } = await verifyBackup(file, Date.now(), id === undefined ? undefined : { dir, id });
  return {
    data: { file, ...contentsDocument(manifest, { sha256, bytes }) },
    lines: [`${file} is whole`, ...described(manifest)],
  };
}

async function restore(
  args: BackupArguments,
  source: BackupSource,
  dir: string,
  process: BackupProcess,
): Promise<Outcome> {
  const { file } = found(args.backup ?? '', dir, process.cwd());
  const target = args.writeConfig === undefined ? undefined : resolve(process.cwd(), args.writeConfig);
  if (target !== undefined && existsSync(target))
    throw new BackupUsage(`${target} is there already: name a file that is not`);
  if (args.dryRun) {
    const { manifest, sha256, bytes } = await verifyBackup(file, Date.now());
    return {
      data: { file, ...contentsDocument(manifest, { sha256, bytes }), data_dir: source.dataDir, restored: false },
      lines: [`${file} is whole; nothing was changed in ${source.dataDir}`, ...described(manifest)],
    };
  }
  if (!args.yes)
    throw new BackupUsage(`this replaces the data in ${source.dataDir}: add --yes, or look first with --dry-run`);
  const passphrase = args.withKey || args.passphraseStdin ? await requirePassphrase(args, process) : undefined;
  await refuseUnreadable(file, source.dataDir);
  const how = { source, archive: file, passphrase, now: Date.now, subject: `cli:${osUser()}` };
  const report = await actingAsOwner(source.dataDir, () => restoreBackup(how));
  const wrote = await putConfig(report.config, target);
  return restored(report, source, wrote);
}

/** Root restores with the rights of the owner of the data directory, so that owner has to be able to read the backup. */
async function refuseUnreadable(file: string, dataDir: string): Promise<void> {
  const isReadable = () =>
    open(file).then(
      (handle) => handle.close().then(() => true),
      () => false,
    );
  if (!(await isReadable()) || (await actingAsOwner(dataDir, isReadable))) return;
  throw new BackupError(
    'backup_no_access',
    `${file} cannot be read by the account that ${dataDir} belongs to; nothing was changed`,
    'copy it to a place that this account can read',
  );
}

async function putConfig(from: string | undefined, to: string | undefined): Promise<string | undefined> {
  if (to === undefined || from === undefined) return undefined;
  try {
    // The target of a link of the owner is read with the rights of the owner.
    const text = await actingAsOwner(dirname(from), () => readFile(from));
    await writeFile(to, text, { flag: 'wx', mode: 0o600 });
    return to;
  } catch (error) {
    throw backupError(error, `${to}: the data is restored, and the configuration lies in ${from}`);
  }
}

const REVOKED_COUNT_AGAIN =
  'the old database could not be read: tokens that were revoked since the backup count again (ccu-gateway token list)';
const MATTER_FILE = 'matter.db';
const ONE_BRIDGE =
  'the identity of the Matter bridge is in it: stop the gateway that it was made on before this one starts, or set matter.enabled: false in one of them';

function restored(report: RestoreReport, source: BackupSource, config: string | undefined): Outcome {
  const { manifest, file, previous, sessionsEnded, tokensRevoked, keyRestored, pinsLost, aside } = report;
  const data = {
    ...contentsDocument(manifest, file),
    restored: true,
    data_dir: source.dataDir,
    sessions_ended: sessionsEnded,
    tokens_revoked: tokensRevoked,
    previous,
    key_restored: keyRestored,
    pins_lost: pinsLost,
    replaced: aside ?? null,
    config: config ?? report.config ?? null,
  };
  return {
    data,
    lines: [
      `${manifest.id} is restored into ${source.dataDir}`,
      ...described(manifest),
      `sessions ended: ${sessionsEnded}; tokens that were revoked since and stay so: ${tokensRevoked}`,
      ...(aside === undefined ? [] : [`the previous data lies in ${aside}; delete it when all is well`]),
      ...(report.config === undefined ? [] : [`the configuration of the backup lies in ${config ?? report.config}`]),
    ],
    notes: [
      ...(previous === 'unreadable' ? [REVOKED_COUNT_AGAIN] : []),
      ...(pinsLost > 0 ? [`${pinsLost} PINs of the alarm system need another secret.key: set them again`] : []),
      ...(manifest.parts.some(({ name }) => name === MATTER_FILE) ? [ONE_BRIDGE] : []),
    ],
  };
}

async function prune(args: BackupArguments, dir: string, keepLast: number): Promise<Outcome> {
  const keep = args.keep ?? keepLast;
  if (keep === 0) throw new BackupUsage('backup.own.keep_last is 0, which keeps all: say how many with --keep');
  const gone = await pruneBackups(dir, keep);
  return { data: { kept: keep, deleted: gone }, lines: gone.map((id) => `deleted ${id}`) };
}

/** A backup by its id in the directory, or a file. */
function found(text: string, dir: string, cwd: string): { readonly file: string; readonly id?: string } {
  if (isId(text) && existsSync(archivePath(dir, text))) return { file: archivePath(dir, text), id: text };
  const file = resolve(cwd, text);
  if (existsSync(file)) return { file };
  throw new BackupError(
    'backup_not_found',
    `there is no backup ${text} in ${dir}, and no such file`,
    'ccu-gateway backup list',
  );
}

function described({ created_at, host, gateway_version, parts }: Manifest): readonly string[] {
  return [
    `made ${created_at} on ${host} by version ${gateway_version}`,
    ...parts.map(
      ({ name, bytes, schema }) => `  ${name}\t${bytes} bytes${schema === undefined ? '' : `\tschema ${schema}`}`,
    ),
  ];
}

const documentOf = (entry: ListedBackup) => ({ file: entry.file, ...backupDocument(entry) });

function osUser(): string {
  try {
    return userInfo().username;
  } catch {
    // A container may run as a user id that has no name.
    return 'unknown';
  }
}

interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly fix?: string | undefined;
  readonly exit: number;
}

const EXIT_OF: Partial<Record<BackupErrorCode, number>> = {
  backup_not_found: 3,
  backup_newer: 6,
  backup_key_missing: 6,
  backup_conflict: 6,
};

function refusalOf(error: unknown): Refusal {
  if (error instanceof BackupUsage)
    return { code: 'usage', message: error.message, fix: 'ccu-gateway backup --help', exit: 2 };
  if (error instanceof ConfigError) return { code: error.code, message: error.message, exit: 2 };
  if (error instanceof StorageError && error.code === 'storage_in_use') {
    return { code: error.code, message: error.message, fix: 'stop the gateway, restore, start it again', exit: 6 };
  }
  const known = backupError(error, 'the disk');
  if (known instanceof BackupError) {
    return { code: known.code, message: known.message, fix: known.fix, exit: EXIT_OF[known.code] ?? 1 };
  }
  if (error instanceof StorageError) {
    return {
      code: error.code,
      message: error.message,
      fix: error.remedy ?? 'name the data directory with --data-dir',
      exit: 1,
    };
  }
  throw error;
}
