import { factsOf, interfacesWhere } from '@ccu-gateway/ccu-client/interfaces';
import type { Scope } from '@ccu-gateway/device-model';
import type { House } from '../../ports/house.js';
import type { Caller } from '../../use-case/caller.js';
import { chooseCentral } from '../../use-case/choose.js';
import { GatewayError, invalid } from '../../use-case/errors.js';
import { makeChange, type Recording } from '../../use-case/record.js';
import { found } from '../../use-case/refusal.js';
import { reading, useCase } from '../../use-case/use-case.js';
import type { DeviceTarget } from './device-admin.js';
import { type ParamsetAddress, placeOf } from './paramsets.js';

/** A radio gateway of an interface: the module of the CCU, or one on the network. */
export interface Receiver {
  readonly address: string;
  readonly description: string;
  readonly type: string;
  readonly connected: boolean;
  readonly isDefault: boolean;
  /** Percent. */
  readonly dutyCycle?: number;
}

/** The radio gateway of a device. */
export interface Reception {
  readonly receiver: string;
  /** The CCU changes the gateway by itself. */
  readonly roaming: boolean;
}

/** dBm between a device and a radio gateway; undefined where unknown. */
export interface ReceiverSignal {
  readonly receiver: string;
  readonly heardByDevice?: number | undefined;
  readonly heardByReceiver?: number | undefined;
}

/** A device with its gateway and its signals, one for each gateway in their order. */
export interface ReceivedDevice extends Reception {
  readonly address: string;
  readonly signals: readonly ReceiverSignal[];
}

/** Radio gateways of CCUs. Rejects with a `GatewayError`; `not_implemented` where the CCU lacks the method. */
export interface ReceiverControl {
  receivers(central: string, interfaceName: string): Promise<readonly Receiver[]>;
  /** Devices as the CCU last listed them, with fresh signals. */
  matrix(
    central: string,
    interfaceName: string,
  ): Promise<{ readonly receivers: readonly Receiver[]; readonly devices: readonly ReceivedDevice[] }>;
  /** As last listed. Undefined for a device without a radio of its own, such as a team or a virtual remote. */
  reception(at: ParamsetAddress): Promise<Reception | undefined>;
  /** Lists the devices again first. */
  receptionNow(at: ParamsetAddress): Promise<Reception | undefined>;
  move(at: ParamsetAddress, to: Reception): Promise<void>;
}

/** Ports of the use cases about radio gateways. */
export interface ReceiverReading {
  readonly house: House;
  readonly receivers: ReceiverControl;
}

/** Ports of the use case that moves devices. */
export interface ReceiverMoving extends ReceiverReading, Recording {}

/** A gateway is proposed from this gain on. Signals vary by several decibels from message to message. */
const MARGIN_DB = 10;

/** The weaker direction decides; undefined where none is known. */
function strengthOf({ heardByDevice, heardByReceiver }: ReceiverSignal): number | undefined {
  const known = [heardByDevice, heardByReceiver].filter((level) => level !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
}

/** The clearly better gateway of a device. */
export interface ReceiverProposal {
  readonly receiver: string;
  readonly reason: 'stronger' | 'receiver_gone';
  readonly gain_db?: number;
}

/**
 * The gateway that receives a device clearly better than its current one; undefined for none. A device that roams needs none,
 * and without a figure for the current gateway nothing is proposed.
 *
 * @example
 * proposalFor(device, receivers); // { receiver: 'SIM00000GW', reason: 'stronger', gain_db: 21 }
 */
export function proposalFor(device: ReceivedDevice, receivers: readonly Receiver[]): ReceiverProposal | undefined {
  if (device.roaming) return undefined;
  const isThere = (address: string) => receivers.some((each) => each.address === address && each.connected);
  const strengths = device.signals.flatMap((signal) => {
    const strength = strengthOf(signal);
    return strength === undefined || !isThere(signal.receiver) ? [] : [{ receiver: signal.receiver, strength }];
  });
  const [best] = strengths.sort((a, b) => b.strength - a.strength);
  if (best === undefined || best.receiver === device.receiver) return undefined;
  if (!isThere(device.receiver)) return { receiver: best.receiver, reason: 'receiver_gone' };
  const current = strengths.find(({ receiver }) => receiver === device.receiver);
  if (current === undefined || best.strength - current.strength < MARGIN_DB) return undefined;
  return { receiver: best.receiver, reason: 'stronger', gain_db: best.strength - current.strength };
}

function cannotMove(what: string): GatewayError {
  const [name] = interfacesWhere(({ receivers }) => receivers);
  return new GatewayError('unsupported', `${what}: only devices of ${name} are moved between radio gateways`, {
    reason: 'unsupported',
  });
}

/**
 * The radio gateways of a CCU, and for each device its current one, the signals in both directions in dBm, and the proposal of
 * a clearly better one. Asks the CCU. Role `viewer`.
 *
 * @throws GatewayError `not_found`, `conflict` (reason `central_required`), `unsupported` for a CCU without such an interface,
 * `not_implemented` where its firmware lacks a method, `upstream_unavailable`, `service_unready`
 * @example
 * const { devices } = await core.as(caller).receivers.matrix({ central: 'home' });
 */
export async function readRssiMatrix({ house, receivers: control }: ReceiverReading, scope: Scope) {
  const central = chooseCentral(house, scope.central);
  const of = house.interfaces({ central }).find(({ interface: name }) => factsOf(name).receivers);
  if (of === undefined) throw cannotMove(`${central} has none`);
  const { receivers, devices } = await control.matrix(central, of.interface);
  const names = new Map(house.devices({ central }).map(({ address, name }) => [address, name]));
  return {
    central,
    interface_id: of.id,
    receivers: receivers.map(({ isDefault, dutyCycle, ...receiver }) => ({
      ...receiver,
      default: isDefault,
      ...(dutyCycle === undefined ? {} : { duty_cycle: dutyCycle }),
    })),
    devices: devices.flatMap((device) => {
      const { address, receiver, roaming, signals } = device;
      const name = names.get(address);
      if (name === undefined) return [];
      const proposal = proposalFor(device, receivers);
      return [{ address, name, receiver, roaming, signals: signals.map(signalBody), ...(proposal && { proposal }) }];
    }),
  };
}

function signalBody({ receiver, heardByDevice, heardByReceiver }: ReceiverSignal) {
  return { receiver, rssi_device: heardByDevice ?? null, rssi_peer: heardByReceiver ?? null };
}

/**
 * The devices of a CCU with a clearly better radio gateway than their current one. Asks the CCU. Role `viewer`.
 *
 * @throws GatewayError as `readRssiMatrix`
 * @example
 * const { proposals } = await core.as(caller).receivers.proposals({ central: 'home' });
 */
export async function proposeReceivers(ports: ReceiverReading, scope: Scope) {
  const { central, devices } = await readRssiMatrix(ports, scope);
  return {
    central,
    proposals: devices.flatMap(({ address, name, receiver: current, proposal }) =>
      proposal === undefined ? [] : [{ address, name, current, ...proposal }],
    ),
  };
}

function unconfirmed(why: string, cause?: unknown): GatewayError {
  const message = `The CCU has accepted the gateway of the device, but ${why}`;
  return new GatewayError('upstream_unavailable', message, { reason: 'unconfirmed', cause });
}

/**
 * Moves a device to another radio gateway of its CCU, and reads its description again. Resolves with the gateway in that
 * description. Without `roaming` that stays as it was. Role `admin`; audited as `device_receiver`.
 *
 * @throws GatewayError `not_found`, `conflict` (reason `central_required`), `validation` for a gateway that is unknown or not
 * connected, `unsupported` for a device of another interface or without a radio, `not_implemented` where the firmware lacks a
 * method, `upstream_unavailable` (reason `unconfirmed` where its description does not show it), `service_unready`
 * @example
 * await core.as(caller).receivers.move({ address: 'OEQ0000001' }, { receiver: 'SIM00000GW' });
 */
export const moveReceiver = useCase(
  'admin',
  async (
    ports: ReceiverMoving,
    caller: Caller,
    at: DeviceTarget,
    { receiver, roaming }: { readonly receiver: string; readonly roaming?: boolean | undefined },
  ) => {
    const { house, receivers: control } = ports;
    const { name } = found(house.device(at.address, at.central === undefined ? {} : { central: at.central }));
    const place = placeOf(house, at);
    const { central, interfaceName, address } = place;
    if (!factsOf(interfaceName).receivers) throw cannotMove(`${name} is a device of ${interfaceName}`);
    const before = await control.reception(place);
    if (before === undefined) throw cannotMove(`${name} has no radio of its own`);
    const known = (await control.receivers(central, interfaceName)).filter(({ connected }) => connected);
    if (!known.some((each) => each.address === receiver)) {
      const allowed = known.map((each) => each.address).join(', ') || 'no gateway, for none is connected';
      throw invalid([{ field: 'receiver', reason: `must be one of ${allowed}` }]);
    }
    const wanted = { receiver, roaming: roaming ?? before.roaming };
    const change = {
      ...{ action: 'device_receiver', central, deviceAddress: address, note: `${before.receiver} → ${receiver}` },
      changes: (['receiver', 'roaming'] as const)
        .filter((parameter) => before[parameter] !== wanted[parameter])
        .map((parameter) => ({ parameter, before: before[parameter], after: wanted[parameter] })),
    };
    await makeChange(ports, caller, change, () => control.move(place, wanted));
    const now = await control.receptionNow(place).catch((error: unknown) => {
      throw unconfirmed('its description cannot be read', error);
    });
    if (now?.receiver !== wanted.receiver || now.roaming !== wanted.roaming) {
      throw unconfirmed(`its description names ${now?.receiver ?? 'none'}`);
    }
    return { central, address, ...now };
  },
);

/** Use cases of the family `receivers`, by their names for a caller of the core. */
export const receiverUseCases = {
  matrix: reading('viewer', readRssiMatrix),
  proposals: reading('viewer', proposeReceivers),
  move: moveReceiver,
} as const;
