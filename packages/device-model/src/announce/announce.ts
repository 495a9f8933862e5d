import { isReached } from '../model/stand-in.js';
import type { CentralRecord, Channel, DataPoint, Device, InterfaceRecord, Unproved } from '../model/state.js';
import { statusOf, type ValueStatus } from '../model/status.js';
import { timestamp } from '../model/time.js';
import type { ModelEvent, ModelEventKind, ModelEventOf } from '../requests/events.js';
import { describeReadiness } from './central.js';

/** Placeholder for an invalid time. */
const EPOCH = new Date(0).toISOString();

/** Builds the events of the published catalogue. Optional members that are unknown are left out, never null. */

export const interfaceId = (central: string, name: string): string => `${central}-${name}`;

const pointTopic = (channel: Channel, parameter: string): string =>
  `device.${channel.device.address}.channels.${channel.number}.data_points.${parameter}`;

const lifecycleTopic = (device: string): string => `device.${device}.lifecycle`;

export function isAvailable(device: Device): boolean {
  return device.iface.reachable && isReached(device);
}

interface ChangedValue {
  readonly parameter: string;
  readonly paramsetKey: 'VALUES' | 'MASTER' | 'LINK';
  readonly uniqueId: string;
  readonly value: unknown;
  readonly previous?: unknown;
  readonly multiplier: number;
  readonly status?: ValueStatus | undefined;
  readonly available: boolean;
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
}

/** A value of a channel, reported or calculated. */
export function valueFrame(
  channel: Channel,
  kind: ModelEventKind,
  changed: ChangedValue,
): ModelEventOf<'datapoint.value_changed'> {
  const { device } = channel;
  const topic = pointTopic(channel, changed.parameter);
  return {
    topic,
    type: 'datapoint.value_changed',
    kind,
    key: `${device.central.name}/${topic}`,
    payload: {
      central: device.central.name,
      interface: device.iface.name,
      device_address: device.address,
      channel: channel.number,
      parameter: changed.parameter,
      paramset_key: changed.paramsetKey,
      unique_id: changed.uniqueId,
      value: changed.value ?? null,
      ...(changed.previous === undefined ? {} : { previous: changed.previous }),
      ...displayValue(changed.value, changed.multiplier),
      ...(changed.status === undefined ? {} : { value_status: changed.status }),
      available: changed.available,
      modified_at: timestamp(changed.at) ?? EPOCH,
    },
  };
}

export function valueChanged(
  point: DataPoint,
  kind: ModelEventKind,
  detail: { readonly previous?: unknown; readonly at: number },
): ModelEventOf<'datapoint.value_changed'> {
  const { channel, parameter, paramsetKey, value } = point;
  const { device } = channel;
  return valueFrame(channel, kind, {
    parameter,
    paramsetKey,
    uniqueId: device.central.ids.dataPoint(device.address, channel.number, parameter),
    value,
    previous: detail.previous,
    multiplier: point.descriptor.multiplier,
    status: statusOf(point),
    available: isAvailable(device),
    at: detail.at,
  });
}

/**
 * Values that mean "leave as it is" lie just above 100 % and are nothing to show. The one that means "locked" lies below 0 %:
 * a window drive that is locked is closed.
 */
export function displayValue(value: unknown, multiplier: number): { display_value?: number } {
  if (multiplier === 1 || typeof value !== 'number' || value > 1) return {};
  return { display_value: Math.round(Math.max(0, value) * multiplier * 1000) / 1000 };
}

/** Location of an event: a channel, or a device as a whole, which is published as its channel 0. */
export interface Place {
  readonly device: Device;
  readonly number: number;
  readonly channel: Channel | undefined;
}

export function rolledBack(
  { device, number }: Place,
  detail: {
    readonly parameter: string;
    readonly paramsetKey: 'VALUES' | 'MASTER' | 'LINK';
    readonly reason: 'timeout' | 'mismatch' | 'send_error';
    readonly sent: unknown;
    readonly present: unknown;
  },
): ModelEvent {
  const { parameter, sent, present } = detail;
  return {
    topic: `device.${device.address}.channels.${number}.data_points.${parameter}`,
    type: 'datapoint.optimistic_rolled_back',
    kind: 'change',
    payload: {
      central: device.central.name,
      device_address: device.address,
      channel: number,
      parameter,
      paramset_key: detail.paramsetKey,
      unique_id: device.central.ids.dataPoint(device.address, number, parameter),
      reason: detail.reason,
      ...(sent === undefined ? {} : { sent }),
      ...(present === undefined ? {} : { present }),
    },
  };
}

export type TriggerKind = 'keypress' | 'impulse' | 'device_error';

export function triggered(point: DataPoint, kind: TriggerKind, value: unknown): ModelEvent {
  const { channel, parameter } = point;
  const { device } = channel;
  return {
    topic: `device.${device.address}.channels.${channel.number}.trigger`,
    type: 'device.trigger',
    kind: 'change',
    momentary: true,
    payload: {
      central: device.central.name,
      interface_id: device.iface.id,
      device_address: device.address,
      channel: channel.number,
      event_type: `homematic.${kind}`,
      parameter,
      unique_id: device.central.ids.dataPoint(device.address, channel.number, parameter),
      ...(value === undefined ? {} : { value }),
    },
  };
}

const deviceRef = (device: Device) => ({
  central: device.central.name,
  interface_id: device.iface.id,
  device_address: device.address,
});

const lifecycle = (device: Device) => ({ topic: lifecycleTopic(device.address), kind: 'change' }) as const;

export const deviceCreated = (device: Device, source: string): ModelEvent => ({
  ...lifecycle(device),
  type: 'device.created',
  payload: { ...deviceRef(device), model: device.description.TYPE, source },
});

export const deviceRemoved = (device: Device): ModelEvent => ({
  ...lifecycle(device),
  type: 'device.removed',
  payload: deviceRef(device),
});

export const metadataChanged = (device: Device): ModelEvent => ({
  ...lifecycle(device),
  type: 'device.metadata_changed',
  payload: deviceRef(device),
});

export const schedulesChanged = (device: Device, channel: number): ModelEvent => ({
  ...lifecycle(device),
  type: 'schedules.changed',
  payload: { ...deviceRef(device), channel },
});

export const availabilityChanged = (device: Device): ModelEvent => ({
  ...lifecycle(device),
  type: 'device.availability_changed',
  payload: { ...deviceRef(device), available: device.available },
  key: `${device.central.name}/${device.address}/availability`,
});

export function readinessChanged(central: CentralRecord): ModelEvent {
  return {
    topic: `central.${central.name}.readiness`,
    type: 'central.readiness_changed',
    kind: 'change',
    key: `${central.name}/readiness`,
    payload: {
      central: central.name,
      ...describeReadiness(central),
    },
  };
}

export function stateChanged(central: CentralRecord, before: string): ModelEvent {
  return {
    topic: `central.${central.name}.state`,
    type: 'central.state_changed',
    kind: 'change',
    key: `${central.name}/state`,
    payload: { central: central.name, old_state: before, new_state: central.state },
  };
}

export function connectivityChanged(central: CentralRecord, iface: InterfaceRecord): ModelEvent {
  return {
    topic: `hub.${central.name}.connectivity.${iface.id}`,
    type: 'connectivity.changed',
    kind: 'change',
    key: `${iface.id}/connectivity`,
    payload: {
      central: central.name,
      interface_id: iface.id,
      reachable: iface.status.connected,
      ...(iface.status.pingMs === undefined ? {} : { latency_ms: iface.status.pingMs }),
    },
  };
}

const METRIC_UNITS = { system_health: '%', connection_latency_ms: 'ms' } as const;

export function metricChanged(central: CentralRecord, metric: keyof typeof METRIC_UNITS, value: number): ModelEvent {
  return {
    topic: `hub.${central.name}.metrics`,
    type: 'hub.metrics_changed',
    kind: 'change',
    key: `${central.name}/metric/${metric}`,
    payload: { central: central.name, metric, value, unit: METRIC_UNITS[metric] },
  };
}

/** Joins two unproved times, if the first was not reported yet. */
export function joinUnproved(before: Unproved | undefined, { since, statesRead }: Unproved): Unproved {
  if (before === undefined) return { since, statesRead };
  return { since: Math.min(before.since, since), statesRead: before.statesRead && statesRead };
}

export function statusChanged(
  central: CentralRecord,
  iface: InterfaceRecord,
  at: number,
  unproved?: Unproved,
): ModelEvent {
  const degraded = [...central.interfaces.values()].filter((each) => !each.status.connected).map((each) => each.id);
  return {
    topic: `system.${central.name}.status`,
    type: 'system.status_changed',
    kind: 'change',
    payload: {
      central: central.name,
      component: 'interface',
      healthy: iface.status.connected,
      ...(iface.status.note === undefined ? {} : { reason: iface.status.note }),
      interface_id: iface.id,
      central_state: central.state,
      connection_state: iface.status.state,
      callback_state: iface.status.state === 'callback_unreachable' ? 'unreachable' : 'ok',
      ...(degraded.length === 0 ? {} : { degraded_interfaces: degraded }),
      event_at: timestamp(at) ?? EPOCH,
      ...(unproved === undefined ? {} : describeUnproved(unproved)),
    },
  };
}

const describeUnproved = ({ since, statesRead }: Unproved) => ({
  issues: ['events_unproved', ...(statesRead ? [] : ['states_unread'])],
  unproved_since: timestamp(since) ?? EPOCH,
});
