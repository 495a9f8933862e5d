import { afterAll, beforeAll } from 'vitest';
import { ADMIN, type GatewayOptions, type GatewayUnderTest, startGateway } from './gateway.js';
import { startWebWorld, type WebWorld } from './world.js';

/** A gateway connects to its CCU within seconds, or within minutes where the machine has much else to do. */
const START_LIMIT_MS = 300_000;

/** A demo and a browser for the tests of one file: started before them, closed after them. */
export function useDemoWorld(): WebWorld {
  let world: WebWorld | undefined;
  beforeAll(async () => {
    world = await startWebWorld();
  });
  afterAll(() => world?.close());
  return later('the demo', () => world);
}

export interface GatewayWorld {
  readonly gateway: GatewayUnderTest;
  /** Its viewer is the admin, too: tests of roles are over the demo. */
  readonly world: WebWorld;
}

/** A silent CCU, a gateway that can go and come back, and a browser, for the tests of one file. */
export function useGatewayWorld(options: GatewayOptions = {}): GatewayWorld {
  let gateway: GatewayUnderTest | undefined;
  let world: WebWorld | undefined;
  beforeAll(async () => {
    const started = await startGateway(options);
    gateway = started;
    world = await startWebWorld({ url: started.url, admin: ADMIN, viewer: ADMIN, stop: () => started.close() });
  }, START_LIMIT_MS);
  // Without a world no browser came up, and the gateway is still there.
  afterAll(() => world?.close() ?? gateway?.close());
  return { gateway: later('the gateway', () => gateway), world: later('the browser', () => world) };
}

/** Stands for what is there only while tests run. */
function later<T extends object>(what: string, current: () => T | undefined): T {
  const members: ProxyHandler<T> = {
    get(_, member) {
      const started = current();
      if (started === undefined) throw new Error(`${what} is not started: it is there for tests and hooks only`);
      return Reflect.get(started, member);
    },
  };
  // Every member is asked of what was started.
  return new Proxy({} as T, members);
}
