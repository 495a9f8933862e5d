import { openSharedStream, type SharedEventStream } from '@ccu-gateway/event-stream';
import { connectClient } from '@ccu-gateway/event-stream/testing';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { afterEach, describe, expect, it } from 'vitest';
import { openJetStreamLog } from '../src/jetstream/index.js';
import { type NatsServer, natsServer, startNatsServer } from './nats-server.js';

const title = natsServer
  ? 'streams on NATS JetStream'
  : 'streams on NATS JetStream (skipped: nats-server is not installed)';

describe.skipIf(!natsServer)(title, () => {
  let server: NatsServer | undefined;
  const streams: SharedEventStream[] = [];
  afterEach(async () => {
    await Promise.all(streams.splice(0).map((stream) => stream.close()));
    await server?.dispose();
    server = undefined;
  });

  async function open(): Promise<SharedEventStream> {
    server ??= await startNatsServer();
    const connection = { servers: server.url, reconnectTimeWait: 50 };
    // The outage shows by the end of the connection; a busy server that answers late has none.
    const log = await openJetStreamLog({ connection, name: 'events', owner: 'house', retryMs: 20, timeoutMs: 10_000 });
    const stream = await openSharedStream({ log });
    streams.push(stream);
    return stream;
  }

  it('show every event once on every gateway, across the end of the broker in the middle', async () => {
    const [one, other] = [await open(), await open()];
    const clients = [one, other].map((stream) => connectClient(stream));
    for (const client of clients) client.send({ op: 'subscribe', topics: ['*'] });
    const never = () => {
      throw new Error('nobody else publishes for this source');
    };
    const publishers = [one.publisher('home', { onLost: never }), other.publisher('cabin', { onLost: never })];
    const publish = (from: number, to: number) => {
      for (let value = from; value < to; value += 1) {
        publishers[value % 2]?.publish({ topic: 'device.A1', type: 'x', payload: { value } });
      }
    };
    publish(0, 200);
    await expect.poll(() => other.seq - other.oldestSeq).toBeGreaterThan(20);
    await server?.kill();
    publish(200, 300);
    await expect.poll(() => [one.outage, other.outage].every((reason) => reason !== undefined)).toBe(true);
    await server?.start();
    publish(300, 400);
    const framesOf = (client: (typeof clients)[number]) => client.frames.filter(({ op }) => op === undefined);
    for (const client of clients) {
      await expect.poll(() => framesOf(client).length).toBe(400);
      expect(client.frames.filter(({ op }) => op === 'outage').map(({ active }) => active)).toEqual([true, false]);
      expect(client.frames.some(({ op }) => op === 'replay_lost')).toBe(false);
    }
    const [frames = [], elsewhere] = clients.map(framesOf);
    expect(frames).toEqual(elsewhere);
    for (const source of [0, 1]) {
      const values = frames.map(({ payload }) => (payload as { value: number }).value);
      const own = values.filter((value) => value % 2 === source);
      expect(own).toEqual(Array.from({ length: 200 }, (_, index) => index * 2 + source));
    }
    const since = Number(frames[349]?.seq);
    const third = connectClient(await open());
    third.send({ op: 'subscribe', topics: ['*'], since, epoch: one.epoch });
    expect(framesOf(third)).toEqual(frames.slice(350));
  });

  it('begin, and give out the next number, where the newest events were removed from the log', async () => {
    const one = await open();
    const start = one.seq;
    const never = () => {
      throw new Error('no other process publishes for this source');
    };
    for (const source of ['home', 'cabin']) {
      one.publisher(source, { onLost: never }).publish({ topic: 'device.A1', type: 'x', payload: { source } });
      await expect.poll(() => one.seq).toBe(start + (source === 'home' ? 1 : 2));
    }
    await one.close();
    const operator = await connect({ servers: server?.url });
    await (await jetstreamManager(operator)).streams.purge('events', { filter: 'events.cabin' });
    await operator.close();
    const other = await open();
    expect(other.seq).toBe(start + 2);
    other.publisher('home', { onLost: never }).publish({ topic: 'device.A1', type: 'x', payload: {} });
    await expect.poll(() => other.seq).toBe(start + 3);
    const gaps = [{ after: start + 1, before: start + 3 }];
    expect(await other.page({ since: start + 1 })).toMatchObject({ gaps, nextSince: start + 3 });
  });
});
