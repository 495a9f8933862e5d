import type { NameCorrection } from '@ccu-gateway/contract/types';
import type { Scope } from '@ccu-gateway/device-model';
import type { House } from '../../ports/house.js';
import type { Caller } from '../../use-case/caller.js';
import { GatewayError } from '../../use-case/errors.js';
import { makeChange, type Recording, recordChange } from '../../use-case/record.js';
import { found, isUnsupported } from '../../use-case/refusal.js';
import { useCase } from '../../use-case/use-case.js';
import type { ParamsetAddress } from './paramsets.js';
import { placeOf } from './paramsets.js';

/** The name and the groups of a device or channel; members left out stay as they are. */
export interface Labels {
  readonly name?: string;
  /** Names of rooms and functions that exist on the CCU; replaces the assignment. */
  readonly rooms?: readonly string[];
  readonly functions?: readonly string[];
}

/**
 * Operations on whole devices at their CCU. Rejects with a `GatewayError`: `upstream_unavailable` when the CCU refused
 * or is gone, `service_unready` when it is not connected.
 */
export interface DeviceControl {
  /** Names and sorts a device. Answers the names that became others. */
  labelDevice(
    central: string,
    address: string,
    labels: Labels & { readonly includeChannels: boolean },
  ): Promise<readonly NameCorrection[]>;
  labelChannel(central: string, channelAddress: string, labels: Labels): Promise<readonly NameCorrection[]>;
  /** Takes the device out of the CCU. */
  deleteDevice(at: ParamsetAddress, options: { readonly reset: boolean; readonly force: boolean }): Promise<void>;
  /** Reads descriptions and configuration anew. */
  reload(at: ParamsetAddress): Promise<void>;
  /** Compares the lists of devices of one CCU, or of all, with the model, and reads the names anew. */
  refreshAll(central?: string): Promise<void>;
  restoreConfig(at: ParamsetAddress): Promise<void>;
  /** Puts a channel into a team; out of every team with an empty one. */
  setTeam(at: ParamsetAddress, team: string): Promise<void>;
  updateFirmware(at: ParamsetAddress): Promise<void>;
  /** Has the CCU call the device over the air, and resolves with its answer or after a limit. */
  test(at: ParamsetAddress): Promise<DeviceAnswer>;
}

/** How a device answered its CCU. Times are milliseconds since the Unix epoch. */
export interface DeviceAnswer {
  readonly startedAt: number;
  /** Absent when it did not answer within the limit. */
  readonly answeredAt?: number;
  readonly endedAt: number;
}

/** Ports of the use cases that administer devices. */
export interface DeviceAdministering extends Recording {
  readonly house: House;
  readonly deviceControl: DeviceControl;
}

/** A device, on any CCU or on the one of the scope. */
export type DeviceTarget = Scope & { readonly address: string };

/** The interface decides about its abilities; its refusal is reported in the terms of the request. */
async function ifItCan(interfaceName: string, what: string, run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (!isUnsupported(error)) throw error;
    throw new GatewayError('unsupported', `${interfaceName} cannot ${what}`, { reason: 'unsupported', cause: error });
  }
}

/**
 * Note about a name in the audit log: the requested one, and the CCU's replacements for taken ones.
 *
 * @example
 * noteOfName('Lamp', [{ address: 'OEQ0000001', applied: 'Lamp 2' }]); // 'Lamp (the CCU made it Lamp 2 at OEQ0000001)'
 */
export function noteOfName(name: string | undefined, corrections: readonly NameCorrection[]): string | undefined {
  if (corrections.length === 0) return name;
  return `${name} (the CCU made it ${corrections.map(({ address, applied }) => `${applied} at ${address}`).join(', ')})`;
}

/**
 * Names a device and assigns it to rooms and functions that the CCU has; members left out stay. With
 * `includeChannels` its channels get the name `<name>:<number>`. Resolves with the names that the CCU changed because
 * they were taken. Role `operator`; audited as `device_metadata`.
 *
 * @throws GatewayError `not_found` also for a room or function, `conflict` (reason `central_required`),
 * `upstream_unavailable`, `service_unready`
 * @example
 * const labels = { name: 'Lamp', rooms: ['Kitchen'], includeChannels: true };
 * const corrections = await core.as(caller).devices.label({ address: '0001D3C99C0001' }, labels);
 */
export const labelDevice = useCase(
  'operator',
  async (
    ports: DeviceAdministering,
    caller: Caller,
    at: DeviceTarget,
    labels: Labels & { readonly includeChannels: boolean },
  ): Promise<readonly NameCorrection[]> => {
    const { central, address } = placeOf(ports.house, at);
    const change = { action: 'device_metadata', central, deviceAddress: address, note: labels.name };
    const make = () => ports.deviceControl.labelDevice(central, address, labels);
    return await makeChange(ports, caller, change, make, (made) => noteOfName(labels.name, made));
  },
);

/**
 * Names a channel and assigns it to rooms and functions that the CCU has; members left out stay. Resolves with the
 * names that the CCU changed because they were taken. Role `operator`; audited as `channel_metadata`.
 *
 * @throws GatewayError `not_found` also for a room or function, `conflict` (reason `central_required`),
 * `upstream_unavailable`, `service_unready`
 * @example
 * await core.as(caller).devices.labelChannel({ address: '0001D3C99C0001', channel: 3 }, { name: 'Lamp' });
 */
export const labelChannel = useCase(
  'operator',
  async (
    ports: DeviceAdministering,
    caller: Caller,
    at: DeviceTarget & { readonly channel: number },
    labels: Labels,
  ): Promise<readonly NameCorrection[]> => {
    const scope = at.central === undefined ? {} : { central: at.central };
    const { address } = found(ports.house.channel({ ...scope, address: at.address, channel: at.channel }));
    const { central } = placeOf(ports.house, { ...scope, address });
    const change = {
      action: 'channel_metadata',
      central,
      deviceAddress: at.address,
      channelNo: at.channel,
      note: labels.name,
    };
    const make = () => ports.deviceControl.labelChannel(central, address, labels);
    return await makeChange(ports, caller, change, make, (made) => noteOfName(labels.name, made));
  },
);

/**
 * Takes a device out of its CCU. `reset` gives it factory settings, `force` deletes it also when it cannot be
 * reached. Resolves when the CCU has taken it. Role `admin`; audited as `device_delete`.
 *
 * @throws GatewayError `not_found`, `conflict` (reason `central_required`), `unsupported` where the interface cannot
 * unpair devices, `upstream_unavailable`, `service_unready`
 * @example
 * await core.as(caller).devices.delete({ address: '0001D3C99C0001' }, { reset: true, force: false });
 */
export const deleteDevice = useCase(
  'admin',
  async (
    ports: DeviceAdministering,
    caller: Caller,
    at: DeviceTarget,
    options: { readonly reset: boolean; readonly force: boolean },
  ): Promise<void> => {
    const place = placeOf(ports.house, at);
    await ifItCan(place.interfaceName, 'unpair devices', () => ports.deviceControl.deleteDevice(place, options));
    recordChange(ports, caller, { action: 'device_delete', central: place.central, deviceAddress: at.address });
  },
);

/**
 * Reads the descriptions of the interface and the configuration of a device anew. Resolves when they were read. Role
 * `operator`; not audited.
 *
 * @throws GatewayError `not_found`, `conflict` (reason `central_required`), `upstream_unavailable`, `service_unready`
 * @example
 * await core.as(caller).devices.reload({ address: '0001D3C99C0001' });
 */
export async function reloadDevice(ports: DeviceAdministering, at: DeviceTarget): Promise<void> {
  await ports.deviceControl.reload(placeOf(ports.house, at));
}

/**
 * Has the CCU send a device its configuration again. Resolves when the CCU has taken the order. Role `admin`; audited
 * as `device_config_restore`.
 *
 * @throws GatewayError `not_found`, `conflict` (reason `central_required`), `unsupported` where the interface cannot,
 * `upstream_unavailable`, `service_unready`
 * @example
 * await core.as(caller).devices.restoreConfig({ address: '0001D3C99C0001' });
 */
export const restoreConfig = useCase(
  'admin',
  async (ports: DeviceAdministering, caller: Caller, at: DeviceTarget): Promise<void> => {
    const place = placeOf(ports.house, at);
    const restore = () => ports.deviceControl.restoreConfig(place);
    await ifItCan(place.interfaceName, 'send a configuration again', restore);
    recordChange(ports, caller, { action: 'device_config_restore', central: place.central, deviceAddress: at.address });
  },
);

/** From here on a sender's airtime is short enough that a firmware transfer will take long. */
const DUTY_CYCLE_WARNING = 80;

/**
 * Has the CCU update the firmware of a device. Resolves when the CCU has taken the order; `duty_cycle_warning` is the
 * duty cycle of the interface in percent where it is 80 or more, because the transfer then takes long. Role
 * `operator`; audited as `device_firmware_update`.
 *
 * @throws GatewayError `not_found`, `conflict` (reasons `central_required`, `update_running`), `upstream_unavailable`,
 * `service_unready`
 * @example
 * const { duty_cycle_warning } = await core.as(caller).devices.updateFirmware({ address: '0001D3C99C0001' });
 */
export const updateFirmware = useCase(
  'operator',
  async (
    ports: DeviceAdministering,
    caller: Caller,
    at: DeviceTarget,
  ): Promise<{ readonly status: 'scheduled'; readonly duty_cycle_warning?: number }> => {
    const place = placeOf(ports.house, at);
    const device = found(ports.house.device(at.address, { central: place.central }));
    if (device.update_status === 'installing') {
      throw new GatewayError('conflict', `${device.name} is being updated`, { reason: 'update_running' });
    }
    await ports.deviceControl.updateFirmware(place);
    recordChange(ports, caller, {
      action: 'device_firmware_update',
      central: place.central,
      deviceAddress: at.address,
    });
    const radio = ports.house
      .interfaces({ central: place.central })
      .find((each) => each.interface === place.interfaceName);
    const dutyCycle = radio?.duty_cycle ?? 0;
    return { status: 'scheduled', ...(dutyCycle >= DUTY_CYCLE_WARNING ? { duty_cycle_warning: dutyCycle } : {}) };
  },
);
