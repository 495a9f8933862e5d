import type { ParamsetDescription } from '@ccu-gateway/ccu-client';
import { descriptorOf } from '../build/device.js';
import type { ChannelPart, DevicePart, PointPart, StatePart } from '../model/replica.js';
import type { CentralRecord, Channel, DataPoint, Device, HouseRecords } from '../model/state.js';
import { batched } from './batched.js';

/** The known state of a CCU as plain data: descriptions once, and the state of every data point. */
export function partsOf(house: HouseRecords, central: CentralRecord): readonly StatePart[] {
  const places = new Map<ParamsetDescription, number>();
  const texts = new Map<string, number>();
  const distinct: ParamsetDescription[] = [];
  // By its contents: a cache on disk reads the same description again and again.
  const placeOf = (description: ParamsetDescription): number => {
    const known = places.get(description);
    if (known !== undefined) return known;
    const text = JSON.stringify(description);
    const place = texts.get(text) ?? distinct.push(description) - 1;
    texts.set(text, place);
    places.set(description, place);
    return place;
  };
  const devices = [...central.devices.values()].map((device) => deviceOf(house, device, placeOf));
  const { hub, directory } = central;
  return [
    centralOf(central),
    {
      part: 'names',
      ...directory,
      names: [...directory.names],
      rooms: [...directory.rooms],
      functions: [...directory.functions],
    },
    {
      part: 'hub',
      ...hub,
      programs: hub.programs && [...hub.programs],
      sysvars: hub.sysvars && [...hub.sysvars],
      installModes: [...hub.installModes],
    },
    ...batched(distinct).map((descriptions) => ({ part: 'descriptions', descriptions }) as const),
    ...batched(devices).map((some) => ({ part: 'devices', devices: some }) as const),
  ];
}

function centralOf(central: CentralRecord): StatePart {
  const { information, idsOf, namesLoaded, ready, hubAway, hubAbsent, phase, loaded, state, behaviour } = central;
  return {
    part: 'central',
    ...{ information, idsOf, namesLoaded, ready, hubAway, hubAbsent, phase, loaded, state, behaviour },
    flags: [...central.flags],
    groups: central.groups && [...central.groups],
    successions: [...central.successions],
    waiting: central.waiting,
    metrics: [...central.metrics],
    links: [...central.links],
    unignore: central.unignore.entries.map(({ pattern, ...change }) => ({ text: pattern.text, ...change })),
    interfaces: [...central.interfaces.values()].map(
      ({ name, status, reachable, described, loaded: isLoaded, bulkLoaded, heardAt }) => [
        name,
        { status, reachable, described, loaded: isLoaded, bulkLoaded, ...(heardAt === undefined ? {} : { heardAt }) },
      ],
    ),
  };
}

type PlaceOf = (description: ParamsetDescription) => number;

function deviceOf(house: HouseRecords, device: Device, placeOf: PlaceOf): DevicePart {
  return {
    interfaceName: device.iface.name,
    ...holderOf(device, placeOf),
    reachable: device.reachable,
    available: device.available,
    ...(device.updatedAt === undefined ? {} : { updatedAt: device.updatedAt }),
    channels: [...device.channels.values()].map((channel) => channelOf(house, channel, placeOf)),
    calculated: device.calculated
      .filter(({ value, changedAt }) => value !== null || changedAt !== undefined)
      .map(({ channel, name, value, changedAt }) =>
        changedAt === undefined ? [channel.number, name, value] : [channel.number, name, value, changedAt],
      ),
  };
}

const holderOf = ({ description, paramsets, master }: Device | Channel, placeOf: PlaceOf) => ({
  description,
  paramsets: [...paramsets].map(([key, described]) => [key, placeOf(described)] as const),
  master: [...master],
});

function channelOf(house: HouseRecords, channel: Channel, placeOf: PlaceOf): ChannelPart {
  const { points, lastLevel, manual } = channel;
  const told = [...points.values()].map((point) => [point.parameter, pointOf(house, point)] as const);
  const names = [...points.keys()];
  const values = channel.paramsets.get('VALUES') ?? {};
  const usual = Object.entries(values).filter(
    ([name, raw]) => descriptorOf(house, channel.device, name, raw) !== undefined,
  );
  const isUsual = usual.length === names.length && usual.every(([name], index) => name === names[index]);
  return {
    ...holderOf(channel, placeOf),
    points: told.filter(([, point]) => Object.keys(point).length > 0),
    ...(isUsual ? {} : { order: names }),
    ...(lastLevel === undefined ? {} : { lastLevel }),
    ...(manual === undefined ? {} : { manual }),
  };
}

function pointOf(house: HouseRecords, point: DataPoint): PointPart {
  const { value, withheld, changedAt, seenAt, cached, onlyDefault, pending, lastTrigger } = point;
  const left = house.leftTargets.get(point);
  return {
    ...(value === undefined ? {} : { v: value }),
    ...(withheld === undefined ? {} : { withheld }),
    ...(changedAt === undefined ? {} : { changedAt }),
    ...(seenAt === undefined ? {} : { seenAt }),
    ...(cached && { cached }),
    ...(onlyDefault && { onlyDefault }),
    ...(pending === undefined ? {} : { pending }),
    ...(left === undefined ? {} : { left }),
    ...(lastTrigger === undefined ? {} : { lastTrigger }),
  };
}
