import type { ClusterPlan } from '../mapping/plan.js';
import type { BridgeClock } from '../ports/ports.js';

type Attributes = Readonly<Record<string, unknown>>;

/**
 * Attributes that a command set and no value of the house tells: they hold until the house tells something else than what came of the
 * command.
 */
export interface Held {
  /** Another command or write has come: what the one before set holds no more once the house has taken it. */
  forget(cluster: ClusterPlan): void;
  /** The house has taken a command that sets these; `told` is what the house tells at that moment. */
  keep(cluster: ClusterPlan, attributes: Attributes, told: Attributes): void;
  /** What the house tells of a cluster, and what holds beside it. */
  over(cluster: ClusterPlan, told: Attributes): Attributes;
}

/** The house tells what came of a command in one or several events, some time after it has taken it. */
const OUTCOME_MS = 5000;

export function createHeld({ now }: Pick<BridgeClock, 'now'>): Held {
  const kept = new Map<ClusterPlan, { readonly attributes: Attributes; readonly until: number; outcome: string }>();
  return {
    forget: (cluster) => void kept.delete(cluster),
    keep: (cluster, attributes, told) =>
      void kept.set(cluster, { attributes, until: now() + OUTCOME_MS, outcome: JSON.stringify(told) }),
    over(cluster, told) {
      const held = kept.get(cluster);
      if (held === undefined) return told;
      const present = JSON.stringify(told);
      if (now() < held.until) held.outcome = present;
      if (held.outcome === present) return { ...told, ...held.attributes };
      kept.delete(cluster);
      return told;
    },
  };
}
