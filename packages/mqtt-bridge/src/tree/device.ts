import type { DataPointSummary, DeviceDetail } from '@ccu-gateway/contract/types';
import type { DeviceView } from '@ccu-gateway/gateway-core';
import type { PointReading } from './house.js';
import { millis, payloadOf, type TreeMessage, type TreeValue } from './message.js';
import type { TreeStyle } from './naming.js';

/** All retained messages of a device in its current state. `seq` is the number of the newest event in the view. */
export function deviceMessages(
  { device, dataPoints, calculatedDataPoints, customDataPoints }: DeviceView,
  seq: number,
  tree: TreeStyle,
): TreeMessage[] {
  const instance = device.central ?? '';
  const name = tree.naming.device(device);
  const messages = [aboutDevice(device, seq, tree)];
  for (const [channel, each] of dataPoints) {
    for (const point of each) {
      if (!hasState(point)) continue;
      messages.push({
        topic: tree.topics.of(instance, 'status', name, channel, point.parameter),
        payload: payloadOf(shownValue(point, seq), tree.style),
        seq,
      });
    }
  }
  for (const [channel, each] of calculatedDataPoints) {
    for (const point of each) {
      if (!point.observed) continue;
      const topic = tree.topics.of(instance, 'status', name, channel, point.name);
      messages.push({ topic, payload: payloadOf(shownValue(point, seq), tree.style), seq });
    }
  }
  for (const custom of customDataPoints) {
    const topic = tree.topics.of(instance, 'custom', name, custom.name);
    messages.push({ topic, payload: customPayload(custom, device.available, seq), seq });
  }
  return messages;
}

/** Name, model, rooms and availability of a device. */
function aboutDevice(device: DeviceDetail, seq: number, { topics, naming }: TreeStyle): TreeMessage {
  const {
    address,
    name,
    model,
    interface: interfaceName,
    available,
    rooms = [],
    functions = [],
    firmware,
    members,
  } = device;
  const unreachable = (members ?? []).filter((member) => !member.available);
  const about = {
    address,
    name,
    model,
    interface: interfaceName,
    available,
    rooms,
    functions,
    firmware: firmware.Current,
    firmware_available: firmware.Available || undefined,
    members: members?.map((member) => member.address),
    members_unavailable: unreachable.length === 0 ? undefined : unreachable.map((member) => member.address),
    member_of: device.member_of,
    seq,
  };
  const topic = topics.of(device.central ?? '', 'device', naming.device(device));
  return { topic, payload: JSON.stringify(about), seq };
}

/** True for a data point with a lasting value, which key presses have not. An unknown value is published as `null`. */
export function hasState(point: DataPointSummary): boolean {
  return (point.observed || point.value_status !== undefined) && point.type !== 'ACTION' && point.usage !== 'event';
}

/** A value of a device, measured or calculated. */
export type ShownPoint = Pick<
  Partial<DataPointSummary>,
  'value' | 'unit' | 'last_seen_at' | 'last_changed_at' | 'modified_at'
>;

/** Current value of a data point in the form of the tree. */
export function shownValue(point: ShownPoint, seq: number): TreeValue {
  return {
    val: point.value ?? null,
    ts: millis(point.last_seen_at ?? point.modified_at),
    lc: millis(point.last_changed_at),
    seq,
    unit: point.unit === '' ? undefined : point.unit,
  };
}

/** The same where only the value was read. */
export function shownReading({ value, unit, seenAt, changedAt }: PointReading, seq: number): TreeValue {
  return { val: value ?? null, ts: seenAt ?? changedAt, lc: changedAt, seq, unit: unit === '' ? undefined : unit };
}

/** State of a custom data point in one object, beside its description. */
export function customPayload(
  {
    kind,
    channel_no,
    state,
  }: { readonly kind: string | undefined; readonly channel_no: number; readonly state: object },
  available: boolean,
  seq: number,
): string {
  return JSON.stringify({ kind, channel: channel_no, available, seq, state });
}
