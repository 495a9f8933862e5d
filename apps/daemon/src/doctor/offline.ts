import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createSecretBox } from '@ccu-gateway/auth-core/secrets';
import { type CallbackServer, openCallbackServer } from '@ccu-gateway/ccu-client';
import { GatewayError } from '@ccu-gateway/gateway-core';
import { defined, fileDifference } from '@ccu-gateway/gateway-core/parts';
import type { CentralFacts, DataDirectoryFacts, DoctorFacts } from '@ccu-gateway/gateway-core/use-cases';
import { DATABASE_FILE, loadSqlite, readSettings, type SqliteDriver, type StoredSettings } from '@ccu-gateway/storage';
import packageJson from '../../package.json' with { type: 'json' };
import { isSameCentral } from '../adapters/central-settings.js';
import { openedCentrals } from '../adapters/centrals.js';
import { withStoredSections } from '../adapters/config.js';
import {
  ConfigError,
  type ConfigIssue,
  type Environment,
  existingMasterKey,
  type LoadedConfig,
  loadConfig,
  openSecrets,
  sealedPlaces,
} from '../config/index.js';
import { examineShared } from '../site/storage.js';
import { centralFacts, type LookAt } from './central.js';
import { dataDirectoryOf, mendDataDirectory } from './data-directory.js';
import { diskOf, doorsOf, networkOf, portStates } from './machine.js';

export interface OfflineOptions {
  /** As the gateway takes them: `--config`, `--data-dir`. */
  readonly argv: readonly string[];
  readonly env: Environment;
  readonly cwd: string;
  /** Only this CCU. */
  readonly central?: string | undefined;
  /** Makes safe repairs before the examination. */
  readonly fix: boolean;
  readonly now: () => number;
  readonly signal: AbortSignal;
  readonly patienceMs?: number | undefined;
  readonly timings?: LookAt['timings'];
  readonly onStep?: ((step: string) => void) | undefined;
}

/** Facts and repairs. `knownCentrals` are the names of the configuration. */
export interface OfflineLook {
  readonly facts: DoctorFacts;
  readonly done: readonly string[];
  readonly knownCentrals: readonly string[];
}

interface Opened {
  readonly loaded: LoadedConfig | undefined;
  readonly issues: readonly ConfigIssue[];
  readonly code: string;
  /** Ignored settings of the CCUs in the file. */
  readonly ignoredCentrals?: DoctorFacts['config']['ignoredCentrals'];
}

/**
 * Examines everything between the configuration and an event without a running gateway: before the first start, and
 * where none can start. An unreadable part is a finding, and the next hop is examined nevertheless. Nothing is written
 * unless `fix` is set.
 */
export async function examineOffline(options: OfflineOptions): Promise<OfflineLook> {
  const read = readConfig(options);
  const dataDir = read.loaded?.dataDir ?? namedDataDir(options);
  const sqlite = await loadSqlite(read.loaded?.config.persistence.sqlite_driver).catch(() => undefined);
  const key = read.loaded === undefined ? { state: 'none' as const } : keyOf(read.loaded);
  let directory = dataDir === undefined ? undefined : await dataDirectoryOf(dataDir, key, { sqlite });
  const done = options.fix && directory !== undefined ? mendDataDirectory(directory) : [];
  if (done.length > 0 && dataDir !== undefined) directory = await dataDirectoryOf(dataDir, key, { sqlite });
  const shared = await sharedOf(read);
  const own = await settingsOf(directory, sqlite);
  const settings = shared === undefined ? own : { lastStart: own?.lastStart, ...(shared.settings ?? NOTHING) };
  const opened = await openAll(read, settings, options);
  const { loaded } = opened;
  const isHeld = directory?.lock.state === 'held';
  const ports = loaded === undefined ? [] : await portStates(doorsOf(loaded.config), isHeld);
  const facts: DoctorFacts = {
    version: packageJson.version,
    node: process.versions.node,
    running: false,
    now: options.now(),
    config: { ...configFacts(read.loaded?.file, opened), ...defined({ ignoredCentrals: opened.ignoredCentrals }) },
    ports,
    network: networkOf(),
    centrals: loaded === undefined ? [] : await centralsOf(loaded, options),
    health: [],
    ...defined({
      dataDirectory: directory === undefined ? undefined : withoutKeyOfNoStart(directory, settings, read.loaded),
      lastStart: settings?.lastStart,
      disk: dataDir === undefined ? undefined : diskOf(dataDir),
      publicHost: loaded?.config.callback.public_host,
      shared: shared && sharedFacts(shared),
    }),
  };
  return { facts, done, knownCentrals: loaded?.config.centrals.map(({ name }) => name) ?? [] };
}

/**
 * The first start makes the key: where accounts or tokens were made before it, and nothing is sealed, none is missing.
 */
function withoutKeyOfNoStart(
  directory: DataDirectoryFacts,
  settings: StoredSettings | undefined,
  loaded: LoadedConfig | undefined,
): DataDirectoryFacts {
  if (directory.key.state !== 'missing' || settings === undefined || loaded === undefined) return directory;
  const isSealed = sealedPlaces(loaded, '').length > 0 || settings.centrals.length > 0;
  return isSealed || settings.lastStart !== undefined ? directory : { ...directory, key: { state: 'none' } };
}

type SharedState = NonNullable<Awaited<ReturnType<typeof examineShared>>>;

const NOTHING = { sections: {}, centrals: [] } as const;

/** Where the configuration cannot be read, or its secrets not be opened, that is a finding of its own. */
async function sharedOf({ loaded }: Opened): ReturnType<typeof examineShared> {
  if (loaded === undefined) return undefined;
  return await examineShared(loaded).catch((error: unknown) => {
    if (error instanceof ConfigError) return undefined;
    throw error;
  });
}

function sharedFacts({ settings: _, ...facts }: SharedState): NonNullable<DoctorFacts['shared']> {
  return facts;
}

/** Settings of the database, where it can be read: the reason of a failure is a finding of its own. */
async function settingsOf(
  directory: DataDirectoryFacts | undefined,
  sqlite: SqliteDriver | undefined,
): Promise<StoredSettings | undefined> {
  if (directory?.database.state !== 'ok') return undefined;
  return await readSettings(directory.path, { sqlite }).catch(() => undefined);
}

function readConfig({ argv, env, cwd }: OfflineOptions): Opened {
  try {
    return { loaded: loadConfig({ argv, env, cwd }), issues: [], code: '' };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { loaded: undefined, issues: error.issues, code: error.code };
  }
}

function configFacts(file: string | undefined, { issues, code }: Opened): DoctorFacts['config'] {
  return {
    ...defined({ file }),
    issues: issues.map(({ origin, line, path, message }) => ({
      where: [line === undefined ? origin : `${origin}:${line}`, path].filter(Boolean).join(' '),
      message,
      code,
    })),
  };
}

/** Data directory although the configuration cannot be read: only an explicit name counts. */
function namedDataDir({ argv, env, cwd }: OfflineOptions): string | undefined {
  const at = argv.indexOf('--data-dir');
  const flag =
    at >= 0 ? argv[at + 1] : argv.find((each) => each.startsWith('--data-dir='))?.slice('--data-dir='.length);
  const named = flag || env.SERVICE_DATA_DIR;
  return named === undefined || named === '' ? undefined : resolve(cwd, named);
}

function keyOf({ environment, dataDir, ...rest }: LoadedConfig): DataDirectoryFacts['key'] {
  const sealed = sealedPlaces({ environment, dataDir, ...rest }, '').length > 0;
  try {
    const key = existingMasterKey({ environment, dataDir });
    if (key !== undefined) {
      const isFromOutside = environment.secretKey !== undefined || environment.secretKeyFile !== undefined;
      return { state: isFromOutside ? 'from_environment' : 'ok' };
    }
    return { state: sealed || existsSync(join(dataDir, DATABASE_FILE)) ? 'missing' : 'none' };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { state: 'unusable', message: error.issues.map(({ message }) => message).join('; ') };
  }
}

/**
 * The configuration with open secrets and with the settings of the database over the file, as far as both are
 * available.
 */
async function openAll(
  read: Opened,
  settings: StoredSettings | undefined,
  { env }: Pick<OfflineOptions, 'env'>,
): Promise<Opened> {
  const { loaded } = read;
  if (loaded === undefined) return read;
  try {
    const key = existingMasterKey(loaded);
    // A sealed value cannot be opened without a key, and the missing key is a finding of its own.
    if (key === undefined) return read;
    const box = createSecretBox(key, randomBytes);
    const opened = openSecrets(loaded, box);
    if (settings === undefined) return { ...read, loaded: opened };
    const set = await withStoredSections(opened, { all: async () => settings.sections }, box);
    if (settings.centrals.length === 0) return { ...read, loaded: set };
    const centrals = openedCentrals(settings.centrals, { box, environment: (name) => env[name] });
    const difference = fileDifference(set.config.centrals, centrals, isSameCentral);
    return {
      ...read,
      loaded: { ...set, config: { ...set.config, centrals: [...centrals] } },
      ...(difference === undefined ? {} : { ignoredCentrals: difference }),
    };
  } catch (error) {
    if (error instanceof ConfigError) return { loaded: undefined, issues: error.issues, code: error.code };
    if (!(error instanceof GatewayError)) throw error;
    const issue = { path: 'centrals', message: error.message, origin: 'database' };
    return { loaded: undefined, issues: [issue], code: error.code };
  }
}

/** Opens callbacks on the ports of the gateway where they are free, because rules of a firewall name them. */
async function openCallbacks({ config: { callback } }: LoadedConfig): Promise<CallbackServer> {
  const listen = { host: callback.host, ...defined({ publicHost: callback.public_host }), restrictSourceIps: true };
  return await openCallbackServer({ ...listen, port: callback.port, binPort: callback.bin_port }).catch(
    async () => await openCallbackServer({ ...listen, port: 0, binPort: 0 }),
  );
}

async function centralsOf(loaded: LoadedConfig, options: OfflineOptions): Promise<readonly CentralFacts[]> {
  const { signal, patienceMs, timings, onStep, central } = options;
  const wanted = loaded.config.centrals.filter(
    ({ name, enabled }) => enabled && (central === undefined || name === central),
  );
  if (wanted.length === 0) return [];
  const callbacks = await openCallbacks(loaded).catch(() => undefined);
  try {
    return await Promise.all(
      wanted.map((each) => {
        const tell = onStep === undefined ? undefined : (step: string) => onStep(`${each.name}: ${step}`);
        return centralFacts(each, { callbacks, signal, patienceMs, timings, onStep: tell });
      }),
    );
  } finally {
    await callbacks?.close();
  }
}
