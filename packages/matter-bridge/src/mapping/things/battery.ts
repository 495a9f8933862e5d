import { powerSource } from '../clusters/power-source.js';
import { type ChannelView, firstOf, pointRef, tells } from '../device.js';
import type { DataPointRef } from '../plan.js';
import type { Extra } from './function.js';

const LOW = ['LOW_BAT', 'LOWBAT', 'STATUS_FLAG_LOW_BAT'];

/** A drive with a rechargeable battery reports its charge in a channel of its own. */
const isAccumulator = (channel: ChannelView): boolean => channel.type === 'AKKU' && tells(channel, 'LEVEL');

function levelOf(channels: readonly ChannelView[]): { readonly of: DataPointRef; readonly full: number } | undefined {
  const accumulator = channels.find(isAccumulator);
  if (accumulator !== undefined) return { of: pointRef(accumulator, 'LEVEL'), full: 1 };
  const availability = channels[0]?.view.device.availability;
  // The percentage is calculated from the voltage, where the type of the battery is known.
  const measuring = channels.find((each) => firstOf(each, 'OPERATING_VOLTAGE', 'BATTERY_STATE') !== undefined);
  if (measuring === undefined || availability?.BatteryLevel === undefined) return undefined;
  return { of: pointRef(measuring, 'OPERATING_VOLTAGE_LEVEL'), full: 100 };
}

/** The battery of a device, as far as it has one and reports it. */
export function batteryOf(channels: readonly ChannelView[]): Extra | undefined {
  const maintenance = channels.find(({ number }) => number === 0);
  const low =
    maintenance === undefined
      ? []
      : LOW.filter((name) => tells(maintenance, name)).map((name) => pointRef(maintenance, name));
  const level = levelOf(channels);
  if (low.length === 0 && !channels.some(isAccumulator)) return undefined;
  return {
    deviceType: 'PowerSource',
    clusters: [powerSource({ low, level })],
    inputs: [...low, ...(level === undefined ? [] : [level.of])],
  };
}
