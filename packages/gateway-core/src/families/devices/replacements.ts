import type { DeviceReplacement, ReplaceCandidate } from '@ccu-gateway/contract/types';
import type { Scope } from '@ccu-gateway/device-model';
import type { House } from '../../ports/house.js';
import type { Caller } from '../../use-case/caller.js';
import { knownScope } from '../../use-case/choose.js';
import { GatewayError, invalid, notFound } from '../../use-case/errors.js';
import { found, isUnsupported } from '../../use-case/refusal.js';
import { reading, useCase } from '../../use-case/use-case.js';
import type { DeviceTarget } from './device-admin.js';
import { type ParamsetAddress, placeOf } from './paramsets.js';

/** A replacement with the state of its steps. */
export type ReplacementReport = Omit<DeviceReplacement, 'way_back'>;

/** Puts one device in the place of another one at the CCU. Rejects with a `GatewayError`. */
export interface SwapControl {
  /** Addresses of the devices that this one may take the place of. */
  replaceable(place: ParamsetAddress): Promise<readonly string[]>;
  /**
   * Resolves when the CCU has done it, and `onDone` after that. Until then the model has both devices, whatever the CCU
   * reports.
   */
  exchange(place: ParamsetAddress, oldAddress: string, onDone: () => Promise<void>): Promise<void>;
  /** Reads names, rooms and functions again: they may have changed at the CCU within the last hour. */
  readNames(central: string): Promise<void>;
  /** Reads devices and names again, once the logic layer has exchanged the devices too; waits ten seconds for it. */
  readAgain(place: ParamsetAddress, oldAddress: string): Promise<void>;
}

/** Two devices of one interface. */
export interface SwapRequest {
  /** The new device. */
  readonly place: ParamsetAddress;
  readonly oldAddress: string;
}

/** Replacements of devices, over restarts. */
export interface Replacements {
  /** Newest first. */
  list(central?: string): readonly ReplacementReport[];
  get(id: string): ReplacementReport | undefined;
  /** True when it was begun and failed: the same request goes on with it. Rejects where stored ones are unreadable. */
  isUnfinished(request: SwapRequest): Promise<boolean>;
  replaceable(place: ParamsetAddress): Promise<readonly string[]>;
  /** Reads all that would be passed on, and changes nothing. An unfinished one is the plan of the rest. */
  plan(request: SwapRequest, caller: Caller): Promise<ReplacementReport>;
  /** Resolves when the CCU has put the new device in the place of the old one; the rest follows. */
  start(request: SwapRequest, caller: Caller): Promise<ReplacementReport>;
}

/** Ports of the use cases that replace devices. */
export interface Replacing {
  readonly house: House;
  readonly replacements: Replacements;
}

/** Addresses that the CCU would replace by this device. */
async function replaceable({ replacements }: Replacing, place: SwapRequest['place']): Promise<readonly string[]> {
  try {
    return await replacements.replaceable(place);
  } catch (error) {
    if (!isUnsupported(error)) throw error;
    throw new GatewayError('unsupported', `${place.interfaceName} cannot replace devices`, { reason: 'unsupported' });
  }
}

/**
 * The devices that a new one may take the place of, as its CCU lists them. Role `viewer`.
 *
 * @throws GatewayError `not_found`, `conflict` (reason `central_required`), `unsupported`, `upstream_unavailable`,
 * `service_unready`
 * @example
 * const broken = await core.as(caller).replacements.candidates({ address: '0001D3C99C0009' });
 */
export async function listReplaceCandidates(ports: Replacing, at: DeviceTarget): Promise<readonly ReplaceCandidate[]> {
  const place = deviceAt(ports.house, at);
  const addresses = await replaceable(ports, place);
  return addresses.flatMap((address) => {
    const device = ports.house.device(address, { central: place.central });
    if (!device.ok || address === place.address) return [];
    const { name, model, available, rooms } = device.value;
    return [{ address, name, model, available, ...(rooms === undefined ? {} : { rooms }) }];
  });
}

function deviceAt(house: House, at: DeviceTarget): SwapRequest['place'] {
  const place = placeOf(house, at);
  found(house.device(at.address, { central: place.central }));
  return place;
}

/** Devices that a refusal lists as allowed. */
const MAX_NAMED = 20;

/** Refuses everything that the CCU would refuse, and names the field. */
async function refuseUnfit(ports: Replacing, { place, oldAddress }: SwapRequest): Promise<void> {
  const refuse = (reason: string) => invalid([{ field: 'old_address', reason }]);
  if (oldAddress === place.address) throw refuse('must be another device');
  const old = ports.house.resolve(oldAddress, { central: place.central });
  if (!old.ok || old.value.channel !== undefined) throw refuse('is no device of this CCU');
  if (old.value.interfaceName !== place.interfaceName)
    throw refuse(`is on another interface than ${place.interfaceName}`);
  const allowed = await replaceable(ports, place);
  if (allowed.includes(oldAddress)) return;
  const others = allowed.slice(0, MAX_NAMED).join(', ');
  throw refuse(`is of another type, or the CCU does not let it be replaced; allowed: ${others || 'none'}`);
}

/**
 * Puts a new device (`address`) in the place of another one: the CCU first, then everything that the CCU has not passed
 * on. Resolves when the CCU has done it; events report the rest. The same request goes on with one that failed. A dry
 * run only reads what would be passed on. Role `admin`; audited as `device_replace`.
 *
 * @throws GatewayError `not_found`, `validation` naming `old_address` and the allowed ones, `conflict` (reason
 * `central_required`, `replacement_running`), `locked` (reason `edit_lock`), `unsupported`, `upstream_unavailable`,
 * `service_unready`
 * @example
 * await core.as(caller).replacements.start({ address: '0001D3C99C0009' }, { oldAddress: '0001D3C99C0001' });
 */
export const replaceDevice = useCase(
  'admin',
  async (
    ports: Replacing,
    caller: Caller,
    at: DeviceTarget,
    { oldAddress, dryRun = false }: { readonly oldAddress: string; readonly dryRun?: boolean },
  ): Promise<DeviceReplacement> => {
    const request = { place: deviceAt(ports.house, at), oldAddress };
    const { replacements } = ports;
    if (!(await replacements.isUnfinished(request))) await refuseUnfit(ports, request);
    return bodyOf(ports, await (dryRun ? replacements.plan(request, caller) : replacements.start(request, caller)));
  },
);

/**
 * The replacements of all CCUs, or of one, newest first. Role `viewer`.
 *
 * @throws GatewayError `not_found` for an unknown central
 * @example
 * const [newest] = core.as(caller).replacements.list({});
 */
export function listReplacements(ports: Replacing, scope: Scope): readonly DeviceReplacement[] {
  return ports.replacements.list(knownScope(ports.house, scope).central).map((each) => bodyOf(ports, each));
}

/**
 * One replacement. Role `viewer`.
 *
 * @throws GatewayError `not_found`
 * @example
 * const { steps } = core.as(caller).replacements.get(id);
 */
export function getReplacement(ports: Replacing, id: string): DeviceReplacement {
  const replacement = ports.replacements.get(id);
  if (replacement === undefined) throw notFound(`Replacement ${id}`);
  return bodyOf(ports, replacement);
}

/** The old device is paired again, or still: it can take its place back. */
function bodyOf({ house }: Replacing, replacement: ReplacementReport): DeviceReplacement {
  const { central, old_address, new_address, state } = replacement;
  const arePaired = [old_address, new_address].every((address) => house.device(address, { central }).ok);
  return { ...replacement, way_back: state === 'done' && arePaired };
}

/** Use cases of the family `replacements`, by their names for a caller of the core. */
export const replacementsUseCases = {
  candidates: reading('viewer', listReplaceCandidates),
  start: replaceDevice,
  list: reading('viewer', listReplacements),
  get: reading('viewer', getReplacement),
} as const;
