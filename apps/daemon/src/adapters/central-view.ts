import type { HouseModel } from '@ccu-gateway/device-model';
import type { CentralSettings } from '@ccu-gateway/gateway-core';
import type { StoredCentral } from '@ccu-gateway/storage';
import type { CentralConfig } from '../config/index.js';
import { configOf, type PasswordSources, settingsOf } from './central-settings.js';
import { type CentralTable, openedRows } from './central-table.js';

/** The CCUs as they are set: those of the table, or those of the configuration file while it is empty. */
export interface ConfiguredCentrals {
  centrals(): Promise<readonly CentralSettings[]>;
  /** The CCUs to connect to, the disabled ones included. */
  inForce(): Promise<readonly CentralConfig[]>;
  shown(row: StoredCentral): CentralSettings;
}

export function createCentralView(deps: {
  readonly table: Pick<CentralTable, 'rows'>;
  readonly configured: readonly CentralConfig[];
  readonly sources: PasswordSources;
  readonly house: Pick<HouseModel, 'centrals'>;
}): ConfiguredCentrals {
  const { table, configured, sources } = deps;
  const serialOf = (name: string) => deps.house.centrals().find((entry) => entry.name === name)?.serial;
  const shown = (row: StoredCentral): CentralSettings =>
    settingsOf(configOf(row, sources), {
      document: row.config,
      createdAt: row.createdAt,
      updatedAt: row.updatedAt,
      serial: serialOf(row.name),
    });

  return {
    shown,
    async centrals() {
      const rows = await table.rows();
      if (rows.length > 0) return rows.map(shown);
      return configured.map((config) => settingsOf(config, { serial: serialOf(config.name) }));
    },
    async inForce() {
      const rows = await table.rows();
      return rows.length > 0 ? openedRows(rows, sources) : configured;
    },
  };
}
