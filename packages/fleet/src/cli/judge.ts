import type { FleetStatus } from '@ccu-gateway/contract/types';

type Member = NonNullable<FleetStatus['members']>[number];
type Central = FleetStatus['centrals'][number];

/** Verdict on one part of a fleet; `unknown` without a report of the broker. */
export type Verdict = 'ok' | 'outage' | 'refused' | 'incompatible' | 'no_holder' | 'no_copy' | 'unknown';

/** A fleet with a verdict on each of its parts. */
export interface Judged {
  readonly fleet: FleetStatus;
  readonly members: readonly (Member & { readonly verdict: Verdict })[];
  readonly centrals: readonly (Central & { readonly verdict: Verdict })[];
  readonly broker: Verdict;
  readonly log: Verdict;
  /** Number of verdicts that are neither `ok` nor `unknown`. */
  readonly problems: number;
}

/** Adds a verdict to each part of a fleet. */
export function judgeFleet(fleet: FleetStatus): Judged {
  const broker = fleet.broker.state === 'connected' ? 'ok' : fleet.broker.state;
  const log = fleet.log.outage === undefined ? 'ok' : 'outage';
  const members = (fleet.members ?? []).map((each) => ({ ...each, verdict: memberVerdict(each) }));
  const centrals = fleet.centrals.map((each) => ({ ...each, verdict: centralVerdict(each, broker) }));
  const all: readonly Verdict[] = [broker, log, ...[...members, ...centrals].map(({ verdict }) => verdict)];
  const problems = all.filter((verdict) => verdict !== 'ok' && verdict !== 'unknown').length;
  return { fleet, members, centrals, broker, log, problems };
}

const memberVerdict = ({ compatible }: Member): Verdict => (compatible ? 'ok' : 'incompatible');

function centralVerdict({ holder, copy }: Central, broker: Verdict): Verdict {
  if (holder === undefined) return broker === 'ok' ? 'no_holder' : 'unknown';
  return copy === 'missing' ? 'no_copy' : 'ok';
}
