import type { HouseModel } from '@ccu-gateway/device-model';
import {
  type CentralControl,
  type CentralProbe,
  type CentralSettings,
  type CentralView,
  GatewayError,
} from '@ccu-gateway/gateway-core';
import { noStorage } from '@ccu-gateway/gateway-core/parts';
import type { CentralStore, StoredCentral } from '@ccu-gateway/storage';
import type { KeepWayIn } from '../access/way-in.js';
import type { Centrals } from '../centrals/centrals.js';
import type { CentralDirectory } from '../centrals/directory.js';
import type { CentralConfig } from '../config/index.js';
import { configOf, documentOf, documentOfConfig, type PasswordSources } from './central-settings.js';
import { createCentralTable } from './central-table.js';
import { createCentralView } from './central-view.js';

export interface CentralAdministrationDeps extends PasswordSources {
  /** Those of the configuration file. */
  readonly configured: readonly CentralConfig[];
  /** Hears of every change. */
  readonly directory: Pick<CentralDirectory, 'put' | 'drop'>;
  readonly store: CentralStore | undefined;
  readonly centrals: Pick<Centrals, 'add' | 'change' | 'remove' | 'get'>;
  readonly house: Pick<HouseModel, 'centrals'>;
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

  const table = createCentralTable(deps.store, configured, box);
  const view = createCentralView({ table, configured, sources, house: deps.house });

  /** How the CCU is set now: what is left out of new settings is taken from there, its password above all. */
  const documentBefore = (rows: readonly StoredCentral[], name: string) =>
    rows.find((row) => row.name === name)?.config ?? documentInFile(configured, name, box);

  function connect(config: CentralConfig): Promise<void> {
    if (!config.enabled) return centrals.remove(config.name);
    if (centrals.get(config.name) !== undefined) return centrals.change(config);
    centrals.add(config);
    return Promise.resolve();
  }

  return {
    centrals: view.centrals,
    inForce: view.inForce,
    async create(settings) {
      checkVariable(settings);
      const { name, enabled } = settings;
      const config = documentOf(settings, undefined, box);
      const central = configOf({ name, enabled, config }, sources);
      table.require();
      await table.takeOverFile();
      if (!(await table.create({ name, enabled, config }))) {
        throw new GatewayError('conflict', `A CCU named ${name} exists already`, { reason: 'name_taken' });
      }
      directory.put(central);
      await connect(central);
      return view.shown(rowNamed(await table.rows(), name));
    },
    async replace(settings) {
      checkVariable(settings);
      table.require();
      const { name, enabled } = settings;
      const config = documentOf(settings, documentBefore(await table.rows(), name), box);
      const central = configOf({ name, enabled, config }, sources);
      await table.takeOverFile();
      await table.update({ name, enabled, config });
      directory.put(central);
      await connect(central);
    },
    async remove(name) {
      table.require();
      const rows = await table.takeOverFile();
      if (rows.length === 1 && configured.length > 0) {
        throw new GatewayError(
          'conflict',
          'Without this CCU those of the configuration file would count again: remove them there, or disable this one',
          { reason: 'configured_in_file' },
        );
      }
      await deps.keepWayIn({ centrals: rows.filter((row) => row.name !== name).length });
      await table.remove(name);
      directory.drop(name);
      await centrals.remove(name);
      await deps.forget(name);
    },
    async probe(settings, signal) {
      checkVariable(settings);
      const { name, enabled } = settings;
      const config = documentOf(settings, documentBefore(await table.rows(), name), box);
      return deps.probe(configOf({ name, enabled, config }, sources), signal);
    },
  };
}

function documentInFile(configured: readonly CentralConfig[], name: string, box: PasswordSources['box']) {
  const config = configured.find((each) => each.name === name);
  return config === undefined ? undefined : documentOfConfig(config, box);
}

function checkVariable({ password_env: env }: CentralSettings): void {
  if (env === undefined || PASSWORD_VARIABLE.test(env)) return;
  const reason = 'must have PASSWORD in its name';
  throw new GatewayError('validation', `password_env ${reason}`, {
    reason: 'validation_failed',
    errors: [{ field: 'password_env', reason }],
  });
}

function rowNamed(rows: readonly StoredCentral[], name: string): StoredCentral {
  const row = rows.find((each) => each.name === name);
  if (row === undefined) throw noStorage();
  return row;
}
