import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inventedHouse } from './invented.js';
import type {
  DefinedDevice,
  DeviceDescription,
  HouseDefinition,
  HouseParamsets,
  InterfaceName,
  ParameterDescription,
} from './types.js';

/** Thrown when a directory does not hold device descriptions; the message names the file. */
export class HouseDataError extends Error {
  override readonly name = 'HouseDataError';
  readonly code = 'bad_house_data';
}

/**
 * Reads an installation from `device_descriptions/<type>.json` (an array, the device first) and
 * `paramset_descriptions/<type>.json` (by address, then paramset key). Data without a file, such as rooms, stays empty.
 * Throws `HouseDataError`.
 *
 * @example
 * const house = await loadHouse('./my-house');
 * const ccu = await startSimulator({ house: { ...house, serial: 'SIM0000002' } });
 */
export async function loadHouse(directory: string): Promise<HouseDefinition> {
  const files = (await list(join(directory, 'device_descriptions'))).filter((file) => file.endsWith('.json'));
  if (files.length === 0) throw new HouseDataError(`no device descriptions in ${directory}`);
  const devices: DefinedDevice[] = [];
  const taken = new Set<string>();
  for (const file of files.sort()) {
    for (const device of await readDevices(directory, file)) {
      // The same address may be in two dumps; a real installation has it once.
      if (taken.has(device.description.ADDRESS)) continue;
      taken.add(device.description.ADDRESS);
      devices.push(device);
    }
  }
  const { sysvars: systemVariables, programs } = inventedHouse();
  return {
    name: 'Loaded house',
    serial: 'SIM0000001',
    version: '3.83.6.20250705',
    devices,
    rooms: [
      {
        name: 'Everything',
        channelAddresses: devices.flatMap((device) => (device.channels[1] ? [device.channels[1].ADDRESS] : [])),
      },
    ],
    functions: [],
    programs: programs.map(({ actions: _, ...program }) => program),
    sysvars: systemVariables.map(({ channelAddress: _, ...variable }) => variable),
    links: [],
  };
}

async function list(directory: string): Promise<string[]> {
  try {
    return await readdir(directory);
  } catch {
    throw new HouseDataError(`cannot read ${directory}`);
  }
}

async function readDevices(directory: string, file: string): Promise<DefinedDevice[]> {
  const descriptions = await readJson<unknown>(join(directory, 'device_descriptions', file));
  if (!Array.isArray(descriptions)) throw new HouseDataError(`${file}: a list of descriptions is expected`);
  const described = descriptions.filter(isDescription);
  const paramsets = repaired(
    await readJson<HouseParamsets>(join(directory, 'paramset_descriptions', file)).catch(() => ({})),
    described.some(({ TYPE }) => interfaceOf(TYPE).startsWith('BidCos')),
  );
  return described
    .filter((description) => !description.PARENT)
    .map((description) => {
      const channels = described.filter((channel) => channel.PARENT === description.ADDRESS);
      const addresses = [description, ...channels].map(({ ADDRESS }) => ADDRESS);
      return {
        interfaceName: interfaceOf(description.TYPE),
        description,
        channels,
        paramsets: Object.fromEntries(addresses.map((address) => [address, paramsets[address] ?? {}])),
        name: `${description.TYPE} ${description.ADDRESS}`,
      };
    });
}

async function readJson<T>(path: string): Promise<T> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as T;
  } catch {
    throw new HouseDataError(`cannot read ${path} as JSON`);
  }
}

function isDescription(value: unknown): value is DeviceDescription {
  const candidate = value as Partial<DeviceDescription> | null;
  return typeof candidate === 'object' && typeof candidate?.ADDRESS === 'string' && typeof candidate.TYPE === 'string';
}

/**
 * Drops placeholders of dumps for missing descriptions, and null members, which no protocol has. rfd and hs485d include
 * the name of a parameter in its description, which dumps leave out.
 */
function repaired(paramsets: HouseParamsets, namesParameters: boolean): HouseParamsets {
  // Without the null members a dumped description is one of the wire, which the compiler cannot see.
  const kept = (name: string, parameter: ParameterDescription) =>
    ({
      ...(namesParameters ? { ID: name } : {}),
      ...Object.fromEntries(Object.entries(parameter).filter(([, value]) => value !== null)),
    }) as unknown as ParameterDescription;
  return mapValues(paramsets, (keys) =>
    mapValues(keys, (described) =>
      Object.fromEntries(
        Object.entries(described ?? {})
          .filter(([, parameter]) => typeof parameter?.TYPE === 'string')
          .map(([name, parameter]) => [name, kept(name, parameter)]),
      ),
    ),
  );
}

function mapValues<T, R>(record: Readonly<Record<string, T>>, change: (value: T) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
}

/** Interface of a type, from the naming scheme of eQ-3. */
function interfaceOf(type: string): InterfaceName {
  if (type === 'HmIP-HEATING' || type.startsWith('HM-CC-VG')) return 'VirtualDevices';
  if (type.startsWith('HMW-')) return 'BidCos-Wired';
  if (/^(HmIP|ELV-SH|ALPHA)/i.test(type)) return 'HmIP-RF';
  return 'BidCos-RF';
}
