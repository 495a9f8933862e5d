import { type Behaviour, type Drafted, draft } from '../model/custom.js';
import type { Parameters } from '../model/parameters.js';
import type { Channel, DataPoint } from '../model/state.js';
import { hmipTime, readAway, rfTime } from './climate-away.js';
import {
  areLimitsForProgram,
  configuredLimits,
  heatingOutput,
  pointedProgram,
  pointedPrograms,
  pointTo,
  thermostatConfiguration,
} from './climate-configuration.js';
import { isManual, MANUAL, manualSetpoint, OFF } from './climate-manual.js';
import { isHeating } from './linked-heating.js';
import { canWrite, flagOf, numberOf, optionOf, statePoints } from './read.js';

const STEP = 0.5;

const point = (channel: Channel, ...parameters: readonly string[]): DataPoint | undefined =>
  parameters.map((parameter) => channel.points.get(parameter)).find((each) => each !== undefined);

/** Humidity and temperature may be measured by another channel of the same thermostat. */
const anywhere = (channel: Channel, ...parameters: readonly string[]): DataPoint | undefined =>
  point(channel, ...parameters) ??
  [...channel.device.channels.values()].map((each) => point(each, ...parameters)).find((each) => each !== undefined);

const setpointOf = (channel: Channel): DataPoint | undefined =>
  point(channel, 'SET_POINT_TEMPERATURE', 'SET_TEMPERATURE', 'SETPOINT');

/** The range of the description, narrowed by the configuration. */
function boundsOf(channel: Channel): { readonly min: number; readonly max: number } {
  const { min = OFF, max = 30.5 } = setpointOf(channel)?.descriptor ?? {};
  const configured = configuredLimits(channel);
  return { min: Math.max(min, configured.min ?? min), max: Math.min(max, configured.max ?? max) };
}

function limits(channel: Channel): { readonly min_temp: number; readonly max_temp: number } {
  const { min, max } = boundsOf(channel);
  return { min_temp: min <= OFF ? OFF + STEP : min, max_temp: max };
}

function measured(channel: Channel): Readonly<Record<string, unknown>> {
  return {
    current_temperature: numberOf(anywhere(channel, 'ACTUAL_TEMPERATURE', 'TEMPERATURE')),
    current_humidity: numberOf(anywhere(channel, 'HUMIDITY', 'ACTUAL_HUMIDITY')),
    target_temperature: numberOf(setpointOf(channel)),
  };
}

function measuringSources(channel: Channel, ...own: readonly string[]): readonly DataPoint[] {
  const found = [
    ...statePoints(channel, ...own),
    setpointOf(channel),
    anywhere(channel, 'ACTUAL_TEMPERATURE', 'TEMPERATURE'),
    anywhere(channel, 'HUMIDITY', 'ACTUAL_HUMIDITY'),
  ];
  return [...new Set(found.filter((each): each is DataPoint => each !== undefined))];
}

/** Setpoint when nothing is known yet. */
const COMFORTABLE = 20;

function temperature(channel: Channel, parameters: Parameters): number | undefined {
  const { min = OFF, max = 30.5 } = setpointOf(channel)?.descriptor ?? {};
  const isFree = isManual(channel) && areLimitsForProgram(channel);
  // Off lies below any configured lower limit.
  const wanted = parameters.requiredNumber('temperature', { min, max: isFree ? max : boundsOf(channel).max });
  return wanted === undefined ? undefined : Math.round(wanted / STEP) * STEP;
}

/** Setpoint when heating is switched on by hand: as last time, else as now, unless that means off; in the limits. */
function resumeAt(channel: Channel): number {
  const setpoint = manualSetpoint(channel) ?? numberOf(setpointOf(channel));
  const { min, max } = boundsOf(channel);
  return Math.min(max, Math.max(min, setpoint === null || setpoint <= OFF ? COMFORTABLE : setpoint));
}

const AUTO = 0;
const AWAY = 2;

const profileCount = (channel: Channel): number => channel.points.get('ACTIVE_PROFILE')?.descriptor.max ?? 0;
const weekPrograms = (channel: Channel): readonly string[] =>
  Array.from({ length: Math.min(6, profileCount(channel)) }, (_, index) => `week_program_${index + 1}`);

const isCooling = (channel: Channel): boolean => optionOf(point(channel, 'HEATING_COOLING')) === 'COOLING';

const outputSources = (channel: Channel): readonly DataPoint[] => {
  const output = channel.points.has('LEVEL') ? undefined : heatingOutput(channel);
  return output === undefined ? [] : [output.point];
};

/** HmIP thermostats and heating groups. */
export const hmipClimateBehaviour: Behaviour = {
  category: 'climate',
  kind: 'climate_hmip',
  parameter: 'SET_POINT_TEMPERATURE',
  sources: (channel) => [
    ...measuringSources(
      channel,
      'SET_POINT_MODE',
      'BOOST_MODE',
      'ACTIVE_PROFILE',
      'WINDOW_STATE',
      'LEVEL',
      'HEATING_COOLING',
    ),
    ...outputSources(channel),
  ],
  operations: () => ['set_temperature', 'set_mode', 'set_preset', 'enable_away', 'disable_away'],
  capabilities: (channel) => ({
    boost: canWrite(channel, 'BOOST_MODE'),
    away: canWrite(channel, 'PARTY_TIME_END'),
    profiles: profileCount(channel) > 0,
    cooling: channel.points.has('HEATING_COOLING'),
    humidity: anywhere(channel, 'HUMIDITY', 'ACTUAL_HUMIDITY') !== undefined,
  }),
  config: (channel) => ({
    ...limits(channel),
    ...thermostatConfiguration(channel),
    temp_step: STEP,
    hvac_modes: ['auto', isCooling(channel) ? 'cool' : 'heat', 'off'],
    // Away needs to know until when, so it is an operation of its own.
    preset_modes: ['none', 'boost', ...weekPrograms(channel)],
  }),
  state(channel) {
    const mode = numberOf(point(channel, 'SET_POINT_MODE'));
    const target = numberOf(setpointOf(channel));
    const valve = numberOf(point(channel, 'LEVEL'));
    return {
      ...measured(channel),
      hvac_mode: hvacMode(channel, mode, target),
      preset_mode: hmipPreset(channel, mode),
      ...(valve === null ? {} : { valve_position: Math.round(Math.min(1, valve) * 100) }),
      ...actionState(channel, target, valve),
      ...(channel.points.has('WINDOW_STATE') ? { window_open: windowOpen(channel) } : {}),
    };
  },
  plan: planHmip,
};

function hvacMode(channel: Channel, mode: number | null, target: number | null): string | null {
  if (target !== null && target <= OFF) return 'off';
  if (mode === null) return null;
  if (mode === MANUAL) return isCooling(channel) ? 'cool' : 'heat';
  return 'auto';
}

function hmipPreset(channel: Channel, mode: number | null): string | null {
  if (flagOf(point(channel, 'BOOST_MODE')) === true) return 'boost';
  if (mode === null) return null;
  if (mode === AWAY) return 'away';
  const profile = numberOf(point(channel, 'ACTIVE_PROFILE'));
  return mode === AUTO && profile !== null && profile >= 1 ? `week_program_${profile}` : 'none';
}

/** Present action, by its valve, or by the actor that it heats through. */
function actionState(channel: Channel, target: number | null, valve: number | null): Readonly<Record<string, unknown>> {
  const isActive = valve === null ? isHeating(channel) : valve > 0;
  if (isActive === null) return {};
  if (target !== null && target <= OFF) return { hvac_action: 'off' };
  if (!isActive) return { hvac_action: 'idle' };
  return { hvac_action: isCooling(channel) ? 'cooling' : 'heating' };
}

function windowOpen(channel: Channel): boolean | null {
  const option = optionOf(point(channel, 'WINDOW_STATE'));
  return option === null ? null : option !== 'CLOSED';
}

function planHmip(channel: Channel, operation: string, parameters: Parameters): Drafted {
  switch (operation) {
    case 'set_temperature':
      return draft(channel, { SET_POINT_TEMPERATURE: temperature(channel, parameters) });
    case 'set_mode': {
      const canCool = channel.points.has('HEATING_COOLING');
      const mode = parameters.requiredText('mode', ['auto', 'heat', ...(canCool ? ['cool'] : []), 'off']);
      const boost = boostOff(channel);
      if (mode === 'auto') return draft(channel, { ...boost, CONTROL_MODE: AUTO });
      return draft(channel, {
        ...boost,
        CONTROL_MODE: MANUAL,
        SET_POINT_TEMPERATURE: mode === 'off' ? OFF : resumeAt(channel),
      });
    }
    case 'set_preset':
      return planHmipPreset(channel, parameters);
    case 'enable_away': {
      const away = readAway(channel, parameters);
      return draft(channel, {
        CONTROL_MODE: AWAY,
        SET_POINT_TEMPERATURE: away.temperature,
        PARTY_TIME_START: hmipTime(away.start),
        PARTY_TIME_END: hmipTime(away.end),
      });
    }
    default:
      return draft(channel, HOME_AGAIN);
  }
}

/** A boost outlasts a change of the mode. */
const boostOff = (channel: Channel): Readonly<Record<string, unknown>> =>
  flagOf(point(channel, 'BOOST_MODE')) === true ? { BOOST_MODE: false } : {};

/** An absence that is over. */
const HOME_AGAIN = {
  CONTROL_MODE: AWAY,
  PARTY_TIME_START: '2000_01_01 00:00',
  PARTY_TIME_END: '2000_01_01 00:00',
};

function planHmipPreset(channel: Channel, parameters: Parameters): Drafted {
  const preset = parameters.requiredText('preset', ['none', 'boost', ...weekPrograms(channel)]);
  if (preset === 'boost') return draft(channel, { BOOST_MODE: true });
  const isAway = numberOf(point(channel, 'SET_POINT_MODE')) === AWAY;
  if (preset === undefined || preset === 'none') return draft(channel, isAway ? HOME_AGAIN : { BOOST_MODE: false });
  return draft(channel, {
    ...boostOff(channel),
    CONTROL_MODE: AUTO,
    ACTIVE_PROFILE: Number(preset.slice('week_program_'.length)),
  });
}

const RF_MODES: Readonly<Record<string, string>> = {
  'AUTO-MODE': 'auto',
  'MANU-MODE': 'heat',
  'PARTY-MODE': 'auto',
  'BOOST-MODE': 'auto',
};
const RF_AUTO = 'AUTO-MODE';
const RF_PRESETS: Readonly<Record<string, string>> = { 'PARTY-MODE': 'away', 'BOOST-MODE': 'boost' };

/** BidCos thermostats and groups: modes are impulses, manual mode carries its temperature. */
export const rfClimateBehaviour: Behaviour = {
  category: 'climate',
  kind: 'climate_rf',
  parameter: 'SET_TEMPERATURE',
  sources: (channel) => measuringSources(channel, 'CONTROL_MODE', 'VALVE_STATE'),
  operations: (channel) => [
    'set_temperature',
    'set_mode',
    'set_preset',
    ...(canWrite(channel, 'PARTY_MODE_SUBMIT') ? ['enable_away', 'disable_away'] : []),
  ],
  capabilities: (channel) => ({
    boost: canWrite(channel, 'BOOST_MODE'),
    away: canWrite(channel, 'PARTY_MODE_SUBMIT'),
    profiles: false,
    humidity: anywhere(channel, 'ACTUAL_HUMIDITY', 'HUMIDITY') !== undefined,
  }),
  config: (channel) => ({
    ...limits(channel),
    ...thermostatConfiguration(channel),
    temp_step: STEP,
    hvac_modes: ['auto', 'heat', 'off'],
    preset_modes: ['none', 'boost', 'comfort', 'eco', ...pointedPrograms(channel)],
  }),
  state(channel) {
    const mode = optionOf(point(channel, 'CONTROL_MODE'));
    const target = numberOf(setpointOf(channel));
    const valve = numberOf(point(channel, 'VALVE_STATE'));
    return {
      ...measured(channel),
      hvac_mode: target !== null && target <= OFF ? 'off' : mode === null ? null : (RF_MODES[mode] ?? null),
      preset_mode:
        mode === null ? null : (RF_PRESETS[mode] ?? (mode === RF_AUTO ? pointedProgram(channel) : null) ?? 'none'),
      ...(valve === null ? {} : { valve_position: valve }),
      ...actionState(channel, target, valve),
    };
  },
  plan: planRf,
};

function planRf(channel: Channel, operation: string, parameters: Parameters): Drafted {
  switch (operation) {
    case 'set_temperature':
      return draft(channel, { SET_TEMPERATURE: temperature(channel, parameters) });
    case 'set_mode': {
      const mode = parameters.requiredText('mode', ['auto', 'heat', 'off']);
      if (mode === 'auto') return draft(channel, { AUTO_MODE: true });
      return draft(channel, { MANU_MODE: mode === 'off' ? OFF : resumeAt(channel) });
    }
    case 'set_preset': {
      const programs = pointedPrograms(channel);
      const preset = parameters.requiredText('preset', ['none', 'boost', 'comfort', 'eco', ...programs]);
      if (preset !== undefined && programs.includes(preset)) return followProgram(channel, preset);
      const impulse = { boost: 'BOOST_MODE', comfort: 'COMFORT_MODE', eco: 'LOWERING_MODE' }[preset ?? ''];
      const mode = optionOf(point(channel, 'CONTROL_MODE'));
      // Nothing to end; automatic mode instead of the manual one was not requested.
      if (impulse === undefined && mode !== null && RF_PRESETS[mode] === undefined) return { ok: true, drafts: [] };
      return draft(channel, { [impulse ?? 'AUTO_MODE']: true });
    }
    case 'enable_away': {
      const { start, end, temperature: degrees } = readAway(channel, parameters);
      return draft(channel, { PARTY_MODE_SUBMIT: [degrees.toFixed(1), ...rfTime(start), ...rfTime(end)].join(',') });
    }
    default:
      return draft(channel, { AUTO_MODE: true });
  }
}

/** The choice of the program is configuration; following it is a mode. */
function followProgram(channel: Channel, program: string): Drafted {
  const isAuto = optionOf(point(channel, 'CONTROL_MODE')) === RF_AUTO;
  const mode = { holder: channel, key: 'VALUES', values: { AUTO_MODE: true } } as const;
  return { ok: true, drafts: [pointTo(channel, program), ...(isAuto ? [] : [mode])] };
}

/** Thermostats that know a setpoint and nothing else. */
export const simpleClimateBehaviour: Behaviour = {
  category: 'climate',
  kind: 'climate_simple',
  parameter: 'SETPOINT',
  sources: (channel) => measuringSources(channel),
  operations: () => ['set_temperature'],
  capabilities: (channel) => ({
    boost: false,
    away: false,
    profiles: false,
    humidity: anywhere(channel, 'HUMIDITY', 'ACTUAL_HUMIDITY') !== undefined,
  }),
  config: (channel) => ({
    ...limits(channel),
    temp_step: STEP,
    hvac_modes: ['heat'],
    preset_modes: ['none'],
  }),
  state: (channel) => ({
    ...measured(channel),
    hvac_mode: 'heat',
    preset_mode: 'none',
    ...actionState(channel, numberOf(setpointOf(channel)), null),
  }),
  plan: (channel, _operation, parameters) => draft(channel, { SETPOINT: temperature(channel, parameters) }),
};
