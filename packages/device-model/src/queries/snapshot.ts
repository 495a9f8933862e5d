import type { HouseSnapshot, SnapshotDeviceChannels } from '@ccu-gateway/contract/types';
import { describeInterface } from '../announce/central.js';
import { describePrograms, describeSysvars } from '../hub/view.js';
import { centralsIn } from '../model/locate.js';
import type { SnapshotLine, SnapshotOptions } from '../model/requests.js';
import type { Channel, HouseRecords } from '../model/state.js';
import { timestamp } from '../model/time.js';
import { notReadIn } from '../model/unread.js';
import { describeChannel, describePlacedChannel } from '../view/channel.js';
import { describePlacedPoint, describePoint, type PointView } from '../view/data-point.js';
import { channelsOf, describeDevice } from '../view/device.js';
import { type Anonymizer, createAnonymizer } from './anonymize.js';
import { countEntries } from './rooms.js';

interface Wanted extends PointView {
  readonly channels: boolean;
  readonly points: boolean;
  readonly placed: boolean;
}

function wantedBy(house: HouseRecords, options: SnapshotOptions): Wanted {
  const points = options.include?.includes('data_points') ?? false;
  return {
    points,
    channels: points || (options.include?.includes('channels') ?? false),
    placed: options.placed ?? true,
    locale: options.locale ?? house.locale,
    now: house.now(),
    faces: house.faces,
    omit: options.omit,
  };
}

export function takeSnapshot(house: HouseRecords, options: SnapshotOptions = {}): HouseSnapshot {
  const wanted = wantedBy(house, options);
  const mask = options.anonymize ? createAnonymizer() : undefined;
  const centrals = centralsIn(house, options.central);
  const devices = centrals.flatMap((central) => [...central.devices.values()]);
  const snapshot: HouseSnapshot = {
    generated_at: timestamp(wanted.now) as string,
    not_read: notReadIn(centrals),
    devices: devices.map((device) => describeDevice(device, wanted.locale)),
    programs: centrals.flatMap((central) => describePrograms(central)),
    sysvars: centrals.flatMap((central) => describeSysvars(central, wanted.locale)),
    // Rooms and functions belong to the house, not to one CCU.
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
            }),
          ),
        }
      : {}),
  };
  return mask === undefined ? snapshot : mask.mask(snapshot);
}

function describeWithPoints(channel: Channel, wanted: Wanted): SnapshotDeviceChannels['channels'][number] {
  const summary = describeChannel(channel, wanted.locale);
  if (!wanted.points) return summary;
  return { ...summary, data_points: [...channel.points.values()].map((point) => describePoint(point, wanted)) };
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
      devices: centrals.reduce((sum, each) => sum + each.devices.size, 0),
      not_read: notReadIn(centrals),
    },
  };
  for (const central of centrals) {
    for (const iface of central.interfaces.values())
      yield { kind: 'interface', data: describeInterface(central, iface) };
  }
  for (const central of centrals) {
    for (const device of [...central.devices.values()]) {
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
  for (const point of channel.points.values()) yield { kind: 'data_point', data: describeBelow(point, wanted) };
}
