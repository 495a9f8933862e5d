import type { GatewayEvent } from '@ccu-gateway/client';
import type { EventCatalogue, Snapshot } from '@ccu-gateway/contract/types';
import type { KeyedSignals } from './keyed-signals.js';
import {
  type Change,
  type Device,
  deviceKeyOf,
  type Point,
  type PointKey,
  pointKeyOf,
  type WriteState,
} from './points.js';

/** Number of changes kept for the list of recent changes. */
const RECENT = 50;

/** State of the store, as changed by events. */
export interface HouseState {
  readonly points: KeyedSignals<Point>;
  readonly devices: KeyedSignals<Device>;
  /** Newest first. */
  changes: readonly Change[];
  /** When the newest event came, by interface id. */
  heard: ReadonlyMap<string, number>;
  /** Number of the newest event. */
  seq: number;
  programs: Snapshot['programs'];
  sysvars: Snapshot['sysvars'];
}

type Named<Type extends GatewayEvent['type']> = Extract<GatewayEvent, { type: Type }>;

/** Applies one event. Unknown events are ignored, because the gateway may be newer than this page. */
export function applyEvent(state: HouseState, event: GatewayEvent, nowMs: number): void {
  state.seq = event.seq;
  if (event.type === 'datapoint.value_changed') onValue(state, event, nowMs);
  else if (event.type === 'datapoint.optimistic_rolled_back') onRollback(state, event, nowMs);
  else if (event.type === 'device.availability_changed') onAvailability(state, event);
  else if (event.type === 'hub.sysvar_changed') onSysvar(state, event);
  else if (event.type === 'hub.program_changed') {
    const { active, execute_available } = event.payload;
    changeProgram(state, event.payload, { active, execute_available });
  } else if (event.type === 'hub.program_executed') changeProgram(state, event.payload, { last_executed: event.ts });
}

function onSysvar(state: HouseState, { payload: { central, name, value } }: Named<'hub.sysvar_changed'>): void {
  state.sysvars = state.sysvars.map((each) =>
    each.central === central && each.name === name ? { ...each, observed: true, value } : each,
  );
}

function changeProgram(
  state: HouseState,
  { central, program_id }: EventCatalogue['hub.program_changed' | 'hub.program_executed'],
  change: Partial<Snapshot['programs'][number]>,
): void {
  state.programs = state.programs.map((each) =>
    each.central === central && each.id === program_id ? { ...each, ...change } : each,
  );
}

/** Sets the state of a write of this browser; undefined when none is running. */
export function markWrite(state: HouseState, key: PointKey, write: WriteState | undefined): void {
  setPoint(state, key, ({ write: _, ...point }) => (write === undefined ? point : { ...point, write }));
}

function setPoint({ points }: HouseState, key: PointKey, change: (point: Point) => Point): Point | undefined {
  const before = points.peek(key);
  if (before === undefined) return undefined;
  const after = change(before);
  points.set(key, after);
  return after;
}

function onValue(state: HouseState, { payload, kind, seq }: Named<'datapoint.value_changed'>, nowMs: number): void {
  if (payload.paramset_key !== 'VALUES') return;
  const device = deviceKeyOf(payload.central, payload.device_address);
  const at = Date.parse(payload.modified_at);
  const key = pointKeyOf(device, payload.channel, payload.parameter);
  const after = setPoint(state, key, (point) => withValue(point, payload));
  if (after === undefined) return;
  const owner = state.devices.peek(device);
  if (owner !== undefined) {
    state.devices.set(device, { ...owner, lastEventAt: Math.max(at, owner.lastEventAt ?? 0) });
    state.heard = new Map(state.heard).set(owner.summary.interface_id, nowMs);
  }
  if (kind === 'change' && isInteresting(after)) {
    state.changes = [{ seq, at, point: key, device, value: payload.value }, ...state.changes].slice(0, RECENT);
  }
}

function onRollback(state: HouseState, { payload }: Named<'datapoint.optimistic_rolled_back'>, nowMs: number): void {
  const key = pointKeyOf(deviceKeyOf(payload.central, payload.device_address), payload.channel, payload.parameter);
  setPoint(state, key, ({ summary: { pending: _, ...summary }, ...point }) => ({
    ...point,
    summary,
    write: { state: 'rolled_back', value: payload.sent, reason: payload.reason, at: nowMs },
  }));
}

function onAvailability({ devices }: HouseState, { payload }: Named<'device.availability_changed'>): void {
  const device = devices.peek(deviceKeyOf(payload.central, payload.device_address));
  if (device === undefined) return;
  const { available } = payload;
  const availability = { ...device.summary.availability, IsReachable: available };
  devices.set(device.key, { ...device, summary: { ...device.summary, available, availability } });
}

/** A confirmed value ends a pending write; a rollback stays visible until the next write. */
function withValue(point: Point, payload: EventCatalogue['datapoint.value_changed']): Point {
  const {
    pending: _,
    display_value: __,
    value_age_seconds: ___,
    value: ____,
    value_status: _____,
    ...summary
  } = point.summary;
  const { value, modified_at, display_value, value_status } = payload;
  const { write, ...rest } = point;
  return {
    ...rest,
    ...(write?.state === 'rolled_back' ? { write } : {}),
    summary: {
      ...summary,
      // The CCU reports null for a value that it no longer knows.
      ...(value === null
        ? { observed: false, source: 'unobserved' as const }
        : { observed: true, source: 'live' as const, value }),
      ...(value_status === undefined ? {} : { value_status }),
      modified_at,
      ...(display_value === undefined ? {} : { display_value }),
    },
  };
}

function isInteresting({ summary: { usage } }: Point): boolean {
  return usage !== 'no_create' && usage !== 'ignored';
}
