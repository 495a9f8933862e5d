import type { Clock, Timers } from './environment/time.js';
import type { HouseDefinition, InterfaceName, SimulatorUser } from './house/types.js';
import type { SimulatorTls } from './net/tls.js';
import type { ProductKind } from './product/product.js';

/** Name of a port of the simulated CCU. */
export type SimulatorPortName = InterfaceName | 'jsonRpc' | 'rega' | 'control' | 'ssdp';

/** Options of the simulated CCU: its kind, its installation, and its addresses. */
export interface SimulatorOptions {
  /** Address to listen on. Default `127.0.0.1`. */
  readonly host?: string;
  /** Ports by name; 0 (the default) lets the operating system choose. Only `ssdp` (UDP) stays closed unless it is named. */
  readonly ports?: Partial<Readonly<Record<SimulatorPortName, number>>>;
  /** Existing interfaces. Default: those with devices. */
  readonly interfaces?: readonly InterfaceName[];
  /** Simulated installation. Default: the invented one. */
  readonly house?: HouseDefinition;
  /** Directory with `device_descriptions/*.json` and `paramset_descriptions/*.json`; plays those devices instead. */
  readonly dataDir?: string;
  /** Seed of all pseudo-random data. Default 1. */
  readonly seed?: number;
  /** Daily life. `true`: about one event a second. Default `false`. */
  readonly life?: boolean | { readonly eventsPerSecond: number };
  /** Users of the CCU. Default: one administrator `Admin` with an empty password. */
  readonly users?: readonly SimulatorUser[];
  /** When true, RPC and script ports want HTTP Basic authentication of any user. Default `false`. */
  readonly authRequired?: boolean;
  /** How many JSON-RPC sessions may exist at once. Default 10, and 3 on a `ccu3`. */
  readonly sessionLimit?: number;
  /** When given, every port uses TLS (except CUxD, which has none). */
  readonly tls?: SimulatorTls;
  /** Identity of the CCU, when several run side by side. Default: that of the installation. */
  readonly serial?: string;
  /**
   * Zone of the CCU's clock by its IANA name; times in JSON-RPC are in this zone, without naming it. Default: this
   * machine's.
   */
  readonly timeZone?: string;
  /** Kind of central unit. Default `openccu`. */
  readonly product?: ProductKind;
  /** Servers of other makers that the CCU lists among its interfaces; they run on other hosts. */
  readonly otherServers?: readonly { readonly name: string; readonly port: number }[];
  readonly clock?: Clock;
  readonly timers?: Timers;
}
