import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { memoryCursor } from '../src/client/cursors.js';
import { openStream } from '../src/client/open-stream.js';
import type { OpenedStream, OpenStreamOptions, StreamLoss, StreamStatus, TypedEvent } from '../src/client/types.js';
import { startGateway, type TestGateway, type TestGatewayOptions } from './gateway.js';

type Values = { readonly state: { readonly value: number } };
type Opened = OpenedStream<TypedEvent<Values>>;

const cleanups: (() => unknown)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function gatewayFor(options: TestGatewayOptions = {}): Promise<TestGateway> {
  const gateway = await startGateway(options);
  cleanups.push(gateway.stop);
  return gateway;
}

/** Delays of the client are noted and, when short, not waited for. */
function open(gateway: TestGateway, options: Partial<OpenStreamOptions> = {}) {
  const delays: number[] = [];
  const stream: Opened = openStream<Values>({
    url: gateway.url,
    topics: ['a'],
    random: () => 0,
    timer(run, delayMs) {
      if (delayMs === 35_000) return () => {};
      delays.push(delayMs);
      const handle = delayMs < 31_000 ? setImmediate(run) : undefined;
      return () => clearImmediate(handle);
    },
    ...options,
  });
  cleanups.push(stream.close);
  return { stream, delays };
}

const until = (stream: Opened, holds: (status: StreamStatus) => boolean) =>
  new Promise<StreamStatus>((resolve) => {
    const stop = stream.observe((status) => {
      if (!holds(status)) return;
      queueMicrotask(() => stop());
      resolve(status);
    });
  });

const isLive = ({ state }: StreamStatus) => state === 'live';
const publish = (gateway: TestGateway, value: number, topic = 'a') =>
  gateway.stream.publish({ topic, type: 'state', payload: { value } });

async function take(stream: Opened, count: number): Promise<number[]> {
  const seqs: number[] = [];
  while (seqs.length < count) {
    const { done, value } = await stream.next();
    if (done) break;
    seqs.push(value.seq);
  }
  return seqs;
}

const transports: readonly (readonly [string, Partial<OpenStreamOptions>])[] = [
  ['a WebSocket', { webSocket: WebSocket }],
  ['server-sent events', { webSocket: undefined, token: 'secret' }],
];

describe.each(transports)('a client over %s', (_name, transport) => {
  const setUp = async (options: Partial<OpenStreamOptions> = {}, server: TestGatewayOptions = {}) => {
    const gateway = await gatewayFor({ token: 'secret', ...server });
    return { gateway, ...open(gateway, { ...transport, token: 'secret', ...options }) };
  };

  it('receives typed events in order', async () => {
    const { gateway, stream } = await setUp();
    await until(stream, isLive);
    const seqs = Array.from({ length: 100 }, (_, value) => publish(gateway, value));
    publish(gateway, 0, 'b');
    expect(await take(stream, 99)).toEqual(seqs.slice(0, 99));
    const { value } = await stream.next();
    expect(value).toMatchObject({ seq: seqs[99], type: 'state', payload: { value: 99 } });
  });

  it('sends the header of another scheme as it is', async () => {
    const { stream } = await setUp(
      { token: undefined, authorization: async () => 'Basic YTpi' },
      { header: 'Basic YTpi' },
    );
    expect((await until(stream, ({ state }) => state !== 'connecting')).state).toBe('live');
  });

  it('reconnects and resumes where it was, without a gap and without a repetition', async () => {
    const { gateway, stream } = await setUp();
    await until(stream, isLive);
    const seqs: number[] = [];
    const seen: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      for (let value = 0; value < 20; value += 1) seqs.push(publish(gateway, value));
      seen.push(...(await take(stream, round % 2 ? 20 : 7)));
      gateway.cut();
      for (let value = 0; value < 20; value += 1) seqs.push(publish(gateway, value));
      await until(stream, isLive);
    }
    seen.push(...(await take(stream, seqs.length - seen.length)));
    expect(seen).toEqual(seqs);
  });

  it('goes on from its cursor, with the event that was being worked on', async () => {
    const { gateway } = await setUp();
    const cursor = memoryCursor(gateway.stream.seq);
    const seqs = [1, 2, 3].map((value) => publish(gateway, value));
    const first = open(gateway, { ...transport, token: 'secret', cursor }).stream;
    expect(await take(first, 2)).toEqual(seqs.slice(0, 2));
    first.close();
    const second = open(gateway, { ...transport, token: 'secret', cursor }).stream;
    expect(await take(second, 2)).toEqual(seqs.slice(1));
  });

  it('reports a loss in its position, and goes on', async () => {
    const losses: StreamLoss[] = [];
    const { gateway, stream } = await setUp({ onLost: (loss) => losses.push(loss), cursor: memoryCursor(5) });
    await until(stream, isLive);
    const head = gateway.stream.seq;
    const seq = publish(gateway, 1);
    expect(await take(stream, 1)).toEqual([seq]);
    expect(losses).toEqual([{ reason: 'evicted', seq: head }]);
  });

  it('takes a snapshot at the start and after a loss, and applies later events once', async () => {
    const snapshots: number[] = [];
    const { gateway, stream } = await setUp(
      {
        async snapshot() {
          publish(gateway, 0);
          const { seq } = gateway.stream;
          publish(gateway, 0);
          await new Promise((resolve) => setImmediate(resolve));
          snapshots.push(seq);
          return { seq };
        },
      },
      { replayCapacity: 2 },
    );
    const [afterFirst] = await take(stream, 1);
    expect(afterFirst).toBe((snapshots[0] as number) + 1);
    const waiting = take(stream, 1);
    gateway.cut();
    for (let value = 0; value < 10; value += 1) publish(gateway, value);
    const [afterSecond] = await waiting;
    expect(snapshots).toHaveLength(2);
    expect(afterSecond).toBe((snapshots[1] as number) + 1);
  });

  it('is denied by a wrong token, tries again only after a minute, and at once on request', async () => {
    let token = 'wrong';
    const { gateway, stream, delays } = await setUp({ token: () => token });
    await until(stream, ({ state }) => state === 'denied');
    expect(delays).toEqual([60_000]);
    const before = gateway.requests.length;
    token = 'secret';
    stream.retry();
    await until(stream, isLive);
    expect(gateway.requests.length).toBe(before + 1);
  });

  it('holds the connection back while its reader is slow, and then loses nothing', async () => {
    const { gateway, stream } = await setUp({ buffer: 10 });
    await until(stream, isLive);
    const seqs: number[] = [];
    for (let burst = 0; burst < 40; burst += 1) {
      for (let value = 0; value < 20; value += 1) seqs.push(publish(gateway, value));
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await take(stream, seqs.length)).toEqual(seqs);
  });

  it('ends its iteration when it is closed, and the gateway notices', async () => {
    const abort = new AbortController();
    const { gateway, stream } = await setUp({ signal: abort.signal });
    await until(stream, isLive);
    const waiting = stream.next();
    abort.abort();
    expect(await waiting).toEqual({ done: true, value: undefined });
    expect(stream.status.state).toBe('closed');
    while (gateway.connections.size > 0) await new Promise((resolve) => setImmediate(resolve));
  });

  it('closes with the error of a snapshot that failed', async () => {
    const { stream } = await setUp({
      snapshot: async () => {
        throw new Error('no state');
      },
    });
    await expect(stream.next()).rejects.toThrow('no state');
    expect(stream.status.state).toBe('closed');
  });
});

describe('a client over a WebSocket', () => {
  it('answers pings by itself and shows the round trip that the gateway measured', async () => {
    let now = 0;
    let tick: () => void = () => {};
    const gateway = await gatewayFor({
      monotonic: () => now,
      random: () => 0,
      repeat: (_everyMs, run) => {
        tick = run;
        return () => {};
      },
    });
    const { stream } = open(gateway, { webSocket: WebSocket });
    await until(stream, isLive);
    now = 30_000;
    tick();
    now = 30_025;
    while (gateway.stream.connections()[0]?.rttMs === undefined) await new Promise((resolve) => setImmediate(resolve));
    now = 61_000;
    tick();
    expect((await until(stream, ({ rttMs }) => rttMs !== undefined)).rttMs).toBe(25);
  });

  it.each([4401, 4403])('is denied when the gateway closes with %i', async (code) => {
    const gateway = await gatewayFor();
    const { stream, delays } = open(gateway, { webSocket: WebSocket });
    await until(stream, isLive);
    for (const connection of gateway.connections) connection.close(code, 'ended');
    await until(stream, ({ state }) => state === 'denied');
    expect(delays).toEqual([60_000]);
  });

  it('that cannot pause leaves while its reader is slow, and resumes from its cursor', async () => {
    class Unpausable extends WebSocket {}
    Object.assign(Unpausable.prototype, { pause: undefined, resume: undefined });
    const gateway = await gatewayFor();
    const { stream } = open(gateway, { webSocket: Unpausable, buffer: 10 });
    await until(stream, isLive);
    const seqs = Array.from({ length: 200 }, (_, value) => publish(gateway, value));
    await until(stream, ({ state }) => state === 'waiting');
    expect(await take(stream, 200)).toEqual(seqs);
  });

  it('waits longer after each failure, up to half a minute, and starts over after a success', async () => {
    const gateway = await gatewayFor();
    const { stream, delays } = open(gateway, { webSocket: WebSocket, fetch: () => Promise.reject(new Error('down')) });
    await until(stream, isLive);
    const { url } = gateway;
    await gateway.stop();
    while (delays.length < 9) await new Promise((resolve) => setImmediate(resolve));
    expect(delays.slice(0, 9)).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
    expect(url).toMatch(/^http/);
  });
});

describe('a client', () => {
  it('starts over after a message that no gateway sends', async () => {
    const texts = ['nonsense', 'null', '{"seq":"x"}', '{}'];
    const seen: string[] = [];
    const stream = openStream({
      url: 'http://gateway.invalid/events',
      token: 't',
      topics: [],
      timer: (run, delayMs) => {
        if (delayMs < 35_000 && texts.length > 0) setImmediate(run);
        return () => {};
      },
      fetch: async () => {
        const text = texts.shift() ?? '';
        seen.push(text);
        return new Response(`data: ${text}\n\n`);
      },
    });
    while (texts.length > 0) await new Promise((resolve) => setImmediate(resolve));
    stream.close();
    expect(seen).toHaveLength(4);
    expect((await stream.next()).done).toBe(true);
  });

  it('leaves a connection on which it has heard nothing for longer than two pings', async () => {
    const gateway = await gatewayFor();
    const silence: (() => void)[] = [];
    const stream = openStream<Values>({
      url: gateway.url,
      topics: ['a'],
      webSocket: WebSocket,
      timer(run, delayMs) {
        if (delayMs === 35_000) silence.push(run);
        else setImmediate(run);
        return () => {};
      },
    });
    cleanups.push(stream.close);
    await until(stream, isLive);
    silence.pop()?.();
    expect(stream.status.state).toBe('live');
    silence.pop()?.();
    expect(stream.status.state).toBe('waiting');
    await until(stream, isLive);
    expect(gateway.requests).toHaveLength(2);
  });
});
