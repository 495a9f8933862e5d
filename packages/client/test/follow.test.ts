import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import {
  type ClientOptions,
  createClient,
  type FollowedHouse,
  type FollowOptions,
  type GatewayEvent,
  SubscriptionError,
} from '../src/index.js';
import { failureOf, type Reply } from './fixture.js';
import { startGateway, type TestGatewayOptions } from './gateway.js';

type TestGateway = Awaited<ReturnType<typeof startGateway>>;

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function gatewayFor(options: TestGatewayOptions = {}): Promise<TestGateway> {
  const gateway = await startGateway(options);
  cleanups.push(gateway.stop);
  return gateway;
}

/** Follows everything and records the notifications, in order: numbers are events. */
async function follow(gateway: TestGateway, change: Partial<FollowOptions> = {}, client: Partial<ClientOptions> = {}) {
  const told: unknown[] = [];
  const house = await createClient({ url: gateway.url, webSocket: WebSocket, token: 't', ...client }).follow({
    topics: ['device/#'],
    onEvent: ({ seq }) => void told.push(seq),
    onLost: ({ reason }) => void told.push(reason),
    onSnapshot: ({ seq }) => void told.push(`snapshot ${seq}`),
    ...change,
  });
  cleanups.push(() => house.close());
  return { house, told };
}

const publish = ({ stream }: TestGateway) =>
  stream.publish({ topic: 'device.A.lifecycle', type: 'device.removed', payload: { device_address: 'A' } });

/** Resolves once the connection stands as wanted. */
const until = (house: FollowedHouse, wanted: string) =>
  new Promise<void>((resolve) => {
    const stop = house.observe(({ state }) => {
      if (state !== wanted) return;
      queueMicrotask(() => stop());
      resolve();
    });
  });

describe('a followed installation', () => {
  it.each([
    ['a WebSocket', { webSocket: WebSocket }],
    ['server-sent events', { webSocket: undefined }],
  ])('is a snapshot and every event after it, in order, over %s', async (_name, client) => {
    const gateway = await gatewayFor({
      snapshot: () => {
        // While the snapshot is on its way: one that it has, and one that it has not.
        const seq = publish(gateway);
        publish(gateway);
        return { body: { seq, devices: [] } };
      },
    });
    const before = publish(gateway);
    const { house, told } = await follow(gateway, {}, client);
    const last = publish(gateway);
    await expect.poll(() => told.at(-1)).toBe(last);
    expect(told).toEqual([`snapshot ${before + 1}`, before + 2, before + 3]);
    expect(house.snapshot.seq).toBe(before + 1);
  });

  it('is there before its first event', async () => {
    const gateway = await gatewayFor({
      snapshot: (seq) => {
        publish(gateway);
        return { body: { seq } };
      },
    });
    const seen = new Promise<number>((resolve) => {
      const client = createClient({ url: gateway.url, webSocket: WebSocket, token: 't' });
      const following = client.follow({ topics: ['#'], onEvent: () => resolve(house.snapshot.seq), onLost: () => {} });
      let house: FollowedHouse;
      void following.then((found) => {
        house = found;
        cleanups.push(() => house.close());
      });
    });
    expect(await seen).toBe(gateway.stream.seq - 1);
  });

  it('gives one event after the other, however long each takes', async () => {
    const gateway = await gatewayFor();
    const going: (() => void)[] = [];
    const onEvent = () =>
      new Promise<void>((resolve) => {
        going.push(resolve);
      });
    await follow(gateway, { onEvent });
    publish(gateway);
    publish(gateway);
    await expect.poll(() => going.length).toBe(1);
    going[0]?.();
    await expect.poll(() => going.length).toBe(2);
  });

  it('resumes after a lost connection without a second snapshot', async () => {
    const gateway = await gatewayFor();
    const { house, told } = await follow(gateway);
    gateway.cut();
    await until(house, 'waiting');
    const missed = publish(gateway);
    house.retry();
    await expect.poll(() => told.length).toBe(2);
    expect(told[1]).toBe(missed);
  });

  it('reports losses and takes a new snapshot, however long the gateway cannot give one', async () => {
    const answers: Reply[] = [
      { status: 503, headers: { 'retry-after': '7' }, body: { code: 'service_unready' } },
      { status: 502 },
      { status: 502 },
    ];
    let losing = false;
    const gateway = await gatewayFor({
      replayCapacity: 1,
      snapshot: (seq) => (losing ? answers.shift() : undefined) ?? { body: { seq, devices: [] } },
    });
    const pauses: number[] = [];
    const timer = (run: () => void, delayMs: number) => {
      const isPause = losing && delayMs >= 500 && delayMs <= 7_000;
      if (isPause) pauses.push(delayMs);
      const handle = setTimeout(run, isPause ? 0 : delayMs);
      return () => clearTimeout(handle);
    };
    const { house, told } = await follow(gateway, {}, { timer, random: () => 0 });
    const first = house.snapshot;
    gateway.cut();
    await until(house, 'waiting');
    publish(gateway);
    publish(gateway);
    const newest = publish(gateway);
    losing = true;
    house.retry();
    await expect.poll(() => told.length).toBe(3);
    const after = publish(gateway);
    await expect.poll(() => told.length).toBe(4);
    expect(told).toEqual([`snapshot ${first.seq}`, 'evicted', `snapshot ${newest}`, after]);
    expect(house.snapshot.seq).toBe(newest);
    expect(pauses).toEqual([7_000, 2_000, 4_000]);
  });

  it('ends when a new snapshot is refused for good', async () => {
    let refused = false;
    const gateway = await gatewayFor({
      replayCapacity: 0,
      snapshot: (seq) => (refused ? { status: 403, body: { code: 'forbidden' } } : { body: { seq } }),
    });
    const { house } = await follow(gateway);
    refused = true;
    gateway.cut();
    await until(house, 'waiting');
    publish(gateway);
    house.retry();
    expect(await failureOf(house.ended)).toMatchObject({ name: 'ProblemError', code: 'forbidden' });
    expect(house.status.state).toBe('closed');
  });

  it('ends with an error that a listener throws', async () => {
    const gateway = await gatewayFor();
    const seen: GatewayEvent[] = [];
    const { house } = await follow(gateway, {
      onEvent: (event) => {
        seen.push(event);
        throw new Error('cannot do that');
      },
    });
    const ended = failureOf(house.ended);
    publish(gateway);
    publish(gateway);
    expect(await ended).toMatchObject({ message: 'cannot do that' });
    expect(seen).toHaveLength(1);
  });

  it('ends when it is closed, also by a listener, and by its signal', async () => {
    const gateway = await gatewayFor();
    const { house } = await follow(gateway, { onEvent: () => house.close() });
    publish(gateway);
    publish(gateway);
    await house.ended;
    const ending = new AbortController();
    const second = await follow(gateway, { signal: ending.signal });
    ending.abort();
    await second.house.ended;
    expect(second.house.status.state).toBe('closed');
  });
});

describe('an installation with the snapshot requested first', () => {
  it('has every event after the snapshot, also those before the connection', async () => {
    const gateway = await gatewayFor({
      snapshot: (seq) => {
        publish(gateway);
        return { body: { seq, devices: [] } };
      },
    });
    const before = publish(gateway);
    const { house, told } = await follow(gateway, { first: 'snapshot' });
    expect(told).toEqual([`snapshot ${before}`]);
    await until(house, 'live');
    const last = publish(gateway);
    await expect.poll(() => told.at(-1)).toBe(last);
    expect(told).toEqual([`snapshot ${before}`, before + 1, last]);
  });

  it('does not wait for the connection, which is tried until it is there', async () => {
    let refusing = true;
    const timer = (run: () => void, delayMs: number) => {
      const handle = setTimeout(run, delayMs < 1_000 ? 0 : delayMs);
      return () => clearTimeout(handle);
    };
    const gateway = await gatewayFor({ refuse: () => (refusing ? 503 : undefined) });
    const { house, told } = await follow(gateway, { first: 'snapshot' }, { timer, random: () => 0 });
    expect(house.snapshot.seq).toBe(gateway.stream.seq);
    await until(house, 'waiting');
    const missed = publish(gateway);
    refusing = false;
    await expect.poll(() => told.at(-1)).toBe(missed);
  });

  it('receives a report and another snapshot when the gateway keeps no events', async () => {
    let snapshots = 0;
    const gateway = await gatewayFor({
      replayCapacity: 0,
      snapshot: (seq) => {
        snapshots += 1;
        if (snapshots === 1) publish(gateway);
        return { body: { seq, devices: [] } };
      },
    });
    const before = publish(gateway);
    const { told } = await follow(gateway, { first: 'snapshot' });
    await expect.poll(() => told.length).toBe(3);
    expect(told).toEqual([`snapshot ${before}`, expect.any(String), `snapshot ${before + 1}`]);
    expect(told[1]).not.toContain('snapshot');
  });

  it('rejects with the reason for a missing snapshot', async () => {
    const gateway = await gatewayFor({ snapshot: () => ({ status: 401, body: { code: 'unauthorized' } }) });
    expect(await failureOf(follow(gateway, { first: 'snapshot' }))).toMatchObject({ code: 'unauthorized' });
    const ending = new AbortController();
    const never = await gatewayFor({
      snapshot: () => {
        ending.abort('enough');
        return new Promise<Reply>(() => {});
      },
    });
    expect(await failureOf(follow(never, { first: 'snapshot', signal: ending.signal }))).toBe('enough');
  });
});

describe('following that cannot begin', () => {
  it.each([
    [401, 'subscription_denied'],
    [403, 'subscription_denied'],
    [400, 'subscription_refused'],
  ])('because of status %i is %s', async (status, code) => {
    const gateway = await gatewayFor({ refuse: () => status });
    for (const webSocket of [WebSocket, undefined]) {
      const error = await failureOf(follow(gateway, {}, { webSocket }));
      expect(error).toBeInstanceOf(SubscriptionError);
      expect(error).toMatchObject({ code });
    }
  });

  it('because the gateway is not there is unreachable', async () => {
    const gateway = await gatewayFor();
    await gateway.stop();
    for (const webSocket of [WebSocket, undefined]) {
      expect(await failureOf(follow(gateway, {}, { webSocket }))).toMatchObject({
        name: 'UnreachableError',
        code: 'unreachable',
        message: expect.stringContaining('ECONNREFUSED'),
      });
    }
  });

  it('because the token is unavailable rejects with the reason', async () => {
    const gateway = await gatewayFor();
    const token = () => Promise.reject(new Error('no token file'));
    expect(await failureOf(follow(gateway, {}, { token }))).toMatchObject({
      message: expect.stringContaining('no token file'),
    });
  });

  it('because the events lead elsewhere is unreachable, and the credential does not go there', async () => {
    const other = await gatewayFor();
    const gateway = await gatewayFor({ refuse: () => 307 });
    const error = await failureOf(follow(gateway, {}, { webSocket: undefined }));
    expect(error).toMatchObject({ code: 'unreachable', message: expect.stringContaining('HTTP 307') });
    expect(other.authorizations).toEqual([]);
  });

  it('because of its first snapshot rejects with the reason at once', async () => {
    const gateway = await gatewayFor({ snapshot: () => ({ status: 503, body: { code: 'service_unready' } }) });
    expect(await failureOf(follow(gateway))).toMatchObject({ name: 'ProblemError', code: 'service_unready' });
  });

  it('because a listener cannot take the snapshot rejects with its error', async () => {
    const gateway = await gatewayFor();
    const onSnapshot = () => Promise.reject(new Error('no room'));
    expect(await failureOf(follow(gateway, { onSnapshot }))).toMatchObject({ message: 'no room' });
  });

  it('because it was ended before has the reason of the signal', async () => {
    const ending = new AbortController();
    const gateway = await gatewayFor({
      snapshot: () => {
        ending.abort('enough');
        return new Promise<Reply>(() => {});
      },
    });
    expect(await failureOf(follow(gateway, { signal: ending.signal }))).toBe('enough');
    expect(await failureOf(follow(gateway, { signal: AbortSignal.abort('before') }))).toBe('before');
  });
});

it.each([
  ['a WebSocket', { webSocket: WebSocket }],
  ['server-sent events', { webSocket: undefined }],
])('events have any credential of the client: over %s', async (_name, transport) => {
  const gateway = await gatewayFor();
  const basic = { username: 'anna', password: 'secret' };
  await follow(gateway, {}, { ...transport, token: undefined, basic });
  const expected = `Basic ${Buffer.from('anna:secret').toString('base64')}`;
  expect(gateway.authorizations).toEqual([expected, expected]);
});
