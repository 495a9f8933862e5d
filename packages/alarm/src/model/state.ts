import type { AlarmMode, Point } from './config.js';

// The engine has a clock of its own: it counts the time that passed between events, and never goes back. Fields that end
// in `Clock` are times of it in milliseconds, so that a clock of the machine that jumps back prolongs no delay.

/** Cause of an alarm. */
export interface Cause {
  readonly kind: 'sensor' | 'central_lost';
  readonly sensor?: string;
  readonly central?: string;
  /** The delay ended while the process did not run. */
  readonly isWhileAway?: true;
}

/** An arming in force, or its exit delay. */
export interface Arming {
  readonly mode: AlarmMode;
  readonly by: string;
  readonly source: string;
  /** End of the exit delay; undefined for an armed zone. */
  readonly exitClock?: number;
  readonly totalMs: number;
}

/** A delay after which an alarm starts. */
export interface Pending {
  readonly kind: 'entry_delay' | 'pre_alarm';
  readonly endClock: number;
  readonly totalMs: number;
  readonly cause: Cause;
}

/** An alarm, from its cause to its end. */
export interface Incident {
  readonly id: number;
  /** Milliseconds since the Unix epoch. */
  readonly startedAt: number;
  /** The first is the cause of the alarm. */
  readonly causes: readonly Cause[];
  readonly isHazard: boolean;
  readonly isSilenced: boolean;
  /** Begin and end of the present sounding. */
  readonly soundClock: number;
  readonly soundEndClock: number;
  /** The end of the sounding is recorded. */
  readonly isQuiet: boolean;
  readonly endClock: number;
}

/** A test of the sensors of a disarmed zone. */
export interface WalkTest {
  /** Milliseconds since the Unix epoch. */
  readonly startedAt: number;
  readonly endClock: number;
  /** Last activation of each tested sensor, in milliseconds since the Unix epoch. */
  readonly seen: Readonly<Record<string, number>>;
}

/** An arming by a schedule that waits for the connection to a CCU. */
export interface Waiting {
  readonly mode: AlarmMode;
  readonly occurrence: string;
  readonly endClock: number;
}

/** State of a zone. */
export interface ZoneState {
  /** Undefined: disarmed. Only a disarm takes it away. */
  readonly arming?: Arming;
  readonly pending?: Pending;
  readonly incident?: Incident;
  /** The last ended incident until its acknowledgement. */
  readonly unacknowledged?: number;
  readonly bypassed: readonly string[];
  /** Alarms of each sensor since the zone was armed. */
  readonly alarms: Readonly<Record<string, number>>;
  /** Recent activations of the groups. */
  readonly recent: readonly { readonly group: string; readonly sensor: string; readonly clock: number }[];
  /** Centrals whose loss has triggered since they were lost. */
  readonly lostTriggered: readonly string[];
  readonly walkTest?: WalkTest;
  readonly waiting?: Waiting;
  /** The last occurrences of schedules that were taken. Earlier versions stored none. */
  readonly occurrences?: readonly string[];
}

/** Names of the states of a zone, in the order of their urgency. */
export const ZONE_STATES = ['disarmed', 'arming', 'armed', 'pending', 'triggered'] as const;
/** Name of the state of a zone. */
export type ZoneStateName = (typeof ZONE_STATES)[number];

/** Last report of a sensor. */
export interface SensorState {
  /** Undefined: no value is known. */
  readonly isActive?: boolean;
  readonly isUnreachable: boolean;
  readonly isLowBattery: boolean;
  readonly isSabotaged: boolean;
}

/** An output that is on, or whose stop the device has not confirmed. */
export interface OutputState {
  readonly isOn: boolean;
  readonly endClock: number;
  readonly isConfirmed: boolean;
  readonly tries: number;
  readonly nextTryClock: number;
  /** End of a test. */
  readonly testEndClock?: number;
  readonly isOpticalOnly: boolean;
}

/** The last content that a system variable was given. */
export interface MirrorState {
  readonly state: ZoneStateName;
  /** Of a variable that is true or false. */
  readonly isOn: boolean;
  readonly isConfirmed: boolean;
  readonly tries: number;
  readonly nextTryClock: number;
}

/** Writes after which an output that its device has not confirmed is a fault. */
export const FAULT_TRIES = 4;

/** Tries of codes. */
export interface CodeLock {
  /** The last tries that failed, or are under way, of all accounts. */
  readonly tries: readonly { readonly account: string; readonly clock: number }[];
  /** Accounts with failures since their last accepted code: the number of them, and the end of the pause. */
  readonly accounts: Readonly<Record<string, { readonly streak: number; readonly lockedUntilClock: number }>>;
}

/** The whole state: data that can be written and read at each step. */
export interface AlarmState {
  readonly version: 1;
  /** Time of the last event, in milliseconds since the Unix epoch. */
  readonly at: number;
  /** Latest time since the configuration was changed: a clock that jumps back makes no ended code valid again. */
  readonly latestAt: number;
  readonly clock: number;
  readonly nextIncident: number;
  readonly zones: Readonly<Record<string, ZoneState>>;
  readonly sensors: Readonly<Record<string, SensorState>>;
  /** Connected centrals have no `lostClock`. */
  readonly centrals: Readonly<Record<string, { readonly lostClock?: number }>>;
  readonly outputs: Readonly<Record<string, OutputState>>;
  /** Outputs of the class `sysvar_mirror`. Earlier versions stored none. */
  readonly mirrors?: Readonly<Record<string, MirrorState>>;
  /** Outputs whose device is no longer there. Earlier versions stored none. */
  readonly missingOutputs?: readonly string[];
  readonly lock: CodeLock;
  /** One-time codes that were used. */
  readonly usedCodes: readonly string[];
  /** Time of the last press of each bound key, by `pointKey`. */
  readonly presses: Readonly<Record<string, number>>;
}

/** State of a zone that was never armed. */
export const NEW_ZONE: ZoneState = { bypassed: [], alarms: {}, recent: [], lostTriggered: [] };

/** State of a sensor without a report. */
export const NEW_SENSOR: SensorState = { isUnreachable: false, isLowBattery: false, isSabotaged: false };

/**
 * The state of an alarm system that was never used, at a time in milliseconds since the Unix epoch.
 * @example
 * const state = newState(Date.now());
 */
export function newState(at: number): AlarmState {
  return {
    version: 1,
    at,
    latestAt: at,
    clock: 0,
    nextIncident: 1,
    zones: {},
    sensors: {},
    centrals: {},
    outputs: {},
    lock: { tries: [], accounts: {} },
    usedCodes: [],
    presses: {},
  };
}

/**
 * Identity of a data point.
 * @example
 * pointKey({ central: 'home', interfaceId: 'HmIP-RF', channelAddress: '0001:1', parameter: 'STATE' });
 */
export const pointKey = ({ central, interfaceId, channelAddress, parameter }: Point): string =>
  JSON.stringify([central, interfaceId, channelAddress, parameter]);
