import { GatewayError } from '@ccu-gateway/gateway-core';
import {
  type CentralAdministration,
  type CentralAdministrationDeps,
  type CentralFormat,
  type CentralRecords,
  createCentralAdministration,
  isPasswordVariable,
} from '@ccu-gateway/gateway-core/parts';
import { OUTCOME_UNKNOWN } from '@ccu-gateway/gateway-core/use-cases';
import type { CentralStore, StoredCentral } from '@ccu-gateway/storage';
import type { WayInKeeper } from '../access/way-in.js';
import type { CentralConfig } from '../config/index.js';
import { askStorage } from '../storage/storage-refusal.js';
import { type CentralDocument, centralFormat, type PasswordSources } from './central-settings.js';

export interface StoredCentralsDeps
  extends PasswordSources,
    Omit<CentralAdministrationDeps<CentralConfig, CentralDocument>, 'records' | 'format' | 'keepWayIn'> {
  readonly wayIn: Pick<WayInKeeper, 'keepWayIn'>;
  readonly store: Pick<CentralStore, 'list' | 'change'> | undefined;
  /** Called when one was added, changed or removed, or may have been. */
  readonly changed?: (() => void) | undefined;
  /** Called when the change may have happened although it failed: the stored rows have to be checked. */
  readonly inDoubt?: (() => void) | undefined;
}

/** The CCUs of the database and of the configuration file. */
export function createStoredCentrals(deps: StoredCentralsDeps): CentralAdministration<CentralConfig> {
  const administration = createCentralAdministration({
    ...deps,
    ...{ records: centralRecords(deps.store), format: formatOf(deps) },
    keepWayIn: (change, write) => deps.wayIn.keepWayIn(change, ({ centrals }) => write(centrals)),
  });
  const { create, replace, remove, takeFile, writeFile } = administration;
  const telling =
    <Args extends readonly unknown[], Answer>(change: (...args: Args) => Promise<Answer>) =>
    async (...args: Args): Promise<Answer> => {
      try {
        const answer = await change(...args);
        deps.changed?.();
        return answer;
      } catch (error) {
        if (isInDoubt(error)) {
          deps.inDoubt?.();
          deps.changed?.();
        }
        throw error;
      }
    };
  return {
    ...administration,
    ...{ create: telling(create), replace: telling(replace), remove: telling(remove) },
    ...{ takeFile: telling(takeFile), writeFile: telling(writeFile) },
  };
}

/** The CCUs of the database as the gateway connects to them. @throws ConfigError, GatewayError `validation` */
export function openedCentrals(stored: readonly StoredCentral[], sources: PasswordSources): readonly CentralConfig[] {
  return formatOf(sources).opened(stored);
}

const isInDoubt = (error: unknown) => error instanceof GatewayError && error.details.reason === OUTCOME_UNKNOWN;

function formatOf({ box, environment }: PasswordSources): CentralFormat<CentralConfig, CentralDocument> {
  return centralFormat({
    box,
    environment: (name) => (isPasswordVariable(name) ? environment(name) : undefined),
  });
}

/** The table of CCUs; undefined without a database. */
function centralRecords(
  store: Pick<CentralStore, 'list' | 'change'> | undefined,
): CentralRecords<CentralDocument> | undefined {
  if (store === undefined) return undefined;
  return {
    list: () => askStorage(() => store.list()),
    change: (decide) => askStorage(() => store.change(decide)),
  };
}
