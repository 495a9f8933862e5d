import type { OutputConfig, OutputState } from '@ccu-gateway/alarm';
import type { CustomDPSummary } from '@ccu-gateway/contract/types';
import type { HouseModel } from '@ccu-gateway/device-model';
import { operate } from '../families/devices/custom-data-points.js';
import type { CcuWriter, DeviceModel } from '../ports/house.js';
import { serviceCaller } from '../use-case/caller.js';
import type { Recording } from '../use-case/record.js';

/** Ports that switch the outputs of the alarm system. */
export interface OutputPorts extends Recording {
  readonly devices: DeviceModel & Pick<HouseModel, 'customSources'>;
  readonly ccu: CcuWriter;
}

/** A channel with outputs. */
export type Switched = Pick<OutputConfig, 'central' | 'channelAddress'>;

/** An output with its state in the alarm system; undefined for one that is off. */
export interface Member {
  readonly output: OutputConfig;
  readonly state: OutputState | undefined;
}

type Aspect = 'sound' | 'light';

/** The state of a channel that its outputs want together. It is off where `aspects` is empty. */
export interface Wish {
  readonly aspects: ReadonlySet<Aspect>;
  /** The device ends by itself after it. */
  readonly durationMs: number;
}

const OWN = serviceCaller({ name: 'alarm', role: 'operator' });

/** Device address and channel of an output. */
export function partsOf(channelAddress: string): { readonly address: string; readonly channel: number } {
  const [address = '', channel = ''] = channelAddress.split(':');
  return { address, channel: Number(channel) };
}

/** The custom data point of a channel with outputs; undefined where it has none. */
export function pointOf({ devices }: OutputPorts, { central, channelAddress }: Switched): CustomDPSummary | undefined {
  const { address, channel } = partsOf(channelAddress);
  const found = devices.customDataPoints(address, { central });
  if (!found.ok) return undefined;
  return found.value.find(
    ({ channel_no: no, supported_operations: operations }) => no === channel && operations.includes('turn_on'),
  );
}

/** A siren for light or sound alone leaves out the other. */
function aspectsOf({ output, state }: Member): readonly Aspect[] {
  if (state?.isOpticalOnly || output.class === 'optical_siren') return ['light'];
  return output.class === 'acoustic_siren' ? ['sound'] : ['sound', 'light'];
}

/** Unites the outputs of one channel: a write of one alone would end the others. `clock` is that of the engine. */
export function wishOf(members: readonly Member[], clock: number): Wish {
  const isOn = members.filter(({ state }) => state?.isOn);
  return {
    aspects: new Set(isOn.flatMap(aspectsOf)),
    durationMs: Math.max(0, ...isOn.map(({ state }) => (state?.endClock ?? clock) - clock)),
  };
}

/**
 * Compares the reported state of a channel with the wish, as far as it concerns one output. True or false is the state
 * of the output; undefined while the device reports nothing.
 */
export function isOnOf(
  point: CustomDPSummary | undefined,
  { aspects }: Wish,
  member: Member & { readonly state: OutputState },
): boolean | undefined {
  const { is_on: isOn, acoustic_alarm_active: sound, optical_alarm_active: light } = point?.state ?? {};
  const reported = { sound, light };
  const own = aspects.size === 0 ? [] : aspectsOf(member).filter((each) => reported[each] !== undefined);
  const values = own.length === 0 ? [isOn] : own.map((each) => reported[each]);
  if (values.some((value) => typeof value !== 'boolean')) return undefined;
  const isAsWanted =
    own.length === 0 ? isOn === aspects.size > 0 : own.every((each) => reported[each] === aspects.has(each));
  return isAsWanted === member.state.isOn;
}

/** Switches a channel before every other write of its interface. Rejects where the device is unknown. */
export async function switchChannel(ports: OutputPorts, channel: Switched, wish: Wish): Promise<void> {
  const point = pointOf(ports, channel);
  if (point === undefined) throw new Error(`${channel.channelAddress} has nothing to switch`);
  const isOn = wish.aspects.size > 0;
  await operate(ports, OWN, {
    address: partsOf(channel.channelAddress).address,
    central: channel.central,
    name: point.name,
    operation: isOn ? 'turn_on' : 'turn_off',
    ...(isOn ? { params: paramsOf(point, wish) } : {}),
    priority: 'critical',
  });
}

/** The device ends by itself where it can. */
function paramsOf(
  { capabilities, config }: CustomDPSummary,
  { aspects, durationMs }: Wish,
): Readonly<Record<string, unknown>> {
  const seconds = Math.ceil(durationMs / 1000);
  const silence = firstOf(config?.available_tones);
  const darkness = firstOf(config?.available_lights);
  return {
    ...(capabilities?.duration ? { duration: seconds } : {}),
    ...(capabilities?.on_time ? { on_time: seconds } : {}),
    ...(!aspects.has('sound') && silence !== undefined ? { tone: silence } : {}),
    ...(!aspects.has('light') && darkness !== undefined ? { light: darkness } : {}),
  };
}

const firstOf = (options: unknown): string | undefined =>
  Array.isArray(options) && typeof options[0] === 'string' ? options[0] : undefined;
