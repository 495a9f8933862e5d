import { factsOf, interfacesWhere } from '@ccu-gateway/ccu-client/interfaces';
import type { InstallModeInterfaceEntry } from '@ccu-gateway/contract/types';
import type { Scope } from '@ccu-gateway/device-model';
import type { House, HubView } from '../../ports/house.js';
import type { Caller } from '../../use-case/caller.js';
import { knownScope, pick } from '../../use-case/choose.js';
import { GatewayError, notFound } from '../../use-case/errors.js';
import { type Recording, recordChange } from '../../use-case/record.js';
import { found } from '../../use-case/refusal.js';
import { reading, useCase } from '../../use-case/use-case.js';

/** An interface that is put into install mode or out of it. */
export interface InstallModeRequest {
  readonly central: string;
  readonly interface: string;
  readonly active: boolean;
  readonly seconds: number;
  /** Only this device (BidCos-RF). */
  readonly deviceAddress?: string;
  /** Only this device, by the code printed on it (HmIP-RF). The key is a secret and never logged. */
  readonly whitelist?: { readonly sgtin: string; readonly key: string };
}

/**
 * Install mode and the search for devices. Rejects with `upstream_unavailable` when the CCU refused or is gone,
 * `service_unready` when it is not connected.
 */
export interface InstallModeControl {
  setInstallMode(request: InstallModeRequest): Promise<void>;
  /** Looks for new devices on the wired bus; how many were found. */
  searchDevices(central: string, interfaceName: string): Promise<number>;
}

const DEFAULT_INSTALL_SECONDS = 60;
const BY_SERIAL = interfacesWhere(({ installMode }) => installMode === 'serial');
const BY_WHITELIST = interfacesWhere(({ installMode }) => installMode === 'whitelist');
const SEARCHING = interfacesWhere(({ busSearch }) => busSearch);

const named = (names: readonly string[]) => names.join(' or ');

/** Ports of the use case that lists install modes. */
export interface InstallModeReading {
  readonly house: House;
  readonly hub: HubView;
}

/** Ports of the use cases that pair devices. */
export interface InstallModeWriting extends InstallModeReading, Recording {
  readonly installMode: InstallModeControl;
}

/** A requested install mode of an interface. */
export interface InstallModeWish extends Scope {
  /** Bare name such as `HmIP-RF`, or `<central>-<interface>`. */
  readonly interface: string;
  readonly active: boolean;
  readonly seconds?: number | undefined;
  readonly deviceAddress?: string | undefined;
  readonly sgtin?: string | undefined;
  readonly key?: string | undefined;
}

/**
 * The interfaces that can be put into install mode, with the seconds left. Role `viewer`.
 *
 * @throws GatewayError `not_found` for an unknown central
 * @example
 * const modes = core.as(caller).installMode.list({ central: 'home' });
 */
export function listInstallModes(
  { house, hub }: InstallModeReading,
  scope: Scope,
): readonly InstallModeInterfaceEntry[] {
  return hub.installModes(knownScope(house, scope));
}

/**
 * Starts or ends the install mode of an interface; 60 seconds by default, and 0 ends it. `deviceAddress` pairs one
 * device of `BidCos-RF`, `sgtin` with `key` one of `HmIP-RF`. Resolves when the CCU has taken it. Role `admin`; audited
 * as `install_mode`, without the key.
 *
 * @throws GatewayError `not_found`, `conflict` (reason `central_required`), `unprocessable` for members that do not
 * go together, `upstream_unavailable`, `service_unready`
 * @example
 * await core.as(caller).installMode.set({ interface: 'HmIP-RF', active: true, seconds: 120 });
 */
export const setInstallMode = useCase(
  'admin',
  async (
    ports: InstallModeWriting,
    caller: Caller,
    wish: InstallModeWish,
  ): Promise<{ readonly interfaceId: string }> => {
    const target = interfaceOf(ports.house, wish);
    const whitelist = whitelistOf(wish, target.name);
    if (wish.deviceAddress !== undefined && factsOf(target.name).installMode !== 'serial') {
      throw refused('device_address', `only ${named(BY_SERIAL)} pairs one device by its address`);
    }
    // Zero seconds is the way some clients say "off".
    const active = wish.active && wish.seconds !== 0;
    await ports.installMode.setInstallMode({
      central: target.central,
      interface: target.name,
      active,
      seconds: wish.seconds || DEFAULT_INSTALL_SECONDS,
      ...(wish.deviceAddress === undefined ? {} : { deviceAddress: wish.deviceAddress }),
      ...(whitelist === undefined ? {} : { whitelist }),
    });
    recordChange(ports, caller, {
      action: 'install_mode',
      central: target.central,
      ...(wish.deviceAddress === undefined ? {} : { deviceAddress: wish.deviceAddress }),
      note: `${target.name} ${active ? 'on' : 'off'}${whitelist === undefined ? '' : ` for ${whitelist.sgtin}`}`,
    });
    return { interfaceId: target.id };
  },
);

/**
 * Pairs one device by its address: the interface is that of the device where it is known, otherwise `BidCos-RF`.
 * Resolves when the CCU is in install mode. Role `admin`; audited as `install_mode`.
 *
 * @throws GatewayError `unsupported` where the interface does not pair a single device by its address, and as
 * `setInstallMode`
 * @example
 * await core.as(caller).installMode.teachIn({ address: 'OEQ0000001', seconds: 60 });
 */
export const pairDevice = useCase(
  'admin',
  async (
    ports: InstallModeWriting,
    caller: Caller,
    request: Scope & { readonly address: string; readonly seconds?: number | undefined },
  ): Promise<void> => {
    const known = ports.house.resolve(request.address, request);
    if (!known.ok && known.code === 'conflict') found(known);
    const interfaceName = known.ok ? known.value.interfaceName : named(BY_SERIAL.slice(0, 1));
    const central = known.ok ? known.value.central : request.central;
    if (factsOf(interfaceName).installMode !== 'serial') {
      throw new GatewayError('unsupported', `${interfaceName} does not pair a single device by its address`, {
        reason: 'unsupported',
      });
    }
    await setInstallMode(ports, caller, {
      central,
      interface: interfaceName,
      active: true,
      seconds: request.seconds,
      deviceAddress: request.address,
    });
  },
);

/**
 * Searches the wired bus for devices and resolves with the number that was found. Role `admin`; audited as
 * `device_search`.
 *
 * @throws GatewayError `not_found`, `conflict` (reason `central_required`), `unsupported` on interfaces other than
 * `BidCos-Wired`, `upstream_unavailable`, `service_unready`
 * @example
 * const { found } = await core.as(caller).installMode.search({ interface: 'BidCos-Wired' });
 */
export const searchDevices = useCase(
  'admin',
  async (
    ports: InstallModeWriting,
    caller: Caller,
    request: Scope & { readonly interface: string },
  ): Promise<{
    readonly central: string;
    readonly interface: string;
    readonly interfaceId: string;
    readonly found: number;
  }> => {
    const target = interfaceOf(ports.house, request);
    if (!factsOf(target.name).busSearch) {
      throw new GatewayError('unsupported', `${target.name} cannot search: only ${named(SEARCHING)} can`, {
        reason: 'unsupported',
      });
    }
    const count = await ports.installMode.searchDevices(target.central, target.name);
    recordChange(ports, caller, { action: 'device_search', central: target.central, note: `${count} found` });
    return { central: target.central, interface: target.name, interfaceId: target.id, found: count };
  },
);

function interfaceOf(
  house: House,
  wish: Scope & { readonly interface: string },
): { readonly central: string; readonly name: string; readonly id: string } {
  const scope = knownScope(house, wish.central === undefined ? {} : { central: wish.central });
  const states = house
    .interfaces(scope)
    .filter((state) => state.interface === wish.interface || state.id === wish.interface);
  if (states.length === 0) throw notFound(`Interface ${wish.interface}`);
  return pick(
    states.map((state) => ({ central: state.central_id, name: state.interface, id: state.id })),
    `Interface ${wish.interface}`,
  );
}

function whitelistOf(wish: InstallModeWish, interfaceName: string): { sgtin: string; key: string } | undefined {
  const { sgtin, key } = wish;
  if (sgtin === undefined && key === undefined) return undefined;
  if (sgtin === undefined || key === undefined)
    throw refused(sgtin === undefined ? 'sgtin' : 'key', 'sgtin and key go together');
  if (!wish.active) throw refused('active', 'must be true with sgtin');
  if (wish.deviceAddress !== undefined) throw refused('device_address', 'cannot go with sgtin');
  if (factsOf(interfaceName).installMode !== 'whitelist') {
    throw refused('sgtin', `only ${named(BY_WHITELIST)} pairs a device by sgtin and key`);
  }
  return { sgtin, key };
}

function refused(field: string, reason: string): GatewayError {
  return new GatewayError('unprocessable', `${field}: ${reason}`, {
    reason: 'validation_failed',
    errors: [{ field, reason }],
  });
}

/** Use cases of the family `installMode`, by their names for a caller of the core. */
export const installModeUseCases = {
  list: reading('viewer', listInstallModes),
  set: setInstallMode,
  pair: pairDevice,
  search: searchDevices,
} as const;
