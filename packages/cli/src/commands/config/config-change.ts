import type { CommandDef } from 'citty';
import { type Context, command } from '../../context/context.js';
import { askHidden, readValue } from '../../terminal/ask.js';
import { CliError, usageError } from '../../terminal/exit.js';
import type { CliIo } from '../../terminal/io.js';
import type { Outcome } from '../../terminal/output.js';
import { printable } from '../../terminal/text.js';
import type { Program } from '../gateway/run.js';
import { askProgram, at, type Field, only, type ProgramAnswer, settingArg, textOf } from './config-settings.js';

const dryRunArg = {
  'dry-run': { type: 'boolean', description: 'say what would change, and change nothing' },
} as const;

/** `config set`: at the gateway that is named, else in the file that a start on this machine would read. */
export function setCommandOn(daemon: () => Program): (io: CliIo) => CommandDef {
  return command({
    name: 'ccu-gateway config set',
    description: 'Change a setting: of a running gateway, or in its file, where it counts at the next start.',
    args: {
      ...settingArg,
      value: { type: 'positional', required: false, description: 'a text, a number, true, or JSON' },
      'value-stdin': {
        type: 'boolean',
        description: 'read the value from stdin (else CCU_GATEWAY_VALUE); secrets only like this',
      },
      ...dryRunArg,
    },
    run: async (context, args) => {
      const given = { value: args.value, fromStdin: args['value-stdin'] === true };
      if (given.fromStdin && given.value !== undefined) {
        throw usageError('the value stands there twice', 'leave it or --value-stdin out');
      }
      if (context.place() === 'gateway') return atGateway(context, args.setting, given, args['dry-run'] === true);
      const text = await givenValue(context.io, args.setting, given);
      const words = ['set', args.setting, ...(args.value === undefined ? [] : ['--from-argument'])];
      const asked = [...words, ...(args['dry-run'] ? ['--dry-run'] : [])];
      return inFile(
        context,
        await askProgram(context, daemon(), asked, args, text),
        args.setting,
        args['dry-run'] === true,
      );
    },
  });
}

/** `config reset`: at a gateway or in the file, as `config set`. */
export function resetCommandOn(daemon: () => Program): (io: CliIo) => CommandDef {
  return command({
    name: 'ccu-gateway config reset',
    description: 'Take a setting of a running gateway back to the file or its default, or out of the file.',
    args: { ...settingArg, ...dryRunArg },
    run: async (context, args) => {
      const { setting: path, 'dry-run': dryRun } = args;
      if (context.place() !== 'gateway') {
        const asked = ['unset', path, ...(dryRun ? ['--dry-run'] : [])];
        return inFile(context, await askProgram(context, daemon(), asked, args), path, dryRun === true);
      }
      const rest = await context.rest({ token: 'required' });
      if (dryRun !== true) await rest.call('resetConfigField', { path: { path } });
      else only((await rest.call('getConfigSchema')).fields, path);
      const says = dryRun ? 'would be what the file or the default says' : 'is what the file or the default says';
      return { data: { path, reset: dryRun !== true }, lines: [`${printable(path)} ${says}`] };
    },
  });
}

interface Given {
  readonly value: string | undefined;
  readonly fromStdin: boolean;
}

/** Outcome of a change of the file. @throws CliError where there was none */
export function inFile(
  { output }: Context,
  { data, error, exit }: ProgramAnswer,
  what: string,
  dryRun: boolean,
): Outcome {
  if (data === undefined || error !== undefined) {
    const { code = 'failed', message = 'the file was not changed', fix } = error ?? {};
    throw new CliError(exit, code, message, fix === undefined ? {} : { fix });
  }
  const { file, changes = [], notices = [] } = data;
  for (const notice of notices) output.warn(notice);
  if (changes.length === 0) return { data, lines: [`${printable(what)} is that already in ${printable(file ?? '')}`] };
  output.note(dryRun ? 'nothing was changed' : `${file} is changed; it counts at the next start of the gateway`);
  return {
    data,
    lines: changes.map(({ sign, line, text }) =>
      output.paint(sign === '-' ? 'bad' : 'good', printable(`${sign} ${line}: ${text}`)),
    ),
  };
}

async function atGateway(context: Context, path: string, given: Given, dryRun: boolean): Promise<Outcome> {
  const rest = await context.rest({ token: 'required' });
  const { fields } = await rest.call('getConfigSchema');
  const field = only(fields, path);
  const { section } = field;
  if (section === undefined) {
    throw usageError(
      `${field.path} is changed in the file only`,
      'on the machine of the gateway: ccu-gateway config set --offline, then restart it',
    );
  }
  if (given.value !== undefined && field.class === 'secret') {
    throw usageError(`${field.path} is a secret, and no argument`, 'pass it with --value-stdin');
  }
  const value = parsed(await givenValue(context.io, path, given), field);
  if (given.value !== undefined && namesSecret(value)) {
    throw usageError(`the value of ${field.path} holds a secret, which is no argument`, 'pass it with --value-stdin');
  }
  const body = await rest.call('getConfigSection', { path: { section } });
  const inSection = keysIn(section, field.path);
  const before = textOf(at(body, inSection));
  const change = field.class === 'secret' ? '' : `: ${before} → ${textOf(value)}`;
  const data = { path: field.path, restart_required: field.restart_required };
  if (dryRun) {
    context.output.note('nothing was changed; the gateway judges the value when it is set');
    return { data: { ...data, dry_run: true }, lines: [`${field.path} would be changed${change}`] };
  }
  const saved = await rest.call('putConfigSection', { path: { section }, body: replaced(body, inSection, value) });
  if (saved.apply_error !== undefined) context.output.warn(`saved, but not applied: ${saved.apply_error}`);
  return {
    data: { ...data, applied: saved.applied },
    lines: [`${field.path} is changed${change}${field.restart_required ? ', and counts after a restart' : ''}`],
  };
}

const SECRET_KEY = /(password|secret|token)$/;

/** True when a secret stands in it in clear text. Masks and references to variables (`password_env`) are no secrets. */
function namesSecret(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, child]) =>
    SECRET_KEY.test(key) && typeof child === 'string' ? child !== '' && child !== '***' : namesSecret(child),
  );
}

async function givenValue(io: CliIo, path: string, { value, fromStdin }: Given): Promise<string> {
  if (fromStdin) return readValue(io);
  const text = value ?? (io.env.CCU_GATEWAY_VALUE || undefined);
  if (text !== undefined) return text;
  if (io.stdin.isTTY) return askHidden(io, `Value of ${printable(path)} (is not shown): `);
  throw usageError('a value is missing', `ccu-gateway config explain ${path}`);
}

/** @throws CliError for what cannot be a value of this type; the gateway checks the rest */
function parsed(text: string, { path, type, allowed }: Field): unknown {
  if (type === 'string') return text;
  try {
    return JSON.parse(text);
  } catch {
    if (type.split('|').includes('string')) return text;
    throw usageError(`${path} takes ${allowed ?? type}, as JSON`, `ccu-gateway config explain ${path}`);
  }
}

/** A section that is one value is a block with that one member. */
export function keysIn(section: string, path: string): readonly string[] {
  return path === section ? path.split('.').slice(-1) : path.slice(section.length + 1).split('.');
}

type Members = Readonly<Record<string, unknown>>;

/** A copy of the block with another value at one path. */
export function replaced(block: unknown, [key, ...rest]: readonly string[], value: unknown): Members {
  // A value that is no block is replaced by one.
  const members: Members = typeof block === 'object' && block !== null ? { ...block } : {};
  if (key === undefined) return members;
  return { ...members, [key]: rest.length === 0 ? value : replaced(at(members, [key]), rest, value) };
}
