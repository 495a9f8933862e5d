import type { HouseSnapshot, SnapshotDeviceChannels } from '@ccu-gateway/contract/types';
import { describeInterface } from '../announce/central.js';
import { describePrograms, describeSysvars } from '../hub/view.js';
import { centralsIn } from '../model/locate.js';
import type { CentralRecord, Channel, Device, HouseRecords } from '../model/state.js';
import { timestamp } from '../model/time.js';
import { notReadIn } from '../model/unread.js';
import type { SnapshotLine, SnapshotOptions } from '../requests/requests.js';
import { describeChannel, describePlacedChannel } from '../view/channel.js';
import { describePlacedPoint, describePoint, type PointView } from '../view/data-point.js';
import { channelsOf, describeDevice } from '../view/device.js';
import { createSharedDescriptions, type SharedDescriptions } from '../view/shared-descriptions.js';
import { type Anonymizer, createAnonymizer } from './anonymize.js';
import { countEntries } from './rooms.js';

interface Wanted extends PointView {
  readonly channels: boolean;
  readonly points: boolean;
  readonly placed: boolean;
  readonly shared: SharedDescriptions | undefined;
}

function wantedBy(house: HouseRecords, options: SnapshotOptions): Wanted {
  const points = options.include?.includes('data_points') ?? false;
  const view: PointView = {
    locale: options.locale ?? house.locale,
    now: house.now(),
    faces: house.faces,
    omit: options.omit,
  };
  return {
    ...view,
    points,
    shared: points && options.shared === true ? createSharedDescriptions(view) : undefined,
    channels: points || (options.include?.includes('channels') ?? false),
    placed: options.placed ?? true,
  };
}

/** The devices of a CCU that are asked for. */
export function devicesIn(central: CentralRecord, { devices }: SnapshotOptions): readonly Device[] {
  if (devices === undefined) return [...central.devices.values()];
  return [...new Set(devices)].map((address) => central.devices.get(address)).filter((device) => device !== undefined);
}

export function takeSnapshot(house: HouseRecords, options: SnapshotOptions = {}): HouseSnapshot {
  const wanted = wantedBy(house, options);
  const mask = options.anonymize ? createAnonymizer() : undefined;
  const centrals = centralsIn(house, options.central);
  const devices = centrals.flatMap((central) => devicesIn(central, options));
  const snapshot: HouseSnapshot = {
    generated_at: timestamp(wanted.now) as string,
    not_read: notReadIn(centrals),
    devices: devices.map((device) => describeDevice(device, wanted.locale)),
    programs: centrals.flatMap((central) => describePrograms(central)),
    sysvars: centrals.flatMap((central) => describeSysvars(central, wanted.locale)),
    // Rooms and functions belong to the installation, not to one CCU.
    rooms: countEntries(house, 'rooms', wanted.locale),
    functions: countEntries(house, 'functions', wanted.locale),
    interfaces: centrals.flatMap((central) =>
      [...central.interfaces.values()].map((iface) => describeInterface(central, iface)),
    ),
    ...(wanted.channels
      ? {
          device_channels: devices.map(
            (device): SnapshotDeviceChannels => ({
              device_address: device.address,
              central: device.central.name,
              channels: channelsOf(device).map((channel) => describeWithPoints(channel, wanted)),
              ...valuesOf(device, wanted),
            }),
          ),
        }
      : {}),
    ...(wanted.shared === undefined ? {} : { descriptions: wanted.shared.list }),
  };
  return mask === undefined ? snapshot : mask.mask(snapshot);
}

function describeWithPoints(channel: Channel, wanted: Wanted): SnapshotDeviceChannels['channels'][number] {
  const summary = describeChannel(channel, wanted.locale);
  if (!wanted.points || wanted.shared !== undefined) return summary;
  return { ...summary, data_points: [...channel.points.values()].map((point) => describePoint(point, wanted)) };
}

function valuesOf(device: Device, { shared }: Wanted): Pick<SnapshotDeviceChannels, 'values'> {
  if (shared === undefined) return {};
  return { values: channelsOf(device).map(({ points }) => [...points.values()].map(shared.valueOf)) };
}

/** One line per thing; the consumer decides after how many of them it lets others run. */
export function* snapshotLines(
  house: HouseRecords,
  options: SnapshotOptions = {},
): Generator<SnapshotLine, void, void> {
  const mask = options.anonymize ? createAnonymizer() : undefined;
  for (const line of plainLines(house, options)) yield mask === undefined ? line : maskLine(mask, line);
}

const maskLine = (mask: Anonymizer, line: SnapshotLine): SnapshotLine => ({
  kind: line.kind,
  data: mask.mask(line.data, line.kind),
});

function* plainLines(house: HouseRecords, options: SnapshotOptions): Generator<SnapshotLine, void, void> {
  const wanted = wantedBy(house, options);
  const centrals = centralsIn(house, options.central);
  yield {
    kind: 'meta',
    data: {
      generated_at: timestamp(wanted.now),
      devices: centrals.reduce((sum, each) => sum + devicesIn(each, options).length, 0),
      not_read: notReadIn(centrals),
    },
  };
  for (const central of centrals) {
    for (const iface of central.interfaces.values())
      yield { kind: 'interface', data: describeInterface(central, iface) };
  }
  for (const central of centrals) {
    for (const device of devicesIn(central, options)) {
      yield { kind: 'device', data: describeDevice(device, wanted.locale) };
      if (!wanted.channels) continue;
      for (const channel of channelsOf(device)) yield* channelLines(channel, wanted);
    }
  }
  for (const room of countEntries(house, 'rooms', wanted.locale)) yield { kind: 'room', data: room };
  for (const each of countEntries(house, 'functions', wanted.locale)) yield { kind: 'function', data: each };
  for (const central of centrals) {
    for (const program of describePrograms(central)) yield { kind: 'program', data: program };
    for (const sysvar of describeSysvars(central, wanted.locale)) yield { kind: 'sysvar', data: sysvar };
  }
}

function* channelLines(channel: Channel, wanted: Wanted): Generator<SnapshotLine, void, void> {
  const [describeOne, describeBelow] = wanted.placed
    ? [describePlacedChannel, describePlacedPoint]
    : [describeChannel, describePoint];
  yield { kind: 'channel', data: describeOne(channel, wanted.locale) };
  if (!wanted.points) return;
  const { shared } = wanted;
  if (shared !== undefined) {
    yield* valueLines(channel, shared);
    return;
  }
  for (const point of channel.points.values()) yield { kind: 'data_point', data: describeBelow(point, wanted) };
}

/** A description comes before the first value that refers to it. */
function* valueLines(channel: Channel, shared: SharedDescriptions): Generator<SnapshotLine, void, void> {
  for (const point of channel.points.values()) {
    const known = shared.list.length;
    const value = shared.valueOf(point);
    if (shared.list.length > known) yield { kind: 'description', data: shared.list.at(-1) };
    yield { kind: 'value', data: value };
  }
}
