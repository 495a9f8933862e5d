import { noStorage } from '@ccu-gateway/gateway-core/parts';
import type { ChangeHistory } from '@ccu-gateway/gateway-core/use-cases';
import type { FactStore } from '@ccu-gateway/storage';
import { askStorage } from '../storage/storage-refusal.js';

const KEY = 'change_history.cleared_at';

export function createChangeHistory(facts: FactStore | undefined): ChangeHistory {
  return {
    async clearedAt() {
      const at = await askStorage(async () => facts?.get(KEY));
      return typeof at === 'number' ? at : undefined;
    },
    async clear(before) {
      if (facts === undefined) throw noStorage();
      await askStorage(() => facts.put(KEY, before));
    },
  };
}
