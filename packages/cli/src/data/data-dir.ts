import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { parseDocument } from 'yaml';
import { CliError, EXIT } from '../terminal/exit.js';
import type { CliIo } from '../terminal/io.js';

/** Directory with the database of one installation. */
export interface DataDir {
  /** Absolute. */
  readonly path: string;
  /** A flag, the environment or the configuration names it. */
  readonly explicit: boolean;
}

type Process = Pick<CliIo, 'env' | 'cwd'>;

/** Where a gateway that is started here with the same flags and environment keeps its data. @throws CliError */
export function findDataDir(
  { env, cwd }: Process,
  flags: { readonly dataDir?: string | undefined; readonly config?: string | undefined },
): DataDir {
  const named = flags.dataDir ?? (flags.config === undefined ? env.CCU_GATEWAY_DATA_DIR || undefined : undefined);
  if (named !== undefined) return { path: resolve(cwd, named), explicit: true };
  const file = findConfig({ env, cwd }, flags.config);
  const config = file === undefined ? {} : readConfig(file);
  const fromFile = typeof config.data_dir === 'string' && config.data_dir !== '' ? config.data_dir : undefined;
  const dir = env.SERVICE_DATA_DIR || envFile(cwd, config.env_file).SERVICE_DATA_DIR || fromFile;
  const explicit = dir !== undefined || flags.config !== undefined || Boolean(env.SERVICE_CONFIG);
  return { path: resolve(cwd, dir ?? './var'), explicit };
}

/** Searches the usual files of the gateway for its configuration. */
function findConfig({ env, cwd }: Process, flag: string | undefined): string | undefined {
  const named = flag ?? (env.SERVICE_CONFIG || undefined);
  if (named !== undefined) return resolve(cwd, named);
  const home = env.XDG_CONFIG_HOME || join(env.HOME || homedir(), '.config');
  const places = [join(cwd, 'config.yaml'), join(home, 'ccu-gateway', 'config.yaml'), '/etc/ccu-gateway/config.yaml'];
  return places.find((place) => existsSync(place));
}

function readConfig(file: string): Readonly<Record<string, unknown>> {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw unreadable(file, `cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown error'})`);
  }
  const document = parseDocument(text, { uniqueKeys: true, prettyErrors: false });
  if (document.errors.length > 0) throw unreadable(file, 'is not valid YAML');
  return {
    data_dir: document.hasIn(['data_dir']) ? document.getIn(['data_dir']) : undefined,
    env_file: document.hasIn(['env_file']) ? document.getIn(['env_file']) : undefined,
  };
}

function envFile(cwd: string, configured: unknown): Readonly<Record<string, string | undefined>> {
  const name = typeof configured === 'string' ? configured : '.env';
  if (name === '-' || name === '' || name === '/dev/null') return {};
  const file = resolve(cwd, name);
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT') return {};
    throw unreadable(file, `cannot be read (${code ?? 'unknown error'})`);
  }
  // Editors and shells of Windows also write UTF-16.
  if (text.includes('\0')) throw unreadable(file, 'is no text in UTF-8');
  // Editors of Windows begin a file with a byte order mark, which would become part of the first name.
  return parseEnv(text.replace(/^\uFEFF/, '').replace(/^[\t ]+(?=(?:export )?SERVICE_)/gm, ''));
}

/** A guessed directory could hold another installation. */
function unreadable(file: string, why: string): CliError {
  return new CliError(EXIT.usage, 'config_unreadable', `${file} ${why}, so the data directory is not known`, {
    fix: 'mend the file, or name the directory with --data-dir',
  });
}
