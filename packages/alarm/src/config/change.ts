import type { AlarmConfig, ZoneConfig } from '../model/config.js';
import type { GivenUp } from '../model/input.js';
import { type AlarmState, FAULT_TRIES, NEW_ZONE } from '../model/state.js';

/** Reason why a zone cannot be changed or removed now. */
export interface ChangeConflict {
  readonly zone: string;
  readonly reason: 'armed' | 'triggered' | 'walk_test' | 'output_on';
}

/**
 * Zones that the next configuration changes while they are armed, triggered or under test, or have an output that is on.
 * A change would end their protection without a disarm. A stop that stays unconfirmed is a fault after some writes and
 * keeps no zone from being changed: a broken siren has to be removable.
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
  const isOn = outputs.some((output) => {
    const known = state.outputs[output.id];
    return known !== undefined && (known.isOn || known.tries < FAULT_TRIES);
  });
  return isOn ? 'output_on' : undefined;
}

/**
 * Outputs without a confirmed stop that the next configuration removes, or moves to another channel.
 *
 * @example
 * const givenUp = givenUpOf(plan.config, next, state); // [{ zone: 'ground', output: 'siren', name: 'Siren' }]
 */
export function givenUpOf(before: AlarmConfig, next: AlarmConfig, state: AlarmState): readonly GivenUp[] {
  const kept = new Map(next.zones.flatMap(({ outputs }) => outputs.map((output) => [output.id, output])));
  return before.zones.flatMap(({ id: zone, outputs }) =>
    outputs
      .filter(({ id, central, channelAddress }) => {
        const found = kept.get(id);
        const isSame = found?.central === central && found.channelAddress === channelAddress;
        return state.outputs[id] !== undefined && !isSame;
      })
      .map(({ id, name }) => ({ zone, output: id, name })),
  );
}

/**
 * Ids of codes to which the next configuration gives another PIN: one for one use may be used again.
 *
 * @example
 * const renewed = renewedOf(plan.config, next); // ['guest']
 */
export function renewedOf(before: AlarmConfig, next: AlarmConfig): readonly string[] {
  const hashes = new Map(before.codes.map(({ id, hash }) => [id, hash]));
  return next.codes.filter(({ id, hash }) => hashes.has(id) && hashes.get(id) !== hash).map(({ id }) => id);
}
