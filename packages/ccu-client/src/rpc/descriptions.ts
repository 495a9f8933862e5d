import { deviceOf, isAddress, isParameter } from '../model/address.js';
import type { DeviceDescription, InterfaceName, ParamsetDescription, ParamsetKey, WireValue } from '../model/model.js';

type Struct = Readonly<Record<string, WireValue>>;

export function isStruct(value: WireValue | undefined): value is Struct {
  return typeof value === 'object' && !Array.isArray(value);
}

/**
 * The valid part of a device list. An invalid description is left out, so that one bad entry does not lose the others;
 * `onLeftOut` gets the address of each.
 */
export function readDeviceList(
  value: WireValue,
  onLeftOut: (address: WireValue | undefined) => void = () => {},
): readonly DeviceDescription[] {
  if (!Array.isArray(value)) return [];
  return (value as readonly WireValue[]).flatMap((entry) => {
    const read = readDevice(entry);
    if (read.length === 0) onLeftOut(isStruct(entry) ? entry.ADDRESS : undefined);
    return read;
  });
}

const SLICE_ENTRIES = 500;

/** Like `readDeviceList`, but gives the event loop a turn between slices. */
export async function readDevicesInSlices(
  value: WireValue,
  turn: () => Promise<void>,
  onLeftOut: (address: WireValue | undefined) => void = () => {},
): Promise<readonly DeviceDescription[]> {
  if (!Array.isArray(value)) return [];
  const list = value as readonly WireValue[];
  const read: DeviceDescription[] = [];
  for (let at = 0; at < list.length; at += SLICE_ENTRIES) {
    if (at > 0) await turn();
    read.push(...readDeviceList(list.slice(at, at + SLICE_ENTRIES), onLeftOut));
  }
  return read;
}

function readDevice(value: WireValue): DeviceDescription[] {
  if (!isStruct(value)) return [];
  const { ADDRESS: address, TYPE: type } = value;
  if (!isAddress(address) || typeof type !== 'string') return [];
  const read = Object.assign(withoutOddMembers(value), {
    ADDRESS: address,
    TYPE: type,
    PARENT: text(value.PARENT) ?? (address.includes(':') ? deviceOf(address) : ''),
    CHILDREN: texts(value.CHILDREN),
    PARAMSETS: [...new Set(texts(value.PARAMSETS))],
  });
  return [read as DeviceDescription];
}

const TEXTS =
  'SUBTYPE PARENT_TYPE FIRMWARE AVAILABLE_FIRMWARE FIRMWARE_UPDATE_STATE LINK_SOURCE_ROLES LINK_TARGET_ROLES GROUP TEAM TEAM_TAG INTERFACE NAME';
const NUMBERS = 'INDEX FLAGS VERSION DIRECTION AES_ACTIVE ROAMING RX_MODE RF_ADDRESS';
const KINDS: ReadonlyMap<string, 'text' | 'number' | 'flag' | 'list'> = new Map([
  ...TEXTS.split(' ').map((name) => [name, 'text'] as const),
  ...NUMBERS.split(' ').map((name) => [name, 'number'] as const),
  ['UPDATABLE', 'flag'],
  ['TEAM_CHANNELS', 'list'],
]);

/** Known members in the type they are read as; servers of other makers write numbers as texts, and lists of roles as lists. */
function withoutOddMembers(value: Struct): Record<string, WireValue> {
  const members: Record<string, WireValue> = {};
  for (const [name, member] of Object.entries(value)) {
    const kind = KINDS.get(name);
    const read = kind === undefined ? member : READ_AS[kind](member);
    if (read !== undefined && name !== '__proto__') members[name] = read;
  }
  return members;
}

const READ_AS = {
  text: (value: WireValue) => {
    if (typeof value === 'number') return String(value);
    return Array.isArray(value) ? texts(value).join(' ') : text(value);
  },
  list: (value: WireValue) => texts(value),
  number: (value: WireValue) => {
    const number = typeof value === 'string' && value.trim() === '' ? Number.NaN : Number(value);
    return typeof value === 'object' || !Number.isFinite(number) ? undefined : Math.trunc(number);
  },
  flag: (value: WireValue) => {
    if (typeof value === 'object') return undefined;
    return typeof value === 'string' ? value === 'true' || value === '1' : Boolean(value);
  },
} as const;

function text(value: WireValue | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Lists arrive as an empty string from some servers. */
function texts(value: WireValue | undefined): string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
}

const TYPES: ReadonlySet<unknown> = new Set(['BOOL', 'INTEGER', 'FLOAT', 'ENUM', 'STRING', 'ACTION', '']);

/** A paramset description as far as it can be believed; parameters of unknown shape are left out. */
export function readParamsetDescription(value: WireValue): ParamsetDescription {
  if (!isStruct(value)) return {};
  const parameters: Record<string, ParamsetDescription[string]> = {};
  for (const [name, parameter] of Object.entries(value)) {
    if (!isStruct(parameter) || !isParameter(name) || name === '__proto__') continue;
    const { TYPE: type, OPERATIONS: operations, VALUE_LIST: valueList } = parameter;
    parameters[name] = {
      ...parameter,
      TYPE: TYPES.has(type) ? (type as ParamsetDescription[string]['TYPE']) : '',
      OPERATIONS: Number.isInteger(Number(operations)) ? Number(operations) : 0,
      ...(valueList === undefined ? {} : { VALUE_LIST: texts(valueList) }),
    };
  }
  return parameters;
}

/**
 * Under which key a paramset description is remembered: the same for all devices that have the same, another one as soon
 * as firmware or version differ. CUxD devices share types but not descriptions, so there the address belongs to it.
 */
export function descriptionKey(options: {
  readonly interfaceName: InterfaceName;
  readonly device: DeviceDescription;
  readonly entry: DeviceDescription;
  readonly paramsetKey: ParamsetKey;
  readonly shared: boolean;
}): string {
  const { interfaceName, device, entry, paramsetKey, shared } = options;
  const isChannel = entry.ADDRESS !== device.ADDRESS;
  return [
    interfaceName,
    shared ? '' : entry.ADDRESS,
    device.TYPE,
    device.FIRMWARE ?? '',
    device.VERSION ?? '',
    isChannel ? (entry.INDEX ?? entry.ADDRESS.slice(device.ADDRESS.length + 1)) : '-',
    isChannel ? entry.TYPE : '',
    isChannel ? (entry.VERSION ?? '') : '',
    paramsetKey,
  ]
    .map((part) => encodeURIComponent(String(part)))
    .join('/');
}
