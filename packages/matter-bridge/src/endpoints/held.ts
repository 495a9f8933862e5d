import type { ClusterPlan } from '../mapping/plan.js';
import type { BridgeClock } from '../ports/ports.js';

type Attributes = Readonly<Record<string, unknown>>;

/**
 * Attributes set by a command that no value reports. They hold until the values differ from the outcome of the command.
 */
export interface Held {
  /** Another command or write has arrived: earlier attributes end once the CCU has accepted it. */
  forget(cluster: ClusterPlan): void;
  /** The CCU has accepted a command that sets these; `told` are the attributes from the values at that moment. */
  keep(cluster: ClusterPlan, attributes: Attributes, told: Attributes): void;
  /** Attributes of a cluster from the values, with the held ones beside them. */
  over(cluster: ClusterPlan, told: Attributes): Attributes;
}

/** The outcome of a command arrives in one or several events, some time after the CCU has accepted it. */
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
