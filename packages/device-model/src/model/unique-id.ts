import { isPlainAddress, isSharedAddress } from './address.js';

/** Lower case, and nothing but letters, digits and underscores. */
function slug(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '');
}

const lower = (text: string | number): string => String(text).toLowerCase().replace(/[:-]/g, '_');

/**
 * An address as makers give them in small letters; any other with each character but letters and digits as `-` and four
 * hexadecimal digits, behind a `-` that no id of the first kind has: no two addresses become one.
 */
function deviceKey(device: string): string {
  if (isPlainAddress(device)) return lower(device);
  return `-${device.replace(/[^A-Za-z0-9]/g, (unit) => `-${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)}`;
}

export interface UniqueIds {
  dataPoint(device: string, channel: number, parameter: string): string;
  customDataPoint(device: string, channel: number, suffix?: string): string;
  calculated(device: string, channel: number, name: string): string;
  eventGroup(device: string, channel: number, kind: string): string;
  weekProfile(device: string): string;
  scheduleSwitch(device: string, key: string): string;
  program(id: string): string;
  sysvar(idOrName: string): string;
}

export interface CentralIdentity {
  readonly name: string;
  readonly serial?: string;
}

/**
 * Ids that stay the same over renames, restarts and replaced devices. `prefix` comes from the configuration; `originOf`
 * answers the address that the ids of a device are made of.
 */
export function uniqueIds(
  prefix: string,
  identify: () => CentralIdentity,
  originOf: (device: string) => string = (device) => device,
): UniqueIds {
  // Until the serial is known the configured name distinguishes CCUs; it is just as unique within one gateway.
  const scope = (): string => {
    const central = identify();
    return slug((central.serial ?? '').slice(-10)) || slug(central.name);
  };
  const key = (address: string, ...rest: readonly (string | number)[]): string => {
    const device = originOf(address);
    const tail = [deviceKey(device), ...rest.map(lower)].join('_');
    return isSharedAddress(device) ? `${scope()}_${tail}` : tail;
  };
  return {
    dataPoint: (device, channel, parameter) => `${prefix}_${key(device, channel, parameter)}`,
    customDataPoint: (device, channel, suffix) =>
      suffix === undefined ? `${prefix}_${key(device, channel)}` : `${prefix}_${key(device, channel, suffix)}`,
    calculated: (device, channel, name) => `${prefix}_calculated_${key(device, channel, name)}`,
    eventGroup: (device, channel, kind) => `${prefix}_event_${key(device, channel, kind)}`,
    weekProfile: (device) => `${prefix}_week_profile_${key(device, 'week_profile')}`,
    scheduleSwitch: (device, lock) =>
      `${prefix}_schedule_channel_switch_${key(device, `schedule_channel_lock_${lock}`)}`,
    program: (id) => `${prefix}_${scope()}_program_${slug(id)}`,
    sysvar: (id) => `${prefix}_${scope()}_sysvar_${slug(id)}`,
  };
}
