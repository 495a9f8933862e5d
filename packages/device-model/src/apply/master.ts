import type { WireValue } from '@ccu-gateway/ccu-client';
import { metadataChanged, schedulesChanged, valueChanged } from '../announce/announce.js';
import { buildCustoms } from '../custom/custom-data-point.js';
import { parseAddress } from '../model/address.js';
import { locateDevice } from '../model/locate.js';
import { isScheduleParameter } from '../model/schedule-parameter.js';
import type { DataPoint, Device, HouseRecords } from '../model/state.js';
import type { ModelEvent } from '../requests/events.js';
import type { ConfigurationRead } from '../requests/requests.js';
import { sourcesOf } from '../schedule/source.js';
import { normalise } from '../values/descriptor.js';
import { sameValue } from '../values/same-value.js';
import { operationModeOf } from '../visibility/operation-mode.js';
import { derivedOfDevice } from './derive.js';

/**
 * Takes over a MASTER paramset that was read from the CCU: some data points depend on configuration, and a schedule that is
 * different from the one read before is news.
 */
export function applyMaster(house: HouseRecords, read: ConfigurationRead): readonly ModelEvent[] {
  const located = locateDevice(house, read.address, read);
  if (!located.ok) return [];
  const device = located.value;
  const number = parseAddress(read.address)?.channel;
  const holder = number === undefined ? device : device.channels.get(number);
  if (holder === undefined) return [];

  const out: ModelEvent[] = [];
  const modeBefore = 'points' in holder ? operationModeOf(holder) : undefined;
  const configBefore = configOf(device);
  let scheduleChanged = false;
  for (const [parameter, value] of Object.entries(read.values) as [string, WireValue][]) {
    const before = holder.master.get(parameter);
    if (before !== undefined && !sameValue(before, value) && isScheduleParameter(parameter)) scheduleChanged = true;
    holder.master.set(parameter, value);
    const point = 'points' in holder ? holder.points.get(parameter) : undefined;
    if (point?.paramsetKey === 'MASTER') out.push(...applyMasterPoint(point, value, read.at));
  }
  if (scheduleChanged) {
    const shown = sourcesOf(device).find((source) => source.holder === holder)?.channel.number;
    out.push(schedulesChanged(device, shown ?? number ?? 0));
  }
  const rebuilt = Object.hasOwn(read.values, 'DEVICE_OPERATION_MODE') ? rebuildCustoms(device) : [];
  out.push(...rebuilt);
  const isOther = 'points' in holder && operationModeOf(holder) !== modeBefore;
  if (rebuilt.length === 0 && (isOther || configOf(device) !== configBefore) && device.iface.loaded)
    out.push(metadataChanged(device));
  return [...out, ...derivedOfDevice(device, read.at)];
}

/** Configuration that clients receive once and keep, such as the limits of a thermostat. */
const configOf = (device: Device): string =>
  JSON.stringify(device.customs.map(({ behaviour, channel }) => behaviour.config(channel)));

function applyMasterPoint(point: DataPoint, raw: WireValue, at: number): readonly ModelEvent[] {
  const { descriptor } = point;
  const value = normalise(descriptor.type, raw, descriptor.valueList) as WireValue | undefined;
  const previous = point.value;
  point.seenAt = at;
  if (value === undefined || (previous !== undefined && sameValue(previous, value))) return [];
  point.value = value;
  point.changedAt = at;
  return [valueChanged(point, previous === undefined ? 'initial' : 'change', { previous, at })];
}

/** The lights of a device depend on its wiring; clients read them again after a change. */
function rebuildCustoms(device: Device): readonly ModelEvent[] {
  const shape = (): string => device.customs.map(({ name, behaviour }) => `${name} ${behaviour.kind}`).join();
  const before = shape();
  buildCustoms(device);
  return shape() === before || !device.iface.loaded ? [] : [metadataChanged(device)];
}
