import type {
  AvailabilitySummary,
  DeviceDetail,
  DeviceSummary,
  FirmwareSummary,
  RxMode,
} from '@ccu-gateway/contract/types';
import { isAvailable } from '../announce/announce.js';
import { isVirtualRemote } from '../model/address.js';
import { groupsWith, hasTriggered, membersOf, teamOf, unreachableMembers } from '../model/stand-in.js';
import type { Device } from '../model/state.js';
import { timestamp } from '../model/time.js';
import { listedParamsets } from '../paramset/describe.js';
import type { Locale } from '../requests/requests.js';
import { lenientNumber } from '../values/number.js';
import { signalStrength } from '../values/signal.js';
import { describeChannel } from './channel.js';
import { deviceName } from './name.js';

/** Every member is there, so that all summaries have one shape; undefined ones are not sent. */
function describe<Channels>(
  device: Device,
  locale: Locale,
  channels: Channels,
): DeviceSummary & { readonly channels: Channels } {
  const { description, iface, central } = device;
  const firmware = describeFirmware(device);
  const model = description.TYPE;
  const status = updateStatus(device, firmware);
  const { facts } = iface;
  // Virtual remotes are not reached over the air.
  const overTheAir = facts.radio && !isVirtualRemote(device.address);
  return {
    address: device.address,
    central: central.name,
    interface: iface.name,
    interface_id: iface.id,
    ise_id: device.iseId,
    model,
    model_label: device.face?.[locale],
    model_icon: device.face?.icon,
    sub_model: typeof description.SUBTYPE === 'string' && description.SUBTYPE !== '' ? description.SUBTYPE : undefined,
    name: deviceName(device),
    manufacturer: manufacturerOf(device),
    product_group: productGroup(device),
    available: isAvailable(device),
    channels_count: device.channels.size,
    updatable: firmware.Updatable === true,
    update_available: status === 'update_available',
    update_status: firmware.Current === undefined ? undefined : status,
    rooms: device.rooms.length === 0 ? undefined : device.rooms,
    functions: device.functions.length === 0 ? undefined : device.functions,
    master_pushes_config_pending: facts.configPending,
    config_restore_supported: overTheAir,
    communication_test_supported: facts.communicationTest && (overTheAir || !facts.radio),
    team_supported: overTheAir && [...device.channels.values()].some(({ description }) => description.TEAM_TAG),
    has_sub_devices: subDevices(device) > 1,
    rx_mode: rxMode(description.RX_MODE),
    paramset_keys: paramsetKeys(device),
    firmware,
    availability: describeAvailability(device),
    ...describeMembers(device),
    ...describeSuccession(device),
    channels,
  };
}

/** Of a device that was swapped. */
function describeSuccession({ central, address }: Device): Pick<DeviceSummary, 'identity_address' | 'replaced'> {
  const { identity = address, replaced = [] } = central.successions.get(address) ?? {};
  return {
    identity_address: identity === address ? undefined : identity,
    replaced:
      replaced.length === 0
        ? undefined
        : replaced.map((each) => ({ address: each.address, at: timestamp(each.at) as string })),
  };
}

/** Of whom the device stands for, and of the devices that stand for it. */
function describeMembers(device: Device): Pick<DeviceSummary, 'members' | 'members_guessed' | 'member_of'> {
  const members = membersOf(device);
  const teams = [...device.channels.values()].flatMap((channel) => teamOf(channel)?.device.address ?? []);
  const standIns = [...new Set([...teams, ...groupsWith(device)])];
  const missing = new Set(unreachableMembers(device));
  return {
    members: members?.devices.map((member) => ({
      address: member.address,
      name: deviceName(member),
      available: !missing.has(member),
      alarm: hasTriggered(member, device) || undefined,
    })),
    members_guessed: members?.isGuessed || undefined,
    member_of: standIns.length === 0 ? undefined : standIns,
  };
}

export const describeDevice = (device: Device, locale: Locale): DeviceSummary => describe(device, locale, undefined);

export const describeDetail = (device: Device, locale: Locale): DeviceDetail =>
  describe(
    device,
    locale,
    channelsOf(device).map((channel) => describeChannel(channel, locale)),
  );

export const channelsOf = (device: Device) => [...device.channels.values()].sort((a, b) => a.number - b.number);

/** Only MASTER has a meaning at the address of a device; a paramset known to be empty cannot be edited. */
function paramsetKeys(device: Device): readonly string[] | undefined {
  const has = listedParamsets(device).includes('MASTER') && !device.emptyParamsets.has('MASTER');
  return has ? ['MASTER'] : undefined;
}

function manufacturerOf({ iface, description }: Device): string | undefined {
  const { manufacturer } = iface.facts;
  return manufacturer !== undefined && description.TYPE.startsWith('ALPHA-IP') ? 'Möhlenhoff' : manufacturer;
}

function productGroup({ iface, description }: Device): string {
  const found = iface.facts.productGroups.find(({ prefix }) => description.TYPE.startsWith(prefix));
  return found?.group ?? iface.name;
}

function subDevices(device: Device): number {
  const masters = new Set<number>();
  for (const { group } of device.channels.values()) if (group !== undefined) masters.add(group.master);
  return masters.size;
}

function describeFirmware(device: Device): FirmwareSummary {
  const { FIRMWARE, AVAILABLE_FIRMWARE, UPDATABLE, FIRMWARE_UPDATE_STATE } = device.description;
  const { offersFirmware } = device.central.behaviour;
  return {
    Current: isVersion(FIRMWARE) ? FIRMWARE : undefined,
    Available: offersFirmware && isVersion(AVAILABLE_FIRMWARE) ? AVAILABLE_FIRMWARE : undefined,
    // Interfaces write this as boolean, number or text.
    Updatable: offersFirmware && UPDATABLE !== undefined && ['true', '1'].includes(String(UPDATABLE).toLowerCase()),
    UpdateState:
      typeof FIRMWARE_UPDATE_STATE === 'string' && FIRMWARE_UPDATE_STATE !== '' ? FIRMWARE_UPDATE_STATE : undefined,
  };
}

const isVersion = (text: unknown): text is string => typeof text === 'string' && /[1-9]/.test(text);

const INSTALLING: ReadonlySet<string> = new Set(['DO_UPDATE_PENDING', 'PERFORMING_UPDATE']);

/** An update counts only once it could be installed: some devices must have received the image first. */
function updateStatus(
  device: Device,
  { Current, Available, UpdateState }: FirmwareSummary,
): 'up_to_date' | 'update_available' | 'installing' {
  if (UpdateState !== undefined && INSTALLING.has(UpdateState)) return 'installing';
  const differs = Current !== undefined && Available !== undefined && Current !== Available;
  if (!differs) return 'up_to_date';
  const isTransferred = UpdateState === undefined || UpdateState === 'READY_FOR_UPDATE';
  if (device.iface.facts.firmware === 'install' && !isTransferred) return 'up_to_date';
  return 'update_available';
}

const RX_BITS = [
  ['always', 1],
  ['burst', 2],
  ['config', 4],
  ['wakeup', 8],
  ['lazy_config', 16],
] as const;

/** The ways in which a device receives, by the bits of its description. */
export function rxMode(raw: unknown): RxMode | undefined {
  const bits = lenientNumber(raw) ?? 0;
  const set = RX_BITS.filter(([, bit]) => (bits & bit) !== 0);
  return set.length === 0 ? undefined : (Object.fromEntries(set.map(([name]) => [name, true])) as RxMode);
}

function describeAvailability(device: Device): AvailabilitySummary {
  const maintenance = device.channels.get(0)?.points;
  const low = maintenance?.get('LOW_BAT')?.value ?? maintenance?.get('LOWBAT')?.value;
  const hasBattery = maintenance?.has('LOW_BAT') || maintenance?.has('LOWBAT');
  const level = device.calculated.find((each) => each.name === 'OPERATING_VOLTAGE_LEVEL')?.value;
  const updated = timestamp(device.updatedAt);
  const signal =
    signalStrength(maintenance?.get('RSSI_DEVICE')?.value) ?? signalStrength(maintenance?.get('RSSI_PEER')?.value);
  return {
    IsReachable: isAvailable(device),
    LastUpdated: updated,
    BatteryLevel: typeof level === 'number' ? Math.round(level) : undefined,
    LowBattery: hasBattery ? (typeof low === 'boolean' ? low : null) : undefined,
    SignalStrength: signal,
  };
}
