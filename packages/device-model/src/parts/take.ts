import type { ParamsetDescription } from '@ccu-gateway/ccu-client';
import { nameDevice } from '../apply/names.js';
import { exposeMaster, newDevice, putChannel, putParamsets, rebuildPoints } from '../build/device.js';
import { assignGroups } from '../build/group.js';
import { buildCalculated } from '../calculated/calculated.js';
import { buildCustoms } from '../custom/custom-data-point.js';
import { heatedByActor } from '../custom/linked-heating.js';
import { parsePattern, unIgnores } from '../model/pattern.js';
import type { CentralPart, ChannelPart, DevicePart, PointPart, StatePart } from '../model/replica.js';
import { isStandIn, missingOf, teamOf } from '../model/stand-in.js';
import type { CentralRecord, Channel, DataPoint, Device, HouseRecords } from '../model/state.js';

interface Piece {
  readonly part: StatePart;
  /** All that came so far. */
  readonly descriptions: ParamsetDescription[];
}

/** Takes over a piece of the state of a CCU. */
export function takePart(house: HouseRecords, central: CentralRecord, { part, descriptions }: Piece): void {
  switch (part.part) {
    case 'central':
      takeCentral(central, part);
      return;
    case 'names':
      central.directory = {
        names: new Map(part.names.map(([address, { name, iseId }]) => [address, { name, iseId }])),
        rooms: new Map(part.rooms),
        functions: new Map(part.functions),
        allRooms: part.allRooms,
        allFunctions: part.allFunctions,
      };
      return;
    case 'hub': {
      const { part: _, programs, sysvars, installModes, ...lists } = part;
      Object.assign(central.hub, lists, {
        programs: programs && new Map(programs),
        sysvars: sysvars && new Map(sysvars),
      });
      for (const [name, mode] of installModes) central.hub.installModes.set(name, mode);
      return;
    }
    case 'descriptions':
      descriptions.push(...part.descriptions);
      return;
    case 'devices':
      for (const device of part.devices) takeDevice(house, central, { device, descriptions });
      central.heatedBy = heatedByActor(central);
      settleStandIns(central);
  }
}

function takeCentral(central: CentralRecord, part: CentralPart): void {
  const { information, idsOf, namesLoaded, ready, hubAway, hubAbsent, phase, loaded, state, behaviour } = part;
  Object.assign(central, {
    information,
    idsOf,
    namesLoaded,
    ready,
    hubAway,
    hubAbsent,
    phase,
    loaded,
    state,
    behaviour,
  });
  for (const [address, flags] of part.flags) central.flags.set(address, flags);
  central.groups = part.groups && new Map(part.groups);
  central.successions = new Map(part.successions);
  central.waiting = part.waiting;
  for (const [metric, value] of part.metrics) central.metrics.set(metric, value);
  for (const [address, links] of part.links) central.links.set(address, links);
  central.heatedBy = heatedByActor(central);
  central.unignore = unIgnores(
    part.unignore.flatMap(({ text, ...change }) => {
      const pattern = parsePattern(text);
      return typeof pattern === 'string' ? [] : [{ pattern, ...change }];
    }),
  );
  for (const [name, facts] of part.interfaces) Object.assign(central.interfaces.get(name) ?? {}, facts);
}

function takeDevice(
  house: HouseRecords,
  central: CentralRecord,
  {
    device: part,
    descriptions,
  }: { readonly device: DevicePart; readonly descriptions: readonly ParamsetDescription[] },
): void {
  const iface = central.interfaces.get(part.interfaceName);
  if (iface === undefined) return;
  const device = newDevice(central, iface, part.description);
  central.devices.set(device.address, device);
  takeHolder(device, part, descriptions);
  const taken = part.channels.flatMap((each) => {
    const channel = putChannel(device, each.description);
    if (channel === undefined) return [];
    takeHolder(channel, each, descriptions);
    rebuildPoints(house, channel);
    return [{ channel, part: each }];
  });
  exposeMaster(house, device);
  for (const { channel, part: each } of taken) takePoints(house, channel, each);
  assignGroups(device);
  buildCustoms(device);
  buildCalculated(device);
  takeCalculated(device, part);
  nameDevice(device, central.directory);
  const { reachable, available, updatedAt } = part;
  Object.assign(device, { reachable, available, updatedAt });
}

function takeHolder(
  holder: Device | Channel,
  part: DevicePart | ChannelPart,
  descriptions: readonly ParamsetDescription[],
): void {
  for (const [key, place] of part.paramsets) putParamsets(holder, { [key]: descriptions[place] });
  for (const [parameter, value] of part.master) holder.master.set(parameter, value);
}

function takePoints(house: HouseRecords, channel: Channel, part: ChannelPart): void {
  const { points } = channel;
  if (part.order !== undefined) {
    const ordered = part.order.flatMap((name) => points.get(name) ?? []);
    points.clear();
    for (const point of ordered) points.set(point.parameter, point);
  }
  for (const point of points.values()) if (point.paramsetKey === 'MASTER') point.value = undefined;
  for (const [name, told] of part.points) {
    const point = points.get(name);
    if (point !== undefined) takePoint(house, point, told);
  }
  channel.lastLevel = part.lastLevel;
  channel.manual = part.manual;
}

function takePoint(house: HouseRecords, point: DataPoint, told: PointPart): void {
  point.value = told.v;
  point.withheld = told.withheld;
  point.changedAt = told.changedAt;
  point.seenAt = told.seenAt;
  point.cached = told.cached === true;
  point.onlyDefault = told.onlyDefault === true;
  point.pending = told.pending;
  point.lastTrigger = told.lastTrigger;
  if (told.left !== undefined) house.leftTargets.set(point, told.left);
}

function takeCalculated(device: Device, part: DevicePart): void {
  for (const [number, name, value, at] of part.calculated) {
    const calculated = device.calculated.find((each) => each.channel.number === number && each.name === name);
    if (calculated === undefined) continue;
    calculated.value = value;
    calculated.changedAt = at;
  }
}

/** Devices that stand for others, and those that calculate from them, may come in pieces of any order. */
function settleStandIns(central: CentralRecord): void {
  central.standIns = new Set([...central.devices.values()].filter(isStandIn));
  for (const device of central.standIns) device.missing = missingOf(device);
  for (const device of central.devices.values()) {
    if (![...device.channels.values()].some((channel) => teamOf(channel) !== undefined)) continue;
    buildCalculated(device);
    for (const calculated of device.calculated) calculated.value ??= calculated.compute();
  }
}
