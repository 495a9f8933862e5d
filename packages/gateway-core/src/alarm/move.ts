import type { AlarmConfig, OutputConfig } from '@ccu-gateway/alarm';
import { movedAddress } from '../use-case/moved-address.js';

/** A device of a CCU that another one takes the position of. */
export interface DeviceMove {
  readonly central: string;
  readonly from: string;
  readonly to: string;
}

/** Ids of what a configuration has of a device. */
export interface PartsOfDevice {
  readonly sensors: readonly string[];
  readonly outputs: readonly string[];
  /** Codes of its keys. */
  readonly codes: readonly string[];
}

interface Channel {
  readonly central: string;
  readonly channelAddress: string;
}

const isOf =
  ({ central, from, to }: DeviceMove) =>
  (channel: Channel): boolean =>
    channel.central === central && movedAddress(channel.channelAddress, from, to) !== channel.channelAddress;

/** A variable may have the name of a channel. */
const isOutputMoved =
  (move: DeviceMove) =>
  (output: OutputConfig): boolean =>
    output.class !== 'sysvar_mirror' && isOf(move)(output);

const idsOf = (list: readonly { readonly id: string }[]): readonly string[] => list.map(({ id }) => id);

/** Sensors, outputs and codes of the device that is replaced. */
export function partsOfDevice({ zones, codes }: AlarmConfig, move: DeviceMove): PartsOfDevice {
  const isMoved = isOf(move);
  return {
    sensors: idsOf(zones.flatMap(({ sensors }) => sensors.filter(({ point }) => isMoved(point)))),
    outputs: idsOf(zones.flatMap(({ outputs }) => outputs.filter(isOutputMoved(move)))),
    codes: idsOf(codes.filter(({ binding }) => binding !== undefined && isMoved(binding.point))),
  };
}

/** The configuration with the new device wherever the old one was. */
export function withMovedDevice({ zones, codes }: AlarmConfig, move: DeviceMove): AlarmConfig {
  const isMoved = isOf(move);
  const moved = <T extends Channel>(channel: T): T =>
    isMoved(channel)
      ? { ...channel, channelAddress: movedAddress(channel.channelAddress, move.from, move.to) }
      : channel;
  return {
    zones: zones.map((zone) => ({
      ...zone,
      sensors: zone.sensors.map((sensor) => ({ ...sensor, point: moved(sensor.point) })),
      outputs: zone.outputs.map((output) => (output.class === 'sysvar_mirror' ? output : moved(output))),
    })),
    codes: codes.map((code) =>
      code.binding === undefined ? code : { ...code, binding: { ...code.binding, point: moved(code.binding.point) } },
    ),
  };
}
