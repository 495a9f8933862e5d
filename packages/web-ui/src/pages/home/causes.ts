import type { InterfaceState } from '@ccu-gateway/contract/types';
import { type Device, deviceKeyOf } from '../../store/points.js';
import type { Problem } from './problem.js';

/** Titles of problems that an interface without a connection causes: nothing is known of its devices meanwhile. */
const CONSEQUENCES: ReadonlySet<Problem['title']> = new Set([
  'unreachable',
  'memberMissing',
  'memberPerhapsMissing',
  'interfaceDown',
]);

interface Site {
  readonly devices: readonly Device[];
  readonly interfaces: readonly InterfaceState[];
}

/**
 * One problem for each cause: a CCU without any connection, or one interface without one. `follows` has its
 * consequences: the interfaces of that CCU, and devices that are unreachable because of it.
 */
export function byCause(problems: readonly Problem[], { devices, interfaces }: Site): readonly Problem[] {
  const causes = causesOf(interfaces);
  if (causes.size === 0) return problems;
  const interfaceOf = new Map(devices.map(({ key, summary }) => [key, summary.interface_id]));
  const interfaceIdOf = ({ about, action }: Problem): string | undefined =>
    action?.kind === 'reconnect'
      ? action.interfaceIds[0]
      : about && interfaceOf.get(deviceKeyOf(about.central, about.address));
  const follows = new Map<string, Problem[]>([...causes.values()].map((cause) => [cause, []]));
  const others: Problem[] = [];
  for (const problem of problems) {
    const cause = CONSEQUENCES.has(problem.title) ? causes.get(interfaceIdOf(problem) ?? '') : undefined;
    if (cause === undefined) others.push(problem);
    else follows.get(cause)!.push(problem);
  }
  const affected = new Map<string, number>();
  for (const { summary } of devices) {
    const cause = causes.get(summary.interface_id);
    if (cause !== undefined) affected.set(cause, (affected.get(cause) ?? 0) + 1);
  }
  const roots = [...follows].map(([cause, list]) => rootOf(cause, list, affected.get(cause) ?? 0));
  // Alarms stay above: a lost connection does not end them.
  const isAlarm = ({ id }: Problem) => /^(alarm|smoke):/.test(id);
  return [...others.filter(isAlarm), ...roots, ...others.filter((each) => !isAlarm(each))];
}

const CENTRAL = 'central:';

/** Id of the cause of each interface without a connection, by the id of the interface. */
function causesOf(interfaces: readonly InterfaceState[]): ReadonlyMap<string, string> {
  const answering = new Set(interfaces.filter(({ connected }) => connected).map(({ central_id }) => central_id));
  return new Map(
    interfaces
      .filter(({ connected }) => !connected)
      .map(({ id, central_id }) => [id, answering.has(central_id) ? `interface:${id}` : `${CENTRAL}${central_id}`]),
  );
}

/** The problem of a cause. `n`: number of devices that depend on it. */
function rootOf(cause: string, list: readonly Problem[], n: number): Problem {
  const own = list.find(({ id }) => id === cause);
  if (own !== undefined) {
    const follows = list.filter((each) => each !== own);
    return { ...own, ...(n > 0 && { title: 'interfaceDownFor', inserted: { ...own.inserted, n } }), follows };
  }
  const starts = list.flatMap(({ title, since }) => (title === 'interfaceDown' && since !== undefined ? [since] : []));
  const interfaceIds = list.flatMap(({ action }) => (action?.kind === 'reconnect' ? action.interfaceIds : []));
  return {
    id: cause,
    tone: 'bad',
    title: n > 0 ? 'centralDownFor' : 'centralDown',
    inserted: { name: cause.slice(CENTRAL.length), n },
    todo: 'interfaceDownTodo',
    ...(starts.length > 0 && { since: Math.min(...starts) }),
    action: { kind: 'reconnect', interfaceIds },
    follows: list,
  };
}
