import type { FieldError } from '@ccu-gateway/contract/types';
import type { AlarmSystem } from '../alarm/alarm.js';
import type { FlagStore } from '../families/devices/channel-flags.js';
import type { DeviceControl, Labels } from '../families/devices/device-admin.js';
import type { LinkControl } from '../families/devices/links.js';
import { type ParamsetAddress, type ParamsetReader, sendParamset } from '../families/devices/paramsets.js';
import { callerOf } from '../families/gateway/alarm.js';
import type { CcuWriter, DeviceModel, House } from '../ports/house.js';
import type { Caller } from '../use-case/caller.js';
import { GatewayError } from '../use-case/errors.js';
import { movedAddress } from '../use-case/moved-address.js';
import type { Recording } from '../use-case/record.js';
import { found } from '../use-case/refusal.js';
import { type Belongings, type BelongingsDeps, readLinks, type Values } from './belongings.js';
import type { Left, Outcome } from './replacement.js';

/** Ports of the steps that pass on what belongs to a device. */
export interface TransferDeps extends BelongingsDeps, Recording {
  readonly house: House;
  readonly devices: DeviceModel;
  readonly paramsets: ParamsetReader;
  readonly links: LinkControl;
  readonly ccu: CcuWriter;
  readonly deviceControl: Pick<DeviceControl, 'labelDevice' | 'labelChannel'>;
  readonly flags: FlagStore;
  readonly alarm: Pick<AlarmSystem, 'moveDevice'>;
}

/** Transfer from the old to the new device, and its originator. */
export interface Transfer {
  readonly belongings: Belongings;
  readonly oldAddress: string;
  /** The new device. */
  readonly place: ParamsetAddress;
  readonly caller: Caller;
}

/** Reasons of a CCU that does not answer: then nothing more is tried. */
const AWAY: ReadonlySet<string> = new Set([
  ...['unreachable', 'booting', 'timeout', 'circuit_open', 'closed', 'aborted', 'no_central', 'login_refused'],
  'outcome_unknown',
]);

/** True when the CCU is away, so that the rest of a replacement has to wait for it. */
const isAway = (error: GatewayError): boolean =>
  error.code === 'service_unready' || AWAY.has(error.details.reason ?? '');

/** Does one thing of many. A refusal is noted; a CCU that is away ends them all. */
async function each(left: Left[], what: string, work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (!(error instanceof GatewayError) || isAway(error)) throw error;
    left.push({ what, reason: error.details.reason ?? error.code });
    return false;
  }
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Sensors, outputs and codes of the alarm system: a zone watches the new device from now on, also while it is armed. */
export async function passAlarm({ alarm }: TransferDeps, { oldAddress, place, caller }: Transfer): Promise<Outcome> {
  const { central, address } = place;
  const left: Left[] = [];
  let count = 0;
  await each(left, oldAddress, async () => {
    const move = { central, from: oldAddress, to: address };
    count = await alarm.moveDevice(move, callerOf(caller));
  });
  return { count, left };
}

/** Programs name a device by its object in the logic layer: they are kept as long as that is the same. */
export function checkPrograms({ house }: TransferDeps, { belongings, place }: Transfer): Outcome {
  const { ise_id: now } = found(house.device(place.address, { central: place.central }));
  if (belongings.iseId === undefined || now === belongings.iseId) return { count: 1, left: [] };
  return { count: 0, left: [{ what: `${belongings.iseId}`, reason: 'object_changed' }] };
}

export async function passNames(deps: TransferDeps, { belongings, place }: Transfer): Promise<Outcome> {
  const { central, address } = place;
  const left: Left[] = [];
  const device = found(deps.house.device(address, { central }));
  let count = 0;
  const label = async (what: string, work: () => Promise<unknown>) => {
    if (await each(left, what, async () => void (await work()))) count += 1;
  };
  if (device.name === belongings.name) count += 1;
  else
    await label(address, () =>
      deps.deviceControl.labelDevice(central, address, { name: belongings.name, includeChannels: false }),
    );
  for (const { number, name } of belongings.channels) {
    const channel = device.channels.find((one) => one.number === number);
    // The CCU names the maintenance channel after the device.
    if (name === undefined || number === 0) continue;
    if (channel === undefined) left.push({ what: `${address}:${number}`, reason: 'no_such_channel' });
    else if (channel.name === name) count += 1;
    else await label(channel.address, () => deps.deviceControl.labelChannel(central, channel.address, { name }));
  }
  return { count, left };
}

export async function passRooms(deps: TransferDeps, { belongings, place }: Transfer): Promise<Outcome> {
  const { central, address } = place;
  const left: Left[] = [];
  const device = found(deps.house.device(address, { central }));
  let count = 0;
  for (const { number, rooms, functions } of belongings.channels) {
    const channel = device.channels.find((one) => one.number === number);
    const groups = rooms.length + functions.length;
    if (channel === undefined) {
      if (groups > 0) left.push({ what: `${address}:${number}`, reason: 'no_such_channel' });
      continue;
    }
    const labels: Labels = {
      ...(isSameSet(channel.rooms, rooms) ? {} : { rooms }),
      ...(isSameSet(channel.functions, functions) ? {} : { functions }),
    };
    const assign = async () => void (await deps.deviceControl.labelChannel(central, channel.address, labels));
    if (Object.keys(labels).length === 0 || (await each(left, channel.address, assign))) count += groups;
  }
  return { count, left };
}

const isSameSet = (one: readonly string[] = [], other: readonly string[]): boolean =>
  isSame([...one].sort(), [...other].sort());

/** Parameters that the new device has with another value. */
function differing(wanted: Values, present: Values): Values {
  return Object.fromEntries(
    Object.entries(wanted).filter(([name, value]) => Object.hasOwn(present, name) && !isSame(value, present[name])),
  );
}

/** MASTER parameters, schedules included. */
export async function passConfiguration(deps: TransferDeps, transfer: Transfer): Promise<Outcome> {
  const { belongings, oldAddress, place } = transfer;
  const left: Left[] = belongings.unread.filter(({ what }) => what.endsWith(' MASTER'));
  let count = 0;
  for (const { address, values } of belongings.configuration) {
    const at = { ...place, address: movedAddress(address, oldAddress, place.address), key: 'MASTER' } as const;
    await each(left, at.address, async () => {
      const present = await deps.paramsets.readParamset(at);
      const missing = Object.keys(values).filter((name) => !Object.hasOwn(present, name));
      left.push(...missing.map((name) => ({ what: `${at.address} ${name}`, reason: 'no_such_parameter' })));
      const wanted = differing(values, present);
      const refused = await writeValues(deps, transfer, { address: at.address, key: 'MASTER' }, wanted);
      left.push(...refused);
      count += Object.keys(values).length - missing.length - refused.length;
    });
  }
  return { count, left };
}

interface Paramset {
  readonly address: string;
  readonly key: 'MASTER' | 'LINK';
  readonly peer?: string;
}

/** Writes the values that the new device takes, and answers the others. */
async function writeValues(
  deps: TransferDeps,
  { place, caller }: Transfer,
  { address, key, peer }: Paramset,
  values: Values,
): Promise<readonly Left[]> {
  if (Object.keys(values).length === 0) return [];
  const at = { central: place.central, address, key, ...(peer === undefined ? {} : { peer }) };
  const description =
    key === 'LINK' ? { description: await deps.paramsets.describeParamset({ ...place, address, key }) } : {};
  const plan = (wanted: Values) => deps.devices.validateParamset({ ...at, ...description, values: wanted });
  const first = plan(values);
  const faults = first.ok || first.code !== 'validation' ? [] : first.errors.map(faultOf);
  const faulty = new Map(faults.map(({ name, reason }) => [name, reason] as const));
  const rest = Object.fromEntries(Object.entries(values).filter(([name]) => !faulty.has(name)));
  const planned = first.ok ? first : plan(rest);
  const label = (name: string) => `${address}${peer === undefined ? '' : ` ${peer}`} ${name}`;
  const left = [...faulty].map(([name, reason]) => ({ what: label(name), reason }));
  if (Object.keys(rest).length === 0) return left;
  if (!planned.ok) return [...left, ...Object.keys(rest).map((name) => ({ what: label(name), reason: planned.code }))];
  await sendParamset(deps, caller, planned.write, key === 'LINK' ? 'link_paramset_write' : 'paramset_write');
  return left;
}

/** A refused parameter; a CCU does not let everything be written that it lists. */
const faultOf = ({ field = '', reason }: FieldError) => ({
  name: field.split('.').at(-1) ?? '',
  reason,
});

/** Links that the CCU has not moved are made again, and their parameters written. */
export async function passLinks(deps: TransferDeps, transfer: Transfer): Promise<Outcome> {
  const { belongings, oldAddress, place } = transfer;
  const { central, interfaceName } = place;
  const left: Left[] = belongings.unread.filter(({ what }) => !what.endsWith(' MASTER'));
  if (belongings.links.length === 0) return { count: 0, left };
  const moved = (address: string) => movedAddress(address, oldAddress, place.address);
  const present = await readLinks(deps, place, left);
  let count = 0;
  for (const link of belongings.links) {
    const [sender, receiver] = [moved(link.sender), moved(link.receiver)];
    const isOf = (each: { readonly sender: string; readonly receiver: string }) =>
      each.sender === sender && each.receiver === receiver;
    const done = await each(left, `${sender} ${receiver}`, async () => {
      let now = present.find(isOf);
      if (now === undefined) {
        const { name, description } = link;
        await deps.links.addLink({ central, interfaceName, sender, receiver, name, description });
        now = (await readLinks(deps, place, left)).find(isOf);
      }
      for (const { of, towards, values } of link.parameters) {
        const [address, peer] = [moved(of), moved(towards)];
        const own = now?.parameters.find((each) => each.of === address && each.towards === peer);
        const wanted = differing(values, own?.values ?? {});
        left.push(...(await writeValues(deps, transfer, { address, key: 'LINK', peer }, wanted)));
      }
    });
    if (done) count += 1;
  }
  return { count, left };
}

/** Hidden and locked channels of the gateway. */
export async function passFlags(deps: TransferDeps, { belongings, place }: Transfer): Promise<Outcome> {
  const { central, address } = place;
  const left: Left[] = [];
  let count = 0;
  for (const { number, flags } of belongings.channels) {
    if (!flags.hidden && !flags.locked) continue;
    const channelAddress = `${address}:${number}`;
    const done = await each(left, channelAddress, async () => {
      const set = found(deps.devices.setChannelFlags({ central, address, channel: number }, flags));
      await deps.flags.saveFlags(central, channelAddress, set);
    });
    if (done) count += 1;
  }
  return { count, left };
}
