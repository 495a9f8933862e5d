import type {
  HubDataPoints,
  HubMetricsEntry,
  InstallationProblem,
  InterfaceState,
  ProgramSummary,
  SystemUpdateEntry,
  SysvarSummary,
} from '@ccu-gateway/contract/types';
import type { ReadingCore } from './house.js';
import { millis, payloadOf, type TreeMessage } from './message.js';
import type { TreeStyle } from './naming.js';

/** State of a CCU itself. */
export interface HubViewOf {
  readonly central: string;
  readonly programs: readonly ProgramSummary[];
  readonly sysvars: readonly SysvarSummary[];
  readonly interfaces: readonly InterfaceState[];
  readonly counters: HubDataPoints | undefined;
  readonly metrics: HubMetricsEntry | undefined;
  readonly update: SystemUpdateEntry | undefined;
  /** By cause, the worst first. */
  readonly problems?: readonly InstallationProblem[] | undefined;
  readonly readiness?: ReturnType<ReadingCore['hub']['readiness']> | undefined;
  /** How people called a channel of this CCU, or else its device. */
  readonly channelName?: ((address: string) => string | undefined) | undefined;
}

/** All retained messages of a CCU itself in its current state. */
export function hubMessages(view: HubViewOf, seq: number, tree: TreeStyle): TreeMessage[] {
  const { central } = view;
  const say = (path: readonly string[], content: object): TreeMessage => ({
    topic: tree.topics.of(central, 'hub', ...path),
    payload: JSON.stringify({ ...content, seq }),
    seq,
  });
  return [
    ...view.sysvars.filter(({ observed }) => observed).map((sysvar) => sysvarMessage(sysvar, seq, tree)),
    ...view.programs.map(({ id, name, active, execute_available, last_executed }) =>
      say(['program', id], { name, active, execute_available, last_executed: millis(last_executed) }),
    ),
    ...view.interfaces.map(({ interface: name, connected, state, duty_cycle, carrier_sense, note }) =>
      say(['interface', name], { connected, state, duty_cycle, carrier_sense, note }),
    ),
    ...(view.counters === undefined ? [] : counterMessages(view.counters, say)),
    ...(view.problems === undefined ? [] : [say(['problems'], problemsSaid(view.problems))]),
    ...(view.readiness === undefined ? [] : [say(['readiness'], view.readiness)]),
    ...(view.metrics === undefined ? [] : [say(['metrics'], withoutCentral(view.metrics))]),
    ...(view.update?.observed === true ? [say(['update'], withoutCentral(view.update))] : []),
  ];
}

function sysvarMessage(sysvar: SysvarSummary, seq: number, { topics, style }: TreeStyle): TreeMessage {
  const { central = '', name, value, unit } = sysvar;
  const written = { val: value, ts: millis(sysvar.last_seen_at), lc: millis(sysvar.modified_at), seq, unit };
  return { topic: topics.of(central, 'hub', 'sysvar', name), payload: payloadOf(written, style), seq };
}

function counterMessages(
  { service_messages, alarm_messages, inbox, install_mode = [] }: HubDataPoints,
  say: (path: readonly string[], content: object) => TreeMessage,
): TreeMessage[] {
  const counts = { service_messages, alarm_messages, inbox };
  return [
    ...Object.entries(counts)
      .filter(([, { value }]) => value !== null)
      .map(([name, { value }]) => say([name], { count: value })),
    ...install_mode
      .filter(({ observed }) => observed)
      .map(({ interface_id, enabled, remaining_s }) => say(['install_mode', interface_id], { enabled, remaining_s })),
  ];
}

/** More problems are counted and not listed. */
const LISTED_PROBLEMS = 50;

/** A lost connection is one problem, with the number of its devices. */
function problemsSaid(problems: readonly InstallationProblem[]) {
  return {
    count: problems.length,
    critical: problems.filter(({ severity }) => severity === 'critical').length,
    problems: problems
      .slice(0, LISTED_PROBLEMS)
      .map(({ kind, severity, summary, device_address, affected_devices, since }) => ({
        kind,
        severity,
        summary,
        device_address,
        affected_devices,
        since: millis(since),
      })),
  };
}

function withoutCentral<T extends { readonly central?: string | undefined }>({ central: _, ...rest }: T) {
  return rest;
}
