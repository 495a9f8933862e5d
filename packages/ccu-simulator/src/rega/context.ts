import type { ReGaScriptArgs, ReGaScriptName, ReGaScriptRow, ScriptErrorCode } from '@ccu-gateway/ccu-client/wire';
import type { FaultSwitches } from '../environment/switches.js';
import type { SimulatorUser } from '../house/types.js';
import type { SimulatedHouse } from '../live/house.js';
import type { Product } from '../product/product.js';
import type { ScriptReach } from './reach.js';

/** Dependencies of the logic layer of the CCU. */
export interface ReGaContext {
  readonly state: SimulatedHouse;
  /** The clock of the CCU. */
  readonly now: () => number;
  readonly users: readonly SimulatorUser[];
  readonly serial: string;
  readonly product: Product;
  readonly switches: FaultSwitches;
  readonly onPower: (kind: 'reboot' | 'power_off') => void;
}

/** Rows, a page of rows, or a refusal. */
export type ScriptResult<Row> =
  | { readonly rows: readonly Row[]; readonly next?: number }
  | { readonly error: ScriptErrorCode };

export type ScriptHandlers<Names extends ReGaScriptName = ReGaScriptName> = {
  readonly [N in Names]: (args: ReGaScriptArgs<N>, reach: ScriptReach) => ScriptResult<ReGaScriptRow<N>>;
};

export const rows = <Row>(...all: readonly Row[]) => ({ rows: all });
export const refusal = (error: ScriptErrorCode) => ({ error });

/** The id of the object that a script has changed, where there is one. */
export const idRow = (id: number | undefined) => (id === undefined ? refusal('not_found') : rows({ id }));
