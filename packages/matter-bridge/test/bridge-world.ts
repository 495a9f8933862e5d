import { randomInt } from 'node:crypto';
import { type Network, NetworkSimulator } from '@matter/main';
import type { Mapping } from '../src/bridge/assembly.js';
import type { BridgeSettings, OpenBridge } from '../src/bridge/bridge.js';
import { type SupervisedBridge, superviseBridge } from '../src/bridge/supervisor.js';
import { exposablesIn, type MatterStore, type Profile } from '../src/index.js';
import type { Machine } from '../src/node/machine.js';
import type { BridgeClock, BridgeIncident } from '../src/ports/ports.js';
import { untilDefined } from './controller.js';
import { memoryStore } from './memory-store.js';
import { createTestHouse, type TestHouse } from './plug-house.js';

/** Time that passes when a test says so. */
export interface ManualClock extends BridgeClock {
  pass(ms: number): void;
}

export function createManualClock(): ManualClock {
  let now = 0;
  const waiting = new Set<{ readonly at: number; readonly run: () => void }>();
  return {
    now: () => now,
    after(ms, run) {
      const entry = { at: now + ms, run };
      waiting.add(entry);
      return () => void waiting.delete(entry);
    },
    pass(ms) {
      now += ms;
      for (const entry of [...waiting]) {
        if (entry.at <= now && waiting.delete(entry)) entry.run();
      }
    },
  };
}

/** The clock of the machine. */
export const realClock: BridgeClock = {
  now: Date.now,
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

/** A bridge of a house of plugs, in a network of its own. */
export interface TestBridge<House extends Pick<TestHouse, 'core'> = TestHouse> {
  readonly house: House;
  readonly store: MatterStore;
  readonly incidents: readonly BridgeIncident[];
  /** Messages of the log with their fields, as text. */
  readonly logged: readonly string[];
  /** What came to the history of changes, as text. */
  readonly recorded: readonly string[];
  readonly simulator: NetworkSimulator;
  readonly supervised: SupervisedBridge;
  readonly bridge: OpenBridge;
  stop(): Promise<void>;
}

interface Given<House extends Pick<TestHouse, 'core'> = TestHouse> {
  readonly house: House;
  readonly profile?: Profile;
  readonly mapping?: Mapping;
  readonly clock?: BridgeClock;
  readonly store?: MatterStore;
  readonly simulator?: NetworkSimulator;
  readonly network?: Network;
  readonly machine?: Machine;
}

/** Begins to start a bridge, however that ends. */
export function beginTestBridge<House extends Pick<TestHouse, 'core'>>(
  given: Given<House>,
): Omit<TestBridge<House>, 'bridge'> {
  const { house, store = memoryStore(), simulator = new NetworkSimulator(), clock = realClock, machine } = given;
  const incidents: BridgeIncident[] = [];
  const logged: string[] = [];
  const recorded: string[] = [];
  const silent = () => undefined;
  const supervised = superviseBridge({
    ports: {
      core: house.core,
      store,
      clock,
      log: {
        debug: silent,
        info: silent,
        warn: (message, fields) => void logged.push(`${message} ${JSON.stringify(fields)}`),
        error: (message, fields) => void logged.push(`${message} ${JSON.stringify(fields)}`),
      },
      publish: silent,
      record: ({ action, note = '' }) => void recorded.push(`${action} ${note}`),
      incident: (incident) => void incidents.push(incident),
      randomInt,
    },
    settings: TEST_SETTINGS,
    mapping: given.mapping ?? exposablesIn,
    network: given.network ?? simulator.addHost(1),
    ...(given.profile === undefined ? {} : { settings: { ...TEST_SETTINGS, profile: given.profile } }),
    ...(machine === undefined ? {} : { machine }),
  });
  return { house, store, incidents, logged, recorded, simulator, supervised, stop: () => supervised.stop() };
}

/** How the bridges of tests are shown and reached. */
export const TEST_SETTINGS: BridgeSettings = { name: 'Test', version: '1', port: 5540, profile: 'all' };

export async function startTestBridge<House extends Pick<TestHouse, 'core'>>(
  given: Given<House>,
): Promise<TestBridge<House>> {
  const begun = beginTestBridge(given);
  const bridge = await untilDefined(() => {
    const [problem] = begun.supervised.status().problems ?? [];
    if (problem?.code === 'matter_failed') throw new Error(problem.message);
    return begun.supervised.bridge();
  });
  return { ...begun, bridge };
}

/** Addresses of so many plugs, in their order. */
export const plugAddresses = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `0001D3C99C${String(index + 1).padStart(4, '0')}`);

export { createTestHouse };
