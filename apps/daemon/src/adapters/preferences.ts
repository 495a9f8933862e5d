import { noStorage } from '@ccu-gateway/gateway-core/parts';
import type { PreferenceStore } from '@ccu-gateway/gateway-core/use-cases';
import type { StoredPreferences } from '@ccu-gateway/storage';
import { askStorage } from '../storage/storage-refusal.js';

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
