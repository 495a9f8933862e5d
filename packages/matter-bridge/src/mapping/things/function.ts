import type { ClusterPlan, Input } from '../plan.js';

/** A device type that says what else is in an endpoint: a battery, a meter. */
export interface Extra {
  readonly deviceType: string;
  readonly clusters: readonly ClusterPlan[];
  readonly inputs: readonly Input[];
}

/** One function of a thing before it is known whether the thing has others, and who is to know it. */
export interface ThingFunction {
  readonly id: string;
  /** Matter's device type. */
  readonly deviceType: string;
  readonly clusters: readonly ClusterPlan[];
  readonly inputs: readonly Input[];
  readonly extras: readonly Extra[];
  /** The same by another device type, for systems that do not know the first. */
  readonly instead: ThingFunction | undefined;
}

export const functionOf = (
  id: string,
  deviceType: string,
  clusters: readonly ClusterPlan[],
  inputs: readonly Input[],
  instead?: ThingFunction,
): ThingFunction => ({ id, deviceType, clusters, inputs, extras: [], instead });
