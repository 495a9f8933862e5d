import type { CallAnswer } from '@ccu-gateway/client';
import type { Context } from '../../context/context.js';
import type { Rest } from '../../gateway/rest.js';
import type { commonArgs } from '../../terminal/args.js';
import { CliError, EXIT, type ExitCode, unexpectedAnswer } from '../../terminal/exit.js';
import { didYouMean } from '../../terminal/nearest.js';
import { printable } from '../../terminal/text.js';
import { type Program, readProgram } from '../gateway/run.js';

export type Field = CallAnswer<'getConfigSchema'>['fields'][number];
/** Setting with its value. Only a running gateway reports `restart_required`. */
export type Setting = Omit<Field, 'restart_required'> & {
  readonly restart_required?: boolean;
  readonly value?: unknown;
  readonly source: string;
};

export const settingArg = {
  setting: { type: 'positional', required: true, description: 'such as north.rest.listen' },
} as const;

export type Args = { readonly [name in keyof typeof commonArgs]?: unknown } & Readonly<Record<string, unknown>>;

/** The settings of the named gateway, else those that a start on this machine would read. */
export async function settingsOf(context: Context, daemon: Program, args: Args): Promise<readonly Setting[]> {
  if (context.place() === 'gateway') return ofGateway(await context.rest({ token: 'required' }));
  const { data, error } = await askProgram(context, daemon, ['show'], args);
  if (data?.settings === undefined) {
    throw new CliError(
      EXIT.usage,
      error?.code ?? 'config_invalid',
      error?.message ?? 'the configuration cannot be read',
      { fix: 'ccu-gateway config check' },
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

/** A line of the file that a change takes away or brings. */
export interface ChangedLine {
  readonly sign: '-' | '+';
  readonly line: number;
  readonly text: string;
}

/** Answer of the program of the gateway. */
export interface ProgramAnswer {
  readonly data?: {
    readonly file?: string | null;
    readonly problems?: readonly { readonly text: string }[];
    readonly settings?: readonly Setting[];
    readonly changes?: readonly ChangedLine[];
    readonly notices?: readonly string[];
  };
  readonly error?: { readonly code: string; readonly message: string; readonly fix?: string };
  readonly exit: ExitCode;
}

/** The program of the gateway reads the configuration; no part of it is loaded here. */
export async function askProgram(
  { io }: Context,
  daemon: Program,
  words: readonly string[],
  { config, 'data-dir': dataDir }: Args,
  input?: string,
): Promise<ProgramAnswer> {
  const variable = io.env.CCU_GATEWAY_DATA_DIR;
  const named = Object.entries({ config, 'data-dir': dataDir }).filter(([, value]) => value !== undefined);
  const flags = named.map(([name, value]) => `--${name}=${String(value)}`);
  const fallback = variable && flags.length === 0 ? [`--data-dir=${variable}`] : [];
  const { exit, out } = await readProgram(daemon, ['config', ...words, '--json', ...flags, ...fallback], io, input);
  try {
    return { ...JSON.parse(out), exit };
  } catch {
    throw io.signal.aborted ? new CliError(EXIT.interrupted, 'cancelled', 'interrupted') : unexpectedAnswer();
  }
}

/** @throws CliError that names the settings below, the one above or the nearest one */
export function only<T extends { readonly path: string }>(settings: readonly T[], path: string): T {
  const found = settings.find((setting) => setting.path === path);
  if (found !== undefined) return found;
  const below = settings.filter((setting) => setting.path.startsWith(`${path}.`)).map((setting) => setting.path);
  const shown = below.length > 8 ? [...below.slice(0, 8), '…'] : below;
  const around = settings.find((setting) => path.startsWith(`${setting.path}.`));
  const paths = settings.map((setting) => setting.path);
  const where =
    around === undefined ? didYouMean(path, paths) : `; it may be a part of ${around.path}, which is one setting`;
  throw new CliError(
    EXIT.notFound,
    'setting_unknown',
    `there is no setting "${path}"${shown.length === 0 ? where : `; below it there are: ${shown.join(', ')}`}`,
    { fix: around === undefined ? 'ccu-gateway config get' : `ccu-gateway config explain ${around.path}` },
  );
}

/** The value at a path in a document; undefined without one. */
export function at(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (node, key) =>
      typeof node === 'object' && node !== null && Object.hasOwn(node, key) ? Reflect.get(node, key) : undefined,
    value,
  );
}

/** A value as one line for people. */
export function textOf(value: unknown): string {
  return printable(typeof value === 'string' ? value : (JSON.stringify(value) ?? '-'));
}
