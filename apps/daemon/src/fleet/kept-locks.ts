import type { createEditLocks, EditLocks } from '@ccu-gateway/gateway-core/use-cases';
import type { FleetBase } from './open-fleet.js';

/**
 * The edit locks that this process keeps. Of a CCU that it is connected with no more it keeps none: the next holder begins without them,
 * and so does this one when it comes back.
 */
export function keptLocks(
  { forget, ...locks }: ReturnType<typeof createEditLocks>,
  fleet: { readonly feed: Pick<FleetBase['feed'], 'copyOf'>; readonly onChange: FleetBase['onChange'] },
): EditLocks {
  fleet.onChange(() => forget((central) => fleet.feed.copyOf(central) !== 'held'));
  return locks;
}
