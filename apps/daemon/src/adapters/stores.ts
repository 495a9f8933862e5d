import { connectionIncidentOf, incidentMeaning, noStorage } from '@ccu-gateway/gateway-core/parts';
import type { ChangeHistory, IncidentLog, PreferenceStore } from '@ccu-gateway/gateway-core/use-cases';
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
