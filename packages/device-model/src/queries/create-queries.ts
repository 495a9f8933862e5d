import { applyMaster } from '../apply/master.js';
import { markPending } from '../apply/pending.js';
import { createCentralLinks } from '../link/central.js';
import { createLinks } from '../link/queries.js';
import type { HouseModel } from '../model/house-model.js';
import type { HouseRecords } from '../model/state.js';
import { describeParamset } from '../paramset/describe.js';
import { exportConfiguration, planImport } from '../paramset/transfer.js';
import { createHouseState } from '../parts/house-state.js';
import { createSchedules } from '../schedule/queries.js';
import { createVisibility } from '../visibility/queries.js';
import { planOperation } from '../write/operation.js';
import { planParamset, planValue } from '../write/write.js';
import { centralQueries } from './centrals.js';
import { findConfigurations } from './configuration.js';
import { derivedQueries } from './derived.js';
import { deviceQueries } from './devices.js';
import { hubQueries } from './hub.js';
import { createMemory } from './memory.js';
import { snapshotLines, takeSnapshot } from './snapshot.js';
import { createTexts } from './texts.js';

type Changes =
  | 'addCentral'
  | 'setSuccessions'
  | 'setGroups'
  | 'removeCentral'
  | 'apply'
  | 'setLocale'
  | 'setBehaviour'
  | 'revision';

/** Everything `HouseModel` answers, each from the one module that knows it. */
export function createQueries(house: HouseRecords): Omit<HouseModel, Changes> {
  return {
    ...centralQueries(house),
    ...deviceQueries(house),
    ...hubQueries(house),
    ...derivedQueries(house),

    validateWrite: (request) => planValue(house, request),
    validateParamset: (request) => planParamset(house, request),
    describeParamset: (at) => describeParamset(house, at),
    exportConfiguration: (request) => exportConfiguration(house, request),
    planImport: (at, file) => planImport(house, at, file),
    markPending: (write) => markPending(house, write),
    planOperation: (request) => planOperation(house, request),
    applyConfiguration: (read) => applyMaster(house, read),
    configurations: (scope = {}) => findConfigurations(house, scope),

    schedules: createSchedules(house),
    links: createLinks(house),
    centralLinks: createCentralLinks(house),
    visibility: createVisibility(house),
    memory: createMemory(house),
    state: createHouseState(house),

    texts: createTexts(house),
    snapshot: (options) => takeSnapshot(house, options),
    snapshotLines: (options) => snapshotLines(house, options),

    unknownThings: ({ central } = {}) =>
      [...house.unknown.values()]
        .filter((each) => central === undefined || each.central === central)
        .sort((a, b) => b.count - a.count),
  };
}
