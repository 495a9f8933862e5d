import { existsSync, openAsBlob } from 'node:fs';
import { basename, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { CallAnswer } from '@ccu-gateway/client';
import type { Context } from '../../context/context.js';
import type { Rest } from '../../gateway/rest.js';
import { confirm } from '../../terminal/ask.js';
import { CliError, EXIT, usageError } from '../../terminal/exit.js';
import type { Outcome } from '../../terminal/output.js';
import { printable } from '../../terminal/text.js';

/** Reading a backup to its end takes time on a small machine. */
const PATIENCE_S = 600;
const LOOK_MS = 500;

type Status = CallAnswer<'getOwnBackupStatus'>;
type Contents = CallAnswer<'verifyOwnBackup'>;

export interface OnlineArgs {
  readonly backup?: string | undefined;
  readonly passphrase?: string | undefined;
  readonly withEvents?: boolean | undefined;
  readonly withoutHistory?: boolean | undefined;
  readonly dryRun?: boolean | undefined;
  readonly keep?: string | undefined;
}

/** `backup …` at a running gateway that is named. */
export const ONLINE = { create, list, verify, restore, prune };

async function create(context: Context, args: OnlineArgs): Promise<Outcome> {
  const rest = await restOf(context);
  const { id } = await rest.call('createOwnBackup', {
    body: {
      ...(args.passphrase === undefined ? {} : { passphrase: args.passphrase }),
      // Without this member the setting of scheduled backups applies.
      ...(args.withEvents ? { events: true } : {}),
      ...(args.withoutHistory ? { history: false } : {}),
    },
  });
  context.output.note(`the gateway at ${rest.url} makes ${id}`);
  const { last } = await until(
    context,
    rest,
    ({ last }) => last === null || last.id !== id || last.state !== 'running',
  );
  if (last?.id !== id || last.state !== 'done') {
    throw new CliError(EXIT.failed, 'backup_failed', `the backup failed: ${last?.error ?? 'it is not known why'}`);
  }
  const made = (await rest.call('listOwnBackups')).find((entry) => entry.id === id);
  if (made === undefined) throw new CliError(EXIT.failed, 'backup_failed', `${id} is not there any more`);
  if (!made.with_key) context.output.note('the key (secret.key) is not in it: keep it apart, or add --with-key');
  return { data: made, lines: [`${made.id}\t${made.bytes} bytes\tsha256 ${made.sha256 ?? '?'}\tverified`] };
}

async function list(context: Context): Promise<Outcome> {
  const backups = await (await restOf(context)).call('listOwnBackups');
  if (backups.length === 0) context.output.note('this gateway has no backups of itself');
  return {
    data: backups,
    lines: backups.map(({ id, created_at: at, bytes, with_key: withKey, problem, verified_at: verified }) =>
      [
        printable(id),
        at,
        `${bytes} bytes`,
        withKey ? 'with key' : 'without key',
        printable(problem ?? (verified === null ? 'not verified' : 'verified')),
      ].join('\t'),
    ),
  };
}

async function verify(context: Context, { backup = '' }: OnlineArgs): Promise<Outcome> {
  const contents = await (await restOf(context)).call('verifyOwnBackup', { path: { id: idOf(context, backup) } });
  return { data: contents, lines: [`${contents.id} is whole`, ...described(contents)] };
}

/** By id, or by a file, which the gateway takes in first. Everything is checked before a question is asked. */
async function restore(context: Context, { backup = '', passphrase, dryRun }: OnlineArgs): Promise<Outcome> {
  const rest = await restOf(context);
  const id = await idOnGateway(context, rest, backup);
  const path = { id };
  const body = passphrase === undefined ? {} : { passphrase };
  const { contents } = await rest.call('restoreOwnBackup', { path, body: { ...body, check_only: true } });
  if (dryRun) {
    const lines = [`${id} can be restored; nothing was changed at ${rest.url}`, ...described(contents)];
    return { data: { ...contents, restored: false }, lines };
  }
  if (!(await confirm(context.io, `Replace what the gateway at ${rest.url} holds by ${id}?`, context.yes))) {
    throw new CliError(EXIT.usage, 'cancelled', 'nothing was changed');
  }
  await rest.call('restoreOwnBackup', { path, body });
  context.output.note('it was checked; the gateway stops, restores and starts again');
  const restored = await outcomeOf(context, rest, id);
  if (restored?.state === 'failed') {
    throw new CliError(EXIT.failed, 'backup_failed', `not restored, and nothing was changed: ${restored.error ?? ''}`);
  }
  if (contents.parts.some(({ name }) => name === 'matter.db')) {
    context.output.note(
      'the identity of the Matter bridge is in it: no other gateway with that identity may run its bridge (matter.enabled: false)',
    );
  }
  const known = restored === undefined ? 'the token is not one of the backup, so it cannot be asked any more' : '';
  return {
    data: { ...contents, restored: true, outcome: restored ?? null },
    lines: [
      `${id} is restored at ${rest.url}`,
      ...described(contents),
      ...(restored === undefined ? [known] : [`sessions ended: ${restored.sessions_ended ?? 0}`]),
    ],
  };
}

async function prune(context: Context, { keep }: OnlineArgs): Promise<Outcome> {
  if (keep === undefined || !/^[1-9]\d{0,4}$/.test(keep)) {
    throw usageError('say how many stay with --keep N, from 1 to 99999');
  }
  const rest = await restOf(context);
  const whole = (await rest.call('listOwnBackups')).filter(({ problem }) => problem === null);
  const gone = whole.slice(Number(keep)).map(({ id }) => id);
  for (const id of gone) await rest.call('deleteOwnBackup', { path: { id } });
  return { data: { kept: Number(keep), deleted: gone }, lines: gone.map((id) => `deleted ${printable(id)}`) };
}

const restOf = (context: Context) => context.rest({ token: 'required', seconds: PATIENCE_S });

function idOf(context: Context, backup: string): string {
  if (!existsSync(resolve(context.io.cwd, backup))) return backup;
  throw usageError(
    `${backup} is a file of this machine, and a gateway is named`,
    'add --offline to read the file here',
  );
}

async function idOnGateway(context: Context, rest: Rest, backup: string): Promise<string> {
  const file = resolve(context.io.cwd, backup);
  if (!existsSync(file)) return backup;
  context.output.note(`${backup} is sent to the gateway at ${rest.url}, which reads it to its end`);
  const form = new FormData();
  form.set('file', await openAsBlob(file), basename(file));
  return (await rest.call('uploadOwnBackup', { body: form })).id;
}

async function until(context: Context, rest: Rest, reached: (status: Status) => boolean): Promise<Status> {
  for (;;) {
    const status = await rest.call('getOwnBackupStatus');
    if (reached(status)) return status;
    await wait(LOOK_MS, undefined, { signal: context.io.signal });
  }
}

/** Polls until the gateway is back; undefined where the token is no longer valid. */
async function outcomeOf(context: Context, rest: Rest, id: string) {
  const isBack = ({ restored }: Status) => restored?.id === id;
  const end = context.io.now() + PATIENCE_S * 1000;
  for (;;) {
    try {
      return (await until(context, rest, isBack)).restored ?? undefined;
    } catch (error) {
      if (!(error instanceof CliError)) throw error;
      if (error.exit === EXIT.auth) return undefined;
      // It is away for a moment.
      if (error.exit !== EXIT.unreachable || context.io.now() > end) throw error;
    }
    await wait(LOOK_MS, undefined, { signal: context.io.signal });
  }
}

function described({ created_at: at, host, gateway_version: version, parts }: Contents): readonly string[] {
  return [
    `made ${at} on ${printable(host)} by version ${printable(version)}`,
    ...parts.map(({ name, bytes }) => `  ${printable(name)}\t${bytes} bytes`),
  ];
}
