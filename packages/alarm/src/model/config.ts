/** Modes in which a zone watches: its shell, everything, and three more that an installation gives a meaning. */
export const ALARM_MODES = ['perimeter', 'full', 'night', 'vacation', 'custom'] as const;
/** Name of a mode. */
export type AlarmMode = (typeof ALARM_MODES)[number];

/** Kinds of sensors. `hazard` is smoke, water or carbon monoxide; `panic` a key or button that calls for help. */
export const SENSOR_KINDS = ['door', 'window', 'motion', 'tamper', 'hazard', 'panic'] as const;
/** Name of a kind of sensor. */
export type SensorKind = (typeof SENSOR_KINDS)[number];

/**
 * Reaction of an armed zone. `entry` starts the entry delay. `follower` joins a running delay and triggers at once
 * otherwise. `instant` triggers at once, also during a delay.
 */
export const REACTIONS = ['entry', 'follower', 'instant'] as const;
/** Name of a reaction. */
export type Reaction = (typeof REACTIONS)[number];

/** Rules for arming without a sensor: on request, never, or by itself while it is open. */
export const BYPASSES = ['allowed', 'never', 'automatic'] as const;
/** Name of a rule for bypassing. */
export type Bypass = (typeof BYPASSES)[number];

/**
 * Classes of outputs. `notification` calls programs and people, and `sysvar_mirror` shows the state of the zone in a system
 * variable; all others are devices.
 */
export const OUTPUT_CLASSES = [
  'acoustic_siren',
  'switched_siren',
  'smoke_sounder',
  'optical_siren',
  'alarm_light',
  'chirp',
  'notification',
  'sysvar_mirror',
] as const;
/** Name of a class of outputs. */
export type OutputClass = (typeof OUTPUT_CLASSES)[number];

/** Times at which an output is on: during the exit delay, the entry delay, the pre-alarm, or the alarm. */
export const STAGES = ['exit', 'entry', 'pre_alarm', 'alarm'] as const;
/** Name of a stage. */
export type Stage = (typeof STAGES)[number];

/** One data point of a CCU. */
export interface Point {
  readonly central: string;
  readonly interfaceId: string;
  readonly channelAddress: string;
  readonly parameter: string;
}

/** Value of a data point. */
export type PointValue = boolean | number | string;

/** A data point that a zone watches. */
export interface SensorConfig {
  /** Unique among all zones. */
  readonly id: string;
  readonly name: string;
  readonly kind: SensorKind;
  readonly point: Point;
  /** Values that mean active. Empty: `true` and every number above 0. */
  readonly activeValues: readonly PointValue[];
  /** Modes in which the sensor counts. */
  readonly modes: readonly AlarmMode[];
  readonly reaction: Reaction;
  /** The sensor also triggers while the zone is disarmed. */
  readonly isAlways: boolean;
  readonly bypass: Bypass;
  /** An activation of the disarmed zone is announced. */
  readonly chimes: boolean;
  /** Group of which several sensors must be active before one of them counts. */
  readonly group?: string;
}

/** Sensors of which `count` different ones must be active within `withinMs`. */
export interface GroupConfig {
  readonly id: string;
  readonly count: number;
  readonly withinMs: number;
}

/** A device that a zone switches. */
export interface OutputConfig {
  /** Unique among all zones. */
  readonly id: string;
  readonly name: string;
  readonly class: OutputClass;
  readonly central: string;
  /** Of a `sysvar_mirror`: the name of the system variable. */
  readonly channelAddress: string;
  /** Of a `sysvar_mirror`: the time for which a boolean variable is true. Undefined: while the zone is triggered. */
  readonly trueWhile?: 'armed' | 'triggered';
  /** Longest time that the output is on. */
  readonly durationMs: number;
  readonly stages: readonly Stage[];
  /** Empty: every mode. A hazard uses the outputs of all modes. */
  readonly modes: readonly AlarmMode[];
}

/** Delays of a zone in one mode. */
export interface ModeConfig {
  readonly exitDelayMs: number;
  readonly entryDelayMs: number;
}

/** Days of a week, in the order of their numbers in a `Date`. */
export const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;
/** Name of a day. */
export type Weekday = (typeof WEEKDAYS)[number];

/** A time at which a zone should be armed. */
export interface ScheduleConfig {
  readonly days: readonly Weekday[];
  /** `HH:MM` of the local clock. */
  readonly time: string;
  readonly mode: AlarmMode;
  /** The zone is armed then. Otherwise a reminder is sent where it is not in the mode. */
  readonly arms: boolean;
}

/** Sensors and outputs that are armed together. */
export interface ZoneConfig {
  readonly id: string;
  readonly name: string;
  readonly position: number;
  readonly modes: Readonly<Partial<Record<AlarmMode, ModeConfig>>>;
  /** Time between the cause of an alarm and the alarm, with the outputs of the stage `pre_alarm`. 0: none. */
  readonly preAlarmMs: number;
  /** Time for which an alarm sounds. */
  readonly alarmMs: number;
  /** Quiet time after an alarm. The zone stays triggered in it, and an activation sounds again. */
  readonly coolDownMs: number;
  /** The alarm ends by itself after the cool-down, and the zone watches again. Otherwise it ends with a disarm. */
  readonly rearms: boolean;
  /** Alarms of one sensor for each arming; afterwards the sensor is bypassed. */
  readonly swingerLimit: number;
  /** Time after which an armed zone triggers because a CCU is not proven connected. Undefined: never. */
  readonly centralLostMs?: number;
  /** Actions that require a code, as soon as a PIN exists for them. */
  readonly needsCode: { readonly arm: boolean; readonly disarm: boolean };
  readonly groups: readonly GroupConfig[];
  /** Earlier versions stored none. */
  readonly schedules?: readonly ScheduleConfig[];
  readonly sensors: readonly SensorConfig[];
  readonly outputs: readonly OutputConfig[];
}

/** Ways to give a code: a PIN, a slot of a keypad, a key of a remote control. */
export const CODE_KINDS = ['pin', 'keypad_slot', 'remote_key'] as const;
/** Name of a kind of code. */
export type CodeKind = (typeof CODE_KINDS)[number];

/** Actions that a code permits. */
export type CodeVerb = 'arm' | 'disarm' | 'silence';

/** Key or slot of a keypad that acts as a code. */
export interface CodeBinding {
  readonly point: Point;
  /** Value that the point reports for this code. Undefined: every press of a key; the value of a keypad never fits. */
  readonly value?: PointValue;
  readonly verb: CodeVerb;
  /** A zone, or `master` for all. */
  readonly zone: string;
  /** Mode to arm. */
  readonly mode?: AlarmMode;
}

/** One code and the actions that it permits. */
export interface CodeConfig {
  readonly id: string;
  readonly name: string;
  readonly kind: CodeKind;
  /** Only of a PIN: a hash by a slow function. Never shown. */
  readonly hash?: string;
  /** The code acts as usual and calls for help silently. */
  readonly isDuress: boolean;
  readonly isOneTime: boolean;
  readonly isEnabled: boolean;
  readonly perms: Readonly<Record<CodeVerb, boolean>>;
  /** Empty: every zone. */
  readonly zones: readonly string[];
  /** Milliseconds since the Unix epoch. */
  readonly validFrom?: number;
  readonly validUntil?: number;
  readonly binding?: CodeBinding;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** Zones and codes of an installation. */
export interface AlarmConfig {
  readonly zones: readonly ZoneConfig[];
  readonly codes: readonly CodeConfig[];
}

/** Name of the zone that stands for all zones. */
export const MASTER = 'master';
