import { type Behaviour, type Drafted, draft } from '../model/custom.js';
import type { Parameters } from '../model/parameters.js';
import type { Channel, DataPoint } from '../model/state.js';
import { lasting, readDuration, timeValues } from './duration.js';
import { canWrite, FULL, numberOf, reading, statePoints, transmitted, wasTold } from './read.js';
import { repetitions } from './repetitions.js';

/** The actual output, if it is reported: on BidCos several channels may control it. */
const outputPoint = (channel: Channel): DataPoint | undefined =>
  channel.points.get('LEVEL_REAL') ?? transmitted(channel, 'LEVEL');

/** The level to believe: that of the output, unless the channel was heard of later. */
function levelPoint(channel: Channel): DataPoint | undefined {
  const level = reading(channel, 'LEVEL');
  const output = channel.points.get('LEVEL_REAL');
  if (output === undefined || !wasTold(output)) return level;
  return !wasTold(level) || (output.seenAt ?? 0) >= (level?.seenAt ?? 0) ? output : level;
}

function shareOf(point: DataPoint | undefined): number | null {
  const level = numberOf(point);
  return level === null || level > FULL ? null : Math.min(1, Math.max(0, level));
}

const levelOf = (channel: Channel): number | null => shareOf(levelPoint(channel));

/** Data points for the brightness of a light. */
export const levelSources = (channel: Channel): readonly DataPoint[] => statePoints(channel, 'LEVEL', 'LEVEL_REAL');

const hasOnTime = (channel: Channel): boolean => canWrite(channel, 'ON_TIME') || canWrite(channel, 'DURATION_VALUE');
const hasRamp = (channel: Channel): boolean => canWrite(channel, 'RAMP_TIME') || canWrite(channel, 'RAMP_TIME_VALUE');

/** Times first: older devices take them only before the level they are for. */
export function lightTimes(channel: Channel, parameters: Parameters): Readonly<Record<string, unknown>> {
  const onTime = hasOnTime(channel) ? readDuration(parameters, 'on_time') : undefined;
  return {
    ...(onTime === undefined ? {} : timeValues(channel, onTime, 'DURATION')),
    ...ramp(channel, parameters, onTime),
  };
}

/** A ramp is refused, or ends in darkness, where a duration belongs to it and is missing. */
function ramp(channel: Channel, parameters: Parameters, onTime?: number): Readonly<Record<string, unknown>> {
  const seconds = hasRamp(channel) ? readDuration(parameters, 'ramp_time') : undefined;
  if (seconds === undefined) return {};
  return { ...(onTime === undefined ? lasting(channel) : {}), ...timeValues(channel, seconds, 'RAMP_TIME') };
}

/**
 * Brightness of a light when the command names none. Switched on it has its last brightness, or full brightness by
 * choice of people or if nothing is known; another colour keeps the brightness of a light that is on.
 */
export function resumeLevel(channel: Channel, operation: string): number {
  const current = levelOf(channel) ?? 0;
  const { resumesLights } = channel.device.central.behaviour;
  if (current > 0 && (resumesLights || operation !== 'turn_on')) return current;
  return (resumesLights ? reading(channel, 'LEVEL')?.channel.lastLevel : undefined) ?? 1;
}

/** `brightness` 0..255 or `brightness_pct` 0..100. */
export function wantedLevel(parameters: Parameters): number | undefined {
  const brightness = parameters.number('brightness', { min: 0, max: 255 });
  const percentage = parameters.number('brightness_pct', { min: 0, max: 100 });
  if (percentage !== undefined) return percentage / 100;
  return brightness === undefined ? undefined : brightness / 255;
}

export function brightnessState(channel: Channel): Readonly<Record<string, unknown>> {
  const level = levelOf(channel);
  const output = outputPoint(channel);
  return {
    is_on: level === null ? null : level > 0,
    ...brightnessOf('brightness', level),
    ...(output === undefined ? {} : brightnessOf('group_brightness', shareOf(output))),
  };
}

const brightnessOf = (name: string, level: number | null): Readonly<Record<string, number | null>> => ({
  [name]: level === null ? null : Math.round(level * 255),
  [`${name}_pct`]: level === null ? null : Math.round(level * 100),
});

export function turnOff(channel: Channel, parameters: Parameters): Drafted {
  return draft(channel, { ...ramp(channel, parameters), LEVEL: 0 });
}

export const dimmerBehaviour: Behaviour = {
  category: 'light',
  kind: 'light',
  parameter: 'LEVEL',
  sources: levelSources,
  operations: () => ['turn_on', 'turn_off'],
  capabilities: (channel) => ({
    dimmable: true,
    color: false,
    color_temp: false,
    effects: false,
    on_time: hasOnTime(channel),
    transition: hasRamp(channel),
  }),
  config: () => ({}),
  state: brightnessState,
  plan(channel, operation, parameters) {
    if (operation === 'turn_off') return turnOff(channel, parameters);
    return draft(channel, {
      ...lightTimes(channel, parameters),
      LEVEL: wantedLevel(parameters) ?? resumeLevel(channel, operation),
    });
  },
};

/** The eight colours of the signal lights, by hue in degrees; white and black have none. */
const FIXED_HUES: readonly (readonly [name: string, hue: number])[] = [
  ['RED', 0],
  ['YELLOW', 60],
  ['GREEN', 120],
  ['TURQUOISE', 180],
  ['BLUE', 240],
  ['PURPLE', 300],
];

/** Options of `COLOR` and `COLOR_BEHAVIOUR` that mean "as it was". */
const NO_CHOICE: ReadonlySet<string> = new Set(['OLD_VALUE', 'DO_NOT_CARE']);

/** The invisible colour, and the behaviour that shows nothing. */
const DARK = 'BLACK';
const SHOWS_NOTHING = 'OFF';

const effectsOf = (channel: Channel): readonly string[] =>
  choices(channel, 'COLOR_BEHAVIOUR').filter((name) => name !== SHOWS_NOTHING);

/** A colour that keeps a switched-on light without one from staying dark. */
function visibleColor(channel: Channel): string | undefined {
  const colors = choices(channel, 'COLOR');
  const name = named(reading(channel, 'COLOR'));
  const isSeen = name === null || (name !== DARK && colors.includes(name));
  return isSeen || !colors.includes('WHITE') ? undefined : 'WHITE';
}

/** The same for its behaviour: as it is, or plainly on. */
function visibleBehaviour(channel: Channel): string | undefined {
  const effects = effectsOf(channel);
  const name = named(reading(channel, 'COLOR_BEHAVIOUR'));
  return name === null || effects.includes(name) || !effects.includes('ON') ? undefined : 'ON';
}

const choices = (channel: Channel, parameter: string): readonly string[] =>
  (channel.points.get(parameter)?.descriptor.valueList ?? []).filter((name) => name !== '' && !NO_CHOICE.has(name));

export const fixedColorBehaviour: Behaviour = {
  ...dimmerBehaviour,
  kind: 'light_fixed_color',
  sources: (channel) => statePoints(channel, 'LEVEL', 'COLOR', 'COLOR_BEHAVIOUR'),
  operations: () => ['turn_on', 'turn_off', 'set_color'],
  capabilities: (channel) => ({
    ...dimmerBehaviour.capabilities(channel),
    color: true,
    effects: canWrite(channel, 'COLOR_BEHAVIOUR'),
    flash_time: canWrite(channel, 'ON_TIME_LIST_1'),
  }),
  config: (channel) => ({
    available_colors: choices(channel, 'COLOR'),
    available_effects: effectsOf(channel),
  }),
  state(channel) {
    const name = named(reading(channel, 'COLOR'));
    const hue = FIXED_HUES.find(([each]) => each === name)?.[1];
    return {
      ...brightnessState(channel),
      color_name: name,
      hue: hue ?? (name === null ? null : 0),
      saturation: name === null ? null : hue === undefined ? 0 : 100,
      effect: named(reading(channel, 'COLOR_BEHAVIOUR')),
    };
  },
  plan(channel, operation, parameters) {
    if (operation === 'turn_off') return turnOff(channel, parameters);
    const color = wantedFixedColor(channel, parameters, operation === 'set_color') ?? visibleColor(channel);
    const shows = canWrite(channel, 'COLOR_BEHAVIOUR');
    const effect = shows ? (parameters.text('effect', effectsOf(channel)) ?? visibleBehaviour(channel)) : undefined;
    const level = wantedLevel(parameters) ?? resumeLevel(channel, operation);
    return draft(channel, {
      // Signal lights would go off again after the time of an earlier signal.
      ...lasting(channel),
      ...lightTimes(channel, parameters),
      ...flashing(channel, parameters),
      ...(color === undefined ? {} : { COLOR: color }),
      ...(effect === undefined ? {} : { COLOR_BEHAVIOUR: effect }),
      LEVEL: level,
    });
  },
};

/** The length of an option such as `300MS` or `2S`; none for one that is no length. */
function millisecondsOf(option: string): number | undefined {
  const [, count, unit] = /^(\d+)(MS|S)$/.exec(option) ?? [];
  return count === undefined ? undefined : Number(count) * (unit === 'S' ? 1000 : 1);
}

/** Lights that flash by themselves: how long each flash is, and how often. Without a length they stay on. */
function flashing(channel: Channel, parameters: Parameters): Readonly<Record<string, unknown>> {
  if (!canWrite(channel, 'ON_TIME_LIST_1')) return {};
  const options = choices(channel, 'ON_TIME_LIST_1');
  const lengths = options.flatMap((option) => {
    const milliseconds = millisecondsOf(option);
    return milliseconds === undefined ? [] : [{ option, milliseconds }];
  });
  const longest = Math.max(0, ...lengths.map(({ milliseconds }) => milliseconds));
  const wanted = parameters.number('flash_time', { min: 0, max: longest });
  const off = (milliseconds: number): number => Math.abs(milliseconds - (wanted ?? 0));
  const nearest = [...lengths].sort((a, b) => off(a.milliseconds) - off(b.milliseconds))[0];
  const option = wanted === undefined || wanted === 0 ? 'PERMANENTLY_ON' : nearest?.option;
  return {
    ...(option === undefined || !options.includes(option) ? {} : { ON_TIME_LIST_1: option }),
    ...repetitions(channel, parameters, 'repetitions', 0),
  };
}

function named(point: DataPoint | undefined): string | null {
  return typeof point?.value === 'number' ? (point.descriptor.valueList?.[point.value] ?? null) : null;
}

function wantedFixedColor(channel: Channel, parameters: Parameters, required: boolean): string | undefined {
  const name = parameters.text('color', choices(channel, 'COLOR'));
  if (name !== undefined) return name;
  const hue = parameters.number('hue', { min: 0, max: 360 });
  const saturation = parameters.number('saturation', { min: 0, max: 100 });
  if (hue === undefined && saturation === undefined) {
    if (required) parameters.requiredNumber('hue');
    return undefined;
  }
  if ((saturation ?? 100) < 20) return 'WHITE';
  const distance = (each: number) => Math.min(Math.abs(each - (hue ?? 0)), 360 - Math.abs(each - (hue ?? 0)));
  return [...FIXED_HUES].sort(([, a], [, b]) => distance(a) - distance(b))[0]?.[0];
}
