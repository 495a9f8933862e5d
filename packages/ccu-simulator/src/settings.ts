import { createRandom } from './environment/random.js';
import type { Clock, Timers } from './environment/time.js';
import { inventedHouse } from './house/invented.js';
import { loadHouse } from './house/load.js';
import type { HouseDefinition, InterfaceName, SimulatorUser } from './house/types.js';
import { populatedInterfaces } from './live/house.js';
import type { SimulatorTls } from './net/tls.js';
import type { SimulatorOptions, SimulatorPortName } from './options.js';
import type { ProductKind } from './product/product.js';

const DEFAULT_USERS: readonly SimulatorUser[] = [{ name: 'Admin', password: '', level: 8 }];
const DEFAULT_SESSION_LIMIT = 10;
const SESSION_LIMIT_OF_EQ3 = 3;

const systemTimers: Timers = {
  after(delayMs, run) {
    const handle = setTimeout(run, Math.min(delayMs, 2 ** 31 - 1));
    return () => clearTimeout(handle);
  },
};

/** Options with their defaults, and with their installation. */
export interface Settings {
  readonly host: string;
  /** TCP and UDP ports by name; 0, or none, lets the operating system choose. */
  readonly ports: Partial<Readonly<Record<SimulatorPortName, number>>>;
  readonly interfaces: readonly InterfaceName[];
  readonly house: HouseDefinition;
  /** Undefined: no daily life. */
  readonly eventsPerSecond: number | undefined;
  readonly users: readonly SimulatorUser[];
  readonly authRequired: boolean;
  readonly sessionLimit: number;
  readonly tls: SimulatorTls | undefined;
  readonly timeZone: string | undefined;
  readonly product: ProductKind;
  readonly otherServers: NonNullable<SimulatorOptions['otherServers']>;
  readonly random: () => number;
  readonly clock: Clock;
  readonly timers: Timers;
}

/** Rejects when the data directory cannot be read. */
export async function resolveSettings(options: SimulatorOptions): Promise<Settings> {
  const { product = 'openccu', life = false } = options;
  const seed = options.dataDir === undefined ? (options.house ?? inventedHouse()) : await loadHouse(options.dataDir);
  const house = options.serial === undefined ? seed : { ...seed, serial: options.serial };
  return {
    host: options.host ?? '127.0.0.1',
    ports: options.ports ?? {},
    interfaces: options.interfaces ?? populatedInterfaces(house),
    house,
    eventsPerSecond: typeof life === 'object' ? life.eventsPerSecond : life ? 1 : undefined,
    users: options.users ?? DEFAULT_USERS,
    authRequired: options.authRequired ?? false,
    sessionLimit: options.sessionLimit ?? (product === 'ccu3' ? SESSION_LIMIT_OF_EQ3 : DEFAULT_SESSION_LIMIT),
    tls: options.tls,
    timeZone: options.timeZone,
    product,
    otherServers: options.otherServers ?? [],
    random: createRandom(options.seed ?? 1),
    clock: options.clock ?? Date.now,
    timers: options.timers ?? systemTimers,
  };
}
