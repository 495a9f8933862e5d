import { type AuditLog, GatewayError } from '@ccu-gateway/gateway-core';

/** The audit log of a gateway without storage: what would be recorded is in the log of the process only. */
export const noAudit: AuditLog = {
  record() {},
  query: () =>
    Promise.reject(new GatewayError('service_unready', 'There is no storage', { reason: 'storage_unavailable' })),
};
