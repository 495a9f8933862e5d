import type { AlarmMessage, InstallationProblem, InterfaceState, ServiceMessage } from '@ccu-gateway/contract/types';
import { describeInterface } from '../announce/central.js';
import { describeAlarms, describeServiceMessages } from '../hub/view.js';
import { parseAddress } from '../model/address.js';
import { centralsIn } from '../model/locate.js';
import type { CentralRecord, HouseRecords } from '../model/state.js';
import type { Locale, ProblemScope } from '../requests/requests.js';
import { byCause, type Link, type Single } from './causes.js';
import { problemId, problemsOfDevice } from './device.js';

const HIGH_DUTY_PERCENT = 80;

/** Problems of the CCUs by cause, the worst first. A device has one entry for each of its own problems. */
export function findProblems(house: HouseRecords, scope: ProblemScope = {}): readonly InstallationProblem[] {
  const locale = scope.locale ?? house.locale;
  const found: Single[] = [];
  const links: Link[] = [];
  for (const central of centralsIn(house, scope.central)) {
    found.push(...problemsOfCentral(central, locale, scope.downSince));
    links.push(...linksOf(central));
  }
  const seen = new Set<string>();
  return byCause(
    found.filter(({ id }) => !seen.has(id) && seen.add(id)),
    links,
  );
}

function problemsOfCentral(
  central: CentralRecord,
  locale: Locale,
  downSince: ProblemScope['downSince'],
): readonly Single[] {
  const interfaces = [...central.interfaces.values()].map((iface) => describeInterface(central, iface));
  return [
    ...describeAlarms(central, locale).map(alarmProblem),
    ...interfaces.flatMap((each) => interfaceProblems(each, downSince?.(each.id))),
    ...[...central.devices.values()].flatMap((device) => problemsOfDevice(device, locale)),
    ...describeServiceMessages(central, locale).map((message) => serviceProblem(message, central)),
  ];
}

function linksOf(central: CentralRecord): readonly Link[] {
  const counts = new Map<string, number>();
  for (const { iface } of central.devices.values()) counts.set(iface.id, (counts.get(iface.id) ?? 0) + 1);
  return [...central.interfaces.values()].map(({ id, status }) => ({
    id,
    central: central.name,
    connected: status.connected,
    devices: counts.get(id) ?? 0,
  }));
}

function interfaceProblems(
  { id, name, central_id, connected, note, duty_cycle }: InterfaceState,
  since: string | undefined,
): readonly Single[] {
  const common = { name, central: central_id, interface_id: id };
  return [
    ...(connected
      ? []
      : [
          {
            ...common,
            id: `interface:${id}`,
            kind: 'interface_down' as const,
            severity: 'critical' as const,
            summary: `${name} of ${central_id} has no connection`,
            ...(note !== undefined && { note }),
            ...(since !== undefined && { since }),
          },
        ]),
    ...(duty_cycle === undefined || duty_cycle < HIGH_DUTY_PERCENT
      ? []
      : [
          {
            ...common,
            id: `duty:${id}`,
            kind: 'duty_cycle_high' as const,
            severity: 'warning' as const,
            summary: `${name} of ${central_id} has used ${duty_cycle} % of its duty cycle`,
            percent: duty_cycle,
          },
        ]),
  ];
}

function alarmProblem(message: AlarmMessage): Single {
  const name = message.device_name ?? message.display_name ?? message.name;
  return {
    id: `alarm:${message.central}/${message.id}`,
    kind: 'alarm',
    severity: 'critical',
    summary: `Alarm: ${name}`,
    name,
    central: message.central,
    ...(message.description !== undefined && { note: message.description }),
    since: message.timestamp,
    message_id: message.id,
  };
}

function serviceProblem(message: ServiceMessage, central: CentralRecord): Single {
  const parameter = message.name.split('.').at(-1) ?? '';
  const address = parseAddress(message.address ?? '')?.device;
  const device = address === undefined ? undefined : central.devices.get(address);
  const name = message.device_name ?? message.address ?? '';
  return {
    id:
      address === undefined
        ? `message:${message.central}/${message.id}`
        : problemId(message.central, address, parameter),
    kind: 'service_message',
    severity: 'warning',
    summary: `${name}: ${message.display_name ?? parameter}`,
    name,
    central: message.central,
    ...(device !== undefined && { interface_id: device.iface.id }),
    ...(address !== undefined && { device_address: address }),
    parameter,
    parameter_label: message.display_name ?? parameter,
    since: message.timestamp,
    ...(message.quittable && { message_id: message.id }),
  };
}
