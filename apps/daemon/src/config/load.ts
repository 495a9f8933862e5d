import { existsSync, readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs, parseEnv } from 'node:util';
import {
  type Environment,
  type EnvironmentOnly,
  type OverlayValue,
  readEnvironment,
  readEnvironmentOnly,
  unknownVariables,
} from './environment.js';
import { ConfigError } from './errors.js';
import { type ConfigLayer, type ConfigSource, issueAt, resolveLayers, valueAt } from './resolve.js';
import { defaultsOf } from './schema/profile.js';
import { BOOTSTRAP_ONLY, CONFIG_SECTIONS, type ConfigSection, type GatewayConfig } from './schema/schema.js';
import { secretsOf } from './secret-paths.js';
import { MAX_CONFIG_BYTES, parseYamlFile, type YamlFile } from './yaml-file.js';

export type LoadOptions = {
  /** Arguments after the program name: `--config FILE`, `--data-dir DIR`, `--listen HOST:PORT`, `--log-level LEVEL`, `--sqlite-driver DRIVER`. */
  readonly argv: readonly string[];
  readonly env: Environment;
  readonly cwd: string;
  /** Future text of the file, to validate a change before it is written. */
  readonly draft?: { readonly file: string; readonly text: string };
};

export type LoadedConfig = {
  readonly config: GatewayConfig;
  /** Leaf path to where its value came from. Values from `env` are read-only at run time. */
  readonly sources: ReadonlyMap<string, ConfigSource>;
  /** The YAML file that was read; undefined when the gateway runs with defaults. */
  readonly file: string | undefined;
  /** Absolute path of `data_dir`. */
  readonly dataDir: string;
  readonly environment: EnvironmentOnly;
  /** Notices to log once the logger exists. */
  readonly notices: readonly ConfigNotice[];
  readonly layers: readonly ConfigLayer[];
};

export type ConfigNotice = { readonly code: 'config.file.none' | 'config.file.used'; readonly message: string };

/** Reads flags, environment, `.env` and the YAML file. @throws ConfigError naming file, line and the allowed values */
export function loadConfig(options: LoadOptions): LoadedConfig {
  const flags = readFlags(options.argv);
  const { draft } = options;
  const file = draft?.file ?? discover(flags.config, options);
  const yaml = file === undefined ? undefined : draft ? parseYamlFile(draft.text, file) : readYaml(file);
  const fromFile = readEnvFile(yaml, options.cwd);
  const unknown = [...unknownVariables(options.env, 'environment'), ...unknownVariables(fromFile, 'env_file')];
  if (unknown.length > 0) throw new ConfigError('config_invalid', unknown);
  const env = { ...fromFile, ...definedOnly(options.env) };
  const layers: ConfigLayer[] = [];
  if (yaml && file !== undefined) {
    layers.push({
      source: 'bootstrap',
      value: yaml.value,
      locate: (path) => ({ origin: file, line: yaml.lineOf(path) }),
    });
  }
  layers.push(overlay([...readEnvironment(env), ...flags.values]));
  const profile = layers.map(({ value }) => valueAt(value, ['profile'])).findLast((value) => value !== undefined);
  layers.unshift({
    source: 'bootstrap',
    value: defaultsOf(profile),
    locate: () => ({ origin: `profile ${String(profile)}` }),
  });
  const resolved = resolveLayers(layers);
  if (yaml) refuseCutSecrets(resolved.config, layers, yaml);
  return {
    ...resolved,
    file,
    dataDir: resolve(options.cwd, resolved.config.data_dir),
    environment: readEnvironmentOnly(env),
    notices: [
      file === undefined
        ? { code: 'config.file.none', message: 'no config file found, running with defaults' }
        : { code: 'config.file.used', message: `using config ${file}` },
    ],
    layers,
  };
}

/**
 * The configuration with the changes made at run time: environment > database > file > default.
 * Keys of a section that only the file may set are ignored. @throws ConfigError naming the section
 */
export function applySections(
  loaded: LoadedConfig,
  sections: Readonly<Partial<Record<ConfigSection, unknown>>>,
): LoadedConfig {
  const value: Record<string, unknown> = {};
  // Short names first, so that the section of a block inside another wins over it.
  for (const name of [...CONFIG_SECTIONS].sort((a, b) => a.length - b.length)) {
    const section = sections[name];
    if (section !== undefined) setPath(value, name, structuredClone(section));
  }
  for (const path of BOOTSTRAP_ONLY) deletePath(value, path);
  const database: ConfigLayer = {
    source: 'db',
    value,
    locate: (path) => ({ origin: `database section ${sectionOf(path)}` }),
  };
  const layers = [...loaded.layers.filter((layer) => layer.source !== 'db')];
  layers.splice(-1, 0, database);
  return { ...loaded, ...resolveLayers(layers), layers };
}

/** A password that ends before a `#` would be refused at the CCU or at the sign-in, and no message would say why. */
export function refuseCutSecrets(config: GatewayConfig, layers: readonly ConfigLayer[], yaml: YamlFile): void {
  const message = 'the text after "#" is a comment; put the password in quotes, or a space after "#"';
  const cut = secretsOf(config).filter(({ keys }) => yaml.isCutByComment(keys));
  if (cut.length > 0) {
    throw new ConfigError(
      'config_invalid',
      cut.map(({ path, keys }) => ({ ...issueAt(layers, keys, message), path })),
    );
  }
}

function readFlags(argv: readonly string[]): { readonly config?: string; readonly values: readonly OverlayValue[] } {
  const paths = {
    'data-dir': 'data_dir',
    listen: 'north.rest.listen',
    'log-level': 'logging.level',
    'sqlite-driver': 'persistence.sqlite_driver',
  } as const;
  try {
    const { values } = parseArgs({
      args: [...argv],
      options: {
        config: { type: 'string' },
        'data-dir': { type: 'string' },
        listen: { type: 'string' },
        'log-level': { type: 'string' },
        'sqlite-driver': { type: 'string' },
      },
    });
    const overlays = Object.entries(paths).flatMap(([flag, path]) => {
      const value = values[flag as keyof typeof paths];
      return value === undefined ? [] : [{ path, value, origin: `flag --${flag}` }];
    });
    return { config: values.config, values: overlays };
  } catch (error) {
    const message = error instanceof Error ? error.message.split('. ')[0] : String(error);
    const allowed =
      'allowed: --config FILE, --data-dir DIR, --listen HOST:PORT, --log-level LEVEL, --sqlite-driver DRIVER';
    throw new ConfigError('config_usage', [{ path: '', message: `${message}; ${allowed}`, origin: 'command line' }]);
  }
}

/**
 * The file that a start would read; undefined where none is named and none is in the usual directories. @throws
 * ConfigError
 */
export function configFileOf(options: LoadOptions): string | undefined {
  return discover(readFlags(options.argv).config, options);
}

/** An explicitly named file must exist; files in the usual directories are optional. */
function discover(flag: string | undefined, { env, cwd }: LoadOptions): string | undefined {
  const named = flag ?? (env.SERVICE_CONFIG || undefined);
  if (named !== undefined) return resolve(cwd, named);
  const home = env.XDG_CONFIG_HOME || join(env.HOME || homedir(), '.config');
  const places = [join(cwd, 'config.yaml'), join(home, 'ccu-gateway', 'config.yaml'), '/etc/ccu-gateway/config.yaml'];
  return places.find((place) => existsSync(place));
}

/** @throws ConfigError `config_unreadable` */
export function readYaml(file: string): YamlFile {
  let text: string;
  try {
    if (statSync(file).size > MAX_CONFIG_BYTES) {
      throw new ConfigError('config_unreadable', [
        { path: '', message: `larger than ${MAX_CONFIG_BYTES} bytes`, origin: file },
      ]);
    }
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    const reason = (error as NodeJS.ErrnoException).code ?? 'unknown error';
    throw new ConfigError('config_unreadable', [{ path: '', message: `cannot be read (${reason})`, origin: file }]);
  }
  return parseYamlFile(text, file);
}

function readEnvFile(yaml: YamlFile | undefined, cwd: string): Environment {
  const configured = valueAt(yaml?.value, ['env_file']);
  const name = typeof configured === 'string' ? configured : '.env';
  if (name === '-' || name === '' || name === '/dev/null') return {};
  const origin = resolve(cwd, name);
  const unreadable = (message: string) => new ConfigError('config_unreadable', [{ path: 'env_file', message, origin }]);
  let text: string;
  try {
    text = withoutMark(readFileSync(origin, 'utf8'));
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return {};
    throw unreadable(`cannot be read (${code})`);
  }
  // Editors and shells of Windows also write UTF-16.
  if (text.includes('\0')) throw unreadable('is no text in UTF-8: save it as UTF-8');
  const values = parseEnv(text.replace(/^[\t ]+(?=(?:export )?SERVICE_)/gm, ''));
  const lost = lostLine(text, values);
  if (lost !== undefined) throw unreadable(`line ${lost} is not read: write NAME=VALUE on a line of its own`);
  return Object.fromEntries(Object.entries(values).filter(([key]) => key.startsWith('SERVICE_')));
}

/** Number of the first line with a name of ours that was not read as a variable, such as `SERVICE_NAME: home`. */
function lostLine(text: string, values: Environment): number | undefined {
  const at = text.split(/\r\n|\n|\r/).findIndex((line) => {
    const name = /^[^\w#"'=]*(?:export[\t ]+)?(SERVICE_\w+)[\t ]*(?:[=:]|$)/.exec(line)?.[1];
    return name !== undefined && values[name] === undefined;
  });
  return at === -1 ? undefined : at + 1;
}

/** Editors of Windows begin a file with a byte order mark, which would become part of the first name. */
function withoutMark(text: string): string {
  return text.replace(/^\uFEFF/, '');
}

function overlay(values: readonly OverlayValue[]): ConfigLayer {
  const value: Record<string, unknown> = {};
  for (const entry of values) setPath(value, entry.path, entry.value);
  return {
    source: 'env',
    value,
    locate: (path) => {
      const dotted = path.map(String).join('.');
      return { origin: values.findLast((entry) => entry.path === dotted)?.origin ?? 'environment' };
    },
  };
}

function setPath(target: Record<string, unknown>, path: string, value: unknown): void {
  const keys = path.split('.');
  const last = keys.pop();
  let current = target;
  for (const key of keys) {
    if (typeof current[key] !== 'object' || current[key] === null) current[key] = {};
    current = current[key] as Record<string, unknown>;
  }
  if (last !== undefined) current[last] = value;
}

function deletePath(target: Record<string, unknown>, path: string): void {
  const keys = path.split('.');
  const last = keys.pop();
  const parent = valueAt(target, keys);
  if (last !== undefined && typeof parent === 'object' && parent !== null)
    delete (parent as Record<string, unknown>)[last];
}

function sectionOf(path: readonly PropertyKey[]): string {
  const dotted = path.map(String).join('.');
  const matching = CONFIG_SECTIONS.filter((name) => dotted === name || dotted.startsWith(`${name}.`));
  return matching.sort((a, b) => b.length - a.length)[0] ?? dotted;
}

function definedOnly(env: Environment): Environment {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined));
}
