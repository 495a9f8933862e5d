import type { ArgsDef } from 'citty';
import { type Context, command, group } from '../../context/context.js';
import { commonArgs } from '../../terminal/args.js';
import { askHidden, confirm, readSecretLine } from '../../terminal/ask.js';
import { CliError, EXIT, usageError } from '../../terminal/exit.js';
import type { CliIo } from '../../terminal/io.js';
import { findDaemon, runProgram } from '../gateway/run.js';
import { downloadBackup } from './backup-download.js';
import { ONLINE } from './backup-online.js';

const VARIABLE = 'CCU_GATEWAY_BACKUP_PASSPHRASE';

/** Options that the program of the gateway gets as they were written. */
const handedOn = {
  json: commonArgs.json,
  'data-dir': commonArgs['data-dir'],
  config: commonArgs.config,
  dir: { type: 'string', valueHint: 'DIR', description: 'where the backups lie (default: backup.own.dir)' },
} as const satisfies ArgsDef;

const backupArg = {
  backup: { type: 'positional', required: true, valueHint: 'ID|FILE', description: 'of backup list, or a file' },
} as const satisfies ArgsDef;

const keyArgs = {
  'with-key': { type: 'boolean', description: `with the key that opens stored passwords (${VARIABLE})` },
  'passphrase-stdin': { type: 'boolean', description: 'read the passphrase of the key from stdin' },
} as const satisfies ArgsDef;

const create = command({
  name: 'ccu-gateway backup create',
  description:
    'Make a backup of the gateway: its database, configuration, Matter bridge and history. Of the gateway that --url or CCU_GATEWAY_URL names, else here from its files.',
  args: {
    ...handedOn,
    ...keyArgs,
    'with-events': { type: 'boolean', description: 'with the log of events' },
    'without-history': { type: 'boolean', description: 'without the values over time' },
  },
  run: async (context, args) => {
    const io = await withPassphrase(context.io, args, true);
    if (!atGateway(context, args)) return here(context, 'create', args, io);
    return ONLINE.create(context, {
      passphrase: await passphraseOf(io, args, 'required'),
      withEvents: args['with-events'],
      withoutHistory: args['without-history'],
    });
  },
});

const list = command({
  name: 'ccu-gateway backup list',
  description: 'List the backups of the gateway, newest first: of the one that is named, else in the directory here.',
  args: handedOn,
  run: async (context, args) => (atGateway(context, args) ? ONLINE.list(context) : here(context, 'list', args)),
});

const verify = command({
  name: 'ccu-gateway backup verify',
  description:
    'Read a backup to its end, and say what is in it. A gateway that is named takes the id of one of its own.',
  args: { ...backupArg, ...handedOn },
  run: async (context, args) =>
    atGateway(context, args) ? ONLINE.verify(context, args) : here(context, 'verify', args),
});

const restore = command({
  name: 'ccu-gateway backup restore',
  description:
    'Put a backup in place of what the gateway holds. A gateway that is named checks it (a FILE is sent to it), stops and starts again by itself; here, from its files, it must be stopped.',
  args: {
    ...backupArg,
    ...handedOn,
    ...keyArgs,
    'dry-run': { type: 'boolean', description: 'only say what is in it' },
    'write-config': { type: 'string', valueHint: 'FILE', description: 'put its configuration there, where no file is' },
  },
  run: async (context, args) => {
    if (atGateway(context, args)) {
      const passphrase = await passphraseOf(await withPassphrase(context.io, args, false), args, 'optional');
      return ONLINE.restore(context, { backup: args.backup, passphrase, dryRun: args['dry-run'] });
    }
    if (!args['dry-run'])
      await sure(context, `Replace what is in ${(await context.dataDir()).path} by ${args.backup}?`);
    return here(context, 'restore', { ...args, yes: true }, await withPassphrase(context.io, args, false));
  },
});

const download = command({
  name: 'ccu-gateway backup download',
  description: 'Fetch a backup of a running gateway into a file here, readable by its owner only, and check it.',
  args: {
    id: { type: 'positional', required: false, valueHint: 'ID', description: 'of backup list (default: the newest)' },
    to: { type: 'string', valueHint: 'FILE', description: 'file or directory (default: ID.tar.gz here)' },
    force: { type: 'boolean', description: 'also where a file of that name lies' },
  },
  run: (context, args) => downloadBackup(context, { backup: args.id, to: args.to, force: args.force }),
});

const prune = command({
  name: 'ccu-gateway backup prune',
  description: 'Delete all backups of the gateway but the newest.',
  args: {
    ...handedOn,
    keep: { type: 'string', valueHint: 'N', description: 'how many stay (default: backup.own.keep_last)' },
  },
  run: async (context, args) => {
    await sure(context, 'Delete older backups of the gateway?');
    if (atGateway(context, args)) return ONLINE.prune(context, args);
    return here(context, 'prune', { ...args, yes: true });
  },
});

export const backupCommands = group('ccu-gateway backup', 'Backups of the gateway itself.', {
  create,
  list,
  verify,
  download,
  restore,
  prune,
});

/** True with a gateway; refuses options that apply only to files of this machine. @throws CliError */
function atGateway(
  context: Context,
  args: {
    readonly dir?: string;
    readonly 'write-config'?: string;
    readonly 'passphrase-stdin'?: boolean;
    readonly 'token-stdin'?: boolean;
  },
): boolean {
  if (context.place() === 'database') return false;
  const [local] = (['dir', 'write-config'] as const).filter((name) => args[name] !== undefined);
  if (local !== undefined) {
    throw usageError(
      `--${local} is about files of this machine, and a gateway is named`,
      `leave it out, or add --offline`,
    );
  }
  if (args['passphrase-stdin'] && args['token-stdin']) {
    throw usageError(
      'standard input holds one secret: the token or the passphrase',
      `set CCU_GATEWAY_TOKEN or ${VARIABLE}`,
    );
  }
  return true;
}

/** @throws CliError where the key is asked for, and no passphrase is there */
async function passphraseOf(
  io: CliIo,
  args: { readonly 'with-key'?: boolean; readonly 'passphrase-stdin'?: boolean },
  need: 'required' | 'optional',
): Promise<string | undefined> {
  if (args['passphrase-stdin']) return readSecretLine(io);
  if (!args['with-key']) return undefined;
  const passphrase = io.env[VARIABLE] || undefined;
  if (passphrase !== undefined || need === 'optional') return passphrase;
  throw usageError('the key in a backup needs a passphrase', `set ${VARIABLE}, or add --passphrase-stdin`);
}

async function sure({ io, yes }: Context, question: string): Promise<void> {
  if (await confirm(io, question, yes)) return;
  throw new CliError(EXIT.usage, 'cancelled', 'nothing was changed');
}

/** The environment with the passphrase, which a terminal asks for where it is missing: it is never an argument. */
async function withPassphrase(
  io: CliIo,
  args: { readonly 'with-key'?: boolean; readonly 'passphrase-stdin'?: boolean },
  twice: boolean,
): Promise<CliIo> {
  if (!args['with-key'] || args['passphrase-stdin'] || io.env[VARIABLE] || !io.stdin.isTTY) return io;
  const passphrase = await askHidden(io, 'Passphrase of the key: ');
  if (twice && (await askHidden(io, 'Again: ')) !== passphrase)
    throw usageError('the two passphrases differ', 'try again');
  return { ...io, env: { ...io.env, [VARIABLE]: passphrase } };
}

const NAMES = ['dir', 'data-dir', 'config', 'keep', 'write-config'] as const;
const FLAGS = ['json', 'with-key', 'passphrase-stdin', 'with-events', 'without-history', 'dry-run', 'yes'] as const;

/** The program of the gateway reads the configuration and the files; no part of it is loaded here. */
async function here(
  context: Context,
  action: string,
  args: Readonly<Partial<Record<(typeof NAMES)[number] | 'backup', string> & Record<(typeof FLAGS)[number], boolean>>>,
  io: CliIo = context.io,
): Promise<number> {
  const variable = io.env.CCU_GATEWAY_DATA_DIR;
  const named = args['data-dir'] !== undefined || args.config !== undefined;
  const argv = [
    ...NAMES.flatMap((name) => (args[name] === undefined ? [] : [`--${name}=${args[name]}`])),
    ...FLAGS.filter((name) => args[name] === true).map((name) => `--${name}`),
    ...(variable && !named ? [`--data-dir=${variable}`] : []),
    ...(args.backup === undefined ? [] : ['--', args.backup]),
  ];
  return runProgram(findDaemon(), ['backup', action, ...argv], io);
}
