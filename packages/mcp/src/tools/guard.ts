import type { CustomDPSummary, DataPointSummary } from '@ccu-gateway/contract/types';
import type { Plan } from './tool.js';

const GUARDED: readonly string[] = ['unlock', 'open', 'access'];

/**
 * True for things that hold a house shut: locks, and covers with an operation that opens a door, gate or window. Closing
 * counts as well, because it can lock people out or hit them.
 */
export function isGuardedThing({ category, confirm }: Pick<CustomDPSummary, 'category' | 'confirm'>): boolean {
  return category === 'lock' || Object.values(confirm).some((reason) => GUARDED.includes(reason));
}

/** The same for a value: those that sound or disarm an alarm count, because a value does not show which of both it does. */
export function guardOfPoint({ confirm }: Pick<DataPointSummary, 'confirm'>, value: unknown): Omit<Plan, 'will'> {
  if (confirm === undefined) return {};
  const isAsked = confirm.unless?.includes(value as number | boolean) !== true;
  return {
    isGuarded: [...GUARDED, 'alarm'].includes(confirm.reason),
    ...(isAsked && { confirm: confirm.reason }),
  };
}
