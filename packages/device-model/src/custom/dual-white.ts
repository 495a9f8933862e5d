import type { Behaviour, Draft } from '../model/custom.js';
import type { Channel, DataPoint } from '../model/state.js';
import { brightnessState, dimmerBehaviour, lightTimes, resumeLevel, turnOff, wantedLevel } from './light.js';
import { numberOf } from './read.js';

const WARMEST_MIRED = 500;
const COLDEST_MIRED = 153;
const toKelvin = (mired: number): number => Math.round(1_000_000 / mired);
const MIN_KELVIN = toKelvin(WARMEST_MIRED);
const MAX_KELVIN = toKelvin(COLDEST_MIRED);

/** The channel behind the brightness mixes warm with cold white: its level is the share of the cold one. */
function mixOf(channel: Channel): Channel | undefined {
  const next = channel.device.channels.get(channel.number + 1);
  return next?.description.TYPE.endsWith('DUAL_WHITE_COLOR') === true ? next : undefined;
}

const mixPoint = (channel: Channel): DataPoint | undefined => mixOf(channel)?.points.get('LEVEL');

export const isDualWhite = (channel: Channel): boolean =>
  channel.description.TYPE.endsWith('DUAL_WHITE_BRIGHTNESS') && mixPoint(channel) !== undefined;

/** BidCos lights of two whites: brightness and mix are channels of their own, so a colour temperature is a second write. */
export const dualWhiteBehaviour: Behaviour = {
  ...dimmerBehaviour,
  kind: 'light_color_temp',
  sources: (channel) => {
    const mix = mixPoint(channel);
    return [...dimmerBehaviour.sources(channel), ...(mix === undefined ? [] : [mix])];
  },
  operations: () => ['turn_on', 'turn_off', 'set_color_temp'],
  capabilities: (channel) => ({ ...dimmerBehaviour.capabilities(channel), color_temp: true }),
  config: () => ({ min_color_temp_kelvin: MIN_KELVIN, max_color_temp_kelvin: MAX_KELVIN }),
  state(channel) {
    const cold = numberOf(mixPoint(channel));
    const mired = cold === null ? null : WARMEST_MIRED - (WARMEST_MIRED - COLDEST_MIRED) * cold;
    return { ...brightnessState(channel), color_temp_kelvin: mired === null ? null : toKelvin(mired) };
  },
  plan(channel, operation, parameters) {
    if (operation === 'turn_off') return turnOff(channel, parameters);
    const bounds = { min: MIN_KELVIN, max: MAX_KELVIN };
    const kelvin =
      operation === 'set_color_temp'
        ? parameters.requiredNumber('color_temp_kelvin', bounds)
        : parameters.number('color_temp_kelvin', bounds);
    const level = wantedLevel(parameters);
    const lit = (numberOf(channel.points.get('LEVEL')) ?? 0) > 0;
    const mix = mixOf(channel);
    const mixed: readonly Draft[] =
      kelvin === undefined || mix === undefined
        ? []
        : [{ holder: mix, key: 'VALUES', values: { LEVEL: shareOfCold(kelvin) } }];
    if (operation === 'set_color_temp' && lit && level === undefined) return { ok: true, drafts: mixed };
    const values = { ...lightTimes(channel, parameters), LEVEL: level ?? resumeLevel(channel, operation) };
    return { ok: true, drafts: [...mixed, { holder: channel, key: 'VALUES', values }] };
  },
};

function shareOfCold(kelvin: number): number {
  const share = (WARMEST_MIRED - 1_000_000 / kelvin) / (WARMEST_MIRED - COLDEST_MIRED);
  return Math.round(Math.min(1, Math.max(0, share)) * 1000) / 1000;
}
