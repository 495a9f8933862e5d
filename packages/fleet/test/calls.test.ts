import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CallError, openCalls } from '../src/index.js';
import { type FleetConnection, openCallWire } from '../src/nats/index.js';
import { describeCalls } from '../src/testing/index.js';
import { join } from './join.js';
import { type NatsServer, natsServer, startNatsServer, startPlainServer } from './nats-server.js';

const title = natsServer ? 'calls over NATS' : 'calls over NATS (skipped: nats-server is not installed)';

describe.skipIf(!natsServer)(title, () => {
  let server: NatsServer;
  beforeAll(async () => {
    server = await startNatsServer();
  });
  afterAll(() => server.dispose());

  /** Ways that are closed in any case. */
  const harness = () => {
    const fleets: FleetConnection[] = [];
    const enter = async (owner = 'house') => {
      const fleet = await join(server.url, { owner });
      fleets.push(fleet);
      return fleet;
    };
    return {
      enter,
      open: async () => openCallWire(await enter()),
      dispose: async () => void (await Promise.all(fleets.map((fleet) => fleet.close()))),
    };
  };

  describeCalls({ describe, it, expect }, 'as calls', async () => harness());

  const code = (call: Promise<unknown>) => call.catch((error: unknown) => error instanceof CallError && error.code);

  it('never reach a fleet of another owner that has the same name', async () => {
    const { enter, open, dispose } = harness();
    try {
      openCalls({ wire: openCallWire(await enter('other')), id: 'link', handlers: { write: async () => 1 } });
      const calls = openCalls({ wire: await open(), id: 'serve' });
      expect(await code(calls.call('link', 'write', 1, { timeoutMs: 20_000 }))).toBe('unavailable');
    } finally {
      await dispose();
    }
  });

  it('have an unknown outcome when the process that works on one is gone', async () => {
    const { enter, open, dispose } = harness();
    try {
      let begun = 0;
      const link = await enter();
      const write = async () => {
        begun += 1;
        await link.nats.close();
      };
      openCalls({ wire: openCallWire(link), id: 'link', handlers: { write } });
      const calls = openCalls({ wire: await open(), id: 'serve' });
      let outcome: unknown;
      // A machine that stood still for a moment begins nothing that old, and answers so.
      while (begun === 0) outcome = await code(calls.call('link', 'write', 1, { timeoutMs: 40_000 }));
      expect(outcome).toBe('outcome_unknown');
      expect(await code(calls.call('link', 'write', 1, { timeoutMs: 40_000 }))).toBe('unavailable');
      expect(begun).toBe(1);
    } finally {
      await dispose();
    }
  });

  it.each([
    ['to be called', 'fleet.>', 'link', /^1$/],
    ['to be told that a call came to no process', '_INBOX.>', 'other', /that was asked is not there$/],
  ])('go on after the permission %s was withdrawn for a while', async (_what, subject, to, outcome) => {
    const folder = mkdtempSync(joinPath(tmpdir(), 'fleet-calls-'));
    const file = joinPath(folder, 'server.conf');
    const withhold = (denied: string) =>
      writeFileSync(
        file,
        `authorization: { users: [{ user: gateway, password: secret,
          permissions: { subscribe: { deny: [${denied}] } } }] }`,
      );
    withhold('');
    const broker = await startPlainServer('-c', file);
    const connection = { servers: broker.url, user: 'gateway', pass: 'secret' };
    const fleets = [await join(broker.url, { connection }), await join(broker.url, { connection })] as const;
    const refused = fleets.map(({ nats }) => {
      const messages: string[] = [];
      const read = async () => {
        for await (const event of nats.status()) if (event.type === 'error') messages.push(event.error.message);
      };
      void read();
      return () => messages.some((message) => message.includes(`Subscription to "${subject.replace('>', '')}`));
    });
    try {
      openCalls({ wire: openCallWire(fleets[0]), id: 'link', handlers: { write: async () => 1 } });
      const calls = openCalls({ wire: openCallWire(fleets[1]), id: 'serve' });
      const ask = async () => {
        const answer = calls.call(to, 'write', 1, { timeoutMs: 20_000 });
        return await answer.then(String, (error: unknown) => error instanceof Error && error.message);
      };
      // A subscription of one connection may come to the server after the request of the other one.
      await expect.poll(ask, { timeout: 20_000 }).toMatch(outcome);
      withhold(`"${subject}"`);
      broker.signal('SIGHUP');
      await expect.poll(() => refused.every((isRefused) => isRefused()), { timeout: 20_000 }).toBe(true);
      withhold('');
      broker.signal('SIGHUP');
      await expect.poll(ask, { timeout: 20_000 }).toMatch(outcome);
    } finally {
      await Promise.all(fleets.map((fleet) => fleet.close()));
      await broker.dispose();
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('are unavailable while the broker is away, unknown where it went in between, and never made later', async () => {
    const { enter, dispose } = harness();
    try {
      let begun = 0;
      const [link, serve] = [await enter(), await enter()];
      const write = async () => {
        begun += 1;
        await server.kill();
      };
      openCalls({ wire: openCallWire(link), id: 'link', handlers: { write } });
      const calls = openCalls({ wire: openCallWire(serve), id: 'serve' });
      let outcome: unknown;
      // A machine that stood still for a moment begins nothing that old, and answers so.
      while (begun === 0) outcome = await code(calls.call('link', 'write', 1, { timeoutMs: 40_000 }));
      expect(outcome).toBe('outcome_unknown');
      await expect.poll(() => serve.health.state).toBe('outage');
      expect(await code(calls.call('link', 'write', 1, { timeoutMs: 40_000 }))).toBe('unavailable');
      await server.start();
      await expect.poll(() => [link, serve].map(({ health }) => health.state)).toEqual(['connected', 'connected']);
      expect(await code(calls.call('link', 'other', 1, { timeoutMs: 40_000 }))).toBe('unavailable');
      expect(begun).toBe(1);
    } finally {
      await dispose();
    }
  });
});
