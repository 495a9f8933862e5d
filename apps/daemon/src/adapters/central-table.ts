import { SecretError } from '@ccu-gateway/auth-core/secrets';
import { noStorage } from '@ccu-gateway/gateway-core/parts';
import type { CentralStore, StoredCentral } from '@ccu-gateway/storage';
import { type CentralConfig, ConfigError, type ConfigIssue, cannotBeOpened } from '../config/index.js';
import { askStorage } from '../storage/storage-refusal.js';
import { configOf, documentOfConfig, type PasswordSources } from './central-settings.js';

type Changed = Pick<StoredCentral, 'name' | 'enabled' | 'config'>;

/** The table of CCUs. While it is empty the CCUs of the configuration file count. */
export interface CentralTable {
  /** Empty without storage. */
  rows(): Promise<readonly StoredCentral[]>;
  /** @throws GatewayError `service_unready` without storage, as the changes below do */
  require(): void;
  /** The first change makes the table count, so it must hold what the file has. */
  takeOverFile(): Promise<readonly StoredCentral[]>;
  /** False where there is one of that name. */
  create(row: Changed): Promise<boolean>;
  update(row: Changed): Promise<void>;
  remove(name: string): Promise<void>;
}

export function createCentralTable(
  central: CentralStore | undefined,
  configured: readonly CentralConfig[],
  box: PasswordSources['box'],
): CentralTable {
  const store = (): CentralStore => {
    if (central === undefined) throw noStorage();
    return central;
  };
  const rows = (): Promise<readonly StoredCentral[]> => askStorage(async () => (await central?.list()) ?? []);

  return {
    rows,
    require: () => void store(),
    async takeOverFile() {
      const before = await rows();
      if (before.length > 0) return before;
      for (const config of configured) {
        const { name, enabled } = config;
        await askStorage(() => store().create({ name, enabled, config: documentOfConfig(config, box) }));
      }
      return rows();
    },
    create: (row) => askStorage(() => store().create(row)),
    async update({ name, enabled, config }) {
      await askStorage(() => store().update(name, { enabled, config }));
    },
    async remove(name) {
      await askStorage(() => store().delete(name));
    },
  };
}

/** A key that is gone stops the start, as for the secrets of the file. */
export function openedRows(rows: readonly StoredCentral[], sources: PasswordSources): readonly CentralConfig[] {
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
