import { isAvailable, valueFrame } from '../announce/announce.js';
import { thermostatsBehind } from '../custom/linked-heating.js';
import type { CalculatedDataPoint } from '../model/calculated.js';
import type { CustomDataPoint } from '../model/custom.js';
import type { DataPoint, Device } from '../model/state.js';
import type { ModelEvent } from '../requests/events.js';
import { calculatedId } from '../view/calculated.js';
import { customId } from '../view/custom.js';

/**
 * Events that follow from changed data points: calculated values and states of custom data points that are different
 * now.
 */
export function derivedEvents(changed: ReadonlySet<DataPoint>, at: number): readonly ModelEvent[] {
  const customs = new Set<CustomDataPoint>();
  const calculated = new Set<CalculatedDataPoint>();
  for (const point of changed) {
    for (const custom of point.customs) customs.add(custom);
    for (const custom of thermostatsBehind(point)) customs.add(custom);
    for (const each of point.calculated) calculated.add(each);
  }
  return [...[...calculated].flatMap((each) => calculatedEvents(each, at)), ...[...customs].flatMap(customEvents)];
}

/** The same for everything of one device, after its configuration was read. */
export function derivedOfDevice(device: Device, at: number): readonly ModelEvent[] {
  return [...device.calculated.flatMap((each) => calculatedEvents(each, at)), ...device.customs.flatMap(customEvents)];
}

function calculatedEvents(calculated: CalculatedDataPoint, at: number): readonly ModelEvent[] {
  const value = calculated.compute();
  const previous = calculated.value;
  if (value === previous) return [];
  calculated.value = value;
  calculated.changedAt = at;
  const { channel, name } = calculated;
  const { device } = channel;
  // The values of a first load are announced by the readiness of the central alone.
  if (!device.iface.loaded) return [];
  const kind = previous === null && device.central.ready ? 'initial' : 'change';
  return [
    valueFrame(channel, kind, {
      parameter: name,
      paramsetKey: 'VALUES',
      uniqueId: calculatedId(calculated),
      value,
      ...(previous === null ? {} : { previous }),
      multiplier: 1,
      available: isAvailable(device) && value !== null,
      at,
    }),
  ];
}

function customEvents(custom: CustomDataPoint): readonly ModelEvent[] {
  const { behaviour, channel } = custom;
  const { device } = channel;
  const state = behaviour.state(channel);
  const now = JSON.stringify(state);
  if (now === custom.published) return [];
  custom.published = now;
  if (!device.iface.loaded) return [];
  return [
    {
      topic: `device.${device.address}.cdps.${custom.name}`,
      type: 'custom_data_point.state_changed',
      kind: 'change',
      key: `${device.central.name}/${device.address}/cdps/${custom.name}`,
      payload: {
        central: device.central.name,
        device_address: device.address,
        channel: channel.number,
        name: custom.name,
        kind: behaviour.kind,
        unique_id: customId(custom),
        state,
        available: isAvailable(device),
      },
    },
  ];
}
