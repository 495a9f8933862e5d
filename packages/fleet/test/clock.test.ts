import { afterEach, expect, it, vi } from 'vitest';
import { join } from './join.js';
import { natsServer, startPlainServer } from './nats-server.js';

const note = natsServer ? '' : ' (skipped: nats-server is not installed)';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

it.skipIf(!natsServer)(`is connected again although the wall clock was set back by two hours${note}`, async () => {
  const server = await startPlainServer();
  cleanups.push(server.dispose);
  const fleet = await join(server.url);
  cleanups.push(fleet.close);
  const now = Date.now;
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() - 7_200_000);
  cleanups.push(() => clock.mockRestore());
  await server.kill();
  await vi.waitFor(() => expect(fleet.health.state).toBe('outage'), { timeout: 20_000 });
  await server.start();
  await vi.waitFor(() => expect(fleet.health.state).toBe('connected'), { timeout: 20_000 });
});
