import type { Plan } from '../config/plan.js';
import type { AlarmMode, SensorConfig, ZoneConfig } from '../model/config.js';
import type { Blocker, BlockReason } from '../model/input.js';
import type { AlarmState } from '../model/state.js';
import { sensorState } from './turn.js';

/** Result of a check before arming. */
export interface Readiness {
  readonly blockers: readonly Blocker[];
  /** Open sensors that arming leaves out by itself. */
  readonly bypassed: readonly string[];
}

interface Choice {
  readonly mode: AlarmMode;
  readonly skipsDelay: boolean;
  /** Sensors that are left out on request. */
  readonly bypass: readonly string[];
}

/** Reasons that a bypass of the sensor removes. */
const CURED: readonly BlockReason[] = ['open', 'unknown', 'unreachable', 'sabotage'];

/** True where a bypass of the sensor removes the blocker. */
export const isCured = ({ sensor, reason }: Blocker): boolean => sensor !== undefined && CURED.includes(reason);

/** Sensors that count in a mode. */
export const watching = (zone: ZoneConfig, mode: AlarmMode): readonly SensorConfig[] =>
  zone.sensors.filter(({ modes }) => modes.includes(mode));

/**
 * Blockers of a zone in a mode. With an exit delay, motion and open entry sensors block nothing: a person is there, and
 * leaves through that door.
 */
export function readinessOf(plan: Plan, state: AlarmState, zone: ZoneConfig, choice: Choice): Readiness {
  const hasDelay = !choice.skipsDelay && (zone.modes[choice.mode]?.exitDelayMs ?? 0) > 0;
  const blockers: Blocker[] = [];
  const bypassed: string[] = [];
  for (const sensor of watching(zone, choice.mode)) {
    if (choice.bypass.includes(sensor.id)) continue;
    const { isActive, isUnreachable, isLowBattery, isSabotaged } = sensorState({ state }, sensor.id);
    const block = (reason: BlockReason) => blockers.push({ zone: zone.id, sensor: sensor.id, reason });
    const isExpected = hasDelay && (sensor.kind === 'motion' || sensor.reaction === 'entry');
    if (isActive && !isExpected && sensor.bypass === 'automatic') {
      bypassed.push(sensor.id);
      continue;
    }
    if (isActive === undefined) block('unknown');
    else if (isActive && !isExpected) block('open');
    if (isUnreachable) block('unreachable');
    if (isLowBattery) block('low_battery');
    if (isSabotaged) block('sabotage');
  }
  for (const central of plan.centralsOf(zone.id)) {
    if (isLost(state, central)) blockers.push({ zone: zone.id, central, reason: 'central_lost' });
  }
  return { blockers, bypassed };
}

/** True for a central that is not proven connected. */
export function isLost(state: AlarmState, central: string): boolean {
  const known = state.centrals[central];
  return known === undefined || known.lostClock !== undefined;
}
