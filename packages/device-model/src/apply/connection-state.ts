import type { CcuEvent, ConnectionState } from '@ccu-gateway/ccu-client';
import {
  availabilityChanged,
  connectivityChanged,
  isAvailable,
  metadataChanged,
  metricChanged,
  readinessChanged,
  stateChanged,
  statusChanged,
} from '../announce/announce.js';
import { describeMetrics } from '../hub/view.js';
import { missingOf } from '../model/stand-in.js';
import type { CentralRecord, CentralState, Device, InterfaceRecord } from '../model/state.js';
import type { ModelEvent } from '../requests/events.js';

/** The CCU answers our calls in these states, whether or not its events arrive. */
const ANSWERING: ReadonlySet<ConnectionState> = new Set([
  'connected',
  'suspect',
  'callback_unreachable',
  'reregistering',
]);
/** The state of devices is unknown in these states. */
const LOST: ReadonlySet<ConnectionState> = new Set(['disconnected', 'probing', 'booting', 'stopped']);

type ConnectionStateEvent = Extract<CcuEvent, { type: 'link_state' }>;

export function applyConnectionState(
  central: CentralRecord,
  iface: InterfaceRecord,
  event: ConnectionStateEvent,
): readonly ModelEvent[] {
  const out: ModelEvent[] = [];
  const wasConnected = iface.status.connected;
  const before = iface.status.state;
  const wasLoaded = iface.loaded;
  iface.status = event.status;
  // States in between (warming up, loading) say nothing new about the devices behind the link.
  if (ANSWERING.has(event.status.state)) iface.reachable = true;
  else if (LOST.has(event.status.state)) iface.reachable = false;

  if (wasConnected !== event.status.connected) out.push(connectivityChanged(central, iface));
  out.push(...refreshState(central));
  if (before !== event.status.state) {
    const unproved = event.status.connected ? iface.unproved : undefined;
    if (event.status.connected) iface.unproved = undefined;
    out.push(statusChanged(central, iface, event.at, unproved));
  }
  out.push(...refreshReadiness(central));
  // A stop is the gateway's own action without information about the devices: a client that returns after a restart
  // must not count them as lost, because no event will announce them as found.
  if (event.status.state !== 'stopped') {
    for (const device of central.devices.values()) {
      // The devices of a first load are announced by the readiness alone.
      if (device.iface === iface) out.push(...refreshAvailability(device, wasLoaded));
    }
    out.push(...refreshStandIns(central));
  }
  out.push(...refreshMetrics(central, event.at));
  return out;
}

export function refreshAvailability(device: Device, announce: boolean): readonly ModelEvent[] {
  const available = isAvailable(device);
  if (available === device.available) return [];
  device.available = available;
  return announce ? [availabilityChanged(device)] : [];
}

/** Devices that stand for others follow the state of those. A group that works without a member is described anew. */
export function refreshStandIns(central: CentralRecord): readonly ModelEvent[] {
  return [...central.standIns].flatMap((device) => {
    const { loaded } = device.iface;
    const missing = missingOf(device);
    const isNews = missing !== device.missing;
    device.missing = missing;
    return [...refreshAvailability(device, loaded), ...(isNews && loaded ? [metadataChanged(device)] : [])];
  });
}

/**
 * Health and latency of the way to the CCU. The age of the last event changes by itself and is only reported on
 * request.
 */
function refreshMetrics(central: CentralRecord, at: number): readonly ModelEvent[] {
  const now = describeMetrics(central, at);
  const out: ModelEvent[] = [];
  for (const metric of ['system_health', 'connection_latency_ms'] as const) {
    const value = now[metric];
    if (value === undefined || central.metrics.get(metric) === value) continue;
    central.metrics.set(metric, value);
    out.push(metricChanged(central, metric, value));
  }
  return out;
}

/** Counts the loaded interfaces and moves the phase on; a phase never goes back once the central was ready. */
export function refreshReadiness(central: CentralRecord): readonly ModelEvent[] {
  const interfaces = [...central.interfaces.values()];
  for (const iface of interfaces) {
    // A link gets here only by way of loading, so its devices and values have been published.
    if (ANSWERING.has(iface.status.state)) iface.loaded = true;
  }
  const loaded = interfaces.filter((iface) => iface.loaded).length;
  // Ids that would change with the serial number are not given out.
  const ready = central.ready || (interfaces.length > 0 && loaded === interfaces.length && central.idsOf !== 'awaited');
  const phase = ready ? 'ready' : phaseOf(central, interfaces);
  if (phase === central.phase && loaded === central.loaded && ready === central.ready) return [];
  central.phase = phase;
  central.loaded = loaded;
  central.ready = ready;
  return [readinessChanged(central)];
}

function phaseOf(central: CentralRecord, interfaces: readonly InterfaceRecord[]): CentralRecord['phase'] {
  const answered = interfaces.some((iface) => iface.loaded || !LOST.has(iface.status.state));
  if (!answered) return 'waiting_for_ccu';
  const describing = interfaces.some((iface) => iface.described);
  if (interfaces.every((iface) => iface.loaded)) return 'loading_hub';
  return central.namesLoaded || describing ? 'loading_devices' : 'loading_hub';
}

function refreshState(central: CentralRecord): readonly ModelEvent[] {
  const state = stateOf([...central.interfaces.values()]);
  if (state === central.state) return [];
  const before = central.state;
  central.state = state;
  return [stateChanged(central, before)];
}

function stateOf(interfaces: readonly InterfaceRecord[]): CentralState {
  const states = interfaces.map((iface) => iface.status.state);
  if (states.length > 0 && states.every((state) => state === 'stopped')) return 'stopped';
  const connected = interfaces.filter((iface) => iface.status.connected).length;
  if (connected > 0) return connected === interfaces.length ? 'running' : 'degraded';
  const moving = states.some((state) => !LOST.has(state));
  if (!interfaces.some((iface) => iface.loaded)) return moving ? 'initializing' : 'starting';
  return moving ? 'recovering' : 'failed';
}
