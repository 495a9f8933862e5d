import type { BatchResult } from '@ccu-gateway/contract/types';
import { parseAddress } from '../model/address.js';
import { flagsOf, setFlags } from '../model/flags.js';
import type { HouseModel } from '../model/house-model.js';
import { centralsIn, locateChannel, locateDevice, locatePoint } from '../model/locate.js';
import { isStandIn, membersOf, teamOf } from '../model/stand-in.js';
import type { DataPoint, HouseRecords } from '../model/state.js';
import { listedParamsets } from '../paramset/describe.js';
import type { ChannelScope, Scope, ValueQuery } from '../requests/requests.js';
import { type Found, notFound, ok } from '../requests/result.js';
import { describeChannel, describeEventGroups } from '../view/channel.js';
import { describePoint, readingOf } from '../view/data-point.js';
import { channelsOf, describeDetail, describeDevice } from '../view/device.js';
import { deviceName } from '../view/name.js';
import { usageOf } from '../visibility/usage.js';
import { pageOfDevices } from './page.js';
import { countEntries } from './rooms.js';
import { askedOf } from './scope.js';

/** Devices with their channels and data points. */
export function deviceQueries(
  house: HouseRecords,
): Pick<
  HouseModel,
  | 'devices'
  | 'deviceCount'
  | 'device'
  | 'channels'
  | 'channel'
  | 'dataPoints'
  | 'dataPoint'
  | 'reading'
  | 'readBatch'
  | 'eventGroups'
  | 'teamCandidates'
  | 'channelFlags'
  | 'setChannelFlags'
  | 'rooms'
  | 'functions'
  | 'resolve'
> {
  const { localeOf, viewOf, inChannel } = askedOf(house);

  function inPoint<T>(at: ChannelScope & { readonly parameter: string }, view: (point: DataPoint) => T): Found<T> {
    const channel = locateChannel(house, at.address, at.channel, at);
    if (!channel.ok) return channel;
    const point = locatePoint(channel.value, at.parameter);
    return point.ok ? ok(view(point.value)) : point;
  }

  return {
    devices: (scope = {}) => pageOfDevices(house, scope).map((device) => describeDevice(device, localeOf(scope))),
    deviceCount: (scope) => centralsIn(house, scope?.central).reduce((sum, { devices }) => sum + devices.size, 0),
    device(address, scope) {
      const device = locateDevice(house, address, scope);
      return device.ok ? ok(describeDetail(device.value, localeOf(scope))) : device;
    },
    channels(address, scope) {
      const device = locateDevice(house, address, scope);
      if (!device.ok) return device;
      return ok(channelsOf(device.value).map((channel) => describeChannel(channel, localeOf(scope))));
    },
    channel: (at) => inChannel(at, (channel) => describeChannel(channel, localeOf(at))),
    dataPoints: (at) =>
      inChannel(at, (channel) => [...channel.points.values()].map((point) => describePoint(point, viewOf(at)))),
    dataPoint: (at) => inPoint(at, (point) => describePoint(point, viewOf(at))),
    reading: (at) => inPoint(at, readingOf),
    readBatch: (queries, scope) => readBatch(house, queries, scope),
    eventGroups: (at) => inChannel(at, describeEventGroups),
    teamCandidates: (at) => listTeams(house, at),
    channelFlags: (at) => inChannel(at, flagsOf),
    setChannelFlags: (at, flags) => inChannel(at, (channel) => setFlags(channel, flags)),
    rooms: (scope) => countEntries(house, 'rooms', localeOf(scope), scope?.central),
    functions: (scope) => countEntries(house, 'functions', localeOf(scope), scope?.central),
    resolve: (address, scope) => resolveAddress(house, address, scope),
  };
}

/** Teams are channels of devices that stand for others, with the tag of their members. */
function listTeams(house: HouseRecords, at: ChannelScope): ReturnType<HouseModel['teamCandidates']> {
  const located = locateChannel(house, at.address, at.channel, at);
  if (!located.ok) return located;
  const { device, address, description } = located.value;
  const { TEAM_TAG: tag } = description;
  if (typeof tag !== 'string' || tag === '' || isStandIn(device)) {
    return { ok: false, code: 'unsupported', message: `${address} can be in no team` };
  }
  const current = teamOf(located.value);
  const teams = [...device.central.standIns]
    .filter((each) => each.iface === device.iface)
    .flatMap((each) => [...each.channels.values()])
    .filter((channel) => channel.description.TEAM_TAG === tag);
  return ok(
    teams.map((channel) => ({
      address: channel.address,
      name: deviceName(channel.device),
      team_tag: tag,
      current: channel === current,
      members: (membersOf(channel.device)?.devices ?? []).map((member) => ({
        address: member.address,
        name: deviceName(member),
      })),
    })),
  );
}

function resolveAddress(house: HouseRecords, address: string, scope?: Scope): ReturnType<HouseModel['resolve']> {
  const device = locateDevice(house, address, scope);
  if (!device.ok) return device;
  const number = parseAddress(address)?.channel;
  const channel = number === undefined ? undefined : device.value.channels.get(number);
  if (number !== undefined && channel === undefined) {
    return notFound('channel', `device ${device.value.address} has no channel ${number}`);
  }
  const paramsets = listedParamsets(channel ?? device.value);
  return ok({
    central: device.value.central.name,
    interfaceName: device.value.iface.name,
    interfaceId: device.value.iface.id,
    deviceAddress: device.value.address,
    ...(number === undefined ? {} : { channel: number }),
    model: device.value.description.TYPE,
    ...(paramsets.length === 0 ? {} : { paramsets }),
  });
}

/** Many data points in one go; the fault of one of them does not cost the others. */
function readBatch(house: HouseRecords, queries: readonly ValueQuery[], scope: Scope = {}): readonly BatchResult[] {
  const view = { locale: scope.locale ?? house.locale, now: house.now(), faces: house.faces };
  return queries.map((query) => {
    const { address, channel, parameter } = query;
    const asked = { address, channel, parameter };
    const central = query.central ?? scope.central;
    const where = central === undefined ? {} : { central };
    const device = locateDevice(house, address, where);
    if (!device.ok) return { ...asked, error: device.code === 'conflict' ? device.message : 'device not found' };
    const found = locateChannel(house, address, channel, where);
    if (!found.ok) return { ...asked, error: 'channel not found' };
    const point = found.value.points.get(parameter);
    if (point === undefined) return { ...asked, error: 'parameter not found' };
    if (flagsOf(found.value).hidden || usageOf(point) === 'ignored') return { ...asked, error: 'parameter hidden' };
    return { ...asked, summary: describePoint(point, view) };
  });
}
