import type { Callbacks } from '../../callbacks/callbacks.js';
import type { Air, Sending } from '../../environment/air.js';
import type { FaultSwitches } from '../../environment/switches.js';
import type { DeviceDescription, InterfaceName, ParameterDescription } from '../../house/types.js';
import type { SimulatedHouse } from '../../live/house.js';
import { FAULT_CODE, failure, RpcFault, unknownDevice } from '../../wire/fault.js';
import type { TypedValue } from '../../wire/typed-value.js';

/** Dependencies of the methods of one interface process. */
export interface InterfaceContext {
  readonly interfaceName: InterfaceName;
  readonly state: SimulatedHouse;
  readonly callbacks: Callbacks;
  readonly switches: FaultSwitches;
  readonly air: Air;
  /** HmIPServer: refuses values that rfd would silently correct. */
  readonly strict: boolean;
  readonly metadata: Map<string, Map<string, TypedValue>>;
  readonly suppressed: Map<string, { readonly channelAddress: string; readonly parameter: string }>;
}

type Handler = (params: readonly TypedValue[]) => TypedValue | Promise<TypedValue>;
export type Handlers = Readonly<Record<string, Handler>>;

export function textAt(params: readonly TypedValue[], index: number): string {
  const param = params[index];
  if (param?.type !== 'string') throw failure(param === undefined ? 'wrong argument count' : 'type error');
  return param.value;
}

export function optionalText(params: readonly TypedValue[], index: number): string {
  return params[index] === undefined ? '' : textAt(params, index);
}

export function integerAt(params: readonly TypedValue[], index: number): number {
  const param = params[index];
  if (param?.type !== 'int') throw failure(param === undefined ? 'wrong argument count' : 'type error');
  return param.value;
}

export function flagAt(params: readonly TypedValue[], index: number): boolean {
  const param = params[index];
  if (param?.type !== 'boolean') throw failure(param === undefined ? 'wrong argument count' : 'type error');
  return param.value;
}

/** The description of a device or channel of this interface, else fault -2. */
export function describedAt(context: InterfaceContext, address: string): DeviceDescription {
  const description = context.state.registry.description(address);
  if (description === undefined || context.state.registry.interfaceOf(address) !== context.interfaceName)
    throw unknownDevice();
  return description;
}

/** Throws where this device or channel is listed, but not described. */
export function assertDescribes({ switches, strict }: InterfaceContext, address: string): void {
  if (!switches.refusedDescriptions.has(address)) return;
  throw new RpcFault(FAULT_CODE.general, strict ? 'Generic error (REFUSED)' : 'Failure');
}

const ONE_VALUE = { kind: 'values', members: 1 } as const;

/**
 * Throws the fault of a radio write: no duty cycle left, a device that does not answer. Otherwise its frames count as sent,
 * those of a sleeping device when it wakes.
 */
export function assertReachable(
  context: InterfaceContext,
  address: string,
  content: Pick<Sending, 'kind' | 'members'> = ONE_VALUE,
): void {
  const { switches, strict } = context;
  const device = address.split(':', 1)[0] as string;
  if (!hasRadioTime(context, device, content)) {
    throw new RpcFault(-1, strict ? 'Generic error (DUTY_CYCLE)' : 'Failure: DUTY_CYCLE limit reached');
  }
  if (switches.refuseAllWrites || switches.refusedDevices.has(device)) {
    throw new RpcFault(-1, strict ? 'Generic error (UNREACH)' : 'Failure: no ACK');
  }
}

/** `RX_MODE`: the device always listens; it listens now and then. */
const ALWAYS = 1;
const BURST = 2;

function hasRadioTime(context: InterfaceContext, device: string, content: Pick<Sending, 'kind' | 'members'>): boolean {
  const { switches, interfaceName, state, air } = context;
  if (interfaceName !== 'HmIP-RF' && interfaceName !== 'BidCos-RF') return true;
  if (!switches.countsAirtime) return switches.dutyCycle < 100;
  if (switches.asleep.has(device)) return true;
  const rxMode = Number(state.registry.description(device)?.RX_MODE ?? ALWAYS);
  return air.send({ ...content, burst: (rxMode & ALWAYS) === 0 && (rxMode & BURST) !== 0 });
}

/** Percent that the radio module reports. */
export function dutyCycleOf({ switches, air }: InterfaceContext): number {
  return switches.countsAirtime ? air.percent() : switches.dutyCycle;
}

/** Does it now, or when the device wakes; the caller of a sleeping device gets a fault that its value is on its way. */
export function perform(context: InterfaceContext, address: string, write: () => void): void {
  if (context.switches.swallowWrites) return;
  if (!whenAwake(context, address, write) && context.strict)
    throw new RpcFault(FAULT_CODE.pending, 'Transmission pending');
}

/** Like `perform`, for configuration: the device is shown to have some waiting until it has taken it. */
export function performConfiguration(context: InterfaceContext, address: string, write: () => void): void {
  if (isAsleep(context, address)) context.state.showConfigurationPending(address, true);
  perform(context, address, write);
}

/** Sends a device configuration that the CCU has changed by itself, at the latest when the device wakes. */
export function passOnConfiguration(context: InterfaceContext, address: string): void {
  if (isAsleep(context, address)) context.state.showConfigurationPending(address, true);
  whenAwake(context, address, () => context.state.transmitConfiguration(address));
}

/** Sends a device the state of the link between the CCU and a channel. False: it is sent when the device wakes. */
export function transmitUsage(context: InterfaceContext, channelAddress: string): boolean {
  const { usage } = context.state;
  const before = usage.isLinked(channelAddress);
  const isNow = whenAwake(context, channelAddress, () => {
    usage.transmit(channelAddress);
    if (usage.isLinked(channelAddress) !== before) context.state.transmitConfiguration(channelAddress);
  });
  if (!isNow) context.state.showConfigurationPending(channelAddress, true);
  return isNow;
}

function isAsleep({ switches }: InterfaceContext, address: string): boolean {
  return switches.asleep.has(address.split(':', 1)[0] as string);
}

/** True when it was done now. A later failure belongs to no request: it is sent to every client. */
function whenAwake(context: InterfaceContext, address: string, work: () => void): boolean {
  const waiting = context.switches.asleep.get(address.split(':', 1)[0] as string);
  if (waiting === undefined) {
    work();
    return true;
  }
  waiting.push(() => {
    try {
      assertReachable(context, address);
    } catch (error) {
      const { code, message } = error as RpcFault;
      context.state.announce({ type: 'failed', interfaceName: context.interfaceName, code, message });
      return;
    }
    work();
  });
  return false;
}

/** The description of one VALUES parameter. */
export function valueDescription(
  context: InterfaceContext,
  channelAddress: string,
  parameter: string,
): ParameterDescription {
  describedAt(context, channelAddress);
  const description = context.state.describe(channelAddress)[parameter];
  if (description === undefined) throw new RpcFault(-5, 'Unknown parameter');
  return description;
}
