import {
  type CentralAdministration,
  type CentralAdministrationDeps,
  createCentralAdministration,
  isPasswordVariable,
} from '@ccu-gateway/gateway-core/parts';
import type { CentralStore } from '@ccu-gateway/storage';
import type { CentralConfig } from '../config/index.js';
import { centralRecords } from './central-records.js';
import { type CentralDocument, centralFormat, type PasswordSources } from './central-settings.js';

export interface StoredCentralsDeps
  extends PasswordSources,
    Omit<CentralAdministrationDeps<CentralConfig, CentralDocument>, 'records' | 'format'> {
  readonly store: CentralStore | undefined;
}

/** The CCUs of the database and of the configuration file. */
export function createStoredCentrals(deps: StoredCentralsDeps): CentralAdministration<CentralConfig> {
  const environment = (name: string) => (isPasswordVariable(name) ? deps.environment(name) : undefined);
  return createCentralAdministration({
    ...deps,
    records: centralRecords(deps.store),
    format: centralFormat({ box: deps.box, environment }),
  });
}
