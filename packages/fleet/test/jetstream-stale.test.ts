import { afterEach, describe, expect, it, vi } from 'vitest';
import { openJetStreamLog } from '../src/jetstream/index.js';
import { openBlockableWay } from './blockable-way.js';
import { natsServer, startNatsServer } from './nats-server.js';

const note = natsServer ? '' : ' (skipped: nats-server is not installed)';
const SOURCES = 40;

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

describe.skipIf(!natsServer)(`a log whose server has gone without a word${note}`, () => {
  it('is in an outage although more waits to be sent than the kernel takes, and has another connection then', async () => {
    const server = await startNatsServer();
    cleanups.push(server.dispose);
    const way = await openBlockableWay(server.port);
    cleanups.push(way.close);
    const log = await openJetStreamLog({
      connection: { servers: way.url, reconnectTimeWait: 20, pingInterval: 200 },
      ...{ name: 'events', owner: 'house', retryMs: 20 },
    });
    cleanups.push(log.close);
    const writers = await Promise.all(Array.from({ length: SOURCES }, (_, index) => log.openWriter(`source-${index}`)));
    way.block();
    const large = { id: '1', topic: 'x', text: JSON.stringify('x'.repeat(500_000)) };
    const first = await Promise.all(writers.map((writer) => writer.append([large])));
    expect(first.every(({ outcome }) => outcome === 'unknown')).toBe(true);
    const [writer] = writers;
    await vi.waitFor(async () => expect(await writer?.append([large])).toMatchObject({ outcome: 'appended' }), {
      timeout: 20_000,
    });
  });
});
