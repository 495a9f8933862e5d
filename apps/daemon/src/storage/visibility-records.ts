import type { VisibilityRecords } from '@ccu-gateway/gateway-core/use-cases';
import type { UnignoreStore } from '@ccu-gateway/storage';
import { askStorage } from './storage-refusal.js';

/** Patterns in the database; undefined without one. */
export function visibilityRecords(store: UnignoreStore | undefined): VisibilityRecords | undefined {
  if (store === undefined) return undefined;
  return {
    list: (central) => askStorage(() => store.list(central)),
    async replace(central, patterns, by) {
      await askStorage(() => store.replace(central, patterns, by));
    },
  };
}
