import type { ChannelSummary, DataPointSummary } from '@ccu-gateway/contract/types';
import type { DeviceView } from './house-view.js';
import type { CustomDataPointRef, DataPointRef } from './plan.js';

/** Channel with its data points. */
export interface ChannelView {
  readonly view: DeviceView;
  readonly summary: ChannelSummary;
  readonly number: number;
  readonly type: string;
  readonly points: ReadonlyMap<string, DataPointSummary>;
}

/** The channels of a device by their numbers. */
export function channelsOf(view: DeviceView): readonly ChannelView[] {
  return [...view.device.channels]
    .sort((a, b) => a.number - b.number)
    .map((summary) => ({
      view,
      summary,
      number: summary.number,
      type: summary.type ?? '',
      points: new Map((view.dataPoints.get(summary.number) ?? []).map((point) => [point.parameter, point])),
    }));
}

const KEPT_FROM_CLIENTS: ReadonlySet<string> = new Set(['ignored', 'no_create']);

/** True for a parameter that can be read or reports events, and is not hidden from clients. */
export function tells(channel: ChannelView, parameter: string): boolean {
  const point = channel.points.get(parameter);
  if (point === undefined || !(point.operations.read || point.operations.event)) return false;
  // Nothing of a hidden channel is offered to clients, which is the choice of people and no property of the parameter.
  return channel.summary.hidden === true || !KEPT_FROM_CLIENTS.has(point.usage);
}

/** The first of several parameters with a visible value. */
export const firstOf = (channel: ChannelView, ...parameters: readonly string[]): string | undefined =>
  parameters.find((parameter) => tells(channel, parameter));

export const pointRef = (channel: ChannelView, parameter: string): DataPointRef => ({
  kind: 'data_point',
  central: channel.view.central,
  address: channel.view.device.address,
  channel: channel.number,
  parameter,
});

/** Reference to a parameter with a visible value. */
export const refIfTold = (channel: ChannelView, parameter: string): DataPointRef | undefined =>
  tells(channel, parameter) ? pointRef(channel, parameter) : undefined;

/** The `…_STATUS` beside a measured parameter. It is hidden from clients, but separates a value from a guess. */
export const statusRef = (channel: ChannelView, parameter: string): DataPointRef | undefined =>
  channel.points.has(`${parameter}_STATUS`) ? pointRef(channel, `${parameter}_STATUS`) : undefined;

export const customRef = (view: DeviceView, name: string): CustomDataPointRef => ({
  kind: 'custom_data_point',
  central: view.central,
  address: view.device.address,
  name,
});

/** The options of an ENUM. */
export const optionsOf = (channel: ChannelView, parameter: string): readonly string[] =>
  channel.points.get(parameter)?.value_list ?? [];
