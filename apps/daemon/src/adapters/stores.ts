import type { EnergyTariffs } from '@ccu-gateway/contract/types';
import type { ModelEvent } from '@ccu-gateway/device-model';
import {
  connectionIncidentOf,
  incidentMeaning,
  NO_TARIFFS,
  noStorage,
  type VariablePlace,
  variablesOf,
} from '@ccu-gateway/gateway-core/parts';
import {
  type AreaControl,
  type AreaStore,
  type ChangeHistory,
  type DiagramControl,
  type FloorplanControl,
  type FloorplanStore,
  type IncidentLog,
  type PreferenceStore,
  type ProblemTimes,
  type StoredDiagram,
  type TariffControl,
  toTimestamp,
} from '@ccu-gateway/gateway-core/use-cases';
import type { FactStore, IncidentStore, StoredPreferences } from '@ccu-gateway/storage';
import { askStorage } from '../storage/storage-refusal.js';

const CLEARED_AT = 'change_history.cleared_at';

export function createChangeHistory(facts: FactStore | undefined): ChangeHistory {
  return {
    async clearedAt() {
      const at = await askStorage(async () => facts?.get(CLEARED_AT));
      return typeof at === 'number' ? at : undefined;
    },
    async clear(before) {
      if (facts === undefined) throw noStorage();
      await askStorage(() => facts.put(CLEARED_AT, before));
    },
  };
}

export function createIncidentLog(store: IncidentStore | undefined): IncidentLog {
  const open = (): IncidentStore => {
    if (store === undefined) throw noStorage();
    return store;
  };
  return {
    async incidents(query) {
      const found = await askStorage(() => open().query(query));
      return found.map(({ id, at, component, severity, summary, detail }) => {
        const meaning = incidentMeaning(summary);
        const kind = connectionIncidentOf(meaning?.code);
        return {
          id: String(id),
          at,
          component,
          severity,
          summary,
          ...(detail === null ? {} : { detail }),
          ...(kind === undefined ? {} : { kind }),
          ...meaning,
        };
      });
    },
    async clearIncidents() {
      await askStorage(() => open().clear());
    },
  };
}

export function createProblemTimesView(records: ProblemTimes | undefined): Pick<ProblemTimes, 'query'> {
  return {
    query: (query) =>
      askStorage(async () => {
        if (records === undefined) throw noStorage();
        return records.query(query);
      }),
  };
}

export function createPreferences(store: StoredPreferences | undefined): PreferenceStore {
  const open = (): StoredPreferences => {
    if (store === undefined) throw noStorage();
    return store;
  };
  return {
    get: (principalKey, key) => askStorage(async () => open().get(principalKey, key)),
    put: (principalKey, key, value, limits) => askStorage(async () => open().put(principalKey, key, value, limits)),
    delete: (principalKey, key) => askStorage(async () => open().delete(principalKey, key)),
  };
}

/** Areas of the gateway; each change is an event. */
export function createAreas(
  store: AreaStore | undefined,
  deps: {
    readonly publish: (event: ModelEvent) => void;
    readonly randomHex: (digits: number) => string;
    readonly time: { readonly now: () => number };
  },
): AreaControl {
  const open = (): AreaStore => {
    if (store === undefined) throw noStorage();
    return store;
  };
  return {
    list: () => askStorage(async () => open().list()),
    change: (decide) => askStorage(async () => open().change(decide)),
    newId: () => deps.randomHex(12),
    changed(areaId) {
      const payload = { area_id: areaId, event_at: toTimestamp(deps.time.now()) };
      deps.publish({ topic: 'system.areas', type: 'areas.changed', kind: 'change', key: 'areas', payload });
    },
  };
}

/** A document that the gateway alone writes. */
function documentOf<Document>(facts: FactStore | undefined, key: string, absent: Document) {
  const open = (): FactStore => {
    if (facts === undefined) throw noStorage();
    return facts;
  };
  const known = (noted: unknown) => (noted ?? absent) as Document;
  return {
    read: () => askStorage(async () => known(await open().get(key))),
    /** Resolves with the stored document. `decide` is called again where another gateway changed it meanwhile. */
    async change(decide: (kept: Document) => Document): Promise<Document> {
      for (;;) {
        const before = await askStorage(async () => open().get(key));
        const after = decide(known(before));
        if (await askStorage(async () => open().replace(key, before, after))) return after;
      }
    },
  };
}

/** Saved diagrams of the users. */
export function createDiagrams(
  facts: FactStore | undefined,
  { randomHex }: { readonly randomHex: (digits: number) => string },
): DiagramControl {
  const { read, change } = documentOf<readonly StoredDiagram[]>(facts, 'diagrams', []);
  return {
    list: read,
    async change(decide) {
      await change(decide);
    },
    newId: () => randomHex(12),
  };
}

/** Tariffs of energy, and the system variables in them, which the history records. */
export interface TariffStore extends TariffControl {
  /** False until the tariffs were read once. */
  hasVariable(variable: VariablePlace): boolean;
}

/** Tariffs of energy. */
export function createTariffs(facts: FactStore | undefined): TariffStore {
  let variables: readonly VariablePlace[] = [];
  const { read, change } = documentOf<EnergyTariffs>(facts, 'energy_tariffs', NO_TARIFFS);
  const noteVariables = (tariffs: EnergyTariffs): EnergyTariffs => {
    variables = variablesOf(tariffs);
    return tariffs;
  };
  return {
    read: async () => noteVariables(await read()),
    async change(decide) {
      noteVariables(await change(decide));
    },
    hasVariable: ({ central, name }) => variables.some((each) => each.central === central && each.name === name),
  };
}

/** Floor plans of this gateway. */
export function createFloorplans(
  store: FloorplanStore | undefined,
  deps: Parameters<typeof createAreas>[1],
): FloorplanControl {
  const open = (): FloorplanStore => {
    if (store === undefined) throw noStorage();
    return store;
  };
  return {
    list: () => askStorage(async () => open().list()),
    picture: (id) => askStorage(async () => open().picture(id)),
    add: (...request) => askStorage(async () => open().add(...request)),
    replace: (...request) => askStorage(async () => open().replace(...request)),
    remove: (id) => askStorage(async () => open().remove(id)),
    newId: () => deps.randomHex(12),
    changed(floorplanId) {
      const payload = { floorplan_id: floorplanId, event_at: toTimestamp(deps.time.now()) };
      deps.publish({
        topic: 'system.floorplans',
        type: 'floorplans.changed',
        kind: 'change',
        key: 'floorplans',
        payload,
      });
    },
  };
}
