import { jetstreamManager } from '@nats-io/jetstream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MemberInfo, Presence } from '../src/index.js';
import { type FleetConnection, openPresence } from '../src/nats/index.js';
import { createDrivenTime } from '../src/testing/index.js';
import { join } from './join.js';
import { openLine } from './line.js';
import { type NatsServer, natsServer, startNatsServer } from './nats-server.js';

const title = natsServer ? 'presence' : 'presence (skipped: nats-server is not installed)';

/** So long that nothing expires while a test runs. */
const ttlMs = 60_000;

const member = (name: string, protocol = 1): MemberInfo => ({
  id: `${name}/id`,
  name,
  roles: ['link'],
  version: '1.2.3',
  protocol,
  since: '2026-01-01T00:00:00.000Z',
  urls: ['http://127.0.0.1:8080'],
});

const listOf = async (presence: Presence) =>
  (await presence.members().catch(() => [])).map(({ name, leases }) => `${name}: ${leases}`);

describe.skipIf(!natsServer)(title, () => {
  let server: NatsServer;
  beforeAll(async () => {
    server = await startNatsServer();
  });
  afterAll(() => server.dispose());

  let fleets = 0;
  /** Processes of one fleet, which are all closed in the end. */
  async function using(
    body: (enter: (url?: string) => Promise<FleetConnection>) => Promise<void>,
    { url }: NatsServer = server,
  ): Promise<void> {
    fleets += 1;
    const name = `fleet-${fleets}`;
    const entered: FleetConnection[] = [];
    try {
      await body(async (at = url) => {
        const fleet = await join(at, { name });
        entered.push(fleet);
        return fleet;
      });
    } finally {
      await Promise.all(entered.map((fleet) => fleet.close()));
    }
  }

  it('lists who is there, with what they hold, and no more who has gone', () =>
    using(async (enter) => {
      let held = ['home'];
      const first = await openPresence(await enter(), { ttlMs, self: member('link-1'), leases: () => held });
      const second = await openPresence(await enter(), { ttlMs, self: member('link-2') });
      const there = () => listOf(second);
      await expect.poll(there).toEqual(['link-1: home', 'link-2: ']);
      expect((await second.members())[0]).toEqual({ ...member('link-1'), leases: ['home'] });
      held = ['home', 'office'];
      first.announce();
      await expect.poll(there).toEqual(['link-1: home,office', 'link-2: ']);
      await first.close();
      expect(await there()).toEqual(['link-2: ']);
      await second.close();
    }));

  it('announces a process three times in its TTL, by the timers of its connection', async () => {
    const { environment, advance } = createDrivenTime(() => 0);
    const fleet = await join(server.url, { name: 'fleet-timed', environment });
    const announced: number[] = [];
    const leases = () => {
      announced.push(environment.elapsed());
      return [];
    };
    const presence = await openPresence(fleet, { ttlMs, self: member('link-1'), leases });
    expect(announced).toEqual([0]);
    await advance(ttlMs / 3);
    expect(announced).toEqual([0, ttlMs / 3]);
    await presence.close();
    await fleet.close();
  });

  it('lists no more who has crashed, and goes on to list the others', () =>
    using(async (enter) => {
      const options = { ttlMs: 2_000 };
      const lost = await enter();
      const first = await openPresence(await enter(), { ...options, self: member('link-1') });
      const second = await openPresence(await enter(), { ...options, self: member('link-2') });
      const third = await openPresence(lost, { ...options, self: member('link-3') });
      await expect.poll(() => listOf(second)).toEqual(['link-1: ', 'link-2: ', 'link-3: ']);
      // Ends without a word, as a crash does.
      await lost.nats.close();
      await expect.poll(() => listOf(second)).toEqual(['link-1: ', 'link-2: ']);
      await Promise.all([first, second, third].map((presence) => presence.close()));
    }));

  it('reports each process with another protocol once, and is there again after an outage', async () => {
    const broker = await startNatsServer();
    await using(async (enter) => {
      const told: string[] = [];
      let held: readonly string[] = [];
      const options = { ttlMs, leases: () => held, onStranger: ({ name }: MemberInfo) => told.push(name) };
      const first = await openPresence(await enter(), { ...options, self: member('link-1') });
      const second = await openPresence(await enter(), { ttlMs, self: member('link-2', 2) });
      first.announce();
      await expect.poll(() => told).toEqual(['link-2']);
      expect(first.strangers.map(({ name }) => name)).toEqual(['link-2']);
      expect(first.seen.map(({ name }) => name)).toEqual(['link-1', 'link-2']);
      await broker.kill();
      await expect.poll(() => first.health.state).toBe('outage');
      held = ['home'];
      await broker.start();
      await expect.poll(() => listOf(first)).toEqual(['link-1: home', 'link-2: ']);
      expect(told).toEqual(['link-2']);
      await Promise.all([first.close(), second.close()]);
    }, broker).finally(() => broker.dispose());
  });

  it('announces itself again, and ends, after the line was lost in the middle of a list', async () => {
    const line = await openLine(server.port);
    await using(async (enter) => {
      let held: readonly string[] = [];
      const second = await openPresence(await enter(), { ttlMs, self: member('link-2') });
      const first = await openPresence(await enter(line.url), { ttlMs, self: member('link-1'), leases: () => held });
      line.dropFrom('link-2=2fid');
      first.announce();
      await expect(first.members()).rejects.toThrow();
      held = ['home'];
      line.drop(false);
      await expect.poll(() => listOf(second)).toEqual(['link-1: home', 'link-2: ']);
      await expect.poll(() => listOf(first)).toEqual(['link-1: home', 'link-2: ']);
      await Promise.all([first.close(), second.close()]);
    }).finally(() => line.close());
  });

  it('leaves nothing at the broker, however often it is listed', () =>
    using(async (enter) => {
      const fleet = await enter();
      const presence = await openPresence(fleet, { ttlMs, self: member('link-1') });
      for (let times = 0; times < 50; times += 1) expect(await listOf(presence)).toEqual(['link-1: ']);
      const manager = await jetstreamManager(fleet.nats);
      expect((await manager.streams.info(`KV_${fleet.name}-members`)).state.consumer_count).toBe(0);
      await presence.close();
    }));

  it('is not that of another fleet of the same name', async () => {
    const [one, other] = [await join(server.url), await join(server.url, { owner: 'other' })];
    try {
      await (await openPresence(one, { ttlMs, self: member('link-1') })).close();
      await expect(openPresence(other, { ttlMs, self: member('link-2') })).rejects.toMatchObject({
        reason: 'the bucket "fleet-members" belongs to "house", not to "other"',
      });
    } finally {
      await Promise.all([one.close(), other.close()]);
    }
  });
});
