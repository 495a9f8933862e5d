import { isAvailable } from '../announce/announce.js';
import { parameterLabel } from '../labels/label.js';
import { hasTriggered, membersOf, unreachableMembers } from '../model/stand-in.js';
import type { DataPoint, Device } from '../model/state.js';
import { timestamp } from '../model/time.js';
import type { Locale } from '../requests/requests.js';
import { deviceName } from '../view/name.js';
import { uiHint } from '../view/ui-hint.js';
import type { Single } from './causes.js';
import { hazardOf } from './hazard.js';
import { SABOTAGE_PARAMETERS, sabotageReport } from './sabotage.js';

/** Parameters of the maintenance channel that report problems, with their sentences. */
const FLAGS = [
  { parameters: ['LOW_BAT', 'LOWBAT'], kind: 'low_battery', severity: 'warning', words: 'has a weak battery' },
  {
    parameters: ['CONFIG_PENDING'],
    kind: 'config_pending',
    severity: 'warning',
    words: 'waits for its configuration',
  },
] as const;

/** Spelling of a parameter in the ids of problems: a service message and the value it is about are one problem. */
export const problemId = (central: string, address: string, parameter: string) =>
  `${central}/${address}/${parameter.replace('LOWBAT', 'LOW_BAT')}`;

/** Problems that a device reports, or that are known of it. */
export function problemsOfDevice(device: Device, locale: Locale): readonly Single[] {
  return [
    ...smokeOf(device, locale),
    ...hazardsOf(device, locale),
    ...sabotageOf(device, locale),
    ...reachOf(device, locale),
    ...flagsOf(device, locale),
  ];
}

function commonOf(
  device: Device,
  { parameter, changedAt }: Pick<DataPoint, 'parameter' | 'changedAt'>,
  locale: Locale,
) {
  const since = timestamp(changedAt);
  return {
    id: problemId(device.central.name, device.address, parameter),
    name: deviceName(device),
    central: device.central.name,
    interface_id: device.iface.id,
    device_address: device.address,
    parameter,
    parameter_label: parameterLabel(parameter, locale),
    ...(since !== undefined && { since }),
  };
}

const HAZARDS = { water: 'senses water', co: 'senses carbon monoxide' } as const;

/** Water and carbon monoxide: one problem of each kind, however many data points report it. */
function hazardsOf(device: Device, locale: Locale): readonly Single[] {
  const found = new Map<keyof typeof HAZARDS, DataPoint>();
  for (const { points } of device.channels.values()) {
    for (const point of points.values()) {
      const kind = hazardOf(point);
      if (kind !== undefined && !found.has(kind)) found.set(kind, point);
    }
  }
  return [...found].map(([kind, point]) => {
    const of = commonOf(device, point, locale);
    const id = `${kind}:${device.central.name}/${device.address}`;
    return { ...of, id, kind, severity: 'critical', summary: `${of.name} ${HAZARDS[kind]}` };
  });
}

/** A device of BidCos reports it as a value of the errors of its working channel, which is one problem, too. */
function sabotageOf(device: Device, locale: Locale): readonly Single[] {
  const point = sabotagePointOf(device);
  if (point === undefined) return [];
  const of = commonOf(device, point, locale);
  return [{ ...of, kind: 'sabotage', severity: 'critical', summary: `${of.name} was tampered with` }];
}

function sabotagePointOf({ channels }: Device): DataPoint | undefined {
  for (const { points } of channels.values()) {
    for (const parameter of SABOTAGE_PARAMETERS) {
      const point = points.get(parameter);
      if (point !== undefined && sabotageReport(parameter, point.value, point.descriptor.valueList)) return point;
    }
  }
  return undefined;
}

function flagsOf(device: Device, locale: Locale): readonly Single[] {
  const points = device.channels.get(0)?.points;
  if (points === undefined) return [];
  return FLAGS.flatMap(({ parameters, kind, severity, words }) => {
    const point = parameters.map((each) => points.get(each)).find((each) => each?.value === true);
    if (point === undefined) return [];
    const common = commonOf(device, point, locale);
    return [{ ...common, kind, severity, summary: `${common.name} ${words}` }];
  });
}

function reachOf(device: Device, locale: Locale): readonly Single[] {
  const unreach = device.channels.get(0)?.points.get('UNREACH');
  const common = () => commonOf(device, { parameter: 'UNREACH', changedAt: unreach?.changedAt }, locale);
  if (!isAvailable(device)) {
    const of = common();
    return [{ ...of, kind: 'device_unreachable', severity: 'critical', summary: `${of.name} is unreachable` }];
  }
  const missing = unreachableMembers(device);
  if (missing.length === 0) return [];
  const isGuessed = membersOf(device)?.isGuessed === true;
  const of = common();
  const members = missing.map(deviceName);
  return [
    {
      ...of,
      kind: isGuessed ? 'member_perhaps_unreachable' : 'member_unreachable',
      severity: 'warning',
      summary: `${of.name} lacks ${isGuessed ? 'perhaps ' : ''}${members.join(', ')}`,
      members,
    },
  ];
}

/** Detectors and teams that sense smoke. A member of an alarming team is named with the team. */
function smokeOf(device: Device, locale: Locale): readonly Single[] {
  const alarm = smokeAlarmOf(device);
  if (alarm === undefined) return [];
  const all = membersOf(device)?.devices ?? [];
  const raisedBy = all.filter((member) => hasTriggered(member, device) || smokeAlarmOf(member) !== undefined);
  const members = (raisedBy.length > 0 ? raisedBy : all).map(deviceName);
  const of = commonOf(device, alarm, locale);
  return [
    {
      ...of,
      id: `smoke:${device.central.name}/${device.address}`,
      kind: 'smoke',
      severity: 'critical',
      summary: `${of.name} senses smoke${members.length === 0 ? '' : ` (${members.join(', ')})`}`,
      ...(members.length > 0 && { members, members_raised: raisedBy.length > 0 }),
    },
  ];
}

function smokeAlarmOf(device: Device): DataPoint | undefined {
  for (const { points } of device.channels.values()) {
    for (const point of points.values()) if (isSmokeAlarm(point)) return point;
  }
  return undefined;
}

/** By its meaning: a detector calls its alarm by a name of its own, and an intrusion alarm is no smoke. */
function isSmokeAlarm({ parameter, descriptor, value }: DataPoint): boolean {
  const isRaised =
    typeof value === 'number'
      ? /^(PRIMARY|SECONDARY)_ALARM$/.test(descriptor.valueList?.[value] ?? '')
      : value === true && parameter === 'STATE';
  return isRaised && !descriptor.writable && uiHint(parameter, descriptor).semantic === 'smoke';
}
