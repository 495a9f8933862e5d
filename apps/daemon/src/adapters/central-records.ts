import type { CentralRecords } from '@ccu-gateway/gateway-core/parts';
import type { CentralStore } from '@ccu-gateway/storage';
import { askStorage } from '../storage/storage-refusal.js';
import type { CentralDocument } from './central-settings.js';

/** The table of CCUs; undefined without a database. */
export function centralRecords(
  store: Pick<CentralStore, 'list' | 'change'> | undefined,
): CentralRecords<CentralDocument> | undefined {
  if (store === undefined) return undefined;
  return {
    list: () => askStorage(() => store.list()),
    change: (decide) => askStorage(() => store.change(decide)),
  };
}
