import type { FunctionType } from '../device-types.js';
import type { ClusterPlan, Input } from '../plan.js';

/** Device type for a further part of an endpoint: a battery, a meter. */
export interface Extra {
  readonly deviceType: FunctionType;
  readonly clusters: readonly ClusterPlan[];
  readonly inputs: readonly Input[];
}

/** One function of a thing, independent of its other functions and of the system. */
export interface ThingFunction {
  readonly id: string;
  /** Matter's device type. */
  readonly deviceType: FunctionType;
  readonly clusters: readonly ClusterPlan[];
  readonly inputs: readonly Input[];
  readonly extras: readonly Extra[];
  /** The same by another device type, for systems that do not know the first. */
  readonly instead: ThingFunction | undefined;
}

export const functionOf = (
  id: string,
  deviceType: FunctionType,
  clusters: readonly ClusterPlan[],
  inputs: readonly Input[],
  instead?: ThingFunction,
): ThingFunction => ({ id, deviceType, clusters, inputs, extras: [], instead });
