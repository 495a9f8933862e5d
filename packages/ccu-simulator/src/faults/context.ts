import type { FaultSwitches } from '../environment/switches.js';
import type { Clock, Timers } from '../environment/time.js';
import type { InterfaceName } from '../house/types.js';
import type { SimulatedHouse } from '../live/house.js';
import type { Port } from '../net/http-port.js';
import type { Product } from '../product/product.js';
import type { InterfaceProcess } from '../rpc/interface-process.js';

/** Dependencies of the faults. */
export interface FaultsContext {
  readonly switches: FaultSwitches;
  readonly state: SimulatedHouse;
  readonly processes: ReadonlyMap<InterfaceName, InterfaceProcess>;
  readonly ports: readonly Port[];
  readonly product: Product;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly random: () => number;
  /** Ends all sessions and names them. */
  readonly endSessions: () => readonly string[];
  /** True once the simulator is closed, so that no port opens again. */
  readonly closed: () => boolean;
}

/** Puts a member into a set, or takes it out. */
export function include<T>(set: Set<T>, member: T, on: boolean): void {
  if (on) set.add(member);
  else set.delete(member);
}
