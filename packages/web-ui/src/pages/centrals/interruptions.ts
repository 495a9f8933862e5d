import type { CallAnswer } from '@ccu-gateway/client';
import type { InterfaceState } from '@ccu-gateway/contract/types';

/** How often and how long an interface was not connected, as far as the gateway was there to see it. */
export interface Interruptions {
  readonly count: number;
  readonly totalMs: number;
  /** One of them ended while the gateway was not there: they took longer than is known. */
  readonly isLonger: boolean;
}

type Incident = Pick<CallAnswer<'listIncidents'>[number], 'when' | 'component' | 'kind'>;

/** Interruptions of each interface since a moment, by `<central>/<interface>`. Incidents come newest first. */
export function interruptionsOf(
  incidents: readonly Incident[],
  interfaces: readonly Pick<InterfaceState, 'central_id' | 'interface' | 'connected'>[],
  { since, now }: { readonly since: number; readonly now: number },
): ReadonlyMap<string, Interruptions> {
  return new Map(
    interfaces.map(({ central_id: central, interface: name, connected }) => {
      const component = `${central}/${name}`;
      const own = incidents.filter((each) => each.component === component && each.kind !== undefined).toReversed();
      return [component, interruptionsIn(own, { since, now, connected })];
    }),
  );
}

function interruptionsIn(
  oldestFirst: readonly Incident[],
  { since, now, connected }: { readonly since: number; readonly now: number; readonly connected: boolean },
): Interruptions {
  let [count, totalMs, isLonger] = [0, 0, false];
  let lostAt: number | undefined;
  oldestFirst.forEach(({ when, kind }, index) => {
    const at = Date.parse(when);
    if (kind === 'connection_lost') {
      // Lost once more without having been restored: the gateway was not there meanwhile.
      if (lostAt !== undefined) isLonger = true;
      count += 1;
      lostAt = at;
      return;
    }
    // Restored first of all: it was lost before the time that is asked about.
    if (lostAt === undefined && index > 0) return;
    if (lostAt === undefined) count += 1;
    totalMs += at - (lostAt ?? since);
    lostAt = undefined;
  });
  if (lostAt !== undefined && connected) isLonger = true;
  if (lostAt !== undefined && !connected) totalMs += now - lostAt;
  return { count, totalMs, isLonger };
}
