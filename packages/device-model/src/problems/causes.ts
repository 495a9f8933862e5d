import type { InstallationProblem } from '@ccu-gateway/contract/types';

/** A problem without its consequences. */
export type Single = Omit<InstallationProblem, 'follows' | 'follows_total' | 'affected_devices'>;

/** Kinds of problems that an interface without a connection causes: nothing is known of its devices meanwhile. */
const CONSEQUENCES: ReadonlySet<InstallationProblem['kind']> = new Set([
  'device_unreachable',
  'member_unreachable',
  'member_perhaps_unreachable',
  'interface_down',
]);

/** More consequences are counted and not listed. */
const LISTED = 100;

/** An interface as the grouping needs it. */
export interface Link {
  readonly id: string;
  readonly central: string;
  readonly connected: boolean;
  readonly devices: number;
}

/**
 * One problem for each cause: a CCU without any connection, or one interface without one. Interfaces of that CCU, and
 * devices that are unreachable because of it, are its consequences. Alarms come first: a lost connection ends none.
 */
export function byCause(problems: readonly Single[], links: readonly Link[]): readonly InstallationProblem[] {
  const causes = causesOf(links);
  const follows = new Map<string, Single[]>([...causes.values()].map((cause) => [cause, []]));
  const others: Single[] = [];
  for (const problem of problems) {
    const cause = CONSEQUENCES.has(problem.kind) ? causes.get(problem.interface_id ?? '') : undefined;
    if (cause === undefined) others.push(problem);
    else follows.get(cause)!.push(problem);
  }
  const roots = [...follows].map(([cause, list]) =>
    rootOf(list, {
      cause,
      links: links.filter(({ id }) => causes.get(id) === cause),
    }),
  );
  const sorted = [...others.filter(isCritical), ...others.filter((each) => !isCritical(each))];
  return [...sorted.filter(isAlarm), ...roots, ...sorted.filter((each) => !isAlarm(each))];
}

const isCritical = ({ severity }: Single) => severity === 'critical';
const ALARMS: ReadonlySet<Single['kind']> = new Set(['alarm', 'smoke', 'water', 'co']);
const isAlarm = ({ kind }: Single) => ALARMS.has(kind);

/** Id of the cause of each interface without a connection, by the id of the interface. */
function causesOf(links: readonly Link[]): ReadonlyMap<string, string> {
  const answering = new Set(links.filter(({ connected }) => connected).map(({ central }) => central));
  return new Map(
    links
      .filter(({ connected }) => !connected)
      .map(({ id, central }) => [id, answering.has(central) ? `interface:${id}` : `central:${central}`]),
  );
}

/** The problem of a cause, of its interfaces and its consequences. */
function rootOf(
  list: readonly Single[],
  { cause, links }: { readonly cause: string; readonly links: readonly Link[] },
): InstallationProblem {
  const affected = links.reduce((sum, { devices }) => sum + devices, 0);
  const own = list.find(({ id }) => id === cause);
  const consequences = list.filter((each) => each !== own);
  const { central = '' } = links[0] ?? {};
  // ISO texts of UTC sort by time.
  const [since] = list.flatMap((each) => (each.kind === 'interface_down' ? (each.since ?? []) : [])).sort();
  const root: Single = own ?? {
    id: cause,
    kind: 'ccu_down',
    severity: 'critical',
    summary: `${central} does not answer${affectedWords(affected)}`,
    name: central,
    central,
    ...(since !== undefined && { since }),
  };
  return {
    ...root,
    ...(own !== undefined && { summary: `${own.summary}${affectedWords(affected)}` }),
    affected_devices: affected,
    interface_ids: links.map(({ id }) => id),
    ...(consequences.length > 0 && { follows: consequences.slice(0, LISTED), follows_total: consequences.length }),
  };
}

const affectedWords = (n: number) => (n === 0 ? '' : `: ${n} ${n === 1 ? 'device' : 'devices'} affected`);
