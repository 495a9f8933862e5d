import { type AlarmState, NEW_ZONE, type ZoneStateName } from '../model/state.js';

/**
 * Name of the state of a zone.
 * @example
 * stateNameOf(state, 'ground-floor'); // 'armed'
 */
export function stateNameOf(state: AlarmState, zone: string): ZoneStateName {
  const { arming, pending, incident } = state.zones[zone] ?? NEW_ZONE;
  if (incident !== undefined) return 'triggered';
  if (pending !== undefined) return 'pending';
  if (arming === undefined) return 'disarmed';
  return arming.exitClock === undefined ? 'armed' : 'arming';
}
