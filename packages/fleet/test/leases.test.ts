import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { FleetRefusedError, openLeaseKeeper, systemEnvironment } from '../src/index.js';
import { type FleetConnection, type FleetConnectionOptions, openLeaseTable } from '../src/nats/index.js';
import { describeLeases } from '../src/testing/index.js';
import { join as joinAt } from './join.js';
import { openLine } from './line.js';
import { type NatsServer, natsServer, startNatsServer, startPlainServer } from './nats-server.js';

/** A TTL in milliseconds that is so long that no lease ends because a machine was busy for a moment. */
const steadyMs = 10_000;

const title = natsServer ? 'leases on NATS' : 'leases on NATS (skipped: nats-server is not installed)';

describe.skipIf(!natsServer)(title, () => {
  let server: NatsServer;
  let fleets = 0;
  beforeAll(async () => {
    server = await startNatsServer();
  });
  afterAll(() => server.dispose());

  const nextName = () => {
    fleets += 1;
    return `fleet-${fleets}`;
  };
  const manage = async <Result>(work: (manager: Awaited<ReturnType<typeof jetstreamManager>>) => Promise<Result>) => {
    const connection = await connect({ servers: server.url });
    try {
      return await work(await jetstreamManager(connection));
    } finally {
      await connection.close();
    }
  };
  const join = (options: Partial<FleetConnectionOptions> & { readonly url?: string } = {}) =>
    joinAt(options.url ?? server.url, options);

  const using = async (options: Parameters<typeof join>[0], work: (fleet: FleetConnection) => Promise<void>) => {
    const fleet = await join(options);
    try {
      await work(fleet);
    } finally {
      await fleet.close();
    }
  };

  /** A lease that no other holder has to be waited for. */
  const release = (name: string, ttlMs: number) =>
    using({ name }, async (fleet) => {
      const table = await openLeaseTable(fleet, { ttlMs });
      await table.write('home', { state: 'released', holder: 'one-1', name: 'one' }, 0);
      await table.close();
    });

  describeLeases({ describe, it, expect }, 'as leases', async ({ isSteady }) => {
    const name = nextName();
    const ttlMs = isSteady ? steadyMs : 3_000;
    await release(name, ttlMs);
    const environment = systemEnvironment();
    const closing: (() => Promise<unknown>)[] = [];
    return {
      ttlMs,
      elapsed: environment.elapsed,
      async open(process) {
        const proxy = await openLine(server.port);
        const fleet = await join({ name, url: proxy.url });
        const table = await openLeaseTable(fleet, { ttlMs });
        const keeper = openLeaseKeeper({ table, name: process });
        closing.push(async () => {
          await keeper.close();
          await table.close();
          await fleet.close();
          await proxy.close();
        });
        return { keeper, table, cut: proxy.drop };
      },
      empty: () => manage(async (manager) => void (await manager.streams.purge(`KV_${name}-leases`))),
      until: (condition) => expect.poll(condition, { interval: 5 }).toBe(true),
      async dispose() {
        await Promise.all(closing.map((close) => close()));
      },
    };
  });

  const openAndClose = (ttlMs: number) => async (fleet: FleetConnection) => {
    await (await openLeaseTable(fleet, { ttlMs })).close();
  };

  it('refuses the bucket of another fleet of the same name, and leaves it as it is', async () => {
    const name = nextName();
    await using({ name }, openAndClose(2_000));
    await using({ name, owner: 'other' }, async (fleet) => {
      await expect(openLeaseTable(fleet, { ttlMs: 2_000 })).rejects.toMatchObject({
        code: 'fleet_refused',
        reason: `the bucket "${name}-leases" belongs to "house", not to "other"`,
        remedy: 'give each fleet a name of its own on this broker',
      });
    });
  });

  it('refuses a bucket with another TTL, without one, and one that somebody else has made', async () => {
    const name = nextName();
    const refusal = async (work: (fleet: FleetConnection) => Promise<void>) => {
      let told = '';
      await using({ name }, (fleet) => work(fleet)).catch((error: unknown) => {
        if (error instanceof FleetRefusedError) told = error.reason;
      });
      return told;
    };
    await using({ name }, openAndClose(2_000));
    expect(await refusal(openAndClose(3_000))).toBe(`the bucket "${name}-leases" has a TTL of 2000 ms`);
    await manage((manager) => manager.streams.update(`KV_${name}-leases`, { max_age: 0 }));
    expect(await refusal(openAndClose(2_000))).toBe(`the configuration of the bucket "${name}-leases" was changed`);
    await manage(async ({ streams }) => {
      const { config } = await streams.info(`KV_${name}-leases`);
      await streams.update(config.name, { ...config, description: config.description?.replace(/ ttl:.*/, '') });
    });
    expect(await refusal(openAndClose(2_000))).toBe(`the bucket "${name}-leases" has no TTL`);
    const before = await manage(async (manager) => {
      await manager.streams.delete(`KV_${name}-leases`);
      return await manager.streams.add({ name: `KV_${name}-leases`, subjects: [`$KV.${name}-leases.>`] });
    });
    expect(await refusal(openAndClose(2_000))).toBe(`the bucket "${name}-leases" is not one for leases of a fleet`);
    expect((await manage((manager) => manager.streams.info(`KV_${name}-leases`))).config).toEqual(before.config);
  });

  it('takes a bucket of before, whose records go after the TTL, as it is', async () => {
    const name = nextName();
    const ttlMs = 2_000;
    await using({ name }, openAndClose(ttlMs));
    const change = async (description: string, max_age: number) =>
      await manage(async ({ streams }) => {
        const { config } = await streams.info(`KV_${name}-leases`);
        return (await streams.update(config.name, { ...config, description, max_age, duplicate_window: max_age }))
          .config;
      });
    const { description = '' } = await manage(async ({ streams }) => (await streams.info(`KV_${name}-leases`)).config);
    expect(description).toMatch(/ ttl:2000$/);
    const before = await change(description.replace(/ ttl:.*/, ''), ttlMs * 1e6);
    await using({ name }, openAndClose(ttlMs));
    await using({ name }, async (fleet) => {
      await expect(openLeaseTable(fleet, { ttlMs: 60 * ttlMs })).rejects.toMatchObject({
        reason: `the bucket "${name}-leases" has a TTL of 2000 ms`,
      });
    });
    expect((await manage(({ streams }) => streams.info(`KV_${name}-leases`))).config).toEqual(before);
  });

  it('makes one bucket when several processes start at once', async () => {
    const name = nextName();
    await using({ name }, (one) =>
      using({ name }, async (other) => {
        await Promise.all([one, other].map(openAndClose(2_000)));
      }),
    );
  });

  it('shows that the bucket is gone, with the remedy, and ends the term', async () => {
    const name = nextName();
    await using({ name }, async (fleet) => {
      const table = await openLeaseTable(fleet, { ttlMs: 3_000 });
      const keeper = openLeaseKeeper({ table, name: 'one' });
      const lease = keeper.want('home');
      let term = lease.term;
      const mayAct = () => {
        term = lease.term;
        return term?.mayAct();
      };
      await expect.poll(mayAct, { interval: 5 }).toBe(true);
      await manage((manager) => manager.streams.delete(`KV_${name}-leases`));
      await expect
        .poll(() => table.health)
        .toEqual({
          state: 'refused',
          reason: `the bucket "${name}-leases" is gone`,
          remedy: 'start the process again: the bucket is made anew',
        });
      await expect.poll(() => term?.ended.aborted).toBe(true);
      await keeper.close();
      await table.close();
    });
  });

  it('reports a broker without JetStream', async () => {
    const plain = await startPlainServer();
    try {
      await using({ url: plain.url }, async (fleet) => {
        await expect(openLeaseTable(fleet)).rejects.toMatchObject({ reason: 'the broker has no JetStream' });
      });
    } finally {
      await plain.dispose();
    }
  });

  it('are taken as soon as the broker is back after an outage that was longer than a lease, since their records are as they were', async () => {
    const own = await startNatsServer();
    const ttlMs = 2_000;
    const { elapsed } = systemEnvironment();
    const pass = (ms: number) => {
      const since = elapsed();
      return expect.poll(() => elapsed() - since, { interval: 50 }).toBeGreaterThan(ms);
    };
    try {
      await using({ url: own.url, name: nextName() }, async (fleet) => {
        const table = await openLeaseTable(fleet, { ttlMs });
        const compared = new Map<number, number>();
        const write: typeof table.write = async (key, entry, after) => {
          const revision = await table.write(key, entry, after);
          if (revision !== undefined) compared.set(revision, after);
          return revision;
        };
        const keeper = openLeaseKeeper({ table: { ...table, write }, name: 'one' });
        const lease = keeper.want('home');
        await expect.poll(() => lease.mayAct(), { interval: 5 }).toBe(true);
        const first = lease.term?.token ?? 0;
        await own.kill();
        await expect.poll(() => lease.mayAct()).toBe(false);
        await pass(2 * ttlMs);
        await own.start();
        await expect.poll(() => lease.mayAct(), { interval: 5 }).toBe(true);
        expect(compared.get(first)).toBe(0);
        expect(compared.get(lease.term?.token ?? 0)).toBeGreaterThanOrEqual(first);
        await keeper.close();
        await table.close();
      });
    } finally {
      await own.dispose();
    }
  });

  it('are held and handed over whatever the clocks of the machines say', async () => {
    const name = nextName();
    await release(name, steadyMs);
    const real = Date.now;
    let looks = 0;
    // Every reading of the clock finds it ten minutes ahead or behind.
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => {
      looks += 1;
      return real() + (looks % 2 === 0 ? 600_000 : -600_000);
    });
    try {
      await using({ name }, (one) =>
        using({ name }, async (other) => {
          const tables = await Promise.all([one, other].map((fleet) => openLeaseTable(fleet, { ttlMs: steadyMs })));
          const [first, second] = tables.map((table, index) => openLeaseKeeper({ table, name: `link-${index}` }));
          if (!first || !second) throw new Error('no keeper');
          const held = first.want('home');
          await expect.poll(() => held.mayAct(), { interval: 5 }).toBe(true);
          const { term } = held;
          const waiting = second.want('home');
          // Longer than the TTL: it has been renewed.
          const { elapsed } = systemEnvironment();
          const since = elapsed();
          await expect.poll(() => elapsed() - since, { interval: 50 }).toBeGreaterThan(1.5 * steadyMs);
          expect([held.mayAct(), waiting.mayAct(), term?.ended.aborted]).toEqual([true, false, false]);
          await first.close();
          await expect.poll(() => waiting.mayAct(), { interval: 5 }).toBe(true);
          await second.close();
          for (const table of tables) await table.close();
        }),
      );
    } finally {
      clock.mockRestore();
    }
  });
});
