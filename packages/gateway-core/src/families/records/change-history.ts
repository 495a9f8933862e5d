import type { ChangeHistory } from '../../ports/diagnostics.js';
import type { AuditEntry, AuditLog } from '../../ports/house.js';
import type { Caller } from '../../use-case/caller.js';
import { type Recording, recordChange } from '../../use-case/record.js';
import { useCase } from '../../use-case/use-case.js';

/** Ports of the use cases that read the change history. */
export interface ChangeHistoryReading {
  readonly audit: AuditLog;
  readonly changeHistory: ChangeHistory;
}

const PAGE = 1_000;

/**
 * Changes since the history was last cleared, newest first. `address` is of a device or a channel. Role `viewer`.
 *
 * @throws GatewayError `service_unready` without storage
 * @example
 * const changes = await core.as(caller).diagnostics.changes({ limit: 50, address: '0001D3C99C0001:3' });
 */
export async function listChanges(
  { audit, changeHistory }: ChangeHistoryReading,
  { limit, address = '' }: { readonly limit: number; readonly address?: string | undefined },
): Promise<readonly AuditEntry[]> {
  const [device, channel] = address.split(':');
  const since = await changeHistory.clearedAt();
  const filter = { ...(device === '' ? {} : { device }), ...(since === undefined ? {} : { since }) };
  const wanted = (entry: AuditEntry) => channel === undefined || entry.channelNo === Number(channel);
  const found: AuditEntry[] = [];
  // The log knows devices but not channels, so one of them may need many pages.
  for (let offset = 0; found.length < limit; offset += PAGE) {
    const page = await audit.query({ ...filter, limit: PAGE, offset });
    found.push(...page.filter(wanted));
    if (page.length < PAGE) break;
  }
  return found.slice(0, limit);
}

/**
 * Begins the change history anew. The audit log keeps its entries: no change can be erased from it. Role `operator`;
 * audited as `change_history_clear`, before it is done.
 *
 * @throws GatewayError `service_unready` without storage
 * @example
 * await core.as(caller).diagnostics.clearChanges();
 */
export const clearChanges = useCase(
  'operator',
  async (ports: Recording & Pick<ChangeHistoryReading, 'changeHistory'>, caller: Caller): Promise<void> => {
    recordChange(ports, caller, { action: 'change_history_clear' });
    await ports.changeHistory.clear(ports.clock.now() + 1);
  },
);
