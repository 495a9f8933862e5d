import type { CallAnswer } from '@ccu-gateway/client';
import type { CommandDef } from 'citty';
import { type Context, command, group } from '../context/context.js';
import { type Rest, unexpectedAnswer } from '../gateway/rest.js';
import type { commonArgs } from '../terminal/args.js';
import { readSecretLine } from '../terminal/ask.js';
import { CliError, EXIT, usageError } from '../terminal/exit.js';
import type { CliIo } from '../terminal/io.js';
import { printable } from '../terminal/text.js';
import { findDaemon, type Program, readProgram } from './run.js';

type Field = CallAnswer<'getConfigSchema'>['fields'][number];
/** A setting with its value; whether a change needs a restart is known to a running gateway only. */
type Setting = Omit<Field, 'restart_required'> & {
  readonly restart_required?: boolean;
  readonly value?: unknown;
  readonly source: string;
};

const SETTING_FIELDS = {
  path: true,
  value: true,
  source: true,
  class: true,
  type: true,
  default: true,
  allowed: true,
  values: true,
  minimum: true,
  maximum: true,
  variable: true,
  section: true,
  restart_required: true,
} as const satisfies Readonly<Record<keyof Setting, true>>;

const settingArg = {
  setting: { type: 'positional', required: true, description: 'such as north.rest.listen' },
} as const;

/** Where values come from, in the words of the file and the environment. */
const SOURCES: Readonly<Record<string, string>> = {
  bootstrap: 'file',
  db: 'changed at run time',
  env: 'environment or flag',
  default: 'default',
};

/** `config …`: the settings of the gateway that is named, else those that a start on this machine would read. */
export function configCommandsOn(daemon: () => Program): (io: CliIo) => CommandDef {
  const check = command({
    name: 'ccu-gateway config check',
    description: 'Read the configuration as a start would, and name everything that is wrong (exit 7).',
    run: async (context, args) => {
      context.requireDatabase();
      const { data, error } = await read(context, daemon(), 'check', args);
      const problems = data?.problems ?? [];
      if (error !== undefined && problems.length === 0) throw new CliError(EXIT.usage, error.code, error.message);
      const file = typeof data?.file === 'string' ? data.file : 'no file, so the defaults';
      return {
        data: { problems, ...(data?.file === undefined ? {} : { file: data.file }) },
        lines:
          problems.length === 0
            ? [`${printable(file)}: nothing is wrong`]
            : problems.map(({ text }) => printable(text)),
        ...(problems.length > 0 && { exit: EXIT.problems }),
      };
    },
  });
  const get = command({
    name: 'ccu-gateway config get',
    description: 'Show the value of a setting, or all settings; secrets are never shown.',
    args: { setting: { ...settingArg.setting, required: false } },
    fields: SETTING_FIELDS,
    run: async (context, args) => {
      const settings = await settingsOf(context, daemon(), args);
      if (args.setting !== undefined) {
        const setting = only(settings, args.setting);
        return { data: setting, lines: [textOf(setting.value)] };
      }
      const rows = settings.map(({ path, value, source }) => [path, textOf(value), SOURCES[source] ?? source]);
      return { data: settings, table: { header: ['SETTING', 'VALUE', 'FROM'], rows } };
    },
  });
  const explain = command({
    name: 'ccu-gateway config explain',
    description: 'Say what a setting takes, what it is, where that came from, and whether a change needs a restart.',
    args: settingArg,
    fields: SETTING_FIELDS,
    run: async (context, args) => {
      const setting = only(await settingsOf(context, daemon(), args), args.setting);
      return { data: setting, lines: explained(setting).map(printable) };
    },
  });
  return group('ccu-gateway config', 'Settings of the gateway.', { check, get, set, explain, reset });
}

const set = command({
  name: 'ccu-gateway config set',
  description: 'Change a setting of a running gateway.',
  args: {
    ...settingArg,
    value: { type: 'positional', required: false, description: 'a text, a number, true, or JSON' },
    'value-stdin': { type: 'boolean', description: 'read the value from stdin; secrets only like this' },
  },
  run: async (context, args) => {
    const rest = await context.rest({ token: 'required' });
    const { fields } = await rest.call('getConfigSchema');
    const field = only(fields, args.setting);
    const { section } = field;
    if (section === undefined) {
      throw usageError(`${field.path} is changed in the file only`, 'edit the file, then: ccu-gateway config check');
    }
    const text = await givenValue(context.io, field, args.value, args['value-stdin'] === true);
    const value = parsed(text, field);
    const body = await rest.call('getConfigSection', { path: { section } });
    const inSection = keysIn(section, field.path);
    const saved = await rest.call('putConfigSection', { path: { section }, body: replaced(body, inSection, value) });
    if (saved.apply_error !== undefined) context.output.warn(`saved, but not applied: ${saved.apply_error}`);
    return {
      data: { path: field.path, restart_required: field.restart_required, applied: saved.applied },
      lines: [`${field.path} is changed${field.restart_required ? ', and counts after a restart' : ''}`],
    };
  },
});

const reset = command({
  name: 'ccu-gateway config reset',
  description: 'Take a setting of a running gateway back to the file or its default.',
  args: settingArg,
  run: async (context, { setting: path }) => {
    const rest = await context.rest({ token: 'required' });
    await rest.call('resetConfigField', { path: { path } });
    return { data: { path, reset: true }, lines: [`${printable(path)} is what the file or the default says`] };
  },
});

/** The commands on this machine. */
export const configCommands = configCommandsOn(findDaemon);

type Args = { readonly [name in keyof typeof commonArgs]?: unknown } & Readonly<Record<string, unknown>>;

async function settingsOf(context: Context, daemon: Program, args: Args): Promise<readonly Setting[]> {
  if (context.place() === 'gateway') return ofGateway(await context.rest({ token: 'required' }));
  const { data, error } = await read(context, daemon, 'show', args);
  if (data?.settings === undefined) {
    throw new CliError(
      EXIT.usage,
      error?.code ?? 'config_invalid',
      error?.message ?? 'the configuration cannot be read',
      {
        fix: 'ccu-gateway config check',
      },
    );
  }
  context.output.note('as a start would read it; what was changed at run time is not in it');
  return data.settings;
}

async function ofGateway(rest: Rest): Promise<readonly Setting[]> {
  const [{ fields }, { config, sources }] = await Promise.all([
    rest.call('getConfigSchema'),
    rest.call('getEffectiveConfig'),
  ]);
  return fields.map((field) => ({
    ...field,
    value: at(config, field.path.split('.')),
    source: sources[field.path] ?? 'default',
  }));
}

interface Answer {
  readonly data?: {
    readonly file?: string | null;
    readonly problems?: readonly { readonly text: string }[];
    readonly settings?: readonly Setting[];
  };
  readonly error?: { readonly code: string; readonly message: string };
}

/** The program of the gateway knows the configuration; nothing of it is loaded here. */
async function read({ io }: Context, daemon: Program, action: string, args: Args): Promise<Answer> {
  const { config, 'data-dir': dataDir } = args;
  const variable = io.env.CCU_GATEWAY_DATA_DIR;
  const named = Object.entries({ config, 'data-dir': dataDir }).filter(([, value]) => value !== undefined);
  const flags = named.map(([name, value]) => `--${name}=${String(value)}`);
  const fallback = variable && flags.length === 0 ? [`--data-dir=${variable}`] : [];
  const { out } = await readProgram(daemon, ['config', action, '--json', ...flags, ...fallback], io);
  try {
    return JSON.parse(out);
  } catch {
    throw unexpectedAnswer();
  }
}

/** @throws CliError that names what is near */
function only<T extends { readonly path: string }>(settings: readonly T[], path: string): T {
  const found = settings.find((setting) => setting.path === path);
  if (found !== undefined) return found;
  const below = settings.filter((setting) => setting.path.startsWith(`${path}.`)).map((setting) => setting.path);
  const shown = below.length > 8 ? [...below.slice(0, 8), '…'] : below;
  throw new CliError(
    EXIT.notFound,
    'setting_unknown',
    `there is no setting "${path}"${shown.length === 0 ? '' : `; below it there are: ${shown.join(', ')}`}`,
    { fix: 'ccu-gateway config get' },
  );
}

async function givenValue(io: CliIo, field: Field, value: string | undefined, fromStdin: boolean): Promise<string> {
  if (fromStdin && value !== undefined)
    throw usageError('the value stands there twice', 'leave it or --value-stdin out');
  if (fromStdin) return readSecretLine(io);
  if (field.class === 'secret')
    throw usageError(`${field.path} is a secret, and no argument`, 'pass it with --value-stdin');
  if (value === undefined) throw usageError('a value is missing', 'ccu-gateway config explain SETTING');
  return value;
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
function keysIn(section: string, path: string): readonly string[] {
  return path === section ? path.split('.').slice(-1) : path.slice(section.length + 1).split('.');
}

type Members = Readonly<Record<string, unknown>>;

function replaced(block: unknown, [key, ...rest]: readonly string[], value: unknown): Members {
  // What is no block is replaced by one.
  const members: Members = typeof block === 'object' && block !== null ? { ...block } : {};
  if (key === undefined) return members;
  return { ...members, [key]: rest.length === 0 ? value : replaced(at(members, [key]), rest, value) };
}

function at(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (node, key) =>
      typeof node === 'object' && node !== null && Object.hasOwn(node, key) ? Reflect.get(node, key) : undefined,
    value,
  );
}

function explained(setting: Setting): readonly string[] {
  const { path, type, allowed, source, variable, section, restart_required: restart } = setting;
  const change =
    section === undefined
      ? 'in the file only'
      : restart === undefined
        ? 'at run time; whether it needs a restart a running gateway knows'
        : restart
          ? 'at run time, counts after a restart'
          : 'at run time, counts at once';
  return [
    path,
    `  takes     ${allowed ?? type} (${type})`,
    ...('default' in setting ? [`  default   ${textOf(setting.default)}`] : []),
    `  value     ${textOf(setting.value)}, from: ${SOURCES[source] ?? source}`,
    ...(variable === undefined ? [] : [`  variable  ${variable}`]),
    `  changed   ${change}`,
  ];
}

function textOf(value: unknown): string {
  return printable(typeof value === 'string' ? value : (JSON.stringify(value) ?? '-'));
}
