import { type Warning, warningsOf, withinLimit } from '../mapping/house/profiles.js';
import type { Profile } from '../mapping/house-view.js';
import type { EndpointPlan, Exposable } from '../mapping/plan.js';
import type { Choice } from '../ports/ports.js';

/** What of the house is shown, and what its system has no place for. */
export interface Selection {
  readonly plans: readonly EndpointPlan[];
  /** Keys of what would be shown if the system took more. */
  readonly tooMany: ReadonlySet<string>;
  readonly warnings: readonly Warning[];
}

interface Candidate {
  readonly plan: EndpointPlan;
  readonly isChosen: boolean;
  readonly number: number;
}

/**
 * Decides what is shown. Where there is not room for all, what was chosen comes before what is shown by itself, and what has an endpoint
 * number before what never had one: a device that is added takes no other one its place.
 */
export function selectionOf(
  exposables: readonly Exposable[],
  profile: Profile,
  known: {
    readonly choices: ReadonlyMap<string, Choice>;
    /** The number that a thing has already. */
    readonly numberOf: (key: string) => number | undefined;
  },
): Selection {
  const candidates = exposables.flatMap(({ key, plan, shownByDefault }): Candidate[] => {
    const choice = known.choices.get(key);
    if (plan === undefined || !(choice?.enabled ?? shownByDefault)) return [];
    return [{ plan, isChosen: choice !== undefined, number: known.numberOf(key) ?? Number.POSITIVE_INFINITY }];
  });
  const wanted = candidates.sort(precedence).map(({ plan }) => plan);
  const { shown, tooMany } = withinLimit(wanted, profile);
  return {
    plans: shown,
    tooMany: new Set(tooMany.map(({ key }) => key)),
    warnings: warningsOf(wanted, profile),
  };
}

function precedence(a: Candidate, b: Candidate): number {
  if (a.isChosen !== b.isChosen) return a.isChosen ? -1 : 1;
  // Two without a number stay in the order of the list.
  return a.number === b.number ? 0 : a.number - b.number;
}
