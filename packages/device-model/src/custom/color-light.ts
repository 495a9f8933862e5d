import { type Behaviour, type Drafted, draft } from '../model/custom.js';
import type { Parameters } from '../model/parameters.js';
import type { Channel, DataPoint } from '../model/state.js';
import {
  brightnessState,
  dimmerBehaviour,
  levelSources,
  lightTimes,
  resumeLevel,
  turnOff,
  wantedLevel,
} from './light.js';
import { canWrite, numberOf, reading, statePoints } from './read.js';

type Mode = 'PWM' | 'RGB' | 'RGBW' | 'TUNABLE_WHITE';

/** Wiring of a universal light, once MASTER of channel 0 has been read; until then every possible light is offered. */
function modeOf(channel: Channel): Mode | undefined {
  const maintenance = channel.device.channels.get(0);
  const raw = maintenance?.master.get('DEVICE_OPERATION_MODE');
  const options = maintenance?.paramsets.get('MASTER')?.DEVICE_OPERATION_MODE?.VALUE_LIST;
  const name = typeof raw === 'number' ? options?.[raw] : raw;
  if (typeof name !== 'string') return undefined;
  if (name.includes('TUNABLE_WHITE')) return 'TUNABLE_WHITE';
  if (name.includes('RGBW')) return 'RGBW';
  return name.includes('RGB') ? 'RGB' : 'PWM';
}

/** Number of channels that carry a light of their own; the rest of the outputs belong to those. */
const LIGHTS: Readonly<Record<Mode, number>> = { PWM: 4, RGB: 1, RGBW: 1, TUNABLE_WHITE: 2 };

export function isSpareLight(channel: Channel): boolean {
  const mode = modeOf(channel);
  return mode !== undefined && channel.number > LIGHTS[mode];
}

const hasColor = (channel: Channel): boolean => {
  const mode = modeOf(channel);
  return canWrite(channel, 'HUE') && (mode === undefined || mode === 'RGB' || mode === 'RGBW');
};

const hasTemperature = (channel: Channel): boolean => {
  const mode = modeOf(channel);
  return canWrite(channel, 'COLOR_TEMPERATURE') && (mode === undefined || mode === 'TUNABLE_WHITE' || mode === 'RGBW');
};

const effectsOf = (channel: Channel): readonly string[] =>
  canWrite(channel, 'EFFECT') ? (channel.points.get('EFFECT')?.descriptor.valueList ?? []) : [];

/** 361 and just above 1 mean "leave as it is". */
const below = (value: number | null, limit: number): number | null => (value === null || value > limit ? null : value);

/** True when a light shows this one of colour and colour temperature: the other one is unknown meanwhile. */
function isShown(channel: Channel, parameter: 'HUE' | 'COLOR_TEMPERATURE'): boolean {
  const value = numberOf(reading(channel, parameter));
  const isUnchanged = parameter === 'HUE' && value !== null && value > 360;
  return value !== null && !isUnchanged;
}

/** Colour mode of lights that can show either. One that reports both shows the one that changed last. */
function colorMode(channel: Channel): 'hs' | 'color_temp' | null {
  const [hs, white] = [isShown(channel, 'HUE'), isShown(channel, 'COLOR_TEMPERATURE')];
  if (hs !== white) return hs ? 'hs' : 'color_temp';
  if (!hs) return null;
  const changedAt = (parameter: string): number => reading(channel, parameter)?.changedAt ?? 0;
  const lead = changedAt('HUE') - changedAt('COLOR_TEMPERATURE');
  return lead === 0 ? null : lead > 0 ? 'hs' : 'color_temp';
}

/** Universal lights: level, colour, colour temperature and effects in one channel, written in one go. */
const universalLightBehaviour: Behaviour = {
  ...dimmerBehaviour,
  kind: 'light_rgbw',
  sources: (channel) => [...levelSources(channel), ...statePoints(channel, 'HUE', 'SATURATION', 'COLOR_TEMPERATURE')],
  operations: (channel) => [
    'turn_on',
    'turn_off',
    ...(hasColor(channel) ? ['set_color'] : []),
    ...(hasTemperature(channel) ? ['set_color_temp'] : []),
  ],
  capabilities: (channel) => ({
    ...dimmerBehaviour.capabilities(channel),
    color: hasColor(channel),
    color_temp: hasTemperature(channel),
    effects: effectsOf(channel).length > 0,
  }),
  config(channel) {
    const temperature = channel.points.get('COLOR_TEMPERATURE')?.descriptor;
    return {
      ...(hasTemperature(channel)
        ? { min_color_temp_kelvin: temperature?.min, max_color_temp_kelvin: temperature?.max }
        : {}),
      available_effects: effectsOf(channel),
    };
  },
  state(channel) {
    const saturation = below(numberOf(reading(channel, 'SATURATION')), 1);
    return {
      ...brightnessState(channel),
      ...(hasColor(channel)
        ? {
            hue: below(numberOf(reading(channel, 'HUE')), 360),
            saturation: saturation === null ? null : Math.round(saturation * 100),
          }
        : {}),
      ...(hasTemperature(channel) ? { color_temp_kelvin: numberOf(reading(channel, 'COLOR_TEMPERATURE')) } : {}),
      ...(hasColor(channel) && hasTemperature(channel) ? { color_mode: colorMode(channel) } : {}),
    };
  },
  plan: planUniversal,
};

const whiteLightBehaviour: Behaviour = { ...universalLightBehaviour, kind: 'light_color_temp' };
const rgbLightBehaviour: Behaviour = { ...universalLightBehaviour, kind: 'light_color' };

/** Behaviour of a universal light by its wiring; four simple outputs are four dimmers. */
export function universalLight(channel: Channel): Behaviour {
  switch (modeOf(channel)) {
    case 'PWM':
      return dimmerBehaviour;
    case 'RGB':
      return rgbLightBehaviour;
    case 'TUNABLE_WHITE':
      return whiteLightBehaviour;
    default:
      return canWrite(channel, 'HUE') ? universalLightBehaviour : whiteLightBehaviour;
  }
}

function planUniversal(channel: Channel, operation: string, parameters: Parameters): Drafted {
  if (operation === 'turn_off') return turnOff(channel, parameters);
  const color = hasColor(channel) ? wantedColor(parameters, operation === 'set_color') : undefined;
  const kelvin = hasTemperature(channel) ? wantedKelvin(parameters, operation === 'set_color_temp') : undefined;
  const effects = effectsOf(channel);
  const effect = effects.length === 0 ? undefined : parameters.text('effect', effects);
  const level = wantedLevel(parameters) ?? resumeLevel(channel, operation);
  return draft(channel, {
    ...lightTimes(channel, parameters),
    ...(color === undefined ? {} : { HUE: color.hue, SATURATION: color.saturation / 100 }),
    ...(kelvin === undefined ? {} : { COLOR_TEMPERATURE: kelvin }),
    ...(effect === undefined ? {} : { EFFECT: effect }),
    LEVEL: level,
  });
}

function wantedColor(parameters: Parameters, required: boolean): { hue: number; saturation: number } | undefined {
  const hue = parameters.number('hue', { min: 0, max: 360 });
  const saturation = parameters.number('saturation', { min: 0, max: 100 });
  if (required && hue === undefined) parameters.requiredNumber('hue');
  if (hue === undefined && saturation === undefined) return undefined;
  return { hue: Math.round(hue ?? 0), saturation: saturation ?? 100 };
}

function wantedKelvin(parameters: Parameters, required: boolean): number | undefined {
  const kelvin = required ? parameters.requiredNumber('color_temp_kelvin') : parameters.number('color_temp_kelvin');
  return kelvin === undefined ? undefined : Math.round(kelvin);
}

const HUE_STEPS = 199;
const WHITE = 200;

const channelsOf = (channel: Channel, type: string): readonly Channel[] =>
  [...channel.device.channels.values()]
    .filter((each) => each.description.TYPE === type)
    .sort((a, b) => a.number - b.number);

/** Of several dimmers the last ones have the colours, in order; the outputs before them are plain. */
function partnerOf(channel: Channel, type: string): Channel | undefined {
  const partners = channelsOf(channel, type);
  const dimmers = channelsOf(channel, channel.description.TYPE);
  return partners[dimmers.indexOf(channel) - (dimmers.length - partners.length)];
}

const colorChannel = (channel: Channel): Channel | undefined => partnerOf(channel, 'RGBW_COLOR');
const programChannel = (channel: Channel): Channel | undefined => partnerOf(channel, 'RGBW_AUTOMATIC');

const pointIn = (channel: Channel | undefined, parameter: string): readonly DataPoint[] => {
  const point = channel?.points.get(parameter);
  return point === undefined ? [] : [point];
};

export const hasColorChannel = (channel: Channel): boolean => colorChannel(channel) !== undefined;

/** The BidCos colour light: level, colour and programme are channels of their own, so a colour is a second write. */
export const colorChannelBehaviour: Behaviour = {
  ...dimmerBehaviour,
  kind: 'light_color',
  sources: (channel) => [
    ...levelSources(channel),
    ...pointIn(colorChannel(channel), 'COLOR'),
    ...pointIn(programChannel(channel), 'PROGRAM'),
  ],
  operations: () => ['turn_on', 'turn_off', 'set_color'],
  capabilities: (channel) => ({
    ...dimmerBehaviour.capabilities(channel),
    color: true,
    effects: programChannel(channel) !== undefined,
  }),
  config: (channel) => ({ available_effects: programsOf(channel) }),
  state(channel) {
    const color = numberOf(pointIn(colorChannel(channel), 'COLOR')[0]);
    const program = numberOf(pointIn(programChannel(channel), 'PROGRAM')[0]);
    return {
      ...brightnessState(channel),
      hue: color === null ? null : color >= WHITE ? 0 : Math.round((color / HUE_STEPS) * 360),
      saturation: color === null ? null : color >= WHITE ? 0 : 100,
      effect: program === null ? null : (PROGRAMS[program] ?? null),
    };
  },
  plan(channel, operation, parameters) {
    if (operation === 'turn_off') return turnOff(channel, parameters);
    const color = wantedColor(parameters, operation === 'set_color');
    const programs = programChannel(channel);
    const effect = programs === undefined ? undefined : (parameters.text('effect', PROGRAMS) ?? noProgram(channel));
    const level = wantedLevel(parameters);
    const lit = (numberOf(reading(channel, 'LEVEL')) ?? 0) > 0;
    const colors = colorChannel(channel);
    const keepsLevel = operation === 'set_color' && lit && level === undefined;
    return {
      ok: true,
      drafts: [
        ...(color === undefined || colors === undefined
          ? []
          : [{ holder: colors, key: 'VALUES' as const, values: { COLOR: toStep(color) } }]),
        ...(effect === undefined || programs === undefined
          ? []
          : [{ holder: programs, key: 'VALUES' as const, values: { PROGRAM: PROGRAMS.indexOf(effect) } }]),
        ...(keepsLevel
          ? []
          : [
              {
                holder: channel,
                key: 'VALUES' as const,
                values: { ...lightTimes(channel, parameters), LEVEL: level ?? resumeLevel(channel, operation) },
              },
            ]),
      ],
    };
  },
};

const programsOf = (channel: Channel): readonly string[] => (programChannel(channel) === undefined ? [] : PROGRAMS);

/** A program that runs goes on changing the colour, so that it ends where another colour or plain light is wanted. */
const noProgram = (channel: Channel): string | undefined =>
  (numberOf(pointIn(programChannel(channel), 'PROGRAM')[0]) ?? 0) > 0 ? PROGRAMS[0] : undefined;

const toStep = (color: { hue: number; saturation: number }): number =>
  color.saturation < 10 ? WHITE : Math.round((color.hue / 360) * HUE_STEPS);

const PROGRAMS: readonly string[] = [
  'Off',
  'Slow color change',
  'Medium color change',
  'Fast color change',
  'Campfire',
  'Waterfall',
  'TV simulation',
];
