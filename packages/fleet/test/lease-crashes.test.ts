import { describe, expect, it } from 'vitest';
import { judgeActs } from '../src/testing/index.js';
import { type Holders, now, startHolders } from './fleet-of-holders.js';
import { type Line, openLine } from './line.js';
import { type NatsServer, natsServer, startNatsServer } from './nats-server.js';

const ttlMs = 2_000;

const title = natsServer
  ? 'leases when processes and brokers crash'
  : 'leases when processes and brokers crash (skipped: nats-server is not installed)';

interface Scene {
  readonly server: NatsServer;
  readonly holders: Holders;
  /** Between each process and the broker. */
  readonly proxies: ReadonlyMap<string, Line>;
  /** Resolves with the process that acts after now, another than the given one. */
  takeover(from?: string): Promise<string>;
}

/** Two processes that want one lease; every act is judged in the end. */
async function play(body: (scene: Scene) => Promise<void>): Promise<void> {
  const server = await startNatsServer();
  const holders = await startHolders(ttlMs);
  const proxies = new Map<string, Line>();
  try {
    for (const name of ['one', 'other']) {
      const proxy = await openLine(server.port);
      proxies.set(name, proxy);
      holders.start(name, proxy.url);
    }
    const takeover = async (from?: string) => {
      const since = now();
      const who = () => holders.actingSince(since) ?? from;
      await expect.poll(who, { interval: 20 }).not.toBe(from);
      return who() ?? '';
    };
    await body({ server, holders, proxies, takeover });
    const acts = holders.acts();
    expect(acts.length).toBeGreaterThan(10);
    expect(judgeActs(acts)).toEqual([]);
  } finally {
    await holders.dispose();
    await Promise.all([...proxies.values()].map((proxy) => proxy.close()));
    await server.dispose();
  }
}

describe.skipIf(!natsServer)(title, () => {
  it('hands over when the holder is killed, and when it ends by itself', () =>
    play(async ({ holders, proxies, takeover }) => {
      const first = await takeover();
      holders.signal(first, 'SIGKILL');
      const second = await takeover(first);
      expect(second).not.toBe(first);
      holders.start(first, proxies.get(first)?.url ?? '');
      holders.signal(second, 'SIGTERM');
      expect(await takeover(second)).toBe(first);
    }));

  it('lets a holder that was stopped for longer than the TTL not act again under its old token', () =>
    play(async ({ holders, takeover }) => {
      const first = await takeover();
      holders.signal(first, 'SIGSTOP');
      const second = await takeover(first);
      const since = now();
      holders.signal(first, 'SIGCONT');
      // Long enough for the first to run again, and for the second to renew.
      await expect.poll(() => now() - since, { interval: 50 }).toBeGreaterThan(ttlMs);
      expect(holders.actingSince(since)).toBe(second);
    }));

  it('has one holder at most while the broker crashes and is started again', () =>
    play(async ({ server, holders, takeover }) => {
      for (let rounds = 0; rounds < 2; rounds += 1) {
        await takeover();
        await server.kill();
        const since = now();
        // Once within the right of the holder, once after it.
        await expect.poll(() => now() - since, { interval: 50 }).toBeGreaterThan(rounds * 2 * ttlMs);
        if (rounds > 0) expect(holders.actingSince(since + ttlMs)).toBe(undefined);
        await server.start();
        await takeover();
      }
    }));

  it('hands over when the line of the holder is dead, and takes it in again when it is back', () =>
    play(async ({ holders, proxies, takeover }) => {
      const first = await takeover();
      proxies.get(first)?.drop(true);
      const second = await takeover(first);
      proxies.get(first)?.drop(false);
      holders.signal(second, 'SIGKILL');
      expect(await takeover(second)).toBe(first);
    }));
});

describe('the judge of acts', () => {
  const act = (process: string, token: number, at: number) => ({ process, key: 'home', token, at });

  it('finds nothing wrong where one comes after the other', () => {
    expect(judgeActs([act('one', 1, 1), act('other', 4, 3), act('one', 1, 2), act('other', 4, 9)])).toEqual([]);
  });

  it('finds a holder that acts after the next one, also when it is written down later', () => {
    expect(judgeActs([act('one', 1, 1), act('one', 1, 5), act('other', 4, 3)])).toEqual([
      'one acts for home under token 1 after other under 4',
    ]);
  });

  it('finds two under one token', () => {
    expect(judgeActs([act('one', 1, 1), act('other', 1, 3)])).toEqual(['other acts for home under token 1 of one']);
  });
});
