import type { ActionContext } from '@matter/main';
import type { ClusterPlan } from '../mapping/plan.js';

/** A command of a controller. */
export interface Commanded {
  readonly command: string;
  readonly args: unknown;
  /** Attributes of the cluster as controllers read them now. */
  readonly shown: Readonly<Record<string, unknown>>;
}

/** Requests of controllers to one endpoint. Both reject with a status of Matter. */
export interface Control {
  command(context: ActionContext, cluster: ClusterPlan, commanded: Commanded): Promise<void>;
  /** Called before the attribute changes: a rejection keeps its value. Writes of the bridge itself pass. */
  write(context: ActionContext, cluster: ClusterPlan, attribute: string, value: unknown): Promise<void> | undefined;
}
