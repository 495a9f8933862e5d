import type { CallAnswer } from '@ccu-gateway/client';
import { CircleAlert, CircleCheck, CircleHelp, CircleX, type IconNode } from 'lucide';
import type { Tone } from '../../ui/layout.tsx';

export type Health = CallAnswer<'getHealth'>;
export type HealthStatus = Health['status'];

/** Appearance of a status, beside its word. */
export const STATUS_LOOKS: Readonly<Record<HealthStatus, { readonly tone: Tone; readonly icon: IconNode }>> = {
  healthy: { tone: 'good', icon: CircleCheck },
  degraded: { tone: 'warn', icon: CircleAlert },
  unhealthy: { tone: 'bad', icon: CircleX },
  unknown: { tone: 'neutral', icon: CircleHelp },
};

const WORST_FIRST: readonly HealthStatus[] = ['unhealthy', 'degraded', 'unknown', 'healthy'];

/** The parts of a report, the worst first. */
export function worstFirst(components: Health['components']): Health['components'] {
  return [...components].sort(
    (a, b) => WORST_FIRST.indexOf(a.status) - WORST_FIRST.indexOf(b.status) || a.name.localeCompare(b.name),
  );
}
