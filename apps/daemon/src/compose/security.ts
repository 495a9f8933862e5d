import { createSecurityKeeper, type SecurityKeeper, type SecurityKeeperDeps } from '@ccu-gateway/gateway-core/parts';
import { listProblems } from '@ccu-gateway/gateway-core/use-cases';
import { securityRecords } from '../storage/documents.js';
import type { Base } from './base.js';
import type { Data } from './data.js';
import type { HouseParts } from './house.js';

/** The database may be busy or damaged for a while. */
const RESTORE_AGAIN_MS = 15_000;

/** The overview over dangers and faults. Several gateways with the same CCUs show it, and none of them announces it. */
export function openSecurity(
  { time, log, lifecycle }: Base,
  { store, health }: Data,
  { house, stream, publish, site }: HouseParts,
  alarm: SecurityKeeperDeps['alarm'],
): SecurityKeeper {
  const securityLog = log.child('security');
  const records = site.keepsStates ? securityRecords(store.storage?.ccuState) : undefined;
  const problems = () => listProblems({ house, health }, {});
  const deps = { house, problems, health, alarm, events: stream, publish, records, time, log: securityLog };
  const security = createSecurityKeeper(deps);
  lifecycle.onClose('the security overview', () => security.close());
  let cancel = () => {};
  lifecycle.onClose('the next try to restore the security overview', async () => cancel());
  const restore = () => {
    security.restore().catch((error: unknown) => {
      securityLog.error('the security overview could not be restored', { error });
      cancel = time.after(RESTORE_AGAIN_MS, restore);
    });
  };
  restore();
  return security;
}
