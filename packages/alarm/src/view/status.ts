import { requiresCode } from '../codes/permission.js';
import type { Plan } from '../config/plan.js';
import { isCured, isLost, readinessOf } from '../engine/readiness.js';
import { stateNameOf } from '../engine/state-name.js';
import { sensorState } from '../engine/turn.js';
import { type AlarmMode, MASTER, type ZoneConfig } from '../model/config.js';
import type { Blocker } from '../model/input.js';
import { type AlarmState, FAULT_TRIES, NEW_ZONE, type ZoneStateName } from '../model/state.js';

/** Readiness of a zone for a mode. */
export interface ModeReadiness {
  readonly isReady: boolean;
  readonly blockers: readonly Blocker[];
  /** Open sensors that arming leaves out by itself. */
  readonly bypassed: readonly string[];
  /** True where arming with force would succeed. */
  readonly isForceable: boolean;
}

/** State of a zone for people and programs. It contains no code. */
export interface ZoneStatus {
  readonly id: string;
  readonly name: string;
  readonly state: ZoneStateName;
  readonly mode?: AlarmMode;
  readonly bypassed: readonly string[];
  readonly open: readonly string[];
  readonly incident?: {
    readonly id: number;
    readonly startedAt: number;
    readonly isSilenced: boolean;
    /** The time of the sounding has not passed. */
    readonly isSounding: boolean;
    readonly sensor?: string;
  };
  /** Last ended incident without an acknowledgement. */
  readonly unacknowledged?: number;
  readonly countdown?: {
    readonly kind: 'exit_delay' | 'entry_delay';
    readonly isPreAlarm: boolean;
    readonly remainingMs: number;
    readonly totalMs: number;
  };
  readonly readiness: Readonly<Partial<Record<AlarmMode, ModeReadiness>>>;
  /** Centrals that are not proven connected: what their sensors report may be lost. */
  readonly lostCentrals: readonly string[];
  readonly isWalkTested: boolean;
  /** Outputs whose device has not confirmed the last write after several tries. */
  readonly unconfirmed: readonly string[];
  /** Outputs whose device is no longer there. */
  readonly missingOutputs: readonly string[];
}

/**
 * State of zones, by default of all. Remaining times count from the last event of the state.
 * @example
 * const isTriggered = statusOf(plan, state).some((zone) => zone.state === 'triggered');
 */
export function statusOf(plan: Plan, state: AlarmState, zones = plan.config.zones): readonly ZoneStatus[] {
  return zones.map((zone) => zoneStatus(plan, state, zone));
}

/**
 * Outputs whose device has not confirmed the last write after several tries.
 * @example
 * const isHealthy = unconfirmedOf(state).length === 0;
 */
export function unconfirmedOf({ outputs, mirrors = {} }: AlarmState): readonly string[] {
  return [...Object.entries(outputs), ...Object.entries(mirrors)]
    .filter(([, { isConfirmed, tries }]) => !isConfirmed && tries >= FAULT_TRIES)
    .map(([id]) => id);
}

function zoneStatus(plan: Plan, state: AlarmState, zone: ZoneConfig): ZoneStatus {
  const { arming, incident, unacknowledged, bypassed, walkTest } = state.zones[zone.id] ?? NEW_ZONE;
  const ofZone = (id: string) => plan.outputs.get(id)?.zone.id === zone.id;
  return {
    id: zone.id,
    name: zone.name,
    state: stateNameOf(state, zone.id),
    ...(arming === undefined ? {} : { mode: arming.mode }),
    bypassed,
    open: zone.sensors.filter(({ id }) => sensorState({ state }, id).isActive).map(({ id }) => id),
    ...(incident === undefined
      ? {}
      : {
          incident: {
            id: incident.id,
            startedAt: incident.startedAt,
            isSilenced: incident.isSilenced,
            isSounding: !incident.isSilenced && incident.soundEndClock > state.clock,
            ...(incident.causes[0]?.sensor === undefined ? {} : { sensor: incident.causes[0].sensor }),
          },
        }),
    ...(unacknowledged === undefined ? {} : { unacknowledged }),
    ...countdownOf(state, zone),
    readiness: readinessByMode(plan, state, zone),
    lostCentrals: plan.centralsOf(zone.id).filter((central) => isLost(state, central)),
    isWalkTested: walkTest !== undefined,
    unconfirmed: unconfirmedOf(state).filter(ofZone),
    missingOutputs: (state.missingOutputs ?? []).filter(ofZone),
  };
}

function countdownOf(state: AlarmState, { id }: ZoneConfig): Pick<ZoneStatus, 'countdown'> {
  const { arming, pending, incident } = state.zones[id] ?? NEW_ZONE;
  if (incident !== undefined) return {};
  const running =
    pending !== undefined
      ? { kind: 'entry_delay' as const, end: pending.endClock, totalMs: pending.totalMs }
      : { kind: 'exit_delay' as const, end: arming?.exitClock, totalMs: arming?.totalMs ?? 0 };
  if (running.end === undefined) return {};
  const { kind, totalMs } = running;
  const isPreAlarm = pending?.kind === 'pre_alarm';
  return { countdown: { kind, isPreAlarm, remainingMs: Math.max(0, running.end - state.clock), totalMs } };
}

function readinessByMode(plan: Plan, state: AlarmState, zone: ZoneConfig): ZoneStatus['readiness'] {
  const modes = Object.keys(zone.modes) as AlarmMode[];
  return Object.fromEntries(modes.map((mode) => [mode, modeReadiness(plan, state, zone, mode)]));
}

function modeReadiness(plan: Plan, state: AlarmState, zone: ZoneConfig, mode: AlarmMode): ModeReadiness {
  const { blockers, bypassed } = readinessOf(plan, state, zone, { mode, skipsDelay: false, bypass: [] });
  const members = zone.sensors.filter(({ modes }) => modes.includes(mode));
  const left = (out: readonly (string | undefined)[]) => members.some(({ id }) => !out.includes(id));
  const cured = blockers.filter(isCured).map(({ sensor }) => sensor);
  const isKept = cured.some((sensor) => plan.sensors.get(sensor ?? '')?.sensor.bypass === 'never');
  return {
    isReady: blockers.length === 0 && left(bypassed),
    blockers,
    bypassed,
    isForceable: !isKept && left([...bypassed, ...cured]),
  };
}

/** A zone, or all zones together, as an alarm control panel of other systems. */
export interface Panel {
  readonly zone: string;
  readonly name: string;
  readonly state:
    | 'disarmed'
    | 'arming'
    | 'pending'
    | 'triggered'
    | `armed_${'home' | 'away' | 'night' | 'vacation' | 'custom_bypass'}`;
  readonly modes: readonly AlarmMode[];
  readonly isAvailable: boolean;
  readonly isMaster: boolean;
  readonly needsCodeToArm: boolean;
  readonly needsCodeToDisarm: boolean;
}

const ARMED = {
  perimeter: 'armed_home',
  full: 'armed_away',
  night: 'armed_night',
  vacation: 'armed_vacation',
  custom: 'armed_custom_bypass',
} as const satisfies Record<AlarmMode, Panel['state']>;

/** The master shows the most urgent state of its zones. */
const URGENCY: readonly ZoneStateName[] = ['triggered', 'pending', 'arming', 'disarmed', 'armed'];

/**
 * The panel of each zone, and of the master where there are several. The master is armed only where every zone is.
 * @example
 * const [panel] = panelsOf(plan, state); // panel.state is 'armed_away'
 */
export function panelsOf(plan: Plan, state: AlarmState): readonly Panel[] {
  const { zones } = plan.config;
  const panels = zones.map((zone): Panel => {
    const name = stateNameOf(state, zone.id);
    const mode = state.zones[zone.id]?.arming?.mode ?? 'full';
    return {
      zone: zone.id,
      name: zone.name,
      state: name === 'armed' ? ARMED[mode] : name,
      modes: Object.keys(zone.modes) as AlarmMode[],
      isAvailable: !plan.centralsOf(zone.id).some((central) => isLost(state, central)),
      isMaster: false,
      needsCodeToArm: requiresCode(plan, zone, 'arm'),
      needsCodeToDisarm: requiresCode(plan, zone, 'disarm'),
    };
  });
  return panels.length < 2 ? panels : [...panels, masterOf(plan, state, panels)];
}

function masterOf(plan: Plan, state: AlarmState, panels: readonly Panel[]): Panel {
  const names = plan.config.zones.map(({ id }) => stateNameOf(state, id));
  const name = URGENCY.find((each) => names.includes(each)) ?? 'disarmed';
  const states = [...new Set(panels.map((panel) => panel.state))];
  const armed = states.length === 1 && states[0] !== undefined ? states[0] : 'armed_custom_bypass';
  return {
    zone: MASTER,
    name: 'Alarm',
    state: name === 'armed' ? armed : name,
    modes: [...new Set(panels.flatMap(({ modes }) => modes))],
    isAvailable: panels.every(({ isAvailable }) => isAvailable),
    isMaster: true,
    needsCodeToArm: panels.some(({ needsCodeToArm }) => needsCodeToArm),
    needsCodeToDisarm: panels.some(({ needsCodeToDisarm }) => needsCodeToDisarm),
  };
}
