import type { CentralRecords } from '@ccu-gateway/gateway-core/parts';
import type { CentralStore } from '@ccu-gateway/storage';
import { askStorage } from '../storage/storage-refusal.js';
import type { CentralDocument } from './central-settings.js';

/** The table of CCUs; undefined without a database. */
export function centralRecords(store: CentralStore | undefined): CentralRecords<CentralDocument> | undefined {
  if (store === undefined) return undefined;
  return {
    list: () => askStorage(() => store.list()),
    create: (row) => askStorage(() => store.create(row)),
    async update({ name, enabled, config }) {
      await askStorage(() => store.update(name, { enabled, config }));
    },
    async remove(name) {
      await askStorage(() => store.delete(name));
    },
  };
}
