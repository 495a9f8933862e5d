import type { Channel, DataPoint } from '../model/state.js';
import { lenientNumber } from '../values/number.js';

/** Configuration of a thermostat, once it has been read. HmIP keeps that at the channel, BidCos at the device. */
const configured = (channel: Channel, parameter: string): unknown =>
  channel.master.get(parameter) ?? channel.device.master.get(parameter);

const described = (channel: Channel, parameter: string) =>
  channel.paramsets.get('MASTER')?.[parameter] ?? channel.device.paramsets.get('MASTER')?.[parameter];

const isSet = (value: unknown): boolean => value === true || value === 1;

/** The limits that were configured, where there are any. */
export function configuredLimits(channel: Channel): { readonly min?: number; readonly max?: number } {
  const min = lenientNumber(configured(channel, 'TEMPERATURE_MINIMUM'));
  const max = lenientNumber(configured(channel, 'TEMPERATURE_MAXIMUM'));
  return { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) };
}

/** True when the configured limits are for the week program only. */
export const areLimitsForProgram = (channel: Channel): boolean =>
  isSet(configured(channel, 'MIN_MAX_VALUE_NOT_RELEVANT_FOR_MANU_MODE'));

/** Settings of a thermostat about its sensor and its heating; empty for one without such settings. */
export function thermostatConfiguration(channel: Channel): Readonly<Record<string, unknown>> {
  return {
    ...(described(channel, 'TEMPERATURE_OFFSET') === undefined ? {} : { temperature_offset: offsetOf(channel) }),
    ...(described(channel, 'OPTIMUM_START_STOP') === undefined
      ? {}
      : { optimum_start_stop: flagOrNull(configured(channel, 'OPTIMUM_START_STOP')) }),
  };
}

const flagOrNull = (value: unknown): boolean | null => (value === undefined ? null : isSet(value));

/** Kelvin; BidCos thermostats name it in an option such as `-1.5K`. */
function offsetOf(channel: Channel): number | null {
  const raw = configured(channel, 'TEMPERATURE_OFFSET');
  const options = described(channel, 'TEMPERATURE_OFFSET')?.VALUE_LIST;
  const option = typeof raw === 'number' && options !== undefined ? options[raw] : raw;
  return lenientNumber(typeof option === 'string' ? option.replace(/K$/, '') : option) ?? null;
}

const POINTER = 'WEEK_PROGRAM_POINTER';

/** Names of the week programs that a BidCos thermostat chooses from by configuration. */
export const pointedPrograms = (channel: Channel): readonly string[] =>
  (channel.device.paramsets.get('MASTER')?.[POINTER]?.VALUE_LIST ?? []).map((_, index) => `week_program_${index + 1}`);

/** The chosen one, once it has been read. */
export function pointedProgram(channel: Channel): string | undefined {
  const index = lenientNumber(channel.device.master.get(POINTER));
  return index === undefined ? undefined : pointedPrograms(channel)[index];
}

export const pointTo = (channel: Channel, program: string) =>
  ({
    holder: channel.device,
    key: 'MASTER',
    values: { [POINTER]: pointedPrograms(channel).indexOf(program) },
  }) as const;

/** The switch through which a thermostat on the wall heats, and whether it heats while that is off. */
export function heatingOutput(
  channel: Channel,
): { readonly point: DataPoint; readonly heatsWhileOff: boolean } | undefined {
  for (const each of channel.device.channels.values()) {
    const valve = each.paramsets.get('MASTER')?.HEATING_VALVE_TYPE;
    const point = channel.device.channels.get(each.number + 1)?.points.get('STATE');
    if (valve === undefined || point === undefined) continue;
    const raw = each.master.get('HEATING_VALVE_TYPE');
    const option = typeof raw === 'number' ? valve.VALUE_LIST?.[raw] : raw;
    return { point, heatsWhileOff: option === 'NORMALLY_OPEN' };
  }
  return undefined;
}
