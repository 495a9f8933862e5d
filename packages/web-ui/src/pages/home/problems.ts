import type { CallAnswer } from '@ccu-gateway/client';
import type { InterfaceState } from '@ccu-gateway/contract/types';
import type { HouseStore } from '../../store/house-store.js';
import { type Device, deviceKeyOf, type Point, pointKeyOf } from '../../store/points.js';
import { isSmokeAlarm, sensesSmoke } from '../../store/smoke.js';
import { byCause } from './causes.js';
import type { About, Problem } from './problem.js';

export interface ProblemSources {
  readonly store: Pick<HouseStore, 'peekDevice' | 'peekPoint'>;
  readonly devices: readonly Device[];
  readonly interfaces: readonly InterfaceState[];
  readonly service: CallAnswer<'listServiceMessages'>;
  readonly alarms: CallAnswer<'listAlarmMessages'>;
  readonly health: CallAnswer<'getHealth'> | undefined;
}

const HIGH_DUTY_PERCENT = 80;

/** Problems of the installation by cause, the worst first. A device has one entry for each of its own problems. */
export function problemsOf(sources: ProblemSources): readonly Problem[] {
  const found = [
    ...sources.alarms.map(alarmProblem),
    ...sources.interfaces.flatMap((each) => interfaceProblems(each, sources.health)),
    ...partProblems(sources),
    ...sources.devices.flatMap((device) => smokeProblems(device, sources)),
    ...sources.devices.flatMap((device) => deviceProblems(device, sources)),
    ...sources.service.map((message) => serviceProblem(message, sources)),
  ];
  const seen = new Set<string>();
  const once = found.filter(({ id }) => !seen.has(id) && seen.add(id));
  return byCause(
    [...once.filter(({ tone }) => tone === 'bad'), ...once.filter(({ tone }) => tone === 'warn')],
    sources,
  );
}

type Alarm = ProblemSources['alarms'][number];
type Service = ProblemSources['service'][number];

function alarmProblem(message: Alarm): Problem {
  return {
    id: `alarm:${message.central}/${message.id}`,
    tone: 'bad',
    title: 'alarm',
    inserted: { name: message.device_name ?? message.display_name ?? message.name },
    ...(message.description === undefined ? {} : { note: message.description }),
    since: Date.parse(message.timestamp),
    action: { kind: 'acknowledge_alarm', messageId: message.id, central: message.central },
  };
}

function serviceProblem(message: Service, { store }: ProblemSources): Problem {
  const parameter = message.name.split('.').at(-1) ?? '';
  const [address = '', channel = '0'] = (message.address ?? '').split(':');
  const point = store.peekPoint(pointKeyOf(deviceKeyOf(message.central, address), Number(channel), parameter));
  return {
    ...(address === ''
      ? { id: `message:${message.central}/${message.id}` }
      : aboutOf({ central: message.central, address, parameter })),
    tone: 'warn',
    title: 'serviceMessage',
    inserted: {
      what: point?.summary.parameter_label ?? message.display_name ?? parameter,
      name: message.device_name ?? message.address ?? '',
    },
    since: Date.parse(message.timestamp),
    ...(message.quittable
      ? { action: { kind: 'acknowledge_service', messageId: message.id, central: message.central } as const }
      : {}),
  };
}

function interfaceProblems(
  { id, name, connected, note, duty_cycle }: InterfaceState,
  health: ProblemSources['health'],
): readonly Problem[] {
  const part = health?.components.find((each) => each.name === `ccu.${id}` && each.status !== 'healthy');
  const down: readonly Problem[] = connected
    ? []
    : [
        {
          id: `interface:${id}`,
          tone: 'bad',
          title: 'interfaceDown',
          inserted: { name },
          todo: 'interfaceDownTodo',
          ...(note === undefined ? {} : { note }),
          ...(part === undefined ? {} : { since: Date.parse(part.recorded_at) }),
          action: { kind: 'reconnect', interfaceIds: [id] },
        },
      ];
  if (duty_cycle === undefined || duty_cycle < HIGH_DUTY_PERCENT) return down;
  return [
    ...down,
    {
      id: `duty:${id}`,
      tone: 'warn',
      title: 'dutyHigh',
      inserted: { name, n: Math.round(duty_cycle) },
      todo: 'dutyHighTodo',
    },
  ];
}

function partProblems({ health }: ProblemSources): readonly Problem[] {
  return (
    (health?.components ?? [])
      // Interfaces report their own problems.
      .filter(({ name, status }) => status !== 'healthy' && status !== 'unknown' && !name.startsWith('ccu.'))
      .map(({ name, status, note, recorded_at }) => ({
        id: `part:${name}`,
        tone: status === 'unhealthy' ? 'bad' : 'warn',
        title: 'partUnwell',
        inserted: { name },
        ...(note === undefined ? {} : { note }),
        since: Date.parse(recorded_at),
      }))
  );
}

/** Parameters of the maintenance channel that report problems, with their texts. */
const FLAGS = [
  { parameters: ['SABOTAGE', 'ERROR_SABOTAGE'], title: 'sabotage', todo: 'sabotageTodo', tone: 'bad' },
  { parameters: ['LOW_BAT', 'LOWBAT'], title: 'lowBattery', todo: 'lowBatteryTodo', tone: 'warn' },
  { parameters: ['CONFIG_PENDING'], title: 'configPending', todo: 'configPendingTodo', tone: 'warn' },
] as const;

/** Detectors and teams that sense smoke. A member of an alarming team is named with the team. */
function smokeProblems(device: Device, { store }: ProblemSources): readonly Problem[] {
  const { central = '', address, name, members = [] } = device.summary;
  const points = device.channels.flatMap((channel) => channel.points.flatMap((key) => store.peekPoint(key) ?? []));
  const alarm = points.find(isSmokeAlarm);
  if (alarm === undefined) return [];
  const { parameter } = alarm.summary;
  const raisedBy = members.filter((member) => member.alarm || sensesSmoke(store, deviceKeyOf(central, member.address)));
  const names = (raisedBy.length > 0 ? raisedBy : members).map((member) => member.name).join(', ');
  return [
    {
      ...aboutOf({ central, address, parameter }),
      id: `smoke:${central}/${address}`,
      tone: 'bad',
      title: names === '' ? 'smoke' : raisedBy.length > 0 ? 'smokeRaisedBy' : 'smokeOfTeam',
      inserted: { name, members: names },
      todo: 'smokeTodo',
      ...sinceOf(alarm),
    },
  ];
}

function deviceProblems(device: Device, { store }: ProblemSources): readonly Problem[] {
  const { central = '', address, name, available, members = [], members_guessed } = device.summary;
  const missing = members.filter((member) => !member.available);
  const points = new Map<string, Point>();
  for (const key of device.channels.find(({ summary }) => summary.number === 0)?.points ?? []) {
    const point = store.peekPoint(key);
    if (point !== undefined) points.set(point.summary.parameter, point);
  }
  const raised = FLAGS.flatMap(({ parameters, ...flag }): readonly Problem[] => {
    const point = parameters.map((each) => points.get(each)).find((each) => each?.summary.value === true);
    if (point === undefined) return [];
    const { parameter } = point.summary;
    return [{ ...aboutOf({ central, address, parameter }), inserted: { name }, ...flag, ...sinceOf(point) }];
  });
  const unreach = points.get('UNREACH');
  if (available && missing.length > 0) {
    const without: Problem = {
      ...aboutOf({ central, address, parameter: 'UNREACH' }),
      tone: 'warn',
      title: members_guessed ? 'memberPerhapsMissing' : 'memberMissing',
      inserted: { name, members: missing.map((member) => member.name).join(', ') },
      todo: 'memberMissingTodo',
      ...sinceOf(unreach),
    };
    return [without, ...raised];
  }
  if (available) return raised;
  const away: Problem = {
    ...aboutOf({ central, address, parameter: 'UNREACH' }),
    tone: 'bad',
    title: 'unreachable',
    inserted: { name },
    todo: 'unreachableTodo',
    ...sinceOf(unreach),
  };
  return [away, ...raised];
}

function sinceOf(point: Point | undefined): { readonly since?: number } {
  const at = point?.summary.modified_at;
  return at === undefined ? {} : { since: Date.parse(at) };
}

/** A service message and the value it is about are one problem. */
function aboutOf({ central, address, parameter }: About): { readonly id: string; readonly about: About } {
  const about = { central, address, parameter: parameter.replace('LOWBAT', 'LOW_BAT') };
  return { id: `${central}/${address}/${about.parameter}`, about };
}
