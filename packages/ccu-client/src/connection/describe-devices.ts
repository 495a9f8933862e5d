import { deviceOf } from '../model/address.js';
import { isCcuError } from '../model/errors.js';
import type { DeviceDescription } from '../model/model.js';
import { readDeviceList } from '../rpc/descriptions.js';
import type { InterfaceRpc } from '../rpc/rpc.js';
import type { DeviceList } from './device-list.js';
import type { DescribedParamsets, ParamsetCatalogue } from './paramsets.js';
import type { Refusals } from './refusals.js';

/** Some whole devices, with the paramset descriptions of their entries by address. */
export interface DescribedDevices {
  readonly devices: readonly DeviceDescription[];
  readonly paramsets: Readonly<Record<string, DescribedParamsets>>;
}

/** Devices at a time: a house becomes visible piece by piece instead of after minutes. */
const BATCH_DEVICES = 50;

/** Finds the paramset descriptions of these devices and channels. */
export async function* describeInBatches(
  list: readonly DeviceDescription[],
  known: Pick<DeviceList, 'get'>,
  catalogue: Pick<ParamsetCatalogue, 'warm' | 'describe'>,
  signal: AbortSignal,
): AsyncGenerator<DescribedDevices> {
  const all = [...byDevice(list)];
  for (let from = 0; from < all.length; from += BATCH_DEVICES) {
    const batch = all.slice(from, from + BATCH_DEVICES);
    await catalogue.warm(
      batch.flatMap(([address, group]) => group.map((entry) => [known.get(address) ?? entry, entry] as const)),
    );
    const paramsets: Record<string, DescribedParamsets> = {};
    for (const [address, group] of batch) {
      Object.assign(paramsets, await catalogue.describe(known.get(address) ?? group[0]!, group, signal));
    }
    yield { devices: batch.flatMap(([, group]) => group), paramsets };
  }
}

function byDevice(list: readonly DeviceDescription[]): ReadonlyMap<string, readonly DeviceDescription[]> {
  const groups = new Map<string, DeviceDescription[]>();
  for (const entry of list) {
    const device = deviceOf(entry.ADDRESS);
    const group = groups.get(device);
    if (group === undefined) groups.set(device, [entry]);
    else group.push(entry);
  }
  return groups;
}

/** Asks the CCU for the description of one device and of its channels; nothing where it refuses the device. */
export async function readDevice(
  rpc: Pick<InterfaceRpc, 'call'>,
  refusals: Pick<Refusals, 'add' | 'granted'>,
  address: string,
  signal: AbortSignal,
): Promise<readonly DeviceDescription[]> {
  const [device] = await readDescription(rpc, refusals, address, signal);
  if (device === undefined) return [];
  const entries = [device];
  for (const child of device.CHILDREN ?? []) entries.push(...(await readDescription(rpc, refusals, child, signal)));
  return entries;
}

async function readDescription(
  rpc: Pick<InterfaceRpc, 'call'>,
  refusals: Pick<Refusals, 'add' | 'granted'>,
  address: string,
  signal: AbortSignal,
): Promise<readonly DeviceDescription[]> {
  try {
    const answer = await rpc.call('getDeviceDescription', [address], { signal });
    refusals.granted(address, 'device');
    return readDeviceList([answer]);
  } catch (error) {
    if (!isCcuError(error) || (error.code !== 'fault' && error.code !== 'unsupported')) throw error;
    // A server that has no description of single devices refuses none of them.
    if (error.code === 'fault') refusals.add(address, 'device');
    return [];
  }
}
