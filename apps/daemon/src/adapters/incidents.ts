import { connectionIncidentOf, incidentMeaning, noStorage } from '@ccu-gateway/gateway-core/parts';
import type { IncidentLog } from '@ccu-gateway/gateway-core/use-cases';
import type { IncidentStore } from '@ccu-gateway/storage';
import { askStorage } from '../storage/storage-refusal.js';

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
