import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MemberInfo } from '../src/index.js';
import { openPresence } from '../src/nats/index.js';
import { join } from './join.js';
import { type NatsServer, natsServer, startNatsServer } from './nats-server.js';

const title = natsServer ? 'presence' : 'presence (skipped: nats-server is not installed)';

const member = (name: string, protocol = 1): MemberInfo => ({
  id: `${name}/id`,
  name,
  roles: ['link'],
  version: '1.2.3',
  protocol,
  since: '2026-01-01T00:00:00.000Z',
  urls: ['http://127.0.0.1:8080'],
});

describe.skipIf(!natsServer)(title, () => {
  let server: NatsServer;
  beforeAll(async () => {
    server = await startNatsServer();
  });
  afterAll(() => server.dispose());

  it('lists who is there, with what they hold, and no more who has gone or crashed', async () => {
    const fleets = await Promise.all([1, 2, 3].map(() => join(server.url)));
    const [one, other, third] = fleets;
    if (!one || !other || !third) throw new Error('no fleet');
    try {
      let held = ['home'];
      const options = { ttlMs: 1_500 };
      const first = await openPresence(one, { ...options, self: member('link-1'), leases: () => held });
      const second = await openPresence(other, { ...options, self: member('link-2') });
      const lost = await openPresence(third, { ...options, self: member('link-3') });
      const there = async () => (await second.members()).map(({ name, leases }) => `${name}: ${leases}`);
      expect(await there()).toEqual(['link-1: home', 'link-2: ', 'link-3: ']);
      expect((await second.members())[0]).toEqual({ ...member('link-1'), leases: ['home'] });
      held = ['home', 'office'];
      first.announce();
      // Ends without a word, as a crash does.
      await third.nats.close();
      await expect.poll(there).toEqual(['link-1: home,office', 'link-2: ']);
      await first.close();
      expect(await there()).toEqual(['link-2: ']);
      await lost.close();
      await second.close();
    } finally {
      await Promise.all(fleets.map((fleet) => fleet.close()));
    }
  });

  it('tells once of each process that speaks another protocol, and is there again after an outage', async () => {
    const broker = await startNatsServer();
    const [one, other] = [await join(broker.url), await join(broker.url)];
    try {
      const told: string[] = [];
      const options = { ttlMs: 900, onStranger: ({ name }: MemberInfo) => told.push(name) };
      const first = await openPresence(one, { ...options, self: member('link-1') });
      const second = await openPresence(other, { ttlMs: 900, self: member('link-2', 2) });
      await expect.poll(() => told).toEqual(['link-2']);
      expect(first.strangers.map(({ name }) => name)).toEqual(['link-2']);
      expect(first.seen.map(({ name }) => name)).toEqual(['link-1', 'link-2']);
      await broker.kill();
      await expect.poll(() => first.health.state).toBe('outage');
      await broker.start();
      await expect
        .poll(async () => (await first.members().catch(() => [])).map(({ name }) => name))
        .toEqual(['link-1', 'link-2']);
      expect(told).toEqual(['link-2']);
      await Promise.all([first.close(), second.close()]);
    } finally {
      await Promise.all([one.close(), other.close()]);
      await broker.dispose();
    }
  });

  it('is not that of another fleet of the same name', async () => {
    const [one, other] = [await join(server.url), await join(server.url, { owner: 'other' })];
    try {
      await (await openPresence(one, { ttlMs: 1_500, self: member('link-1') })).close();
      await expect(openPresence(other, { ttlMs: 1_500, self: member('link-2') })).rejects.toMatchObject({
        reason: 'the bucket "fleet-members" belongs to "house", not to "other"',
      });
    } finally {
      await Promise.all([one.close(), other.close()]);
    }
  });
});
