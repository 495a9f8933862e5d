import { afterEach, expect, it, vi } from 'vitest';
import { openJetStreamLog } from '../src/jetstream/index.js';
import { natsServer, startNatsServer } from './nats-server.js';

const note = natsServer ? '' : ' (skipped: nats-server is not installed)';
const patience = { timeout: 20_000, interval: 20 };

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

it.skipIf(!natsServer)(`a log is there again although the wall clock was set back by two hours${note}`, async () => {
  const server = await startNatsServer();
  cleanups.push(server.dispose);
  const connection = { servers: server.url, reconnectTimeWait: 20, reconnectJitter: 0 };
  const log = await openJetStreamLog({ connection, name: 'events', owner: 'house', retryMs: 20 });
  cleanups.push(log.close);
  const now = Date.now;
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() - 7_200_000);
  cleanups.push(() => clock.mockRestore());
  await server.kill();
  await vi.waitFor(() => expect(log.health.state).toBe('outage'), patience);
  await server.start();
  await vi.waitFor(() => expect(log.health.state).toBe('connected'), patience);
});
