import type { ExportedConfiguration } from '@ccu-gateway/contract/types';
import type { ParamsetWrite, Scope } from '@ccu-gateway/device-model';
import type { EditLocks, LockPlace } from '../../ports/editing.js';
import type { CcuWriter, DeviceModel, House } from '../../ports/house.js';
import { type Caller, principalOf } from '../../use-case/caller.js';
import { notFound } from '../../use-case/errors.js';
import { makeChange, type Recording } from '../../use-case/record.js';
import { found, houseRefusal } from '../../use-case/refusal.js';
import { useCase } from '../../use-case/use-case.js';
import { editedByOther, paramsetLock } from './edit-locks.js';

/** A paramset of one channel or device. */
export interface ParamsetAddress {
  readonly central: string;
  readonly interfaceName: string;
  /** Channel or device address. */
  readonly address: string;
}

/** Reads configuration from the CCU. Everything here rejects with a `GatewayError`. */
export interface ParamsetReader {
  /** With `peer` the LINK paramset towards that channel. The model receives a MASTER paramset that was read. */
  readParamset(
    at: ParamsetAddress & { readonly key: 'VALUES' | 'MASTER'; readonly peer?: string },
  ): Promise<Readonly<Record<string, unknown>>>;
  describeParamset(
    at: ParamsetAddress & { readonly key: 'VALUES' | 'MASTER' | 'LINK' },
  ): Promise<Readonly<Record<string, unknown>>>;
  /** Measures a parameter at the device. */
  determineParameter(
    at: ParamsetAddress & { readonly key: 'VALUES' | 'MASTER'; readonly parameter: string },
  ): Promise<unknown>;
}

/** Ports of the use cases that read paramsets. */
export interface ParamsetReading {
  readonly house: House;
  readonly paramsets: ParamsetReader;
}

/** Ports of the use cases that write paramsets. */
export interface ParamsetWriting extends ParamsetReading, Recording {
  readonly devices: DeviceModel;
  readonly ccu: CcuWriter;
  readonly editLocks?: EditLocks;
}

/** Key of a paramset of a device or channel. */
export type ParamsetName = 'VALUES' | 'MASTER';

/** A device or channel, on any CCU or on the one of the scope. */
export interface AddressScope extends Scope {
  /** Device or channel address. */
  readonly address: string;
}

/**
 * Location of a device or channel.
 *
 * @throws GatewayError `not_found`, `conflict` (reason `central_required`)
 * @example
 * const { central, interfaceName } = placeOf(ports.house, { address: '0001D3C99C0001:1' });
 */
export function placeOf(house: House, { address, central }: AddressScope): ParamsetAddress {
  const { interfaceName, central: name } = found(house.resolve(address, central === undefined ? {} : { central }));
  return { central: name, interfaceName, address };
}

/**
 * Location of a paramset. Refuses one that the device does not have: a CCU answers that slowly, and with an error that
 * looks like a fault of its own.
 *
 * @throws GatewayError `not_found`, `conflict` (reason `central_required`)
 * @example
 * const place = paramsetPlaceOf(ports.house, { address: '0001D3C99C0001:1' }, 'MASTER');
 */
export function paramsetPlaceOf<K extends ParamsetName | 'LINK'>(
  house: House,
  at: AddressScope,
  key: K,
): ParamsetAddress & { readonly key: K } {
  const { paramsets } = found(house.resolve(at.address, at.central === undefined ? {} : { central: at.central }));
  if (paramsets?.includes(key) === false) throw notFound(`Paramset ${key} of ${at.address}`);
  return { ...placeOf(house, at), key };
}

/**
 * Reads a paramset of a device or channel from the CCU: values by the names of its parameters. Role `viewer`.
 *
 * @throws GatewayError `not_found`, `conflict` (reason `central_required`), `upstream_unavailable`, `service_unready`
 * @example
 * const values = await core.as(caller).paramsets.read({ address: '0001D3C99C0001:1', key: 'MASTER' });
 */
export function readParamset(
  { house, paramsets }: ParamsetReading,
  at: AddressScope & { readonly key: ParamsetName },
): Promise<Readonly<Record<string, unknown>>> {
  return paramsets.readParamset(paramsetPlaceOf(house, at, at.key));
}

/**
 * Reads, from the CCU, the LINK paramset that a channel (`address`) has towards another one (`peer`). Role `viewer`.
 *
 * @throws GatewayError `not_found`, `conflict` (reason `central_required`), `upstream_unavailable`, `service_unready`
 * @example
 * const at = { address: '0001D3C99C0001:3', peer: '0001D3C99C0002:1' };
 * const values = await core.as(caller).paramsets.readLink(at);
 */
export function readLinkParamset(
  { house, paramsets }: ParamsetReading,
  at: AddressScope & { readonly peer: string },
): Promise<Readonly<Record<string, unknown>>> {
  const { key: _, ...place } = paramsetPlaceOf(house, at, 'LINK');
  return paramsets.readParamset({ ...place, key: 'MASTER', peer: at.peer });
}

/**
 * Writes a paramset: nothing is sent unless all of it is valid. Resolves with the number of parameters that were
 * sent, when the CCU has taken them. Role `operator`; audited as `paramset_write`.
 *
 * @throws GatewayError `not_found`, `conflict` (reason `central_required`), `validation` naming each field, `locked`
 * (reason `edit_lock`) while another principal edits it or (reason `channel_locked`) where the channel is locked,
 * `unsupported`, and as `CcuWriter`
 * @example
 * const at = { address: '0001D3C99C0001:1', key: 'MASTER' } as const;
 * await core.as(caller).paramsets.write({ ...at, values: { CYCLIC_INFO_MSG: 1 } });
 */
export const writeParamset = useCase(
  'operator',
  async (
    ports: ParamsetWriting,
    caller: Caller,
    request: AddressScope & {
      readonly key: ParamsetName;
      readonly values: unknown;
      readonly editToken?: string | undefined;
    },
  ): Promise<number> => {
    const { editToken, ...asked } = request;
    const planned = ports.devices.validateParamset(asked);
    if (!planned.ok) throw houseRefusal(planned);
    const lock = paramsetLock(planned.write, request.key);
    if (request.key !== 'VALUES') await refuseLocked(ports, caller, lock, editToken);
    await sendParamset(ports, caller, planned.write, 'paramset_write');
    return Object.keys(planned.write.values).length;
  },
);

/**
 * Writes the LINK paramset that a channel (`address`) has towards another one (`peer`): nothing is sent unless all of
 * it is valid. Resolves with the number of parameters that were sent, when the CCU has taken them. Role `operator`;
 * audited as `link_paramset_write`.
 *
 * @throws GatewayError as `writeParamset`
 * @example
 * const at = { address: '0001D3C99C0001:3', peer: '0001D3C99C0002:1' };
 * await core.as(caller).paramsets.writeLink({ ...at, values: { SHORT_ON_TIME: 60 } });
 */
export const writeLinkParamset = useCase(
  'operator',
  async (
    ports: ParamsetWriting,
    caller: Caller,
    request: AddressScope & {
      readonly peer: string;
      readonly values: unknown;
      readonly editToken?: string | undefined;
    },
  ): Promise<number> => {
    const { editToken, ...asked } = request;
    const place = paramsetPlaceOf(ports.house, asked, 'LINK');
    placeOf(ports.house, { central: place.central, address: request.peer });
    const description = await ports.paramsets.describeParamset(place);
    const planned = ports.devices.validateParamset({ ...asked, key: 'LINK', description });
    if (!planned.ok) throw houseRefusal(planned);
    await refuseLocked(ports, caller, paramsetLock(place, `LINK:${request.peer}`), editToken);
    await sendParamset(ports, caller, planned.write, 'link_paramset_write');
    return Object.keys(planned.write.values).length;
  },
);

/**
 * Sends a planned write of a paramset, and records its author. Rejects as the port.
 *
 * @example
 * await sendParamset(ports, caller, planned.write, 'paramset_write');
 */
export async function sendParamset(
  ports: Pick<ParamsetWriting, 'ccu' | 'audit' | 'clock'>,
  caller: Caller,
  write: ParamsetWrite,
  action: string,
): Promise<void> {
  const channelNo = Number(write.address.split(':')[1] ?? Number.NaN);
  const change = {
    action,
    central: write.central,
    deviceAddress: write.deviceAddress,
    ...(Number.isNaN(channelNo) ? {} : { channelNo }),
    paramset: write.paramsetKey,
    ...(write.peer === undefined ? {} : { peerAddress: write.peer }),
    changes: Object.entries(write.values).map(([parameter, { value }]) => ({ parameter, after: value })),
  };
  await makeChange(ports, caller, change, () => ports.ccu.write(write, { priority: 'default', signal: caller.signal }));
}

/** Another principal edits this: nothing may reach the CCU. Without a lock, writing is free. */
async function refuseLocked(
  { editLocks }: ParamsetWriting,
  caller: Caller,
  place: LockPlace,
  editToken = caller.editToken,
): Promise<void> {
  const proof = { principal: principalOf(caller).key, ...(editToken === undefined ? {} : { token: editToken }) };
  const holder = await editLocks?.otherHolder(place, proof);
  if (holder !== undefined) throw editedByOther('edit_lock', holder);
}

/**
 * Has the device measure a parameter. Resolves with the value that it measured. Role `viewer`.
 *
 * @throws GatewayError `not_found`, `conflict` (reason `central_required`), `upstream_unavailable`, `service_unready`
 * @example
 * const at = { address: 'OEQ0000001:1', key: 'MASTER', parameter: 'CALIBRATION' } as const;
 * const value = await core.as(caller).paramsets.determine(at);
 */
export async function determineParameter(
  { house, paramsets }: ParamsetReading,
  at: AddressScope & { readonly key: ParamsetName; readonly parameter: string },
): Promise<unknown> {
  const place = paramsetPlaceOf(house, at, at.key);
  const description = await paramsets.describeParamset(place);
  if (!Object.hasOwn(description, at.parameter)) throw notFound(`Parameter ${at.parameter} of ${at.address}`);
  return paramsets.determineParameter({ ...place, parameter: at.parameter });
}

/**
 * One channel's paramset in a form that can be kept and read back into a device of the same model. Role `viewer`.
 *
 * @throws GatewayError `not_found`, `conflict` (reason `central_required`), `upstream_unavailable`, `service_unready`
 * @example
 * const at = { device: '0001D3C99C0001', channel: 1, key: 'MASTER' } as const;
 * const file = await core.as(caller).paramsets.exportConfiguration(at);
 */
export async function exportConfiguration(
  ports: ParamsetReading & Pick<ParamsetWriting, 'devices'>,
  at: Scope & { readonly device: string; readonly channel: number; readonly key: ParamsetName },
): Promise<ExportedConfiguration> {
  const { device, channel, key, ...scope } = at;
  found(ports.house.channel({ ...scope, address: device, channel }));
  const values = await readParamset(ports, { ...scope, address: `${device}:${channel}`, key });
  return found(ports.devices.exportConfiguration({ ...scope, address: device, channel, key, values }));
}

/**
 * Writes an exported configuration, as one call. Refused when it came from another model or another type of channel.
 * Resolves with the number of parameters that were sent, when the CCU has taken them. Role `operator`; audited as
 * `paramset_write`.
 *
 * @throws GatewayError `not_found`, `conflict` (reason `central_required`), `validation`, `unsupported`, `locked`
 * (reason `edit_lock`) while another principal edits it, and as `CcuWriter`
 * @example
 * await core.as(caller).paramsets.importConfiguration({ device: '0001D3C99C0001', channel: 1 }, file);
 */
export const importConfiguration = useCase(
  'operator',
  async (
    ports: ParamsetWriting,
    caller: Caller,
    at: Scope & { readonly device: string; readonly channel: number },
    file: Pick<ExportedConfiguration, 'paramset_key'>,
  ): Promise<number> => {
    const { device: address, channel, ...scope } = at;
    const planned = ports.devices.planImport({ ...scope, address, channel }, file);
    if (!planned.ok) throw houseRefusal(planned);
    const { write } = planned;
    if (file.paramset_key !== 'VALUES') await refuseLocked(ports, caller, paramsetLock(write, write.paramsetKey));
    await sendParamset(ports, caller, write, 'paramset_write');
    return Object.keys(write.values).length;
  },
);
