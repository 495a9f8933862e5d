import { parseArgs } from 'node:util';
import { BackupError } from './errors.js';

/** Arguments of `backup`, with its subcommand and values. */
export interface BackupArguments {
  readonly action: 'create' | 'list' | 'verify' | 'restore' | 'prune';
  /** Id or path of a backup, where one is needed. */
  readonly backup: string | undefined;
  /** For the configuration. */
  readonly configArgs: readonly string[];
  readonly json: boolean;
  readonly dir: string | undefined;
  readonly withEvents: boolean;
  readonly withoutHistory: boolean;
  readonly withKey: boolean;
  readonly passphraseStdin: boolean;
  readonly dryRun: boolean;
  readonly writeConfig: string | undefined;
  readonly keep: number | undefined;
  readonly yes: boolean;
}

/** The command line is not one of this command. */
export class BackupUsage extends Error {
  override readonly name = 'BackupUsage';
}

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const OPTIONS = {
  config: text,
  'data-dir': text,
  'sqlite-driver': text,
  dir: text,
  'with-events': flag,
  'without-history': flag,
  'with-key': flag,
  'passphrase-stdin': flag,
  'dry-run': flag,
  'write-config': text,
  keep: text,
  yes: flag,
  json: flag,
} as const;

const EVERYWHERE = ['config', 'data-dir', 'sqlite-driver', 'dir', 'json'];
const OF_ACTION: Readonly<Record<BackupArguments['action'], readonly string[]>> = {
  create: ['with-events', 'without-history', 'with-key', 'passphrase-stdin'],
  list: [],
  verify: [],
  restore: ['with-key', 'passphrase-stdin', 'dry-run', 'write-config', 'yes'],
  prune: ['keep', 'yes'],
};

/** @throws BackupUsage */
export function readBackupArguments(argv: readonly string[]): BackupArguments {
  const { values, positionals } = parsed(argv);
  const [word, backup, ...more] = positionals;
  const action = (Object.keys(OF_ACTION) as BackupArguments['action'][]).find((name) => name === word);
  if (action === undefined) throw new BackupUsage(`say one of: ${Object.keys(OF_ACTION).join(', ')}`);
  const needsOne = action === 'verify' || action === 'restore';
  if (needsOne && backup === undefined) throw new BackupUsage(`name the backup: backup ${action} ID or FILE`);
  if ((!needsOne && backup !== undefined) || more.length > 0)
    throw new BackupUsage(`unexpected argument "${more[0] ?? backup}"`);
  const foreign = Object.keys(values).find((name) => ![...EVERYWHERE, ...OF_ACTION[action]].includes(name));
  if (foreign !== undefined) throw new BackupUsage(`--${foreign} means nothing to backup ${action}`);
  const configArgs = (['config', 'data-dir', 'sqlite-driver'] as const).flatMap((name) => {
    const value = values[name];
    return value === undefined ? [] : [`--${name}`, value];
  });
  return {
    action,
    backup,
    configArgs,
    json: values.json ?? false,
    dir: values.dir,
    withEvents: values['with-events'] ?? false,
    withoutHistory: values['without-history'] ?? false,
    withKey: values['with-key'] ?? false,
    passphraseStdin: values['passphrase-stdin'] ?? false,
    dryRun: values['dry-run'] ?? false,
    writeConfig: values['write-config'],
    keep: values.keep === undefined ? undefined : countOf(values.keep),
    yes: values.yes ?? false,
  };
}

function parsed(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new BackupUsage((error as Error).message.split('. ')[0] ?? 'not understood');
  }
}

function countOf(value: string): number {
  if (!/^\d{1,5}$/.test(value) || Number(value) < 1) throw new BackupUsage('--keep takes a number from 1 to 99999');
  return Number(value);
}

const MAX_SECRET_BYTES = 8192;

/** From standard input (its first line) or the environment; never an argument. */
export async function readPassphrase(
  fromStdin: boolean,
  {
    env,
    stdin,
  }: { readonly env: Readonly<Record<string, string | undefined>>; readonly stdin: AsyncIterable<unknown> },
): Promise<string | undefined> {
  if (!fromStdin) return env.CCU_GATEWAY_BACKUP_PASSPHRASE || undefined;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stdin) {
    // Standard input without an encoding is read as bytes.
    const bytes = Buffer.from(chunk as Uint8Array);
    size += bytes.length;
    if (size > MAX_SECRET_BYTES) throw new BackupUsage('standard input is too long for a passphrase');
    chunks.push(bytes);
  }
  const line = Buffer.concat(chunks).toString('utf8').split(/\r?\n/, 1)[0];
  if (!line)
    throw new BackupError('backup_passphrase', 'standard input is empty', 'pipe the passphrase into the command');
  return line;
}
