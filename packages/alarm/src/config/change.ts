import type { AlarmConfig, ZoneConfig } from '../model/config.js';
import { type AlarmState, NEW_ZONE } from '../model/state.js';

/** Reason why a zone cannot be changed or removed now. */
export interface ChangeConflict {
  readonly zone: string;
  readonly reason: 'armed' | 'triggered' | 'walk_test' | 'output_on';
}

/**
 * Zones that the next configuration changes while they are armed, triggered or under test, or have an output that a
 * device has not confirmed as off. A change would end their protection without a disarm.
 * @example
 * if (conflictsOf(plan.config, next, state).length > 0) refuse();
 */
export function conflictsOf(before: AlarmConfig, next: AlarmConfig, state: AlarmState): readonly ChangeConflict[] {
  return before.zones
    .filter((zone) => JSON.stringify(zone) !== JSON.stringify(next.zones.find(({ id }) => id === zone.id)))
    .flatMap((zone) => {
      const reason = conflictOf(zone, state);
      return reason === undefined ? [] : [{ zone: zone.id, reason }];
    });
}

function conflictOf({ id, outputs }: ZoneConfig, state: AlarmState): ChangeConflict['reason'] | undefined {
  const { arming, incident, pending, walkTest } = state.zones[id] ?? NEW_ZONE;
  if (incident !== undefined || pending !== undefined) return 'triggered';
  if (arming !== undefined) return 'armed';
  if (walkTest !== undefined) return 'walk_test';
  return outputs.some((output) => state.outputs[output.id] !== undefined) ? 'output_on' : undefined;
}
