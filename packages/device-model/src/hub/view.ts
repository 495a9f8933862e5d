import type { Sysvar } from '@ccu-gateway/ccu-client';
import type {
  AlarmMessage,
  HubDataPoints,
  HubMetricsEntry,
  InboxDevice,
  InstallModeInterfaceEntry,
  ProgramSummary,
  ServiceMessage,
  SystemUpdateEntry,
  SysvarSummary,
} from '@ccu-gateway/contract/types';
import { builtInName, parameterLabel } from '../labels/label.js';
import { parseAddress } from '../model/address.js';
import type { CentralRecord, InterfaceRecord } from '../model/state.js';
import { timestamp } from '../model/time.js';
import { wasRead } from '../model/unread.js';
import type { Locale } from '../requests/requests.js';
import { roundTo } from '../values/number.js';
import { deviceName } from '../view/name.js';
import { ownerOf } from './owner.js';

/** 0 and negative numbers mean "never" in the data of a CCU. */
const moment = (ms: number): string | undefined => (ms > 0 ? timestamp(ms) : undefined);

/** In description texts: "show me as something that can be set". */
const EXTENDED_MARKER = 'HAHM';

export function describePrograms(central: CentralRecord): readonly ProgramSummary[] {
  return [...(central.hub.programs?.values() ?? [])].map(({ facts }) => {
    const executed = moment(facts.lastExecutedAt);
    return {
      id: String(facts.id),
      unique_id: central.ids.program(String(facts.id)),
      name: facts.name,
      central: central.name,
      ...(facts.description === '' ? {} : { description: facts.description }),
      active: facts.active,
      execute_available: facts.active,
      ...(executed === undefined ? {} : { last_executed: executed }),
      is_internal: facts.internal,
      ...ownerOf(central, facts.name),
    };
  });
}

/** The texts of a built-in variable of the CCU, translated; texts by people have no such members. */
function translatedTexts(facts: Sysvar, binary: boolean, locale: Locale): Partial<SysvarSummary> {
  const texts = {
    translated_name: facts.name,
    translated_description: facts.description,
    ...(binary ? { translated_value_name_0: facts.valueName0, translated_value_name_1: facts.valueName1 } : {}),
  };
  return Object.fromEntries(
    Object.entries(texts).flatMap(([member, text]) => {
      const shown = builtInName(text, locale);
      return shown === undefined ? [] : [[member, shown]];
    }),
  );
}

export function describeSysvars(central: CentralRecord, locale: Locale): readonly SysvarSummary[] {
  return [...(central.hub.sysvars?.values() ?? [])].map(({ facts, seenAt }) => {
    const binary = facts.type === 'LOGIC' || facts.type === 'ALARM';
    const changed = moment(facts.changedAt);
    return {
      name: facts.name,
      unique_id: central.ids.sysvar(String(facts.id)),
      value_type: facts.type,
      observed: facts.value !== undefined,
      central: central.name,
      ...(facts.description === '' ? {} : { description: facts.description }),
      ...(facts.unit === '' ? {} : { unit: facts.unit }),
      ...(facts.value === undefined ? {} : { value: facts.value }),
      ...(facts.type === 'LIST' ? { value_list: facts.valueList } : {}),
      ...(facts.min === undefined ? {} : { min: facts.min }),
      ...(facts.max === undefined ? {} : { max: facts.max }),
      is_internal: facts.internal,
      is_visible: facts.visible,
      is_logged: facts.logged,
      ...(binary && facts.valueName0 !== '' ? { value_name_0: facts.valueName0 } : {}),
      ...(binary && facts.valueName1 !== '' ? { value_name_1: facts.valueName1 } : {}),
      ...translatedTexts(facts, binary, locale),
      ...(facts.description.includes(EXTENDED_MARKER) ? { is_extended: true } : {}),
      vid: facts.id,
      ...ownerOf(central, facts.name, facts.channelAddress),
      last_seen_at: timestamp(seenAt) as string,
      ...(changed === undefined ? {} : { modified_at: changed }),
    };
  });
}

/** Devices that the CCU waits to be accepted, and those that the gateway waits to be released. */
export function describeInbox(central: CentralRecord): readonly InboxDevice[] {
  const inbox = central.hub.inbox ?? [];
  const held = new Set(central.waiting.map(({ address }) => address));
  const inInbox = new Set(inbox.map(({ address }) => address));
  return [
    ...inbox.map((entry) => ({
      address: entry.address,
      model: entry.type,
      central: central.name,
      ...(entry.interfaceName === '' ? {} : { interface: entry.interfaceName }),
      serial: entry.address,
      first_seen: Math.floor(entry.firstSeenAt / 1000),
      ...(held.has(entry.address) ? WAITS : {}),
    })),
    ...central.waiting.flatMap(({ address, model, interfaceName, since }) =>
      inInbox.has(address)
        ? []
        : {
            address,
            model,
            central: central.name,
            interface: interfaceName,
            serial: address,
            first_seen: Math.floor(since / 1000),
            ...WAITS,
          },
    ),
  ];
}

const WAITS = { pending_creation: true, awaiting_release: true } as const;

export function describeAlarms(central: CentralRecord, locale: Locale): readonly AlarmMessage[] {
  return (central.hub.alarmMessages ?? []).map((entry) => {
    const owner = ownerOf(central, entry.name);
    const device = owner === undefined ? undefined : central.devices.get(owner.device_address);
    const last = moment(entry.lastAt);
    return {
      id: String(entry.id),
      name: entry.name,
      counter: entry.counter,
      central: central.name,
      ...(entry.description === '' ? {} : { description: entry.description }),
      ...(device === undefined ? {} : { device_name: deviceName(device), rooms: device.rooms }),
      ...(owner === undefined ? {} : { address: owner.channel }),
      timestamp: timestamp(Math.max(0, entry.firstAt)) as string,
      ...(last === undefined ? {} : { last_timestamp: last }),
      display_name: builtInName(entry.name, locale) ?? entry.name,
    };
  });
}

export function describeServiceMessages(central: CentralRecord, locale: Locale): readonly ServiceMessage[] {
  return (central.hub.serviceMessages ?? []).map((entry) => {
    const device = central.devices.get(parseAddress(entry.address)?.device ?? '');
    const name = device?.name ?? entry.deviceName;
    const last = moment(entry.lastAt);
    return {
      id: String(entry.id),
      name: entry.name,
      counter: entry.counter,
      quittable: entry.quittable,
      central: central.name,
      address: entry.address,
      ...(name === '' ? {} : { device_name: name }),
      type: entry.kind,
      timestamp: timestamp(Math.max(0, entry.firstAt)) as string,
      ...(last === undefined ? {} : { last_timestamp: last }),
      ...(device === undefined || device.rooms.length === 0 ? {} : { rooms: device.rooms }),
      ...(device === undefined || device.functions.length === 0 ? {} : { functions: device.functions }),
      display_name: parameterLabel(entry.parameter, locale),
    };
  });
}

export function describeUpdate(central: CentralRecord): SystemUpdateEntry {
  const { update } = central.hub;
  return {
    central: central.name,
    ...(update === undefined || update.current === '' ? {} : { current_firmware: update.current }),
    ...(update === undefined || update.available === '' ? {} : { available_firmware: update.available }),
    update_available: update?.updateAvailable ?? false,
    in_progress: update?.inProgress ?? false,
    observed: update !== undefined,
  };
}

export function describeInstallModes(central: CentralRecord): readonly InstallModeInterfaceEntry[] {
  return [...central.interfaces.values()]
    .filter((iface) => iface.facts.installMode !== 'none')
    .map((iface) => {
      const mode = central.hub.installModes.get(iface.name);
      return {
        central: central.name,
        interface: iface.id,
        active: mode?.active ?? false,
        seconds: mode?.active ? mode.seconds : 0,
        observed: mode !== undefined,
      };
    });
}

/**
 * Health is the share of interfaces that are fully connected; one that only answers counts half. The primary interface
 * counts as much as all others together.
 */
function describeHealth({ interfaces, behaviour }: CentralRecord): number | undefined {
  const primary = interfaces.get(behaviour.primaryInterface ?? '');
  const scoreOf = (some: readonly InterfaceRecord[]) =>
    some.reduce((sum, each) => sum + (each.status.connected ? 1 : each.reachable ? 0.5 : 0), 0) / some.length;
  const others = [...interfaces.values()].filter((each) => each !== primary);
  if (interfaces.size === 0) return undefined;
  const health =
    primary === undefined || others.length === 0
      ? scoreOf([...interfaces.values()])
      : (scoreOf([primary]) + scoreOf(others)) / 2;
  return roundTo(health * 100, 1);
}

export function describeMetrics(central: CentralRecord, now: number): HubMetricsEntry {
  const interfaces = [...central.interfaces.values()];
  const health = describeHealth(central);
  const pings = interfaces.flatMap((each) => (each.status.pingMs === undefined ? [] : [each.status.pingMs]));
  // The state of a link updates its time only with a change; the values update it in between.
  const heard = interfaces
    .flatMap(({ status, heardAt }) => [status.lastEventAt, heardAt])
    .filter((at) => at !== undefined);
  return {
    central: central.name,
    ...(health === undefined ? {} : { system_health: health }),
    ...(pings.length === 0
      ? {}
      : { connection_latency_ms: roundTo(pings.reduce((sum, ping) => sum + ping, 0) / pings.length, 1) }),
    ...(heard.length === 0
      ? {}
      : { last_event_age_seconds: roundTo(Math.max(0, (now - Math.max(...heard)) / 1000), 1) }),
  };
}

const METRIC_UNITS = { system_health: '%', connection_latency_ms: 'ms', last_event_age_seconds: 's' } as const;

export function describeHub(central: CentralRecord, now: number): HubDataPoints {
  const metrics = describeMetrics(central, now);
  const count = (legacy_name: string, list: readonly unknown[] | undefined) => ({
    legacy_name,
    value: list?.length ?? null,
  });
  return {
    central: central.name,
    alarm_messages: count('alarm_messages', central.hub.alarmMessages),
    service_messages: count('service_messages', central.hub.serviceMessages),
    inbox: count('inbox', wasRead(central, 'inbox') ? describeInbox(central) : undefined),
    update: {
      legacy_name: 'update',
      update_available: central.hub.update?.updateAvailable ?? false,
      in_progress: central.hub.update?.inProgress ?? false,
      observed: central.hub.update !== undefined,
    },
    daemon_connection: { legacy_name: 'daemon_connection', connected: true },
    metrics: (Object.keys(METRIC_UNITS) as (keyof typeof METRIC_UNITS)[]).flatMap((name) => {
      const value = metrics[name];
      return value === undefined ? [] : [{ legacy_name: name, value, unit: METRIC_UNITS[name] }];
    }),
    connectivity: [...central.interfaces.values()].map((iface) => ({
      interface_id: iface.id,
      reachable: iface.status.connected,
    })),
    install_mode: describeInstallModes(central).map((mode) => ({
      interface_id: mode.interface,
      enabled: mode.active,
      remaining_s: mode.seconds,
      observed: mode.observed,
    })),
  };
}
