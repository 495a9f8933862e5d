import type { HealthSource } from '../../ports/house.js';
import { toTimestamp } from '../../use-case/timestamp.js';

/**
 * The verdict on the gateway and each of its parts, as the API shows it. Role `viewer`.
 *
 * @example
 * const { status, components } = core.as(caller).diagnostics.health();
 */
export function healthReport(source: HealthSource) {
  const report = source.health();
  const components = report.components.map(({ name, status, note, reason, recordedAt }) => ({
    name,
    status,
    recorded_at: toTimestamp(recordedAt),
    note,
    reason,
  }));
  return { status: report.status, components };
}
