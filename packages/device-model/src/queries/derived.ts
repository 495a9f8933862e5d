import type { HouseModel } from '../model/house-model.js';
import { locateChannel, locateDevice } from '../model/locate.js';
import type { HouseRecords } from '../model/state.js';
import type { Scope } from '../requests/requests.js';
import { notFound, ok } from '../requests/result.js';
import { describeCalculated, describeCalculatedDetail } from '../view/calculated.js';
import { describeCustom } from '../view/custom.js';
import { askedOf } from './scope.js';

/** Custom and calculated data points: made of the data points of a device. */
export function derivedQueries(
  house: HouseRecords,
): Pick<
  HouseModel,
  'customDataPoints' | 'customDataPoint' | 'customSources' | 'calculatedDataPoints' | 'calculatedDataPoint'
> {
  const { localeOf, inChannel } = askedOf(house);
  const customOf = (address: string, name: string, scope?: Scope) => {
    const device = locateDevice(house, address, scope);
    if (!device.ok) return device;
    const custom = device.value.customs.find((each) => each.name === name);
    return custom === undefined
      ? notFound('custom_data_point', `device ${device.value.address} has no custom data point ${name}`)
      : ok(custom);
  };
  return {
    customDataPoints(address, scope) {
      const device = locateDevice(house, address, scope);
      return device.ok ? ok(device.value.customs.map((custom) => describeCustom(custom, localeOf(scope)))) : device;
    },
    customDataPoint(address, name, scope) {
      const custom = customOf(address, name, scope);
      return custom.ok ? ok(describeCustom(custom.value, localeOf(scope))) : custom;
    },
    customSources(address, name, scope) {
      const custom = customOf(address, name, scope);
      return custom.ok
        ? ok(custom.value.sources.map(({ channel, parameter }) => ({ channelAddress: channel.address, parameter })))
        : custom;
    },
    calculatedDataPoints: (at) =>
      inChannel(at, (channel) =>
        channel.device.calculated
          .filter((each) => each.channel === channel)
          .map((each) => describeCalculated(each, localeOf(at))),
      ),
    calculatedDataPoint(at) {
      const channel = locateChannel(house, at.address, at.channel, at);
      if (!channel.ok) return channel;
      const found = channel.value.device.calculated.find(
        (each) => each.channel === channel.value && each.name === at.name,
      );
      return found === undefined
        ? notFound('calculated_data_point', `channel ${channel.value.address} has no calculated data point ${at.name}`)
        : ok(describeCalculatedDetail(found, localeOf(at)));
    },
  };
}
