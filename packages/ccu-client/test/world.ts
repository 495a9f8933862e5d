import {
  type CallbackServer,
  type Ccu,
  type CcuEvent,
  type ConnectOptions,
  connectCcu,
  type LogEntry,
  openCallbackServer,
} from '../src/index.js';
import { type FakeCcu, startFakeCcu } from './fake-ccu.js';

/** Everything fast, so that tests wait for events and never for clocks. */
export const FAST = {
  rpcTimeoutMs: 2_000,
  longRpcTimeoutMs: 2_000,
  checkIntervalMs: 50,
  pongTimeoutMs: 250,
  missedPongs: 2,
  warmUpMs: 10,
  retryMinMs: 10,
  retryMaxMs: 50,
  circuitOpenMs: 50,
  rescanMinMs: 20,
  descriptionGapMs: 0,
  coalesceMs: 5,
  confirmTimeoutMs: 5_000,
  readBackMs: 5,
  writeRetryMs: 10,
  jsonTimeoutMs: 2_000,
} as const;

export interface World extends AsyncDisposable {
  readonly fake: FakeCcu;
  readonly ccu: Ccu;
  readonly callbacks: CallbackServer;
  readonly events: readonly CcuEvent[];
  readonly log: readonly LogEntry[];
  /** Resolves with the first event, past or to come, that passes. */
  until<T extends CcuEvent>(test: (event: CcuEvent) => event is T): Promise<T>;
  until(test: (event: CcuEvent) => boolean, from?: number): Promise<CcuEvent>;
  connected(): Promise<CcuEvent>;
}

/** A fake CCU and a client connected to it. */
export async function startWorld(
  options: Partial<ConnectOptions> & { readonly prepare?: (fake: FakeCcu) => void } = {},
): Promise<World> {
  const { prepare, ...overrides } = options;
  const fake = await startFakeCcu();
  prepare?.(fake);
  const log: LogEntry[] = [];
  const callbacks = await openCallbackServer({
    host: '127.0.0.1',
    port: 0,
    binPort: 0,
    log: (entry) => log.push(entry),
  });
  const events: CcuEvent[] = [];
  const watchers = new Set<() => void>();
  const ccu = connectCcu({
    name: 'ccu',
    host: '127.0.0.1',
    interfaces: [{ name: 'BidCos-RF', port: fake.rpcPort }],
    username: 'Admin',
    password: 'secret',
    jsonRpcPort: fake.jsonPort,
    regaPort: 1,
    instance: 'test',
    callbacks,
    timings: FAST,
    log: (entry) => log.push(entry),
    ...overrides,
  });
  ccu.on((event) => {
    events.push(event);
    for (const watcher of watchers) watcher();
  });
  const until = (test: (event: CcuEvent) => boolean, from = 0) =>
    new Promise<CcuEvent>((resolve) => {
      const look = () => {
        const found = events.slice(from).find(test);
        if (found === undefined) return;
        watchers.delete(look);
        resolve(found);
      };
      watchers.add(look);
      look();
    });
  return {
    fake,
    ccu,
    callbacks,
    events,
    log,
    until: until as World['until'],
    connected: () => until((event) => event.type === 'link_state' && event.status.connected),
    async [Symbol.asyncDispose]() {
      await ccu.close();
      await callbacks.close();
      await fake.close();
    },
  };
}

export const isState = (state: string) => (event: CcuEvent) =>
  event.type === 'link_state' && event.status.state === state;
