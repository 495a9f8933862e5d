import type { GatewayEvent } from '@ccu-gateway/client';
import { applyEvent, type HouseState } from './house-state.js';
import type { DeviceKey, House, PointKey, WriteState } from './points.js';
import { deviceKeyOf } from './points.js';
import { indexSnapshot } from './snapshot-index.js';

/** New state of some devices. */
export interface Renewal {
  /** A snapshot of these devices alone. */
  readonly part: House;
  /** All requested devices; those missing in the answer were removed. */
  readonly asked: readonly DeviceKey[];
  /** Events applied since the request. Those missing in its answer are applied again. */
  readonly events: readonly GatewayEvent[];
}

/** Replaces devices by their new state; returns the keys of all devices in their order. */
export function renewDevices(
  state: HouseState,
  { part, asked, events }: Renewal,
  { keys, nowMs }: { readonly keys: readonly DeviceKey[]; readonly nowMs: number },
): readonly DeviceKey[] {
  const index = indexSnapshot(part);
  const renewed = new Set([...asked, ...index.devices.map(({ key }) => key)]);
  const writes = remove(state, renewed);
  for (const [key, point] of index.points) state.points.set(key, point);
  for (const device of index.devices) state.devices.set(device.key, device);
  replay(
    state,
    events.filter((event) => event.seq > part.seq && renewed.has(deviceOf(event))),
    nowMs,
  );
  // Writes of this browser are not part of the state from the gateway.
  for (const [key, write] of writes) {
    const point = state.points.peek(key);
    if (point !== undefined) state.points.set(key, { ...point, write });
  }
  return orderOf(
    state,
    keys,
    index.devices.map(({ key }) => key),
  );
}

/** Removes devices; returns their pending and failed writes. */
function remove({ points, devices }: HouseState, keys: ReadonlySet<DeviceKey>): ReadonlyMap<PointKey, WriteState> {
  const writes = new Map<PointKey, WriteState>();
  for (const key of keys) {
    for (const point of devices.peek(key)?.channels.flatMap((channel) => channel.points) ?? []) {
      const write = points.peek(point)?.write;
      if (write !== undefined) writes.set(point, write);
      points.delete(point);
    }
    devices.delete(key);
  }
  return writes;
}

/** These events were shown before, so they are no news, and the number of the newest event stays. */
function replay(state: HouseState, events: readonly GatewayEvent[], nowMs: number): void {
  const { changes, heard, seq } = state;
  for (const event of events) applyEvent(state, event, nowMs);
  Object.assign(state, { changes, heard, seq });
}

function deviceOf({ payload }: GatewayEvent): DeviceKey {
  return 'central' in payload && 'device_address' in payload
    ? deviceKeyOf(payload.central, payload.device_address ?? '')
    : '';
}

/** As a fresh snapshot has them: new ones after the others of their CCU. */
function orderOf(
  { devices }: HouseState,
  keys: readonly DeviceKey[],
  renewed: readonly DeviceKey[],
): readonly DeviceKey[] {
  const known = new Set(keys);
  const all = keys.filter((key) => devices.peek(key) !== undefined);
  for (const key of renewed) {
    if (known.has(key)) continue;
    const central = devices.peek(key)?.summary.central;
    const last = all.findLastIndex((each) => devices.peek(each)?.summary.central === central);
    all.splice(last < 0 ? all.length : last + 1, 0, key);
  }
  return all;
}
