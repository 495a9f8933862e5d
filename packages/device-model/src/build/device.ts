import type { DeviceDescription, ParamsetDescription, ParamsetKey } from '@ccu-gateway/ccu-client';
import { parseAddress } from '../model/address.js';
import { modelFace } from '../model/device-models.js';
import type { CentralRecord, Channel, DataPoint, Device, HouseRecords, InterfaceRecord } from '../model/state.js';
import { confirmationOf } from '../values/confirm.js';
import { type Descriptor, readDescriptor } from '../values/descriptor.js';
import { correctDescriptor } from './corrections.js';

type Paramsets = Readonly<Partial<Record<ParamsetKey, ParamsetDescription>>>;

export function newDevice(central: CentralRecord, iface: InterfaceRecord, description: DeviceDescription): Device {
  return {
    central,
    iface,
    address: description.ADDRESS,
    face: modelFace(description.TYPE),
    description,
    name: undefined,
    iseId: undefined,
    rooms: [],
    functions: [],
    channels: new Map(),
    customs: [],
    calculated: [],
    paramsets: new Map(),
    emptyParamsets: new Set(),
    master: new Map(),
    reachable: true,
    available: iface.reachable,
    missing: '',
    updatedAt: undefined,
  };
}

/** Adds a channel, or gives a known one its new description. `undefined` when the address is not one of a channel. */
export function putChannel(device: Device, description: DeviceDescription): Channel | undefined {
  const number = parseAddress(description.ADDRESS)?.channel;
  if (number === undefined) return undefined;
  const known = device.channels.get(number);
  if (known !== undefined) {
    known.description = description;
    return known;
  }
  const channel: Channel = {
    device,
    number,
    address: description.ADDRESS,
    description,
    name: undefined,
    rooms: [],
    functions: [],
    paramsets: new Map(),
    emptyParamsets: new Set(),
    master: new Map(),
    points: new Map(),
    lastLevel: undefined,
    manual: undefined,
    group: undefined,
  };
  device.channels.set(number, channel);
  return channel;
}

const KEYS: readonly ParamsetKey[] = ['VALUES', 'MASTER', 'LINK'];

/** Takes over paramset descriptions; an absent one keeps the description known so far. */
export function putParamsets(holder: Device | Channel, paramsets: Paramsets | undefined): void {
  for (const key of KEYS) {
    const described = paramsets?.[key];
    if (typeof described !== 'object' || described === null) continue;
    holder.paramsets.set(key, described);
    if (isEmpty(described)) holder.emptyParamsets.add(key);
    else holder.emptyParamsets.delete(key);
  }
}

function isEmpty(described: ParamsetDescription): boolean {
  for (const _ in described) return false;
  return true;
}

/** Makes the channel's data points those of its VALUES description. Values of parameters that stay are kept. */
export function rebuildPoints(house: HouseRecords, channel: Channel): void {
  const described = channel.paramsets.get('VALUES');
  if (described === undefined) return;
  for (const [parameter, raw] of Object.entries(described)) {
    const read = descriptorOf(house, channel.device, parameter, raw);
    if (read === undefined) continue;
    const descriptor = ofSmoke(channel, parameter, read);
    const known = channel.points.get(parameter);
    if (known === undefined) channel.points.set(parameter, newPoint(channel, parameter, descriptor, 'VALUES'));
    else {
      known.descriptor = descriptor;
      known.confirm = confirmationOf(channel.description.TYPE, parameter, descriptor);
    }
  }
  for (const point of channel.points.values()) {
    if (point.paramsetKey === 'VALUES' && !Object.hasOwn(described, point.parameter))
      channel.points.delete(point.parameter);
  }
}

/** The alarm of a detector, also where its description does not say that it is one. */
const ofSmoke = (channel: Channel, parameter: string, descriptor: Descriptor): Descriptor =>
  parameter === 'STATE' && descriptor.type === 'BOOL' && /^SMOKE_DETECTOR/.test(channel.description.TYPE)
    ? { ...descriptor, control: 'DANGER.STATE' }
    : descriptor;

export function descriptorOf(
  house: HouseRecords,
  device: Device,
  parameter: string,
  raw: ParamsetDescription[string] | undefined,
): Descriptor | undefined {
  if (typeof raw !== 'object' || raw === null) return undefined;
  const descriptor = house.descriptors.get(raw) ?? readDescriptor(raw);
  if (descriptor === undefined) return undefined;
  house.descriptors.set(raw, descriptor);
  return correctDescriptor(device.description.TYPE, parameter, descriptor);
}

/** Makes configuration visible as data points where people asked for it, and hides it again. */
export function exposeMaster(house: HouseRecords, device: Device): void {
  const { unignore } = device.central;
  for (const channel of device.channels.values()) {
    const wanted = new Set<string>();
    for (const [parameter, raw] of Object.entries(
      unignore.entries.length === 0 ? {} : (channel.paramsets.get('MASTER') ?? {}),
    )) {
      const candidate = {
        parameter,
        paramset: 'MASTER',
        model: device.description.TYPE,
        channel: channel.number,
      } as const;
      if (!unignore.fits(candidate)) continue;
      const descriptor = descriptorOf(house, device, parameter, raw);
      const known = channel.points.get(parameter);
      if (descriptor === undefined || known?.paramsetKey === 'VALUES') continue;
      wanted.add(parameter);
      if (known !== undefined) continue;
      const point = newPoint(channel, parameter, { ...descriptor, writable: false }, 'MASTER');
      point.value = channel.master.get(parameter);
      channel.points.set(parameter, point);
    }
    for (const point of channel.points.values()) {
      if (point.paramsetKey === 'MASTER' && !wanted.has(point.parameter)) channel.points.delete(point.parameter);
    }
  }
}

function newPoint(
  channel: Channel,
  parameter: string,
  descriptor: Descriptor,
  paramsetKey: DataPoint['paramsetKey'],
): DataPoint {
  return {
    channel,
    parameter,
    paramsetKey,
    descriptor,
    confirm: confirmationOf(channel.description.TYPE, parameter, descriptor),
    value: undefined,
    withheld: undefined,
    changedAt: undefined,
    seenAt: undefined,
    cached: false,
    unsaved: false,
    onlyDefault: false,
    pending: undefined,
    customs: [],
    calculated: [],
    lastTrigger: undefined,
  };
}
