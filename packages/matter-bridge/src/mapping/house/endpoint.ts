import type { ChannelView } from '../device.js';
import { type DeviceType, isUtility } from '../device-types.js';
import type { DeviceView } from '../house-view.js';
import type { ClusterPlan, EndpointPlan, Input, PartPlan } from '../plan.js';
import { label } from '../text.js';
import type { Extra, ThingFunction } from '../things/function.js';

/** Lengths of Matter's basic information and of the values of its fixed labels, in bytes. */
const NAME = 32;
const FIRMWARE = 64;
const LABEL = 16;

/** Name, room and area of an endpoint. */
export interface Identity {
  readonly key: string;
  readonly name: string;
  readonly room: string | undefined;
  readonly area: string | undefined;
  readonly channel: ChannelView;
}

/** Names that people gave; a CCU's own are made of the type or the device's name and the number of the channel. */
const isGiven = (name: string | undefined, address: string, number: number): name is string =>
  name !== undefined && name.trim() !== '' && !name.endsWith(`:${number}`) && !name.includes(address);

/** The name that people gave the channel, else that of the device, with the number where it has several things. */
export function nameOf(view: DeviceView, channel: ChannelView, isOnly: boolean): string {
  const { device } = view;
  const { summary, number } = channel;
  if (isGiven(summary.name, device.address, number)) return summary.name;
  return isOnly ? device.name : `${label(device.name, NAME - 1 - `${number}`.length)} ${number}`;
}

/** The one room of the channel, else the one of the device. */
export function roomOf(view: DeviceView, { summary }: ChannelView): string | undefined {
  const { rooms } = view.device;
  return summary.room ?? (rooms?.length === 1 ? rooms[0] : undefined);
}

/** Replacement for an empty text. */
const orElse = (text: string, other: string): string => (text === '' ? other : text);

function partOf({ id, deviceType, extras, clusters }: ThingFunction): PartPlan {
  return {
    id,
    deviceTypes: [deviceType, ...extras.map((extra) => extra.deviceType)],
    clusters: [...clusters, ...extras.flatMap((extra) => extra.clusters)],
  };
}

const named = (types: PartPlan['deviceTypes']): PartPlan['deviceTypes'] =>
  isUtility(types[0]) ? ['BridgedNode', ...types] : types;

/** The same inputs once each. */
function uniqueInputs(inputs: readonly Input[]): readonly Input[] {
  const byText = new Map(inputs.map((input) => [JSON.stringify(Object.values(input)), input] as const));
  return [...byText.values()];
}

/** One thing as one endpoint; one of several functions gets a part for each. The battery belongs to the thing. */
export function endpointOf(
  view: DeviceView,
  identity: Identity,
  functions: readonly [ThingFunction, ...ThingFunction[]],
  battery: Extra | undefined,
): EndpointPlan {
  const { device, central } = view;
  const [first, ...others] = functions;
  const powered: readonly DeviceType[] = battery === undefined ? [] : [battery.deviceType];
  const power: readonly ClusterPlan[] = battery?.clusters ?? [];
  const single = partOf(first);
  const isSingle = others.length === 0;
  return {
    key: identity.key,
    name: orElse(label(identity.name, NAME), label(device.address, NAME)),
    room: label(identity.room, LABEL) || undefined,
    area: label(identity.area, LABEL) || undefined,
    central,
    address: device.address,
    vendor: orElse(label(device.manufacturer, NAME), 'Homematic'),
    product: orElse(label(device.model, NAME), 'Homematic'),
    serial: orElse(label(identity.channel.summary.address, NAME), 'unknown'),
    firmware: label(device.firmware.Current, FIRMWARE) || undefined,
    deviceTypes: isSingle ? [...named(single.deviceTypes), ...powered] : ['BridgedNode', ...powered],
    clusters: isSingle ? [...single.clusters, ...power] : power,
    parts: isSingle ? [] : functions.map(partOf),
    inputs: uniqueInputs([
      ...functions.flatMap(({ inputs, extras }) => [...inputs, ...extras.flatMap((extra) => extra.inputs)]),
      ...(battery?.inputs ?? []),
    ]),
  };
}
