import type { Channel, DataPoint } from '../model/state.js';
import { isUnknown } from '../model/status.js';

/** The channel that reports the true state: the transmitter of the group, else the channel itself. */
function stateChannel(channel: Channel): Channel {
  const first = channel.group?.members[0];
  const candidate = first === undefined ? undefined : channel.device.channels.get(first);
  return candidate?.description.TYPE.endsWith('_TRANSMITTER') ? candidate : channel;
}

/** The points a state may come from: the transmitter's and the channel's own. */
export function statePoints(channel: Channel, ...parameters: readonly string[]): readonly DataPoint[] {
  const from = stateChannel(channel);
  return parameters.flatMap((parameter) =>
    [from.points.get(parameter), from === channel ? undefined : channel.points.get(parameter)].filter(
      (point): point is DataPoint => point !== undefined,
    ),
  );
}

/** True when the CCU reported its value, or that it is unknown. */
export const wasTold = (point: DataPoint | undefined): boolean =>
  point !== undefined && (point.value !== undefined || isUnknown(point));

/** The reading to believe: the transmitter's where it has spoken, else the channel's own. */
export function reading(channel: Channel, parameter: string): DataPoint | undefined {
  const points = statePoints(channel, parameter);
  return points.find(wasTold) ?? points[0];
}

/** Value of the group's transmitter, if there is one. */
export function transmitted(channel: Channel, parameter: string): DataPoint | undefined {
  const from = stateChannel(channel);
  return from === channel ? undefined : from.points.get(parameter);
}

/** The channel's own reading where it has one. */
export function ownReading(channel: Channel, parameter: string): DataPoint | undefined {
  const own = channel.points.get(parameter);
  return wasTold(own) ? own : reading(channel, parameter);
}

export function numberOf(point: DataPoint | undefined): number | null {
  return typeof point?.value === 'number' ? point.value : null;
}

export function flagOf(point: DataPoint | undefined): boolean | null {
  return typeof point?.value === 'boolean' ? point.value : null;
}

/** The name of the chosen option of an ENUM. */
export function optionOf(point: DataPoint | undefined): string | null {
  const { value } = point ?? {};
  return typeof value === 'number' ? (point?.descriptor.valueList?.[value] ?? null) : null;
}

/** True when the channel has a parameter, and may write it. */
export function canWrite(channel: Channel, parameter: string): boolean {
  return channel.points.get(parameter)?.descriptor.writable === true;
}

/** Levels above this mean "leave as it is". */
export const FULL = 1.004;

/** 0..1 as a whole percentage. Values above 1 mean "leave as it is" and are nothing to show. */
export function percentOf(level: number | null): number | null {
  return level === null || level > FULL ? null : Math.round(Math.min(1, Math.max(0, level)) * 100);
}

export type Motion = 'up' | 'down' | 'none' | null;

/** Direction of a movement, by either generation's parameter. */
export function motionOf(channel: Channel): Motion {
  const option = optionOf(reading(channel, 'ACTIVITY_STATE')) ?? optionOf(reading(channel, 'DIRECTION'));
  if (option === 'UP') return 'up';
  if (option === 'DOWN') return 'down';
  return option === null || option === 'UNKNOWN' || option === 'UNDEFINED' ? null : 'none';
}

/** True when any parameter reports a movement. */
export function isMoving(channel: Channel): boolean {
  const motion = motionOf(channel);
  if (motion === 'up' || motion === 'down') return true;
  const works = ['WORKING', 'WORKING_SLATS'].some((parameter) => flagOf(reading(channel, parameter)) === true);
  return works || optionOf(reading(channel, 'PROCESS')) === 'NOT_STABLE';
}
