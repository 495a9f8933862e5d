import type { WireValue } from '@ccu-gateway/ccu-client';
import { parseAddress } from '../address.js';
import { schedulesChanged } from '../announce.js';
import { buildCustoms } from '../custom/custom-data-point.js';
import { derivedOfDevice } from '../derive.js';
import type { HomeEvent } from '../events.js';
import type { ConfigurationRead } from '../home.js';
import { locateDevice } from '../locate.js';
import { isScheduleParameter } from '../schedule/parameter.js';
import type { Channel, House } from '../state.js';
import { sameValue } from './value.js';

/**
 * Takes over a MASTER paramset that was read from the CCU: some data points depend on configuration, and a schedule that is
 * different from the one read before is news.
 */
export function applyMaster(house: House, read: ConfigurationRead): readonly HomeEvent[] {
  const located = locateDevice(house, read.address, read);
  if (!located.ok) return [];
  const device = located.value;
  const number = parseAddress(read.address)?.channel;
  const holder = number === undefined ? device : device.channels.get(number);
  if (holder === undefined) return [];

  let scheduleChanged = false;
  for (const [parameter, value] of Object.entries(read.values) as [string, WireValue][]) {
    const before = holder.master.get(parameter);
    if (before !== undefined && !sameValue(before, value) && isScheduleParameter(parameter)) scheduleChanged = true;
    holder.master.set(parameter, value);
  }
  const out: HomeEvent[] = [];
  if (scheduleChanged) out.push(schedulesChanged(device, number ?? firstChannel(device.channels)));
  if (Object.hasOwn(read.values, 'DEVICE_OPERATION_MODE')) buildCustoms(device);
  return [...out, ...derivedOfDevice(device, read.at)];
}

const firstChannel = (channels: ReadonlyMap<number, Channel>): number => Math.min(...channels.keys(), 0);
