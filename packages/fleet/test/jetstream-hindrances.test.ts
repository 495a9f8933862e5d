import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSharedStream } from '@ccu-gateway/event-stream';
import { connectClient } from '@ccu-gateway/event-stream/testing';
import { type JetStreamManager, jetstreamManager } from '@nats-io/jetstream';
import { connect, type NodeConnectionOptions } from '@nats-io/transport-node';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type JetStreamLogOptions, openJetStreamLog } from '../src/jetstream/index.js';
import { natsServer, startNatsServer } from './nats-server.js';

const note = natsServer ? '' : ' (skipped: nats-server is not installed)';
const patience = { timeout: 30_000, interval: 20 };

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** A server whose configuration can be changed while it runs. */
async function startWith(config: string) {
  const folder = mkdtempSync(join(tmpdir(), 'nats-hindered-'));
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'server.conf');
  const store = join(folder, 'store');
  writeFileSync(file, config);
  const server = await startNatsServer('-c', file, '-sd', store);
  cleanups.push(server.dispose);
  return {
    url: server.url,
    configure(changed: string) {
      // By the file it must have the folder that it was started with, where it may be named only once.
      writeFileSync(file, `jetstream { store_dir: "${store}" }\n${changed}`);
      server.signal('SIGHUP');
    },
  };
}

/** As an operator has it. */
async function manage(connection: NodeConnectionOptions): Promise<JetStreamManager> {
  const opened = await connect(connection);
  cleanups.push(() => opened.close());
  return await jetstreamManager(opened);
}

async function openStream(options: Omit<JetStreamLogOptions, 'name' | 'owner'>) {
  const log = await openJetStreamLog({ ...options, name: 'events', owner: 'house' });
  const stream = await openSharedStream({ log });
  cleanups.push(() => stream.close());
  const client = connectClient(stream);
  client.send({ op: 'subscribe', topics: ['*'] });
  const publisher = stream.publisher('home', { onLost: () => {} });
  const publish = (payload: object) => publisher.publish({ topic: 'a', type: 'x', payload });
  const outages = () => client.frames.flatMap(({ op, active }) => (op === 'outage' ? [active] : []));
  return { log, client, publisher, publish, outages };
}

const withPermissions = (denied: string) =>
  `authorization: { users: [{ user: operator, password: secret }, { user: gateway, password: secret,
    permissions: { publish: { deny: [${denied}] } } }] }`;

describe.skipIf(!natsServer)(`the log on NATS JetStream whose servers answer and do not do their work${note}`, () => {
  it('has one outage while there is no room, whoever finds it, and none once there is', async () => {
    const { url } = await startWith('jetstream { max_file_store: 1MB }');
    const { log, publisher, publish, outages } = await openStream({
      connection: { servers: url },
      shape: { maxBytes: -1 },
    });
    for (let event = 0; event < 40; event += 1) publish({ event, text: 'x'.repeat(50_000) });
    // As a client does that asks for a page.
    await vi.waitFor(async () => {
      await log.state();
      expect(log.health.state).toBe('outage');
    }, patience);
    const { streams } = await manage({ servers: url });
    await vi.waitFor(async () => {
      await streams.purge('events', { keep: 1 });
      expect(publisher.pending).toBe(0);
    }, patience);
    await vi.waitFor(() => expect(log.health).toEqual({ state: 'connected' }), patience);
    expect(outages()).toEqual([true, false]);
  });

  it('sends clients once that a permission was withdrawn, and once that it is back', async () => {
    const server = await startWith(withPermissions(''));
    const login = { servers: server.url, pass: 'secret', reconnectTimeWait: 20 };
    const { log, client, publish, outages } = await openStream({ connection: { ...login, user: 'gateway' } });
    const { lastSeq: start } = await log.state();
    publish({ event: 0 });
    const seen = () => client.frames.flatMap(({ seq, op }) => (op === undefined ? [seq] : []));
    await vi.waitFor(() => expect(seen()).toEqual([start + 1]), patience);
    const { consumers } = await manage({ ...login, user: 'operator' });
    server.configure(withPermissions('"$JS.API.CONSUMER.CREATE.>"'));
    const reasons = new Set<string>();
    log.onHealth((health) => health.state === 'outage' && reasons.add(health.reason));
    await vi.waitFor(async () => {
      for await (const { name } of consumers.list('events')) await consumers.delete('events', name);
      // The reason names the consumer that was asked for last.
      expect(reasons.size).toBeGreaterThan(1);
    }, patience);
    server.configure(withPermissions(''));
    await vi.waitFor(() => expect(log.health).toEqual({ state: 'connected' }), patience);
    publish({ event: 1 });
    await vi.waitFor(() => expect(seen()).toEqual([start + 1, start + 2]), patience);
    expect(outages()).toEqual([true, false]);
  });
});
