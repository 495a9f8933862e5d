import { describe, expect, it } from 'vitest';
import { createTestWorld, type SeenFrame, seqsOf } from '../testing/world.js';

const ops = (frames: readonly SeenFrame[]) => frames.map((frame) => frame.op ?? 'event');

describe('a subscription session', () => {
  it('acknowledges a subscription with the patterns as sent, the newest and oldest number and the epoch', () => {
    const world = createTestWorld({ epoch: 'life' });
    const client = world.connect();
    client.send({ op: 'subscribe', topics: ['devices/#', ''] });
    const { seq } = world.stream;
    expect(client.take()).toEqual([
      { op: 'subscribed', topics: ['devices/#', ''], seq, oldest_seq: seq + 1, epoch: 'life' },
    ]);
  });

  it('delivers no event of a restricted topic, live or replayed, for any pattern of a client', () => {
    const world = createTestWorld();
    const client = world.connect();
    const since = world.change('a');
    world.change('$alarm.duress');
    const first = world.change('alarm.panel');
    world.turn();
    client.send({
      op: 'subscribe',
      topics: ['*', '#', '+/duress', '$alarm.*', '$alarm/duress', '$alarm.duress'],
      since,
    });
    world.change('$alarm.duress');
    const second = world.change('alarm.panel');
    world.turn();
    expect(seqsOf(client.take())).toEqual([first, second]);
    const other = world.connect();
    other.send({ op: 'subscribe', topics: ['$alarm.duress'], since });
    world.change('$alarm.duress');
    world.turn();
    expect(seqsOf(other.take())).toEqual([]);
  });

  it('delivers matching events at the end of the turn in the envelope of the interface', () => {
    const world = createTestWorld();
    const client = world.connect();
    client.send({ op: 'subscribe', topics: ['device.A.*'] });
    client.take();
    const seq = world.change('device.A.channels.1.data_points.LEVEL', 0.5);
    world.change('device.B.channels.1.data_points.LEVEL');
    expect(client.take()).toEqual([]);
    world.turn();
    expect(client.take()).toEqual([
      {
        seq,
        kind: 'change',
        topic: 'device.A.channels.1.data_points.LEVEL',
        type: 'datapoint.value_changed',
        ts: expect.stringMatching(/^2026-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{9}Z$/),
        payload: { value: 0.5 },
      },
    ]);
  });

  it('replays only the patterns of the frame that carries since, before anything live, then reports its end', () => {
    const world = createTestWorld();
    const client = world.connect();
    client.send({ op: 'subscribe', topics: ['a'] });
    const since = world.change('z');
    world.change('a');
    const first = world.change('b');
    const second = world.change('b');
    world.turn();
    client.take();
    client.send({ op: 'subscribe', topics: ['b'], since });
    world.change('b');
    const frames = client.take();
    expect(ops(frames)).toEqual(['subscribed', 'event', 'event', 'replay_done']);
    expect(seqsOf(frames)).toEqual([first, second]);
    expect(frames.at(-1)).toEqual({ op: 'replay_done', seq: second });
    world.turn();
    expect(seqsOf(client.take())).toEqual([second + 1]);
  });

  it('answers a cursor at the newest number with replay_done of that number', () => {
    const world = createTestWorld();
    world.change('a');
    const client = world.connect();
    client.send({ op: 'subscribe', topics: ['a'], since: world.stream.seq });
    expect(client.take().at(-1)).toEqual({ op: 'replay_done', seq: world.stream.seq });
  });

  it('replays from one below the oldest event and calls one less lost', () => {
    const world = createTestWorld({ replayCapacity: 4 });
    for (let index = 0; index < 9; index += 1) world.change('a');
    const oldest = world.stream.oldestSeq;
    expect(oldest).toBe(world.stream.seq - 3);
    const whole = world.connect();
    whole.send({ op: 'subscribe', topics: ['*'], since: oldest - 1 });
    expect(seqsOf(whole.take())).toEqual([oldest, oldest + 1, oldest + 2, oldest + 3]);
    const late = world.connect();
    late.send({ op: 'subscribe', topics: ['*'], since: oldest - 2 });
    expect(late.take().at(-1)).toMatchObject({ op: 'replay_lost', oldest_seq: oldest, reason: 'evicted' });
  });

  it('calls a cursor from the future lost, and every cursor when replay is off', () => {
    const world = createTestWorld({ replayCapacity: 0 });
    const ahead = createTestWorld();
    const future = ahead.connect();
    future.send({ op: 'subscribe', topics: ['*'], since: ahead.stream.seq + 1 });
    expect(future.take().at(-1)).toMatchObject({ op: 'replay_lost', reason: 'future' });
    world.change('a');
    const client = world.connect();
    client.send({ op: 'subscribe', topics: ['*'], since: world.stream.seq });
    expect(client.take().at(-1)).toMatchObject({
      op: 'replay_lost',
      reason: 'disabled',
      oldest_seq: world.stream.seq + 1,
    });
  });

  it('replays only to clients that name its own numbering or none, because another gateway counts alike', () => {
    const world = createTestWorld({ epoch: 'mine' });
    const since = world.change('a');
    const next = world.change('a');
    world.turn();
    for (const epoch of [undefined, null, 'mine']) {
      const client = world.connect();
      client.send({ op: 'subscribe', topics: ['a'], since, epoch });
      expect(seqsOf(client.take())).toEqual([next]);
    }
    const stranger = world.connect();
    stranger.send({ op: 'subscribe', topics: ['a'], since, epoch: 'yours', mode: 'latest' });
    expect(stranger.take().slice(1)).toEqual([
      { op: 'replay_lost', oldest_seq: since, seq: next, epoch: 'mine', reason: 'epoch' },
    ]);
    const vague = world.connect();
    vague.send({ op: 'subscribe', topics: ['a'], epoch: 7 });
    expect(vague.take()).toMatchObject([{ op: 'error', error: { code: 'bad_request' } }]);
  });

  it('keeps a subscription alive after replay_lost', () => {
    const world = createTestWorld();
    const client = world.connect();
    client.send({ op: 'subscribe', topics: ['*'], since: 1 });
    client.take();
    const seq = world.change('a');
    world.turn();
    expect(seqsOf(client.take())).toEqual([seq]);
  });

  it('delivers an event once, however many patterns overlap, also when one of them came later with since', () => {
    const world = createTestWorld();
    const client = world.connect();
    const since = world.change('x');
    client.send({ op: 'subscribe', topics: ['device.*', 'device.A', '*', 'device/+'] });
    const live = world.change('device.A');
    world.turn();
    expect(seqsOf(client.take())).toEqual([live]);
    client.send({ op: 'subscribe', topics: ['device.A.*'], since });
    expect(ops(client.take())).toEqual(['subscribed', 'replay_done']);
  });

  it('stops exactly the pattern that was sent when it is unsubscribed', () => {
    const world = createTestWorld();
    const client = world.connect();
    client.send({ op: 'subscribe', topics: ['device.*', 'device.A'] });
    client.send({ op: 'unsubscribe', topics: ['device.*'] });
    expect(client.take().at(-1)).toEqual({ op: 'unsubscribed', topics: ['device.*'] });
    const seq = world.change('device.A');
    world.change('device.B');
    world.turn();
    expect(seqsOf(client.take())).toEqual([seq]);
  });

  it('acknowledges empty and absent topics', () => {
    const client = createTestWorld().connect();
    client.send({ op: 'subscribe' });
    client.send({ op: 'unsubscribe', topics: [] });
    expect(client.take()).toEqual([
      expect.objectContaining({ op: 'subscribed', topics: [] }),
      { op: 'unsubscribed', topics: [] },
    ]);
  });
});

describe('bad input', () => {
  const deep = `{"op":"subscribe","topics":${'['.repeat(30_000)}${']'.repeat(30_000)}}`;
  const bad: readonly (readonly [string, string])[] = [
    ['text that is not JSON', 'hello'],
    ['an empty message', ''],
    ['an array', '[]'],
    ['null', 'null'],
    ['an unknown op', '{"op":"dance"}'],
    ['no op', '{}'],
    ['an op only on the prototype', '{"__proto__":{"op":"subscribe"}}'],
    ['a deep structure', deep],
    ['topics that are no array', '{"op":"subscribe","topics":"a"}'],
    ['a topic that is no string', '{"op":"subscribe","topics":[1]}'],
    ['257 topics', JSON.stringify({ op: 'subscribe', topics: new Array(257).fill('a') })],
    ['a topic of 257 characters', JSON.stringify({ op: 'subscribe', topics: ['a'.repeat(257)] })],
    ['a negative cursor', '{"op":"subscribe","topics":["a"],"since":-1}'],
    ['a fractional cursor', '{"op":"subscribe","topics":["a"],"since":1.5}'],
    ['a cursor above 2^53', '{"op":"subscribe","topics":["a"],"since":9007199254740992}'],
    ['a cursor that is a string', '{"op":"subscribe","topics":["a"],"since":"5"}'],
    ['a cursor too large for a number', '{"op":"subscribe","topics":["a"],"since":1e999}'],
    ['an unknown mode', '{"op":"subscribe","topics":["a"],"mode":"some"}'],
    ['a token that is no string', '{"op":"reauth","token":5}'],
  ];

  it.each(bad)('%s is answered with bad_request, changes nothing and leaves the connection open', (_what, text) => {
    const client = createTestWorld().connect();
    client.send(text);
    expect(client.take()).toEqual([{ op: 'error', error: { code: 'bad_request', message: expect.any(String) } }]);
    expect(client.closed).toBeUndefined();
    expect(client.connection.info().patterns).toBe(0);
  });

  it('takes 1 024 patterns on a connection and refuses a frame that would add one more', () => {
    const client = createTestWorld().connect();
    for (let frame = 0; frame < 4; frame += 1) {
      const topics = Array.from({ length: 256 }, (_, index) => `t${frame}.${index}`);
      client.send({ op: 'subscribe', topics });
      expect(client.take()).toMatchObject([{ op: 'subscribed' }]);
    }
    client.send({ op: 'subscribe', topics: ['one.more'] });
    expect(client.take()).toMatchObject([{ op: 'error', error: { code: 'bad_request' } }]);
    client.send({ op: 'subscribe', topics: ['t0.0'] });
    expect(client.take()).toMatchObject([{ op: 'subscribed' }]);
    expect(client.connection.info().patterns).toBe(1024);
  });

  it('closes with 1009 after a message of more than 64 KiB', () => {
    const client = createTestWorld().connect();
    client.send('x'.repeat(65_537));
    expect(client.closed?.code).toBe(1009);
  });

  it('refuses messages beyond 50 a second and a burst of 500, and closes with 1008 only after 30 s of it', () => {
    const world = createTestWorld();
    const client = world.connect();
    for (let index = 0; index < 600; index += 1) client.send({ op: 'pong' });
    expect(client.take()).toHaveLength(100);
    world.advance(1000);
    for (let index = 0; index < 60; index += 1) client.send({ op: 'pong' });
    expect(client.take()).toEqual(
      new Array(10).fill({ op: 'error', error: { code: 'rate_limited', message: expect.any(String) } }),
    );
    expect(client.closed).toBeUndefined();
    for (let second = 0; second < 31 && !client.closed; second += 1) {
      world.advance(1000);
      for (let index = 0; index < 60; index += 1) client.send({ op: 'pong' });
    }
    expect(client.closed?.code).toBe(1008);
  });

  it('answers a refused call under its id', () => {
    const client = createTestWorld().connect();
    for (let index = 0; index < 500; index += 1) client.send({ op: 'pong' });
    client.send({ op: 'call', id: '7', command: 'x' });
    expect(client.take()).toMatchObject([{ op: 'result', id: '7', error: { code: 'rate_limited' } }]);
  });
});

describe('the heartbeat', () => {
  const pings = (frames: readonly SeenFrame[]) => frames.filter(({ op }) => op === 'ping');

  it('pings every 30 s and reports the round trip of a verbatim echo on the next ping only', () => {
    const world = createTestWorld({ random: () => 0 });
    const client = world.connect();
    const beat = (pong: (echo: unknown) => object) => {
      world.advance(30_000);
      const [ping] = pings(client.take());
      world.now += 12.3456;
      client.send({ op: 'pong', ...pong(ping?.echo) });
      world.now -= 12.3456;
      return ping;
    };
    expect(beat((echo) => ({ echo }))).not.toHaveProperty('rtt_ms');
    expect(beat(() => ({}))?.rtt_ms).toBeCloseTo(12.346, 3);
    expect(beat(() => ({ echo: 'made up' }))).not.toHaveProperty('rtt_ms');
    expect(beat((echo) => ({ echo }))).not.toHaveProperty('rtt_ms');
    expect(beat((echo) => ({ echo }))?.rtt_ms).toBeCloseTo(12.346, 3);
  });

  it('spreads the first pings of connections that came together', () => {
    const world = createTestWorld();
    const clients = Array.from({ length: 300 }, () => world.connect());
    const perSecond = Array.from({ length: 31 }, () => {
      world.advance(1000);
      return clients.filter((client) => pings(client.take()).length > 0).length;
    });
    expect(Math.max(...perSecond)).toBeLessThan(75);
    expect(perSecond.slice(0, 19).every((count) => count === 0)).toBe(true);
    expect(perSecond.reduce((sum, count) => sum + count, 0)).toBe(300);
  });

  it('closes a connection of which nothing was heard for 60 s, and takes any sign of life as one', () => {
    const world = createTestWorld();
    const silent = world.connect();
    const talking = world.connect();
    const touching = world.connect();
    for (let second = 0; second < 65; second += 1) {
      world.advance(1000);
      if (second % 20 === 0) {
        talking.send({ op: 'pong' });
        touching.connection.touch();
      }
    }
    expect(silent.closed).toEqual({ code: 1000, reason: 'idle' });
    expect(talking.closed).toBeUndefined();
    expect(touching.closed).toBeUndefined();
  });

  it('sends the newest number with a ping to an up-to-date client, so that a quiet topic does not age its cursor', () => {
    const world = createTestWorld();
    const client = world.connect();
    client.send({ op: 'subscribe', topics: ['quiet'] });
    const seq = world.change('loud');
    world.turn();
    world.advance(31_000);
    expect(pings(client.take())[0]).toMatchObject({ seq });
  });
});

describe('commands and credentials', () => {
  it('answers a call with the data of its handler under the same id', async () => {
    const client = createTestWorld().connect({ onCall: async ({ command, args }) => ({ command, args }) });
    client.send({ op: 'call', id: '1', command: 'devices.get', args: { address: 'A' } });
    await Promise.resolve();
    await Promise.resolve();
    expect(client.take()).toEqual([
      { op: 'result', id: '1', data: { command: 'devices.get', args: { address: 'A' } } },
    ]);
  });

  it('answers a failure that carries a code with that code, and hides any other', async () => {
    const circular: Record<string, unknown> = {};
    circular.self = circular;
    const failures: Record<string, unknown> = {
      coded: { code: 'forbidden', message: 'operator needed' },
      detailed: { code: 'conflict', message: 'which?', details: { reason: 'central_required', code: 'other' } },
      circular: { code: 'conflict', message: 'which?', details: circular },
      bug: new TypeError('x of undefined'),
      system: Object.assign(new Error('open /etc/x'), { code: 'ENOENT' }),
    };
    const client = createTestWorld().connect({
      onCall: async ({ command }) => {
        throw failures[command];
      },
    });
    for (const command of Object.keys(failures)) client.send({ op: 'call', id: command, command });
    await new Promise((resolve) => setImmediate(resolve));
    expect(client.take()).toEqual([
      { op: 'result', id: 'coded', error: { code: 'forbidden', message: 'operator needed' } },
      { op: 'result', id: 'detailed', error: { code: 'conflict', message: 'which?', reason: 'central_required' } },
      { op: 'result', id: 'circular', error: { code: 'conflict', message: 'which?' } },
      { op: 'result', id: 'bug', error: { code: 'internal_error', message: 'internal error' } },
      { op: 'result', id: 'system', error: { code: 'internal_error', message: 'internal error' } },
    ]);
  });

  it('names the missing member of a call, and an unknown command without a handler', () => {
    const client = createTestWorld().connect();
    client.send({ op: 'call', command: 'x' });
    client.send({ op: 'call', id: '2' });
    client.send({ op: 'call', id: '3', command: 'x', args: [] });
    client.send({ op: 'call', id: '4', command: 'x' });
    expect(client.take()).toMatchObject([
      { id: '', error: { code: 'bad_request', message: 'missing id' } },
      { id: '2', error: { code: 'bad_request', message: 'missing command' } },
      { id: '3', error: { code: 'bad_request' } },
      { id: '4', error: { code: 'unknown_command' } },
    ]);
  });

  it('swaps a credential in place and closes with 4401 when the new one is no good', async () => {
    const client = createTestWorld().connect({
      onReauth: async (token) => (token === 'good' ? { ok: true, expiresAt: '2027-01-01T00:00:00Z' } : { ok: false }),
    });
    client.send({ op: 'reauth', token: 'good' });
    await new Promise((resolve) => setImmediate(resolve));
    expect(client.take()).toEqual([{ op: 'reauth_ok', expires_at: '2027-01-01T00:00:00Z' }]);
    client.send({ op: 'reauth', token: 'bad' });
    await new Promise((resolve) => setImmediate(resolve));
    expect(client.take()).toEqual([{ op: 'reauth_failed' }]);
    expect(client.closed?.code).toBe(4401);
  });

  it('notifies a running command that its connection is gone, and drops the answer', async () => {
    let signal: AbortSignal | undefined;
    const world = createTestWorld();
    const client = world.connect({
      onCall: async (call) => {
        signal = call.signal;
      },
    });
    client.send({ op: 'call', id: '1', command: 'x' });
    client.connection.close(4401, 'token revoked');
    await Promise.resolve();
    await Promise.resolve();
    expect(signal?.aborted).toBe(true);
    expect(client.take()).toEqual([]);
    expect(world.stream.connections()).toEqual([]);
  });
});
