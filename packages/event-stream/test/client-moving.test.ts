import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { memoryCursor } from '../src/client/cursors.js';
import { openStream } from '../src/client/open-stream.js';
import type { Cursor, OpenStreamOptions, StreamLoss, StreamStatus } from '../src/client/types.js';
import { createSharedMemoryLog, createSharedMemoryStore } from '../src/log/shared-memory.js';
import type { EventStream } from '../src/model/stream.js';
import { createEventStream } from '../src/stream/create-stream.js';
import { openSharedStream } from '../src/stream/open-shared-stream.js';
import { startGateway, type TestGateway, type TestGatewayOptions } from './gateway.js';

const cleanups: (() => unknown)[] = [];

afterEach(cleanUp);

async function cleanUp() {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
}

async function gatewayFor(options: TestGatewayOptions = {}): Promise<TestGateway> {
  const gateway = await startGateway(options);
  cleanups.push(gateway.stop);
  return gateway;
}

/** The numbering of a fleet: every gateway of it counts alike. */
const fleet = { epoch: 'fleet', clock: () => 1 };

/** Delays are recorded without waiting; the watch of a connection never fires, unless a test lets it. */
function open(gateways: readonly TestGateway[], options: Partial<OpenStreamOptions> = {}) {
  const delays: number[] = [];
  const watches: (() => void)[] = [];
  const losses: StreamLoss[] = [];
  const stream = openStream({
    url: gateways.map(({ url }) => url),
    topics: ['a'],
    order: 'given',
    random: () => 0,
    onLost: (loss) => losses.push(loss),
    timer(run, delayMs) {
      if (delayMs === 35_000 || delayMs === 10_000) {
        watches.push(run);
        return () => {};
      }
      delays.push(delayMs);
      const handle = delays.length < 50 ? setImmediate(run) : undefined;
      return () => clearImmediate(handle);
    },
    ...options,
  });
  cleanups.push(stream.close);
  const until = (holds: (status: StreamStatus) => boolean) =>
    new Promise<StreamStatus>((resolve) => {
      const stop = stream.observe((status) => {
        if (!holds(status)) return;
        queueMicrotask(() => stop());
        resolve(status);
      });
    });
  const liveAt = (gateway: TestGateway) => until(({ state, url }) => state === 'live' && url === gateway.url);
  const values = async (count: number) => {
    const seen: unknown[] = [];
    while (seen.length < count) seen.push((await stream.next()).value?.payload.value);
    return seen;
  };
  return { stream, delays, watches, losses, until, liveAt, values };
}

const publish = (stream: EventStream, value: number) =>
  stream.publish({ topic: 'a', type: 'state', payload: { value } });

const transports: readonly (readonly [string, Partial<OpenStreamOptions>])[] = [
  ['a WebSocket', { webSocket: WebSocket }],
  ['server-sent events', { webSocket: undefined, token: 'secret' }],
];

describe.each(transports)('a client of several gateways over %s', (_name, transport) => {
  it('goes on at the next one when its own is killed, with every event once', async () => {
    const stream = createEventStream(fleet);
    const [a, b] = [await gatewayFor({ stream }), await gatewayFor({ stream })];
    const client = open([a, b], transport);
    await client.liveAt(a);
    for (const value of [1, 2, 3]) publish(stream, value);
    expect(await client.values(2)).toEqual([1, 2]);
    a.kill();
    publish(stream, 4);
    await client.liveAt(b);
    publish(stream, 5);
    expect(await client.values(3)).toEqual([3, 4, 5]);
    expect(client.losses).toEqual([]);
    expect(client.delays).toEqual([500]);
  });

  it('reports another numbering of the next one, though its numbers are higher', async () => {
    const [a, b] = [await gatewayFor({ ...fleet }), await gatewayFor({ epoch: 'another house', clock: () => 0.5 })];
    const client = open([a, b], transport);
    await client.liveAt(a);
    publish(a.stream, 1);
    expect(await client.values(1)).toEqual([1]);
    while (b.stream.seq < a.stream.seq + 5) publish(b.stream, 0);
    a.kill();
    await client.liveAt(b);
    publish(b.stream, 7);
    expect(await client.values(1)).toEqual([7]);
    expect(client.losses).toEqual([{ reason: 'epoch', seq: b.stream.seq - 1 }]);
  });

  it('reports a loss that comes after the numbering changed', async () => {
    const a = await gatewayFor({ ...fleet });
    // The number that the client has is among those of the other numbering, too.
    const log = createSharedMemoryLog(createSharedMemoryStore('another house', a.stream.seq));
    const shared = await openSharedStream({ log });
    const b = await gatewayFor({ stream: Object.assign(shared, { publish: () => 0 }) });
    const home = shared.publisher('home', { onLost: () => {} });
    const client = open([a, b], transport);
    await client.liveAt(a);
    publish(a.stream, 1);
    expect(await client.values(1)).toEqual([1]);
    for (const value of [2, 3, 4]) home.publish({ topic: 'a', type: 'state', payload: { value } });
    await vi.waitFor(() => expect(shared.seq).toBe(a.stream.seq + 2));
    a.kill();
    await client.liveAt(b);
    for (const [source, value] of Object.entries({ cellar: 5, attic: 6 })) {
      const publisher = shared.publisher(source, { onLost: () => {}, lostBefore: 1 });
      publisher.publish({ topic: 'a', type: 'state', payload: { value } });
      expect(await client.values(1)).toEqual([value]);
    }
    expect(client.losses).toMatchObject([{ reason: 'epoch' }, { reason: 'overflow' }, { reason: 'overflow' }]);
  });

  it('reports a next one that is behind in the same numbering', async () => {
    const [a, b] = [await gatewayFor(fleet), await gatewayFor(fleet)];
    const client = open([a, b], transport);
    await client.liveAt(a);
    for (const value of [1, 2, 3]) publish(a.stream, value);
    publish(b.stream, 1);
    expect(await client.values(3)).toEqual([1, 2, 3]);
    a.kill();
    await client.liveAt(b);
    publish(b.stream, 2);
    expect(await client.values(1)).toEqual([2]);
    expect(client.losses).toEqual([{ reason: 'future', seq: b.stream.seq - 1 }]);
  });

  it('knows by its cursor, in another life too, that a gateway counts otherwise', async () => {
    const [a, b] = [await gatewayFor(fleet), await gatewayFor({ epoch: 'another house', clock: () => 0.5 })];
    const cursor = memoryCursor();
    const first = open([a], { ...transport, cursor });
    await first.liveAt(a);
    publish(a.stream, 1);
    await first.values(1);
    await first.stream.close();
    while (b.stream.seq < a.stream.seq + 5) publish(b.stream, 0);
    const second = open([b], { ...transport, cursor });
    await second.liveAt(b);
    publish(b.stream, 7);
    expect(await second.values(1)).toEqual([7]);
    expect(second.losses).toEqual([{ reason: 'epoch', seq: b.stream.seq - 1 }]);
    publish(b.stream, 8);
    expect(await second.values(1)).toEqual([8]);
    expect(cursor.load()).toEqual({ seq: b.stream.seq - 1, epoch: 'another house' });
  });

  it('leaves one that takes the connection and stays silent', async () => {
    const [silent, b] = [await gatewayFor(fleet), await gatewayFor(fleet)];
    const client = open([silent, b], {
      ...transport,
      // Requests there get no answer.
      fetch: (input, init) => (String(input).startsWith(silent.url) ? new Promise(() => {}) : fetch(input, init)),
      webSocket: transport.webSocket && deafTo(silent.url),
    });
    await client.until(({ state }) => state === 'connecting');
    while (client.watches.length === 0) await new Promise((resolve) => setImmediate(resolve));
    client.watches[0]?.();
    await client.liveAt(b);
    expect(client.losses).toEqual([]);
  });

  it('is denied when all of them have denied it, and not before', async () => {
    const [a, b] = [await gatewayFor({ ...fleet, token: 'other' }), await gatewayFor({ ...fleet, token: 'another' })];
    const client = open([a, b], { ...transport, token: 'secret', webSocket: transport.webSocket });
    const seen: string[] = [];
    client.stream.observe(({ state, url }) => void seen.push(`${state} ${url === a.url ? 'a' : 'b'}`));
    await client.until(({ state }) => state === 'denied');
    expect(seen.slice(-4)).toEqual(['connecting a', 'waiting a', 'connecting b', 'denied b']);
  });

  it('asks for the token of each of them', async () => {
    const [a, b] = [await gatewayFor({ ...fleet, token: 'at-a' }), await gatewayFor({ ...fleet, token: 'at-b' })];
    const client = open([a, b], { ...transport, token: (url) => (url.href === a.url ? 'at-a' : 'at-b') });
    await client.liveAt(a);
    a.kill();
    await client.liveAt(b);
  });
});

/** A WebSocket to this address never opens. */
function deafTo(url: string): NonNullable<OpenStreamOptions['webSocket']> {
  return class extends WebSocket {
    constructor(address: string, protocols?: string[], options?: object) {
      super(address, protocols, options);
      if (address.endsWith(new URL(url).host + new URL(url).pathname)) this.removeAllListeners('open').pause();
      if (address.includes(new URL(url).host)) Object.defineProperty(this, 'onopen', { set() {}, get: () => null });
    }
  };
}

describe('a client of several gateways', () => {
  it('spreads over them, and keeps its own order', async () => {
    const gateways = [await gatewayFor(fleet), await gatewayFor(fleet), await gatewayFor(fleet)];
    const lots = [0.5, 0.1, 0.3];
    const client = open(gateways, { webSocket: WebSocket, order: undefined, random: () => lots.shift() ?? 0 });
    for (const index of [1, 2, 0]) {
      const gateway = gateways[index] as TestGateway;
      await client.liveAt(gateway);
      if (index !== 0) gateway.kill();
    }
  });

  it('is not made with an empty list', () => {
    expect(() => open([])).toThrow(/must not be an empty list/);
  });

  it('does not ask a dead fleet more often than a dead gateway', async () => {
    const gateways = [await gatewayFor(fleet), await gatewayFor(fleet)];
    for (const gateway of gateways) gateway.kill();
    const client = open(gateways, { webSocket: WebSocket });
    await client.until(() => client.delays.length === 8);
    expect(client.delays.slice(0, 8)).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
  });

  it('takes no state of a gateway that is behind, or of another one', async () => {
    const stream = createEventStream(fleet);
    const gateway = await gatewayFor({ stream });
    publish(stream, 1);
    const states: Cursor[] = [
      { seq: stream.seq - 1, epoch: 'fleet' },
      { seq: stream.seq + 9, epoch: 'another house' },
    ];
    const asked: (number | undefined)[] = [];
    const client = open([gateway], {
      webSocket: WebSocket,
      snapshot: async () => {
        const state = states.shift() ?? { seq: stream.seq, epoch: 'fleet' };
        asked.push(state.seq - stream.seq);
        return state;
      },
    });
    const value = client.values(1);
    await expect.poll(() => asked.length, { interval: 1 }).toBe(3);
    publish(stream, 2);
    expect(await value).toEqual([2]);
    expect(asked).toEqual([-1, 9, 0]);
    expect(client.delays).toEqual([500, 1_000]);
  });
});

const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ op: fc.constant('publish' as const), count: fc.integer({ min: 1, max: 4 }) }) },
  { weight: 3, arbitrary: fc.record({ op: fc.constant('follow' as const), gateway: fc.nat({ max: 1 }) }) },
  { weight: 3, arbitrary: fc.record({ op: fc.constant('cut' as const), gateway: fc.nat({ max: 1 }) }) },
  { weight: 3, arbitrary: fc.record({ op: fc.constant('read' as const) }) },
);

describe.each(transports)('any cuts of a fleet with lagging gateways, over %s', (_name, transport) => {
  it('leave a client with every event, or with a reported loss and a state that has it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 30 }), fc.nat({ max: 99 }), async (steps, seed) => {
        const all: number[] = [];
        const gateways = [await gatewayFor({ ...fleet }), await gatewayFor({ ...fleet })] as const;
        const have = [0, 0];
        const catchUp = (index: number) => {
          for (; (have[index] ?? 0) < all.length; have[index] = (have[index] ?? 0) + 1)
            publish((gateways[index] as TestGateway).stream, all[have[index] ?? 0] as number);
        };
        let turn = seed;
        const known = new Set<number>();
        /** Everything up to here is known. */
        let complete = 0;
        let last = 0;
        /** The skipped events, until they are reported. */
        let skipped: string | undefined;
        const client = open(gateways, {
          ...transport,
          onLost: () => {
            last = 0;
            skipped = undefined;
          },
          // Whichever gateway is asked; one that lags answers with less.
          snapshot: async () => {
            turn += 1;
            const index = turn % 2;
            if (turn % 3 === 0) catchUp(index);
            complete = have[index] ?? 0;
            for (const value of all.slice(0, complete)) known.add(value);
            const { seq, epoch } = (gateways[index] as TestGateway).stream;
            return { seq, epoch };
          },
        });
        const reading = (async () => {
          for await (const { payload } of client.stream) {
            const value = payload.value as number;
            if (value <= last) throw new Error(`${value} after ${last}`);
            if (value > complete + 1) skipped = `${value} after ${complete}`;
            complete = Math.max(complete, value);
            last = value;
            known.add(value);
          }
        })();
        for (const each of steps) {
          if (each.op === 'publish') for (let count = 0; count < each.count; count += 1) all.push(all.length + 1);
          else if (each.op === 'follow') catchUp(each.gateway);
          else if (each.op === 'cut') gateways[each.gateway]?.cut();
          await new Promise((resolve) => setImmediate(resolve));
        }
        catchUp(0);
        catchUp(1);
        await Promise.race([reading, expect.poll(() => known.size, { interval: 1, timeout: 5_000 }).toBe(all.length)]);
        await client.stream.close();
        await reading;
        expect(skipped).toBeUndefined();
        await cleanUp();
      }),
      { numRuns: 40 },
    );
  });
});
