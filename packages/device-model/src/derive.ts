import { isAvailable } from './announce.js';
import type { CustomDataPoint } from './custom/custom-data-point.js';
import type { HomeEvent } from './events.js';
import type { DataPoint } from './state.js';
import { customId } from './view/custom.js';

/** What follows from changed data points: states of custom data points that are different now. */
export function derivedEvents(changed: ReadonlySet<DataPoint>, _at: number): readonly HomeEvent[] {
  const customs = new Set<CustomDataPoint>();
  for (const point of changed) for (const custom of point.customs) customs.add(custom);
  return [...customs].flatMap(customEvents);
}

function customEvents(custom: CustomDataPoint): readonly HomeEvent[] {
  const { behaviour, channel } = custom;
  const { device } = channel;
  const state = behaviour.state(channel);
  const now = JSON.stringify(state);
  if (now === custom.published) return [];
  custom.published = now;
  // What a first load brings is announced by the readiness of the central alone.
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
