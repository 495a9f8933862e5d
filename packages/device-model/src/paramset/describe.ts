import type { ParamsetDescription } from '@ccu-gateway/ccu-client';
import type { FormParameter } from '@ccu-gateway/contract/types';
import { descriptorOf } from '../build/device.js';
import { parameterLabel, valueLabels } from '../labels/label.js';
import { parseAddress } from '../model/address.js';
import { locateDevice } from '../model/locate.js';
import type { Channel, Device, HouseRecords } from '../model/state.js';
import type { ParamsetAddress } from '../requests/families.js';
import type { Locale } from '../requests/requests.js';
import { type Found, notFound, ok } from '../requests/result.js';
import { asLinkParameter } from '../values/descriptor.js';
import { lenientNumber } from '../values/number.js';

/** The holder of a paramset: a channel, or the device itself. */
function locateHolder(house: HouseRecords, at: ParamsetAddress): Found<Device | Channel> {
  const device = locateDevice(house, at.address, at);
  if (!device.ok) return device;
  const number = parseAddress(at.address)?.channel;
  if (number === undefined) return ok(device.value);
  const channel = device.value.channels.get(number);
  return channel === undefined
    ? notFound('channel', `device ${device.value.address} has no channel ${number}`)
    : ok(channel);
}

/** The keys that the CCU lists for a channel or device, and those it has described all the same. */
export function listedParamsets({ description, paramsets }: Device | Channel): readonly string[] {
  // Some servers send a text instead of a list.
  const listed = Array.isArray(description.PARAMSETS) ? description.PARAMSETS : [];
  return listed.length === 0 ? [] : [...new Set([...listed, ...paramsets.keys()])];
}

/** Data of a form about every parameter, in the order of the device's maker. */
export function describeParamset(house: HouseRecords, at: ParamsetAddress): Found<readonly FormParameter[]> {
  const holder = locateHolder(house, at);
  if (!holder.ok) return holder;
  const described = (at.description as ParamsetDescription | undefined) ?? holder.value.paramsets.get(at.key);
  if (described === undefined) return notFound('paramset', `${holder.value.address} has no paramset ${at.key}`);
  const device = 'device' in holder.value ? holder.value.device : holder.value;
  const locale = at.locale ?? house.locale;
  const parameters = Object.entries(described).flatMap(([parameter, raw]) => {
    const described = describeParameter(house, device, parameter, { raw, locale, key: at.key });
    return described === undefined
      ? []
      : [{ described, order: lenientNumber(raw.TAB_ORDER) ?? Number.MAX_SAFE_INTEGER }];
  });
  return ok(parameters.sort((a, b) => a.order - b.order).map((each) => each.described));
}

function describeParameter(
  house: HouseRecords,
  device: Device,
  parameter: string,
  {
    raw,
    locale,
    key,
  }: { readonly raw: ParamsetDescription[string]; readonly locale: Locale; readonly key: ParamsetAddress['key'] },
): FormParameter | undefined {
  const read = descriptorOf(house, device, parameter, raw);
  if (read === undefined) return undefined;
  const descriptor = key === 'LINK' ? asLinkParameter(read) : read;
  const translations = descriptor.valueList === undefined ? undefined : valueLabels(descriptor.valueList, locale);
  return {
    parameter,
    label: parameterLabel(parameter, locale),
    type: descriptor.type,
    operations: { read: descriptor.readable, write: descriptor.writable, event: descriptor.eventful },
    internal: descriptor.internal,
    ...(descriptor.unit === undefined ? {} : { unit: descriptor.unit }),
    ...(descriptor.multiplier === 1 ? {} : { multiplier: descriptor.multiplier }),
    ...(descriptor.min === undefined ? {} : { min: descriptor.min }),
    ...(descriptor.max === undefined ? {} : { max: descriptor.max }),
    ...(descriptor.default === undefined ? {} : { default: descriptor.default }),
    ...(descriptor.valueList === undefined ? {} : { value_list: descriptor.valueList }),
    ...(translations === undefined ? {} : { value_translations: translations }),
    ...(descriptor.specials.length === 0 ? {} : { specials: descriptor.specials }),
    ...(descriptor.control === undefined ? {} : { control: descriptor.control }),
  };
}
