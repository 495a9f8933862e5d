import { afterEach, describe, expect, it, vi } from 'vitest';
import { openLeaseTable } from '../src/nats/index.js';
import { openBlockableWay } from './blockable-way.js';
import { join } from './join.js';
import { natsServer, startNatsServer } from './nats-server.js';

const note = natsServer ? '' : ' (skipped: nats-server is not installed)';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

describe.skipIf(!natsServer)(`a connection whose other side has gone without a word${note}`, () => {
  it('is given up although more waits to be sent than the kernel takes, and another one is made', async () => {
    const server = await startNatsServer();
    cleanups.push(server.dispose);
    const way = await openBlockableWay(server.port);
    cleanups.push(way.close);
    const fleet = await join(way.url, { connection: { servers: way.url, reconnectTimeWait: 20, pingInterval: 200 } });
    cleanups.push(fleet.close);
    const table = await openLeaseTable(fleet);
    cleanups.push(table.close);
    const states: string[] = [];
    fleet.onHealth(({ state }) => states.push(state));
    way.block();
    const part = new Uint8Array(512 * 1024);
    for (let count = 0; count < 40; count += 1) fleet.nats.publish('no-subscriber', part);
    await vi.waitFor(() => expect(states).toEqual(['outage', 'connected']), { timeout: 20_000 });
    await vi.waitFor(async () => expect(await table.read('home')).toMatchObject({ state: 'gone' }), {
      timeout: 20_000,
    });
  });
});
