import type { SharedLog } from '@ccu-gateway/event-stream';
import { openJetStreamLog } from '@ccu-gateway/fleet/jetstream';
import { connectFleet } from '@ccu-gateway/fleet/nats';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { noBrokers, startBrokers } from './real-brokers.js';
import { openSocket } from './socket.js';
import { startWorld } from './world.js';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const open = (servers: readonly string[], pass: string): Promise<SharedLog> =>
  openJetStreamLog({
    connection: { servers: [...servers], user: 'gateway', pass },
    name: 'events',
    owner: 'house',
    // A server that has just ended takes what it was asked with it.
    timeoutMs: 1_000,
    shape: { replicas: 3, maxBytes: 1024 ** 2 },
  });

/** What somebody answers, once somebody does. */
async function answerOf<T>(ask: () => Promise<T>): Promise<T> {
  let answer: { readonly value: T } | undefined;
  await expect
    .poll(async () => {
      answer = await ask().then(
        (value) => ({ value }),
        () => undefined,
      );
      return answer !== undefined;
    })
    .toBe(true);
  if (answer === undefined) throw new Error('nobody answers');
  return answer.value;
}

describe('deploy/kubernetes/nats.yaml', () => {
  it.skipIf(noBrokers !== '')(
    `takes a server for ready that has caught up with the others, and not one alone${noBrokers}`,
    async () => {
      const brokers = await startBrokers(cleanups);
      const log = await answerOf(() =>
        open(
          brokers.map(({ url }) => url),
          'g-secret',
        ),
      );
      cleanups.push(() => log.close());
      const ready = () => Promise.all(brokers.map(({ isReady }) => isReady()));
      const patience = { timeout: 50_000 };
      await expect.poll(ready, patience).toEqual([true, true, true]);
      await Promise.all(brokers.slice(1).map(({ kill }) => kill()));
      await expect.poll(ready, patience).toEqual([false, false, false]);
      await Promise.all(brokers.slice(1).map(({ start }) => start()));
      await expect.poll(ready, patience).toEqual([true, true, true]);
    },
    120_000,
  );
});

describe('deploy/nats.conf', () => {
  it.skipIf(noBrokers !== '')(
    `keeps the stream on three servers, and continues without any one of them${noBrokers}`,
    async () => {
      const brokers = await startBrokers(cleanups);
      const urls = brokers.map(({ url }) => url);
      await expect(open(urls, 'wrong')).rejects.toThrow(/authorization/i);
      const connection = { servers: [...urls], user: 'gateway', pass: 'wrong' };
      await expect(connectFleet({ connection, name: 'house', owner: 'house' })).rejects.toThrow(/authorization/i);
      const log = await answerOf(() => open(urls, 'g-secret'));
      cleanups.push(() => log.close());
      const writer = await answerOf(() => log.openWriter('home'));
      const append = (id: string) => writer.append([{ id, topic: 'a', text: '{}', key: 'a' }]);
      await expect.poll(async () => (await append('1')).outcome).toBe('appended');
      await brokers[0]?.kill();
      await expect.poll(async () => (await append('2')).outcome).toBe('appended');
      // Reading asks the leader of the servers, which may have been the one that ended: until there is another one, nobody answers.
      const ids = async () => (await log.page({ since: 0, limit: 10 })).records.map(({ id }) => id);
      await expect.poll(() => ids().catch((error: unknown) => error)).toEqual(['1', '2']);
    },
    120_000,
  );

  it.skipIf(noBrokers !== '')(
    `numbers nothing while two of the three are away, reports that, and continues when they are back${noBrokers}`,
    async () => {
      const brokers = await startBrokers(cleanups);
      const servers = brokers.map(({ url }) => url);
      const probe = await answerOf(() => open(servers, 'g-secret'));
      cleanups.push(() => probe.close());
      const writer = await answerOf(() => probe.openWriter('probe'));
      const append = (id: string) => writer.append([{ id, topic: 'a', text: '{}', key: 'a' }]);
      await expect.poll(async () => (await append('1')).outcome).toBe('appended');
      const nats = { servers, user: 'gateway', password: 'g-secret', replicas: 3, max_bytes: 2 ** 20 };
      const world = await startWorld({ config: { fleet: { name: 'house', lease_ttl: '2s', nats } } });
      cleanups.push(() => world.close());
      const isHealthy = async () => {
        const { components } = (await world.call('GET', '/api/v1/health')).json;
        const found = components.filter(({ name }: { name: string }) => ['fleet', 'events'].includes(name));
        expect(found.map(({ status }: { status: string }) => status)).toEqual(['healthy', 'healthy']);
      };
      const patience = { timeout: 50_000, interval: 50 };
      await vi.waitFor(isHealthy, patience);
      const socket = await openSocket(world);
      socket.send({ op: 'subscribe', topics: ['*'] });
      await socket.until(({ op }) => op === 'subscribed');
      const values = () => socket.frames.filter(({ type }) => type === 'datapoint.value_changed');

      await Promise.all(brokers.slice(1).map(({ kill }) => kill()));
      await expect.poll(async () => await append('2')).toMatchObject({ outcome: 'unknown', seqs: [] });
      // A connection with the broker that is left stays, so that only what asks the others finds out: the leases always do.
      await vi.waitFor(async () => {
        const { components } = (await world.call('GET', '/api/v1/health')).json;
        expect(components).toContainEqual(
          expect.objectContaining({
            name: 'fleet',
            status: 'degraded',
            note: expect.stringMatching(/the servers of the fleet do not answer/),
          }),
        );
      }, patience);
      const before = values().length;
      world.simulator.faults.burst(20);

      await Promise.all(brokers.slice(1).map(({ start }) => start()));
      await expect.poll(async () => (await append('2')).outcome).toBe('appended');
      await vi.waitFor(isHealthy, patience);
      world.simulator.faults.burst(20);
      await vi.waitFor(() => expect(values().length).toBeGreaterThan(before), patience);
      const ids = async () => (await probe.page({ since: 0, limit: 10 })).records.map(({ id }) => id);
      await expect.poll(() => ids().catch((error: unknown) => error)).toEqual(['1', '2']);
      const numbers = values().map(({ seq }) => Number(seq));
      expect(numbers).toEqual([...new Set(numbers)].sort((one, other) => one - other));
    },
    120_000,
  );
});
