import { GatewayError } from '@ccu-gateway/gateway-core';
import type { AuditLog } from '@ccu-gateway/gateway-core/use-cases';
import { askStorage } from '../storage/storage-refusal.js';

/** The audit log of a gateway without storage: entries are only in the log of the process. */
const noAudit: AuditLog = {
  record() {},
  query: () =>
    Promise.reject(new GatewayError('service_unready', 'There is no storage', { reason: 'storage_unavailable' })),
};

/**
 * The audit log of the storage for the server: a query that the database refuses, for example for want of room, is
 * answered as not ready.
 */
export function auditOf(audit: AuditLog | undefined): AuditLog {
  if (audit === undefined) return noAudit;
  return { record: (entry) => audit.record(entry), query: (query) => askStorage(() => audit.query(query)) };
}
