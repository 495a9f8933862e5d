import type { Effect, OutputConfig } from '@ccu-gateway/alarm';
import type { CustomDPSummary } from '@ccu-gateway/contract/types';
import { operate } from '../families/devices/custom-data-points.js';
import type { CcuWriter, DeviceModel } from '../ports/house.js';
import { serviceCaller } from '../use-case/caller.js';
import type { Recording } from '../use-case/record.js';

/** Ports that switch the outputs of the alarm system. */
export interface OutputPorts extends Recording {
  readonly devices: DeviceModel;
  readonly ccu: CcuWriter;
}

const OWN = serviceCaller({ name: 'alarm', role: 'operator' });

/** Device address and channel of an output. */
export function partsOf(channelAddress: string): { readonly address: string; readonly channel: number } {
  const [address = '', channel = ''] = channelAddress.split(':');
  return { address, channel: Number(channel) };
}

/** The custom data point of the channel of an output; undefined where it has none. */
export function pointOf({ devices }: OutputPorts, output: OutputConfig): CustomDPSummary | undefined {
  const { address, channel } = partsOf(output.channelAddress);
  const found = devices.customDataPoints(address, { central: output.central });
  if (!found.ok) return undefined;
  return found.value.find(
    ({ channel_no: no, supported_operations: operations }) => no === channel && operations.includes('turn_on'),
  );
}

/** True or false as the device reports; undefined while it reports nothing. */
export function isOnOf(point: CustomDPSummary | undefined): boolean | undefined {
  const isOn = point?.state?.is_on;
  return typeof isOn === 'boolean' ? isOn : undefined;
}

/** Switches the device of an output, before every other write of its interface. Rejects where the device is unknown. */
export async function switchOutput(
  ports: OutputPorts,
  output: OutputConfig,
  effect: Extract<Effect, { kind: 'output' }>,
): Promise<void> {
  const point = pointOf(ports, output);
  if (point === undefined) throw new Error(`${output.channelAddress} has nothing to switch`);
  await operate(ports, OWN, {
    address: partsOf(output.channelAddress).address,
    central: output.central,
    name: point.name,
    operation: effect.isOn ? 'turn_on' : 'turn_off',
    ...(effect.isOn ? { params: paramsOf(point, output, effect) } : {}),
    priority: 'critical',
  });
}

/** The device ends by itself where it can, and a siren for light or sound alone leaves out the other. */
function paramsOf(
  { capabilities, config }: CustomDPSummary,
  output: OutputConfig,
  { durationMs, opticalOnly }: Extract<Effect, { kind: 'output' }>,
): Readonly<Record<string, unknown>> {
  const seconds = Math.ceil(durationMs / 1000);
  const silence = firstOf(config?.available_tones);
  const darkness = firstOf(config?.available_lights);
  const isSilent = opticalOnly || output.class === 'optical_siren';
  return {
    ...(capabilities?.duration ? { duration: seconds } : {}),
    ...(capabilities?.on_time ? { on_time: seconds } : {}),
    ...(isSilent && silence !== undefined ? { tone: silence } : {}),
    ...(!isSilent && output.class === 'acoustic_siren' && darkness !== undefined ? { light: darkness } : {}),
  };
}

const firstOf = (options: unknown): string | undefined =>
  Array.isArray(options) && typeof options[0] === 'string' ? options[0] : undefined;
