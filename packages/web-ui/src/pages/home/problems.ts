import type { InstallationProblem } from '@ccu-gateway/contract/types';
import { helpOf } from '../../help/problem-help.js';
import type { Problem } from './problem.js';

type Single = NonNullable<InstallationProblem['follows']>[number];
type Kind = InstallationProblem['kind'];

/** Texts of each kind of problem. */
const TEXTS: Readonly<Record<Kind, Pick<Problem, 'title' | 'todo'>>> = {
  smoke: { title: 'smoke', todo: 'smokeTodo' },
  water: { title: 'water', todo: 'waterTodo' },
  co: { title: 'carbonMonoxide', todo: 'carbonMonoxideTodo' },
  alarm: { title: 'alarm' },
  ccu_down: { title: 'centralDown', todo: 'interfaceDownTodo' },
  interface_down: { title: 'interfaceDown', todo: 'interfaceDownTodo' },
  device_unreachable: { title: 'unreachable', todo: 'unreachableTodo' },
  member_unreachable: { title: 'memberMissing', todo: 'memberMissingTodo' },
  member_perhaps_unreachable: { title: 'memberPerhapsMissing', todo: 'memberMissingTodo' },
  sabotage: { title: 'sabotage', todo: 'sabotageTodo' },
  low_battery: { title: 'lowBattery', todo: 'lowBatteryTodo' },
  config_pending: { title: 'configPending', todo: 'configPendingTodo' },
  duty_cycle_high: { title: 'dutyHigh', todo: 'dutyHighTodo' },
  service_message: { title: 'serviceMessage' },
  part_unwell: { title: 'partUnwell' },
};

/** A problem of the gateway as pages show it. */
export function shownProblem(problem: InstallationProblem): Problem {
  const { affected_devices: n = 0, interface_ids = [], follows = [], follows_total = 0 } = problem;
  const shown = shownSingle(problem);
  return {
    ...shown,
    ...(n > 0 && {
      title: problem.kind === 'ccu_down' ? ('centralDownFor' as const) : ('interfaceDownFor' as const),
      inserted: { ...shown.inserted, n },
    }),
    ...(interface_ids.length > 0 && { action: { kind: 'reconnect' as const, interfaceIds: interface_ids } }),
    ...(follows.length > 0 && {
      follows: follows.map(shownSingle),
      followsTotal: follows_total,
    }),
  };
}

function shownSingle(problem: Single): Problem {
  const { id, kind, severity, name, central = '', device_address: address, parameter, note, since } = problem;
  const { members, percent, message_id: messageId } = problem;
  const about = address === undefined || parameter === undefined ? undefined : { central, address, parameter };
  return {
    id,
    tone: severity === 'critical' ? 'bad' : 'warn',
    ...TEXTS[kind],
    help: helpOf(problem),
    ...(kind === 'smoke' && members && { title: problem.members_raised ? 'smokeRaisedBy' : 'smokeOfTeam' }),
    inserted: {
      name,
      ...(members && { members: members.join(', ') }),
      ...(percent !== undefined && { n: percent }),
      ...(kind === 'service_message' && { what: problem.parameter_label ?? '' }),
    },
    ...(about && { about }),
    ...(note !== undefined && { note }),
    ...(since !== undefined && { since: Date.parse(since) }),
    ...(messageId !== undefined && {
      action: { kind: kind === 'alarm' ? 'acknowledge_alarm' : 'acknowledge_service', messageId, central },
    }),
  };
}
