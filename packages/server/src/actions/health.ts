import type { health } from '@ccu-gateway/contract';
import type { z } from 'zod';
import type { HealthSource } from '../ports.js';
import { toTimestamp } from '../timestamp.js';

export function healthReport(source: HealthSource): z.input<typeof health> {
  const report = source.health();
  const components = report.components.map(({ name, status, note, recordedAt }) => ({
    name,
    status,
    recorded_at: toTimestamp(recordedAt),
    note,
  }));
  return { status: report.status, components };
}
