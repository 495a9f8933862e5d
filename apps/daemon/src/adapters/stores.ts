import type { ModelEvent } from '@ccu-gateway/device-model';
import { connectionIncidentOf, incidentMeaning, noStorage } from '@ccu-gateway/gateway-core/parts';
import {
  type AreaControl,
  type AreaStore,
  type ChangeHistory,
  type DiagramControl,
  type IncidentLog,
  type PreferenceStore,
  type StoredDiagram,
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

const DIAGRAMS = 'diagrams';

/** Saved diagrams of the users. */
export function createDiagrams(
  facts: FactStore | undefined,
  { randomHex }: { readonly randomHex: (digits: number) => string },
): DiagramControl {
  const open = (): FactStore => {
    if (facts === undefined) throw noStorage();
    return facts;
  };
  // The gateway alone writes them.
  const listOf = (noted: unknown) => (noted ?? []) as readonly StoredDiagram[];
  return {
    list: () => askStorage(async () => listOf(await open().get(DIAGRAMS))),
    async change(decide) {
      for (;;) {
        const before = await askStorage(async () => open().get(DIAGRAMS));
        const after = decide(listOf(before));
        if (await askStorage(async () => open().replace(DIAGRAMS, before, after))) return;
      }
    },
    newId: () => randomHex(12),
  };
}
