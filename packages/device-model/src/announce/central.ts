import type { InterfaceState, Readiness, SystemCCUEntry } from '@ccu-gateway/contract/types';
import type { CentralRecord, InterfaceRecord } from '../model/state.js';

export function describeInterface(central: CentralRecord, iface: InterfaceRecord): InterfaceState {
  const { status } = iface;
  return {
    id: iface.id,
    name: iface.name,
    connected: status.connected,
    interface: iface.name,
    central_id: central.name,
    host: central.host,
    ...(status.note === undefined ? {} : { note: status.note }),
    ...percent('duty_cycle', status.dutyCycle),
    ...percent('carrier_sense', status.carrierSense),
    state: status.state,
  };
}

function percent(key: 'duty_cycle' | 'carrier_sense', value: number | undefined): Partial<Record<typeof key, number>> {
  return value === undefined || !Number.isFinite(value) ? {} : { [key]: Math.round(Math.min(100, Math.max(0, value))) };
}

export function describeReadiness(central: CentralRecord): Readiness {
  return {
    phase: central.hubAway && central.ready ? 'loading_hub' : central.phase,
    ready: central.ready && !central.hubAway,
    interfaces_loaded: central.loaded,
    interfaces_total: central.interfaces.size,
  };
}

export function describeCentral(central: CentralRecord): SystemCCUEntry {
  const { information } = central;
  return {
    name: central.name,
    host: central.host,
    available: [...central.interfaces.values()].some((iface) => iface.reachable),
    is_ha_app: false,
    configured_interfaces: [...central.interfaces.keys()],
    readiness: describeReadiness(central),
    ...(information.model === undefined ? {} : { model: information.model }),
    ...(information.version === undefined ? {} : { version: information.version }),
    ...(information.hostname === undefined ? {} : { hostname: information.hostname }),
    ...(information.serial === undefined ? {} : { serial: information.serial }),
    ...(information.url === undefined ? {} : { url: information.url }),
    ...(information.authEnabled === undefined ? {} : { auth_enabled: information.authEnabled }),
    ...(information.httpsRedirectEnabled === undefined
      ? {}
      : { https_redirect_enabled: information.httpsRedirectEnabled }),
    ...(information.longitude === undefined ? {} : { longitude: information.longitude }),
    ...(information.latitude === undefined ? {} : { latitude: information.latitude }),
    ...(information.recoveryMode === undefined ? {} : { recovery_mode_supported: information.recoveryMode }),
    ...othersOf(central),
  };
}

/** Interfaces and servers that the CCU lists and that are not connected, with the setting that would. */
function othersOf({ name: central, information, interfaces }: CentralRecord): Pick<SystemCCUEntry, 'other_interfaces'> {
  const others = (information.listed ?? []).filter(({ name }) => !interfaces.has(name));
  if (others.length === 0) return {};
  return {
    other_interfaces: others.map(({ name, port, generic }) => {
      const entry = generic ? `{name: ${name}, port: ${port}}` : name;
      return { name, port, connected: false, hint: `Add ${entry} to the interfaces of ${central} to connect it.` };
    }),
  };
}
