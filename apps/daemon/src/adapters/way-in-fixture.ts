import type { ExclusiveSharedStores } from '@ccu-gateway/storage';
import type { WayInKeeper } from '../access/way-in.js';
import { askStorage } from '../storage/storage-refusal.js';

/** Writes everything: there is always another authentication source. */
export function alwaysMore(stores: Partial<ExclusiveSharedStores>): Pick<WayInKeeper, 'keepWayIn'> {
  return { keepWayIn: (_change, write) => askStorage(() => write(stores as ExclusiveSharedStores)) };
}
