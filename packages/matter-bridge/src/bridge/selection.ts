import { type Warning, warningsOf, withinLimit } from '../mapping/house/profiles.js';
import type { Profile } from '../mapping/house-view.js';
import type { EndpointPlan, Exposable } from '../mapping/plan.js';
import type { Choice } from '../ports/ports.js';

/** Exposed things, and those that the system has no room for. */
export interface Selection {
  readonly plans: readonly EndpointPlan[];
  /** Keys of things that would be exposed if the system accepted more. */
  readonly tooMany: ReadonlySet<string>;
  readonly warnings: readonly Warning[];
}

interface Candidate {
  readonly plan: EndpointPlan;
  readonly isChosen: boolean;
  readonly number: number;
}

/**
 * Decides which things are exposed. Without room for all, chosen things come before default ones, and things with an
 * endpoint number before those without: a new device displaces no other one.
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
