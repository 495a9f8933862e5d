import {
  type CallbackServer,
  type Ccu,
  type CcuEvent,
  type ConnectionState,
  type ConnectOptions,
  connectCcu,
  createMemoryDescriptionCache,
  type DescriptionCache,
  type KnownInterfaceName as InterfaceName,
  openCallbackServer,
} from '@ccu-gateway/ccu-client';
import { type Simulator, type SimulatorOptions, startSimulator } from '../src/index.js';

/** Short durations, so that tests wait for events and never for clocks; a busy machine may look like trouble, too. */
export const FAST = {
  rpcTimeoutMs: 800,
  longRpcTimeoutMs: 5_000,
  checkIntervalMs: 40,
  pongTimeoutMs: 150,
  missedPongs: 2,
  warmUpMs: 5,
  retryMinMs: 5,
  retryMaxMs: 40,
  circuitOpenMs: 30,
  rescanMinMs: 20,
  reconcileMs: 0,
  descriptionGapMs: 0,
  coalesceMs: 2,
  confirmTimeoutMs: 5_000,
  readBackMs: 10,
  writeRetryMs: 5,
  jsonTimeoutMs: 400,
  sessionRenewMs: 90_000,
} as const;

/**
 * For tests without trouble: nothing is taken for it, however busy the machine is. Links that are lost and made again for no
 * reason were most of the work of a busy machine.
 */
export const CALM = {
  ...FAST,
  rpcTimeoutMs: 20_000,
  longRpcTimeoutMs: 20_000,
  jsonTimeoutMs: 20_000,
  pongTimeoutMs: 20_000,
  checkIntervalMs: 500,
} as const;

const USERS = [
  { name: 'Admin', password: 'secret', level: 8 },
  { name: 'Guest', password: 'guest', level: 1 },
] as const;

let readBefore: Promise<DescriptionCache> | undefined;

/**
 * State of a client that has read the default installation before, as after a restart of the gateway: hundreds of
 * requests were most of the cost of a world. Every world has its own devices and its own reads.
 */
async function descriptionsReadBefore(): Promise<DescriptionCache> {
  readBefore ??= readHouse();
  const before = await readBefore;
  const own = createMemoryDescriptionCache();
  return {
    ...own,
    loadParamsets: async (keys) => new Map([...(await before.loadParamsets(keys)), ...(await own.loadParamsets(keys))]),
  };
}

async function readHouse(): Promise<DescriptionCache> {
  const descriptionCache = createMemoryDescriptionCache();
  await using world = await startClientWorld({ client: { descriptionCache } });
  await world.connected();
  return descriptionCache;
}

export interface ClientWorld extends AsyncDisposable {
  readonly simulator: Simulator;
  readonly ccu: Ccu;
  readonly callbacks: CallbackServer;
  readonly events: readonly CcuEvent[];
  /** State of a client that only listens. */
  readonly picture: {
    readonly devices: ReadonlySet<string>;
    /** By `channel.parameter`. */
    readonly values: ReadonlyMap<string, unknown>;
    readonly events: readonly CcuEvent[];
  };
  until(test: (event: CcuEvent) => boolean, from?: number): Promise<CcuEvent>;
  state(interfaceName: InterfaceName): ConnectionState;
  /** Resolves when the interface is in that state now or comes to it. */
  reaches(interfaceName: InterfaceName, state: ConnectionState): Promise<void>;
  /** Every interface is connected. */
  connected(): Promise<void>;
  /** Differences between the state of the client and the true one. Empty when all is well. */
  differences(): readonly string[];
  /** Resolves when there are no more differences; the test's own time limit is the judge. */
  agrees(): Promise<void>;
  states(interfaceName: InterfaceName, from?: number): readonly ConnectionState[];
}

export async function startClientWorld(
  options: {
    readonly simulator?: SimulatorOptions;
    readonly client?: Partial<ConnectOptions>;
    readonly prepare?: (simulator: Simulator) => void;
    readonly interfaces?: readonly InterfaceName[];
  } = {},
): Promise<ClientWorld> {
  const invented = options.simulator?.house === undefined && options.simulator?.dataDir === undefined;
  const descriptionCache =
    options.client?.descriptionCache ?? (invented ? await descriptionsReadBefore() : createMemoryDescriptionCache());
  const simulator = await startSimulator({ users: USERS, ...options.simulator });
  options.prepare?.(simulator);
  const callbacks = await openCallbackServer({ host: '127.0.0.1', port: 0, binPort: 0 });
  const interfaces = options.interfaces ?? simulator.interfaces;
  const ccu = connectCcu({
    name: 'sim',
    host: '127.0.0.1',
    interfaces: interfaces.map((name) => ({ name, port: simulator.ports[name]! })),
    username: 'Admin',
    password: 'secret',
    jsonRpcPort: simulator.ports.jsonRpc,
    regaPort: simulator.ports.rega,
    instance: 'test',
    callbacks,
    timings: CALM,
    ...options.client,
    descriptionCache,
  });
  const events: CcuEvent[] = [];
  const devices = new Set<string>();
  const values = new Map<string, unknown>();
  const watchers = new Set<() => void>();
  ccu.on((event) => {
    events.push(event);
    if (event.type === 'value') {
      values.set(`${event.channelAddress}.${event.parameter}`, event.value);
    } else if (event.type === 'values_loaded') {
      for (const { channelAddress, parameter, value } of event.values) {
        values.set(`${channelAddress}.${parameter}`, value);
      }
    } else if (event.type === 'devices_described') for (const { ADDRESS } of event.devices) devices.add(ADDRESS);
    else if (event.type === 'devices_removed') for (const address of event.addresses) devices.delete(address);
    for (const watcher of [...watchers]) watcher();
  });

  const when = (test: () => boolean) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (!test()) return;
        watchers.delete(look);
        resolve();
      };
      watchers.add(look);
      look();
    });
  const state = (interfaceName: InterfaceName) =>
    ccu.status().find((status) => status.interfaceName === interfaceName)!.state;

  function differences(): readonly string[] {
    const wrong: string[] = [];
    for (const device of simulator.house.devices()) {
      if (!interfaces.includes(device.interfaceName) || !device.ready) continue;
      for (const channel of device.channels) {
        const address = channel.description.ADDRESS;
        const descriptions = simulator.house.descriptions(address).VALUES ?? {};
        for (const [parameter, { value, setAt }] of Object.entries(simulator.house.values(address))) {
          const described = descriptions[parameter];
          // Only states can be reported: impulses have no present value, and unset values none at all.
          if (setAt === 0 || described === undefined || (described.OPERATIONS & 1) === 0) continue;
          const believed = values.get(`${address}.${parameter}`);
          if (!same(believed, value)) wrong.push(`${address}.${parameter}: ${believed} for ${value}`);
        }
      }
    }
    return wrong;
  }

  return {
    simulator,
    ccu,
    callbacks,
    events,
    picture: { devices, values, events },
    state,
    differences,
    agrees: () => when(() => differences().length === 0),
    async until(test, from = 0) {
      await when(() => events.slice(from).some(test));
      return events.slice(from).find(test)!;
    },
    reaches: (interfaceName, wanted) => when(() => state(interfaceName) === wanted),
    connected: () => when(() => ccu.status().every(({ connected }) => connected)),
    states: (interfaceName, from = 0) =>
      events
        .slice(from)
        .flatMap((event) =>
          event.type === 'link_state' && event.interfaceName === interfaceName && event.status.state !== event.previous
            ? [event.status.state]
            : [],
        ),
    async [Symbol.asyncDispose]() {
      await ccu.close();
      await callbacks.close();
      await simulator.close();
    },
  };
}

function same(a: unknown, b: unknown): boolean {
  if (typeof a === 'number' && typeof b === 'number') return Math.abs(a - b) < 1e-5;
  return a === b;
}
