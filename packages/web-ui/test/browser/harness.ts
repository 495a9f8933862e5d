import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { type Demo, startDemo } from './daemon.js';
import { ADMIN, type GatewayOptions, type GatewayUnderTest, startGateway } from './gateway.js';
import { startWebWorld, type WebWorld } from './world.js';

/** A gateway connects to its CCU within seconds, or within minutes where the machine has much else to do. */
const START_LIMIT_MS = 300_000;

/**
 * A demo and a browser for the tests of one file. `prepare` does to the demo what all of them need, `browser` is the path of another
 * browser than that of all tests.
 */
export function useDemoWorld(prepare?: (demo: Demo) => Promise<void>, browser?: string): WebWorld {
  return useAnew('the demo', async () => {
    const demo = await startDemo();
    try {
      await prepare?.(demo);
      return await startWebWorld(demo, browser);
    } catch (error) {
      // No world would stop it.
      await demo.stop();
      throw error;
    }
  });
}

export interface GatewayWorld {
  readonly gateway: GatewayUnderTest;
  /** Its viewer is the admin, too: tests of roles are over the demo. */
  readonly world: WebWorld;
}

/** A silent CCU, a gateway that can go and come back, and a browser, for the tests of one file. */
export function useGatewayWorld(
  options: GatewayOptions = {},
  prepare?: (gateway: GatewayUnderTest) => Promise<void>,
): GatewayWorld {
  let gateway: GatewayUnderTest | undefined;
  const world = useAnew('the browser', async () => {
    const started = await startGateway(options);
    gateway = started;
    try {
      await prepare?.(started);
      return await startWebWorld({ url: started.url, admin: ADMIN, viewer: ADMIN, stop: () => started.close() });
    } catch (error) {
      // No world would stop it.
      await started.close();
      throw error;
    }
  });
  return { gateway: later('the gateway', () => gateway), world };
}

/**
 * Started before the tests of a file, closed after them, and another one after each that failed: its second try, and the
 * tests after it, find nothing of what it left.
 */
function useAnew(what: string, start: () => Promise<WebWorld>): WebWorld {
  let current: WebWorld | undefined;
  const begin = async () => {
    current ??= await start();
  };
  const end = async () => {
    const ended = current;
    current = undefined;
    await ended?.close();
  };
  beforeAll(begin, START_LIMIT_MS);
  beforeEach(begin, START_LIMIT_MS);
  afterEach(({ task }) => (task.result?.state === 'fail' ? end() : undefined));
  afterAll(end);
  return later(what, () => current);
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
