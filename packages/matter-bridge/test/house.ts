import type { HouseModel } from '../../device-model/src/index.js';
import type { DeviceView, MappingOptions } from '../src/mapping/house-view.js';
import type { CustomDataPointRef, DataPointRef, ValueReader } from '../src/mapping/plan.js';

/** The devices of a house as the bridge reads them. */
export function viewsOf(house: HouseModel): readonly DeviceView[] {
  const { device_channels: all = [] } = house.snapshot({ include: ['data_points'] });
  return all.flatMap(({ device_address: address, central, channels }) => {
    const device = house.device(address, { central });
    const customs = house.customDataPoints(address, { central });
    if (!device.ok || !customs.ok) return [];
    const dataPoints = new Map(channels.map(({ number, data_points = [] }) => [number, data_points]));
    return [{ central, device: device.value, customDataPoints: customs.value, dataPoints }];
  });
}

/** Options where nothing was chosen. */
export const optionsFor = (profile: MappingOptions['profile'] = 'all'): MappingOptions => ({
  profile,
  kindOf: () => undefined,
  areaOf: () => undefined,
  nameOf: () => undefined,
});

/** Values that a CCU is said to have sent, by `channel.PARAMETER` of a data point and by name of a custom data point. */
export function valuesOf(given: Readonly<Record<string, unknown>> = {}): ValueReader {
  return {
    value: ({ channel, parameter }: DataPointRef) => given[`${channel}.${parameter}`],
    state: ({ name }: CustomDataPointRef) => (given[name] ?? {}) as Readonly<Record<string, unknown>>,
  };
}
