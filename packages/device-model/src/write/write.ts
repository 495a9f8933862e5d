import type { ParamsetDescription, ParamsetKey } from '@ccu-gateway/ccu-client';
import { descriptorOf } from '../build/device.js';
import { parseAddress } from '../model/address.js';
import { flagsOf } from '../model/flags.js';
import { locateChannel, locateDevice, locatePoint } from '../model/locate.js';
import type { Channel, Device, HouseRecords } from '../model/state.js';
import type { ParamsetWrite, Planned, TypedValue, ValueWrite } from '../requests/plan.js';
import type { ParamsetRequest, WriteRequest } from '../requests/requests.js';
import { type FieldError, invalid, notFound } from '../requests/result.js';
import { type Coerced, coerce } from '../values/coerce.js';
import { asLinkParameter, type Descriptor } from '../values/descriptor.js';

/** Checks one value against the description of its data point. Nothing that fails here may reach a CCU. */
export function planValue(house: HouseRecords, request: WriteRequest): Planned<ValueWrite> {
  const channel = locateChannel(house, request.address, request.channel, request);
  if (!channel.ok) return channel;
  const point = locatePoint(channel.value, request.parameter);
  if (!point.ok) return point;
  if (flagsOf(channel.value).locked) return lockedChannel(channel.value);
  if (point.value.paramsetKey === 'MASTER') {
    return invalid(`${request.parameter} is configuration`, [
      { field: 'value', reason: 'is configuration: write it with the MASTER paramset' },
    ]);
  }
  const { device } = channel.value;
  const { descriptor } = point.value;
  const coerced = coerce('value', descriptor, request.value);
  if (!coerced.ok) return invalid(`${request.parameter} ${coerced.error.reason}`, [coerced.error]);
  return {
    ok: true,
    write: {
      kind: 'value',
      ...targetOf(device),
      channelAddress: channel.value.address,
      channel: channel.value.number,
      parameter: request.parameter,
      value: coerced.value,
      momentary: descriptor.momentary,
      ...(point.value.value === undefined ? {} : { current: point.value.value }),
    },
  };
}

const MAX_MEMBERS = 2048;

/** Checks a whole paramset: it goes out as a whole, or not at all. All faults are reported at once. */
export function planParamset(house: HouseRecords, request: ParamsetRequest): Planned<ParamsetWrite> {
  const located = locateDevice(house, request.address, request);
  if (!located.ok) return located;
  const device = located.value;
  const number = parseAddress(request.address)?.channel;
  const channel = number === undefined ? undefined : device.channels.get(number);
  if (number !== undefined && channel === undefined) {
    return notFound('channel', `device ${device.address} has no channel ${number}`);
  }
  const holder = channel ?? device;
  const described = (request.description as ParamsetDescription | undefined) ?? holder.paramsets.get(request.key);
  if (described === undefined || typeof described !== 'object') {
    return notFound('paramset', `${holder.address} has no paramset ${request.key}`);
  }
  if (channel !== undefined && flagsOf(channel).locked && request.key === 'VALUES') return lockedChannel(channel);
  const read = (parameter: string): Descriptor | undefined => {
    const raw = Object.hasOwn(described, parameter) ? described[parameter] : undefined;
    const descriptor = descriptorOf(house, device, parameter, raw);
    return descriptor !== undefined && request.key === 'LINK' ? asLinkParameter(descriptor) : descriptor;
  };
  const checked = checkMembers(read, request.values);
  if (!checked.ok) return invalid(`paramset ${request.key} of ${holder.address} is not valid`, checked.errors);
  return {
    ok: true,
    write: paramsetWrite(holder, request.key, checked.values, request.peer),
  };
}

type Checked =
  | { readonly ok: true; readonly values: Record<string, TypedValue> }
  | { readonly ok: false; readonly errors: readonly FieldError[] };

function checkMembers(read: (parameter: string) => Descriptor | undefined, values: unknown): Checked {
  if (typeof values !== 'object' || values === null || Array.isArray(values)) {
    return { ok: false, errors: [{ field: 'values', reason: 'must be an object of parameters' }] };
  }
  const entries = Object.entries(values);
  if (entries.length === 0) return { ok: false, errors: [{ field: 'values', reason: 'must not be empty' }] };
  if (entries.length > MAX_MEMBERS) {
    return { ok: false, errors: [{ field: 'values', reason: `must have at most ${MAX_MEMBERS} members` }] };
  }
  const typed = new Map<string, TypedValue>();
  const errors: FieldError[] = [];
  for (const [parameter, value] of entries) {
    const descriptor = read(parameter);
    const coerced: Coerced =
      descriptor === undefined
        ? { ok: false, error: { field: parameter, reason: 'is not a parameter here' } }
        : coerce(parameter, descriptor, value);
    if (coerced.ok) typed.set(parameter, coerced.value);
    else errors.push(coerced.error);
  }
  return errors.length > 0 ? { ok: false, errors } : { ok: true, values: Object.fromEntries(typed) };
}

export function paramsetWrite(
  holder: Device | Channel,
  key: ParamsetKey,
  values: Readonly<Record<string, TypedValue>>,
  peer?: string,
): ParamsetWrite {
  const device = 'device' in holder ? holder.device : holder;
  return {
    kind: 'paramset',
    ...targetOf(device),
    address: holder.address,
    paramsetKey: key,
    ...(peer === undefined ? {} : { peer }),
    values,
  };
}

export function targetOf(device: Device): Pick<ValueWrite, 'central' | 'interfaceName' | 'deviceAddress'> {
  return { central: device.central.name, interfaceName: device.iface.name, deviceAddress: device.address };
}

export const lockedChannel = (channel: Channel) =>
  ({ ok: false, code: 'locked', message: `channel ${channel.address} is locked against control writes` }) as const;
