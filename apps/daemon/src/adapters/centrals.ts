import { SecretError } from '@ccu-gateway/auth-core/secrets';
import type { Home } from '@ccu-gateway/device-model';
import {
  type CentralControl,
  type CentralProbe,
  type CentralSettings,
  type CentralView,
  GatewayError,
} from '@ccu-gateway/gateway-core';
import type { CentralStore, StoredCentral } from '@ccu-gateway/storage';
import type { KeepWayIn } from '../access/way-in.js';
import type { Centrals } from '../centrals/centrals.js';
import type { CentralDirectory } from '../centrals/directory.js';
import { type CentralConfig, ConfigError, type ConfigIssue, cannotBeOpened } from '../config/index.js';
import { configOf, documentOf, documentOfConfig, type PasswordSources, settingsOf } from './central-settings.js';
import { askStorage, noStorage } from './storage-refusal.js';

export interface CentralAdministrationDeps extends PasswordSources {
  /** Those of the configuration file. */
  readonly configured: readonly CentralConfig[];
  /** Hears of every change. */
  readonly directory: Pick<CentralDirectory, 'put' | 'drop'>;
  readonly store: CentralStore | undefined;
  readonly centrals: Pick<Centrals, 'add' | 'change' | 'remove' | 'get'>;
  readonly home: Pick<Home, 'centrals'>;
  /** Asked before one goes. */
  readonly keepWayIn: KeepWayIn;
  /** What is kept of a CCU that is gone. */
  readonly forget: (central: string) => Promise<void>;
  readonly probe: (config: CentralConfig, signal: AbortSignal) => Promise<CentralProbe>;
}

export interface CentralAdministration extends CentralView, CentralControl {
  /** The CCUs to connect to, the disabled ones included. */
  inForce(): Promise<readonly CentralConfig[]>;
}

/** An admin may name a variable, but not have any secret of the process sent to a host of their choice. */
const PASSWORD_VARIABLE = /PASSWORD/;

/** The CCUs of the table when it holds any, otherwise those of the configuration file. */
export function createCentralAdministration(deps: CentralAdministrationDeps): CentralAdministration {
  const { configured, box, centrals, directory } = deps;
  const sources: PasswordSources = {
    box,
    environment: (name) => (PASSWORD_VARIABLE.test(name) ? deps.environment(name) : undefined),
  };

  const store = (): CentralStore => {
    if (deps.store === undefined) throw noStorage();
    return deps.store;
  };

  const stored = (): Promise<readonly StoredCentral[]> => askStorage(async () => (await deps.store?.list()) ?? []);

  /** A key that is gone stops the start, as for the secrets of the file. */
  function opened(rows: readonly StoredCentral[]): readonly CentralConfig[] {
    const issues: ConfigIssue[] = [];
    const configs = rows.flatMap((row) => {
      try {
        return [configOf(row, sources)];
      } catch (error) {
        if (!(error instanceof SecretError)) throw error;
        issues.push({ path: `centrals.${row.name}.password`, message: cannotBeOpened(error), origin: 'database' });
        return [];
      }
    });
    if (issues.length > 0) throw new ConfigError('config_invalid', issues);
    return configs;
  }

  /** The first change makes the table count, so it must hold what the file has. */
  async function takeOverFile(): Promise<readonly StoredCentral[]> {
    const rows = await stored();
    if (rows.length > 0) return rows;
    for (const config of configured) {
      const { name, enabled } = config;
      await askStorage(() => store().create({ name, enabled, config: documentOfConfig(config, box) }));
    }
    return stored();
  }

  function connect(config: CentralConfig): Promise<void> {
    if (!config.enabled) return centrals.remove(config.name);
    if (centrals.get(config.name) !== undefined) return centrals.change(config);
    centrals.add(config);
    return Promise.resolve();
  }

  const serialOf = (name: string) => deps.home.centrals().find((entry) => entry.name === name)?.serial;
  const shown = (row: StoredCentral): CentralSettings =>
    settingsOf(configOf(row, sources), {
      document: row.config,
      createdAt: row.createdAt,
      updatedAt: row.updatedAt,
      serial: serialOf(row.name),
    });

  function checkVariable({ password_env: env }: CentralSettings): void {
    if (env === undefined || PASSWORD_VARIABLE.test(env)) return;
    const reason = 'must have PASSWORD in its name';
    throw new GatewayError('validation', `password_env ${reason}`, {
      reason: 'validation_failed',
      errors: [{ field: 'password_env', reason }],
    });
  }

  return {
    async centrals() {
      const rows = await stored();
      if (rows.length > 0) return rows.map(shown);
      return configured.map((config) => settingsOf(config, { serial: serialOf(config.name) }));
    },
    async inForce() {
      const rows = await stored();
      return rows.length > 0 ? opened(rows) : configured;
    },
    async create(settings) {
      checkVariable(settings);
      const { name, enabled } = settings;
      const config = documentOf(settings, undefined, box);
      const central = configOf({ name, enabled, config }, sources);
      store();
      await takeOverFile();
      if (!(await askStorage(() => store().create({ name, enabled, config })))) {
        throw new GatewayError('conflict', `A CCU named ${name} exists already`, { reason: 'name_taken' });
      }
      directory.put(central);
      await connect(central);
      return shown(await rowNamed(await stored(), name));
    },
    async replace(settings) {
      checkVariable(settings);
      store();
      const { name, enabled } = settings;
      const before = (await stored()).find((row) => row.name === name)?.config ?? fromFile(name);
      const config = documentOf(settings, before, box);
      const central = configOf({ name, enabled, config }, sources);
      await takeOverFile();
      await askStorage(() => store().update(name, { enabled, config }));
      directory.put(central);
      await connect(central);
    },
    async remove(name) {
      store();
      const rows = await takeOverFile();
      if (rows.length === 1 && configured.length > 0) {
        throw new GatewayError(
          'conflict',
          'Without this CCU those of the configuration file would count again: remove them there, or disable this one',
          { reason: 'configured_in_file' },
        );
      }
      await deps.keepWayIn({ centrals: rows.filter((row) => row.name !== name).length });
      await askStorage(() => store().delete(name));
      directory.drop(name);
      await centrals.remove(name);
      await deps.forget(name);
    },
    async probe(settings, signal) {
      checkVariable(settings);
      const { name, enabled } = settings;
      return deps.probe(
        configOf({ name, enabled, config: documentOf(settings, fromFile(name), box) }, sources),
        signal,
      );
    },
  };

  function fromFile(name: string) {
    const config = configured.find((each) => each.name === name);
    return config === undefined ? undefined : documentOfConfig(config, box);
  }
}

function rowNamed(rows: readonly StoredCentral[], name: string): StoredCentral {
  const row = rows.find((each) => each.name === name);
  if (row === undefined) throw noStorage();
  return row;
}
