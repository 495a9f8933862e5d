import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CallError, openCalls } from '../src/index.js';
import { type FleetConnection, openCallWire } from '../src/nats/index.js';
import { describeCalls } from '../src/testing/index.js';
import { join } from './join.js';
import { type NatsServer, natsServer, startNatsServer } from './nats-server.js';

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
      // A machine that stood still for a moment begins nothing that old, and says so.
      while (begun === 0) outcome = await code(calls.call('link', 'write', 1, { timeoutMs: 40_000 }));
      expect(outcome).toBe('outcome_unknown');
      expect(await code(calls.call('link', 'write', 1, { timeoutMs: 40_000 }))).toBe('unavailable');
      expect(begun).toBe(1);
    } finally {
      await dispose();
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
      // A machine that stood still for a moment begins nothing that old, and says so.
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
