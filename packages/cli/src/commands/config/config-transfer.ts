import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { CommandDef } from 'citty';
import { type Context, command } from '../../context/context.js';
import type { Rest } from '../../gateway/rest.js';
import { readValue } from '../../terminal/ask.js';
import { CliError, EXIT, usageError } from '../../terminal/exit.js';
import type { CliIo } from '../../terminal/io.js';
import { didYouMean } from '../../terminal/nearest.js';
import type { Outcome } from '../../terminal/output.js';
import { printable } from '../../terminal/text.js';
import { type Program, readProgram } from '../gateway/run.js';
import { inFile, keysIn, replaced } from './config-change.js';
import { askProgram, at, type Setting, settingsOf } from './config-settings.js';

/** Replaces a secret in output. */
const MASK = '***';

/** `config schema`: JSON Schema of the configuration file. */
export function schemaCommandOn(daemon: () => Program): (io: CliIo) => CommandDef {
  return command({
    name: 'ccu-gateway config schema',
    description: 'Print what a configuration file takes, as JSON Schema for editors.',
    run: async ({ io }) => {
      const { out, exit } = await readProgram(daemon(), ['config', 'schema'], io);
      if (exit !== EXIT.ok) throw new CliError(EXIT.failed, 'daemon_failed', 'the gateway does not tell its schema');
      return { data: JSON.parse(out), lines: [out.trimEnd()] };
    },
  });
}

/** `config export`: the settings as a file for `config import`. */
export function exportCommandOn(daemon: () => Program): (io: CliIo) => CommandDef {
  return command({
    name: 'ccu-gateway config export',
    description: 'Print the settings that are not the defaults, as YAML; secrets are ***.',
    args: {
      out: { type: 'string', alias: 'o', valueHint: 'FILE', description: 'write it there; a file that is there stays' },
    },
    run: async (context, args) => {
      const settings = await settingsOf(context, daemon(), args);
      const set = settings.filter(({ source, value }) => source !== 'default' && value !== undefined && value !== null);
      const document = set.reduce<object>((all, { path, value }) => replaced(all, path.split('.'), value), {});
      const { stringify } = await import('yaml');
      const text = set.length === 0 ? '' : stringify(document);
      if (args.out === undefined) return { data: document, lines: text === '' ? [] : [text.trimEnd()] };
      const file = resolve(context.io.cwd, args.out);
      try {
        writeFileSync(file, text, { flag: 'wx', mode: 0o600 });
      } catch (error) {
        const { code = 'unknown' } = error as NodeJS.ErrnoException;
        throw new CliError(EXIT.conflict, 'not_written', `${file} cannot be written (${code})`, {
          fix: 'name another file',
        });
      }
      return { data: { file, settings: set.length }, lines: [`wrote ${set.length} settings to ${file}`] };
    },
  });
}

/** `config import`: the settings of such a file, at the gateway that is named or in its configuration file. */
export function importCommandOn(daemon: () => Program): (io: CliIo) => CommandDef {
  return command({
    name: 'ccu-gateway config import',
    description: 'Set everything that a file of config export says and that is otherwise now; nothing else is changed.',
    args: {
      file: { type: 'positional', required: true, description: 'YAML or JSON; - for stdin' },
      'dry-run': { type: 'boolean', description: 'say what would change, and change nothing' },
    },
    run: async (context, args) => {
      const wanted = await documentIn(context, args.file);
      const settings = await settingsOf(context, daemon(), args);
      const changes = changesOf(wanted, settings);
      if (changes.length === 0) return { data: { paths: [] }, lines: ['everything is set like this already'] };
      if (context.place() === 'gateway') {
        const rest = await context.rest({ token: 'required' });
        return atGateway(context, rest, changes, args['dry-run'] === true);
      }
      const masked = changes.filter(({ value }) => isMasked(value)).map(({ setting }) => setting.path);
      if (masked.length > 0) {
        throw usageError(
          `${masked.join(', ')}: ${MASK} is no secret, and the file has none to keep`,
          'write the secrets in',
        );
      }
      const input = JSON.stringify(Object.fromEntries(changes.map(({ setting, value }) => [setting.path, value])));
      const dryRun = args['dry-run'] === true;
      const answer = await askProgram(context, daemon(), ['apply', ...(dryRun ? ['--dry-run'] : [])], args, input);
      return inFile(context, answer, 'everything', dryRun);
    },
  });
}

interface Wanted {
  readonly setting: Setting;
  readonly value: unknown;
}

async function documentIn({ io }: Context, file: string): Promise<object> {
  let text: string;
  try {
    text = file === '-' ? await readValue(io) : readFileSync(resolve(io.cwd, file), 'utf8');
  } catch (error) {
    if (error instanceof CliError) throw error;
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    throw usageError(`${file} cannot be read (${code})`, 'name a file of ccu-gateway config export');
  }
  const { parseDocument } = await import('yaml');
  const parsed = parseDocument(text, { uniqueKeys: true, prettyErrors: false });
  const value: unknown = parsed.errors.length > 0 ? undefined : (parsed.toJS({ maxAliasCount: 0 }) ?? {});
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw usageError(`${file} is no document of settings`, 'name a file of ccu-gateway config export');
}

/** @throws CliError that names everything in the document that is no setting */
function changesOf(wanted: object, settings: readonly Setting[]): readonly Wanted[] {
  const unknown = unknownIn(wanted, [], new Set(settings.map(({ path }) => path)));
  if (unknown.length > 0) {
    const paths = settings.map(({ path }) => path);
    const each = unknown.map((path) => `${printable(path)}${didYouMean(path, paths)}`);
    throw usageError(`there is no setting ${each.join(', ')}`, 'ccu-gateway config get');
  }
  return settings.flatMap((setting) => {
    const value = at(wanted, setting.path.split('.'));
    return value === undefined || isDeepStrictEqual(value, setting.value) ? [] : [{ setting, value }];
  });
}

function unknownIn(value: unknown, path: readonly string[], known: ReadonlySet<string>): readonly string[] {
  if (known.has(path.join('.'))) return [];
  const hasBelow = path.length === 0 || [...known].some((each) => each.startsWith(`${path.join('.')}.`));
  if (!hasBelow || typeof value !== 'object' || value === null) return [path.join('.')];
  return Object.entries(value).flatMap(([key, child]) => unknownIn(child, [...path, key], known));
}

function isMasked(value: unknown): boolean {
  if (value === MASK) return true;
  return typeof value === 'object' && value !== null && Object.values(value).some(isMasked);
}

/** Imports section by section. The gateway validates each as a whole, and replaces masks by its stored secrets. */
async function atGateway(context: Context, rest: Rest, changes: readonly Wanted[], dryRun: boolean): Promise<Outcome> {
  const inFileOnly = changes.filter(({ setting }) => setting.section === undefined).map(({ setting }) => setting.path);
  if (inFileOnly.length > 0) {
    throw usageError(
      `${inFileOnly.join(', ')}: changed in the file only; nothing was changed`,
      'take them out, or import on the machine of the gateway: ccu-gateway config import FILE --offline',
    );
  }
  const paths = changes.map(({ setting }) => setting.path);
  if (dryRun) {
    context.output.note('nothing was changed; the gateway judges the values when they are set');
    return { data: { paths, dry_run: true }, lines: paths.map((path) => `${path} would be changed`) };
  }
  const sections = new Set(changes.map(({ setting }) => setting.section ?? ''));
  const done: string[] = [];
  for (const section of sections) {
    const own = changes.filter(({ setting }) => setting.section === section);
    const before = await rest.call('getConfigSection', { path: { section } });
    const body = own.reduce(
      (all, { setting, value }) => replaced(all, keysIn(section, setting.path), value),
      replaced(before, [], undefined),
    );
    try {
      const saved = await rest.call('putConfigSection', { path: { section }, body });
      if (saved.apply_error !== undefined) context.output.warn(`saved, but not applied: ${saved.apply_error}`);
    } catch (error) {
      if (!(error instanceof CliError)) throw error;
      const others = done.length === 0 ? 'nothing was changed' : `changed before: ${done.join(', ')}`;
      throw new CliError(
        done.length === 0 ? error.exit : EXIT.partial,
        error.code,
        `${section}: ${error.message}; ${others}`,
        {
          fix: error.fix ?? 'mend the file and import it again',
        },
      );
    }
    done.push(...own.map(({ setting }) => setting.path));
  }
  return { data: { paths }, lines: paths.map((path) => `${path} is changed`) };
}
