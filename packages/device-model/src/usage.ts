import { customOn } from './custom/custom-data-point.js';
import type { DataPointUsage } from './shapes/devices.js';
import type { DataPoint } from './state.js';
import { plainUsage } from './visibility.js';

/** Whether and how clients should offer a data point. */
export function usageOf(point: DataPoint): DataPointUsage {
  return customUsage(point) ?? plainUsage(point.parameter, point.descriptor);
}

/** What a custom data point already shows needs no widget of its own. */
function customUsage(point: DataPoint): DataPointUsage | undefined {
  const { channel } = point;
  const custom = customOn(channel);
  if (custom !== undefined && custom.behaviour.parameter === point.parameter) return 'ce_primary';
  if (point.customs.some((each) => each.channel === channel || each.channel.group === channel.group)) {
    return point.descriptor.writable ? 'ce_secondary' : undefined;
  }
  return isSpareReceiver(point) ? 'ce_secondary' : undefined;
}

/** The second and third receiver of an actor do the same as the first. */
function isSpareReceiver({ channel, parameter }: DataPoint): boolean {
  const { group } = channel;
  if (group === undefined || group.master === channel.number) return false;
  const master = channel.device.channels.get(group.master);
  const primary = master === undefined ? undefined : customOn(master)?.behaviour.parameter;
  return primary === parameter && !channel.description.TYPE.endsWith('_TRANSMITTER');
}
