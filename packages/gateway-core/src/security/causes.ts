import { type AlarmState, type Plan, unconfirmedOf } from '@ccu-gateway/alarm';
import type { InstallationProblem, SecurityClass } from '@ccu-gateway/contract/types';

/** A present cause, as it was observed. */
export interface Cause {
  readonly id: string;
  readonly class: SecurityClass;
  readonly kind: string;
  readonly summary: string;
  readonly name: string;
  readonly source: string;
  readonly central?: string;
  readonly interfaceId?: string;
  readonly deviceAddress?: string;
  readonly parameter?: string;
  readonly zone?: string;
  /** Milliseconds since the Unix epoch, where its begin is known. */
  readonly since?: number;
}

type Kind = InstallationProblem['kind'];

/** `none`: no matter of security. */
const BY_KIND: Readonly<Record<Exclude<Kind, 'service_message'>, SecurityClass | 'none'>> = {
  smoke: 'smoke',
  water: 'water',
  co: 'co',
  alarm: 'alarm',
  ccu_down: 'unreachable',
  interface_down: 'unreachable',
  device_unreachable: 'unreachable',
  member_unreachable: 'unreachable',
  member_perhaps_unreachable: 'unreachable',
  sabotage: 'sabotage',
  low_battery: 'battery',
  config_pending: 'none',
  duty_cycle_high: 'fault',
  part_unwell: 'fault',
};

/** Service messages by their parameter; others are faults of a device. */
const MESSAGES: readonly (readonly [RegExp, SecurityClass | 'none'])[] = [
  [/UNREACH$/, 'unreachable'],
  [/SABOTAGE/, 'sabotage'],
  [/LOW_?BAT/, 'battery'],
  [/_PENDING$/, 'none'],
];

/** Level of each class while its causes last, the worst class first. */
const SEVERITIES: Readonly<Record<SecurityClass, 'danger' | 'attention'>> = {
  ...{ smoke: 'danger', water: 'danger', co: 'danger', alarm: 'danger', tamper: 'danger', sabotage: 'danger' },
  ...{ unreachable: 'attention', battery: 'attention', fault: 'attention' },
};

/** All classes, the worst first. */
export const CLASSES = Object.keys(SEVERITIES) as readonly SecurityClass[];

/** Level of a class while its causes last. */
export const severityOf = (kind: SecurityClass): 'danger' | 'attention' => SEVERITIES[kind];

/** Reference of a device, CCU, part or zone as a source. */
export const sourceRef = (kind: 'device' | 'central' | 'part' | 'zone', ...names: readonly string[]): string =>
  [kind, ...names].join(':');

function classOf({ kind, parameter = '' }: InstallationProblem): SecurityClass | 'none' {
  if (kind !== 'service_message') return BY_KIND[kind];
  return MESSAGES.find(([pattern]) => pattern.test(parameter))?.[1] ?? 'fault';
}

function sourceOf({ kind, name, central, device_address: address }: InstallationProblem): string {
  if (central === undefined) return sourceRef(kind === 'part_unwell' ? 'part' : 'central', name);
  return address === undefined ? sourceRef('central', central) : sourceRef('device', central, address);
}

/** Causes among the problems of the installation; consequences of a lost connection are none of their own. */
export function causesOfProblems(problems: readonly InstallationProblem[]): readonly Cause[] {
  return problems.flatMap((problem): readonly Cause[] => {
    const { id, kind, summary, name, central, interface_id, device_address, parameter, since } = problem;
    const found = classOf(problem);
    if (found === 'none') return [];
    return [
      {
        // Ids are parts of paths, and some proxies refuse an encoded slash.
        id: id.replaceAll('/', ':'),
        class: found,
        ...{ kind, summary, name, source: sourceOf(problem) },
        ...(central !== undefined && { central }),
        ...(interface_id !== undefined && { interfaceId: interface_id }),
        ...(device_address !== undefined && { deviceAddress: device_address }),
        ...(parameter !== undefined && { parameter }),
        ...(since !== undefined && { since: Date.parse(since) }),
      },
    ];
  });
}

/** Outputs of the alarm system that do not obey, or whose device is gone. */
export function causesOfOutputs(plan: Plan, state: AlarmState): readonly Cause[] {
  const missing = state.missingOutputs ?? [];
  return [...new Set([...missing, ...unconfirmedOf(state)])].flatMap((id): readonly Cause[] => {
    const found = plan.outputs.get(id);
    if (found === undefined) return [];
    const { zone, output } = found;
    const words = missing.includes(id) ? 'is no longer there' : 'does not confirm its writes';
    return [
      {
        id: `output:${id}`,
        class: 'fault',
        kind: 'alarm_output',
        summary: `${output.name} of ${zone.name} ${words}`,
        name: output.name,
        source: sourceRef('zone', zone.id),
        zone: zone.id,
      },
    ];
  });
}

/** Zones with an alarm. An opened housing that raised it makes it tampering. */
export function causesOfZones(plan: Plan, { zones }: AlarmState): readonly Cause[] {
  return plan.config.zones.flatMap(({ id, name }): readonly Cause[] => {
    const incident = zones[id]?.incident;
    if (incident === undefined) return [];
    const sensor = plan.sensors.get(incident.causes[0]?.sensor ?? '')?.sensor;
    const isTampering = sensor?.kind === 'tamper';
    return [
      {
        id: `zone:${id}:${incident.id}`,
        class: isTampering ? 'tamper' : 'alarm',
        kind: 'alarm_zone',
        summary: `${name} has an alarm${sensor === undefined ? '' : `: ${sensor.name}`}`,
        name,
        source: sourceRef('zone', id),
        zone: id,
        since: incident.startedAt,
      },
    ];
  });
}
