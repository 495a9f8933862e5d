import type { DataPointUsage } from '@ccu-gateway/contract/types';
import { customOn } from '../custom/custom-data-point.js';
import { flagsOf } from '../model/flags.js';
import type { DataPoint } from '../model/state.js';
import { isGhostKey } from './ghost-keys.js';
import { plainUsage } from './hidden.js';
import { isOutOfMode } from './operation-mode.js';

/** Suggested use of a data point by clients. */
export function usageOf(point: DataPoint): DataPointUsage {
  if (flagsOf(point.channel).hidden) return 'no_create';
  if (point.paramsetKey === 'MASTER') return 'data_point';
  const plain =
    isOutOfMode(point) || isGhostKey(point)
      ? 'no_create'
      : plainUsage(point.parameter, point.descriptor, point.channel.device.description.TYPE);
  // A parameter that people brought back is shown, on any list.
  if ((plain === 'ignored' || plain === 'no_create') && isBroughtBack(point)) return 'data_point';
  return customUsage(point) ?? plain;
}

function isBroughtBack({ channel, parameter, paramsetKey }: DataPoint): boolean {
  const { device } = channel;
  const { unignore } = device.central;
  if (unignore.entries.length === 0) return false;
  const candidate = { parameter, paramset: paramsetKey, model: device.description.TYPE, channel: channel.number };
  return unignore.fits(candidate);
}

/** Its presses are not published, unless people brought it back. */
export const isSilent = (point: DataPoint): boolean => isGhostKey(point) && !isBroughtBack(point);

/** A data point that a custom one already shows needs no widget of its own. */
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
