import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTestWorld, numbers, seqsOf } from '../testing/world.js';

describe('a client that reads slowly', () => {
  it('keeps its position while the others go on, and then gets everything in order', () => {
    const world = createTestWorld();
    const slow = world.connect();
    const quick = world.connect();
    for (const client of [slow, quick]) client.send({ op: 'subscribe', topics: ['*'] });
    slow.take();
    quick.take();
    slow.stall();
    const first = world.change('a');
    world.turn();
    for (let index = 0; index < 500; index += 1) {
      world.change('a');
      world.turn();
    }
    expect(seqsOf(slow.take())).toEqual([first]);
    expect(seqsOf(quick.take())).toEqual(numbers(first, first + 500));
    expect(slow.connection.info()).toMatchObject({ blocked: true, lagFrames: 500, queuedBytes: 0 });
    slow.resume();
    expect(seqsOf(slow.take())).toEqual(numbers(first + 1, first + 500));
    const next = world.change('a');
    world.turn();
    expect(seqsOf(slow.take())).toEqual([next]);
    expect(slow.connection.info()).toMatchObject({ blocked: false, lagFrames: 0 });
  });

  it('receives one report per episode when it falls behind its allowance, and goes on live', () => {
    const notices: string[] = [];
    const world = createTestWorld({ lagFrames: 100, onNotice: (notice) => notices.push(notice.code) });
    const client = world.connect();
    client.send({ op: 'subscribe', topics: ['*'] });
    client.stall();
    world.change('a');
    world.turn();
    client.take();
    for (let index = 0; index < 350; index += 1) world.change('a');
    world.turn();
    expect(client.take()).toEqual([]);
    client.resume();
    const [lost, ...rest] = client.take();
    expect(lost).toMatchObject({ op: 'replay_lost', reason: 'overflow', seq: world.stream.seq });
    expect(lost?.oldest_seq).toBe(world.stream.oldestSeq);
    expect(rest).toEqual([]);
    expect(client.connection.info().dropped).toBe(350);
    expect(notices).toEqual(['overflow']);
    const next = world.change('a');
    world.turn();
    expect(seqsOf(client.take())).toEqual([next]);
  });

  it('receives a report when it falls behind its allowance in bytes', () => {
    const world = createTestWorld({ lagBytes: 10_000 });
    const client = world.connect();
    client.send({ op: 'subscribe', topics: ['*'] });
    client.stall();
    world.change('a');
    world.turn();
    client.take();
    for (let index = 0; index < 20; index += 1) world.change('a', 'x'.repeat(1000));
    world.turn();
    client.resume();
    expect(client.take().map(({ op }) => op)).toEqual(['replay_lost']);
  });

  it('loses nothing when none of its topics overran the ring', () => {
    const world = createTestWorld({ ringFrames: 64, replayCapacity: 16, lagFrames: 16 });
    const client = world.connect();
    client.send({ op: 'subscribe', topics: ['mine'] });
    client.stall();
    world.change('mine');
    world.turn();
    client.take();
    for (let index = 0; index < 500; index += 1) world.change('other');
    const mine = world.change('mine');
    world.turn();
    client.resume();
    expect(seqsOf(client.take())).toEqual([mine]);
    expect(client.connection.info().dropped).toBe(0);
  });

  it('with mode latest gets the newest frame of each changed key and every momentary event that is left', () => {
    const world = createTestWorld({ lagFrames: 4, ringFrames: 8, replayCapacity: 4 });
    const client = world.connect();
    client.send({ op: 'subscribe', topics: ['device.*'], mode: 'latest' });
    client.stall();
    const from = world.change('device.A', 0);
    world.turn();
    client.take();
    const press = () =>
      world.stream.publish({ topic: 'device.K', type: 'device.trigger', payload: { press: true }, momentary: true });
    press();
    for (let value = 1; value <= 10; value += 1) world.change('device.A', value);
    const newestB = world.change('device.B', 1);
    const kept = press();
    const newestA = world.change('device.A', 11);
    world.change('elsewhere');
    world.turn();
    client.resume();
    const [lagged, ...frames] = client.take();
    expect(lagged).toEqual({ op: 'lagged', from, to: world.stream.seq, conflated: 2, missed_momentary: 1 });
    expect(frames.map(({ seq, kind, payload }) => [seq, kind, payload])).toEqual([
      [newestB, 'refresh', { value: 1 }],
      [kept, 'change', { press: true }],
      [newestA, 'refresh', { value: 11 }],
    ]);
    expect(client.connection.info()).toMatchObject({ dropped: 1 });
    const live = world.change('device.A', 12);
    world.turn();
    expect(client.take()).toMatchObject([{ seq: live, kind: 'change' }]);
  });

  it('with mode latest catches up from a cursor that is too old for a replay', () => {
    const world = createTestWorld({ replayCapacity: 4, ringFrames: 8 });
    const since = world.change('device.A', 0);
    world.stream.publish({ topic: 'device.K', type: 'device.trigger', payload: {}, momentary: true });
    for (let value = 1; value <= 1000; value += 1) world.change('device.A', value);
    for (let value = 1; value <= 1000; value += 1) world.change('device.B', value);
    world.turn();
    const client = world.connect();
    client.send({ op: 'subscribe', topics: ['*'], since, mode: 'latest' });
    expect(client.take().slice(1)).toMatchObject([
      { op: 'lagged', from: since, to: world.stream.seq, conflated: 2, missed_momentary: 1 },
      { topic: 'device.A', kind: 'refresh', payload: { value: 1000 } },
      { topic: 'device.B', kind: 'refresh', payload: { value: 1000 } },
    ]);
  });

  it('with mode latest receives the report of a loss when the catch-up could not be complete', () => {
    const world = createTestWorld({ replayCapacity: 4, latestKeys: 2 });
    const since = world.change('a');
    for (const topic of ['b', 'c', 'd', 'e', 'f']) world.change(topic);
    const client = world.connect();
    client.send({ op: 'subscribe', topics: ['*'], since, mode: 'latest' });
    expect(client.take().at(-1)).toMatchObject({ op: 'replay_lost', reason: 'evicted' });
  });

  it('receives answers to its requests meanwhile in their position among the events', () => {
    const world = createTestWorld();
    const client = world.connect();
    client.send({ op: 'subscribe', topics: ['a'] });
    client.stall();
    const first = world.change('a');
    world.turn();
    client.take();
    world.change('a');
    world.change('b');
    client.send({ op: 'subscribe', topics: ['b'], since: first - 1 });
    world.change('a');
    world.change('b');
    client.send({ op: 'unsubscribe', topics: ['a'] });
    world.change('a');
    world.change('b');
    world.turn();
    expect(client.take()).toEqual([]);
    client.resume();
    expect(client.take().map((frame) => frame.op ?? [frame.topic, frame.seq])).toEqual([
      ['a', first + 1],
      'subscribed',
      ['b', first + 2],
      'replay_done',
      ['a', first + 3],
      ['b', first + 4],
      'unsubscribed',
      ['b', first + 6],
    ]);
  });

  it('is closed with 1013 when it has accepted nothing for 30 s, and is not pinged meanwhile', () => {
    const world = createTestWorld();
    const client = world.connect();
    client.send({ op: 'subscribe', topics: ['*'] });
    world.advance(20_000);
    client.take();
    client.stall();
    world.change('a');
    world.turn();
    client.take();
    world.advance(29_000);
    client.connection.touch();
    expect([client.closed, client.take()]).toEqual([undefined, []]);
    world.advance(2_000);
    expect(client.closed).toEqual({ code: 1013, reason: 'stalled, 0 events behind' });
    expect(world.stream.metrics().stalled).toBe(1);
  });

  it('is closed with 1013 when it goes on asking without reading the answers', async () => {
    const world = createTestWorld();
    const client = world.connect({ onCall: async () => 'x'.repeat(200_000) });
    client.send({ op: 'subscribe', topics: ['*'] });
    client.stall();
    world.change('a');
    world.turn();
    for (let index = 0; index < 60; index += 1) client.send({ op: 'call', id: `${index}`, command: 'x' });
    await new Promise((resolve) => setImmediate(resolve));
    expect(client.closed?.code).toBe(1013);
  });

  it('may have asked for a lot at once, and is only refused more commands until it has read the answers', async () => {
    const world = createTestWorld();
    let ran = 0;
    const onCall = async () => {
      ran += 1;
      return 'x'.repeat(400_000);
    };
    const client = world.connect({ onCall });
    client.send({ op: 'subscribe', topics: ['*'] });
    client.stall();
    world.change('a');
    world.turn();
    client.take();
    const call = async (id: string) => {
      client.send({ op: 'call', id, command: 'x' });
      await new Promise((resolve) => setImmediate(resolve));
    };
    for (const id of ['1', '2', '3', '4']) await call(id);
    expect([ran, client.closed]).toEqual([3, undefined]);
    client.resume();
    await call('5');
    expect(client.take().map(({ id, error }) => [id, (error as { code: string } | undefined)?.code])).toEqual([
      ['1', undefined],
      ['2', undefined],
      ['3', undefined],
      ['4', 'rate_limited'],
      ['5', undefined],
    ]);
  });

  it('cannot make the gateway remember more than 64 subscriptions that it has not read the answers to', () => {
    const world = createTestWorld();
    for (let index = 0; index < 3000; index += 1) world.change('a');
    world.turn();
    const client = world.connect();
    client.send({ op: 'subscribe', topics: ['b'] });
    client.stall();
    world.change('b');
    world.turn();
    client.take();
    const head = world.stream.seq;
    for (let back = 1; back <= 100; back += 1) {
      client.send({ op: 'subscribe', topics: ['a', `c${back}`], since: head - back });
    }
    client.send({ op: 'unsubscribe', topics: ['b'] });
    expect(client.connection.info().patterns).toBe(66);
    client.resume();
    const seen = client.take();
    expect(seen.filter(({ op }) => op === 'subscribed')).toHaveLength(64);
    expect(seen.filter(({ op }) => op === 'replay_done')).toHaveLength(64);
    const refused = seen.filter(({ op }) => op === 'error');
    expect(refused).toHaveLength(37);
    expect(refused[0]).toMatchObject({ error: { code: 'rate_limited' } });
    expect(new Set(seqsOf(seen)).size).toBe(seqsOf(seen).length);
    client.send({ op: 'unsubscribe', topics: ['b'] });
    expect(client.take()).toEqual([{ op: 'unsubscribed', topics: ['b'] }]);
  });

  it('takes a long replay in pieces of its own pace', () => {
    const world = createTestWorld({ replayCapacity: 2000 });
    const since = world.change('a');
    for (let index = 0; index < 1500; index += 1) world.change('a', 'x'.repeat(300));
    world.turn();
    const client = world.connect();
    client.stall(2);
    client.send({ op: 'subscribe', topics: ['a'], since });
    const seen: unknown[] = [];
    let pieces = 0;
    while (seen.length < 1500) {
      seen.push(...seqsOf(client.take()));
      expect(world.stream.metrics().blocked).toBe(1);
      world.change('a');
      world.turn();
      client.stall(1);
      client.connection.drained();
      pieces += 1;
      if (pieces > 100) break;
    }
    expect(pieces).toBeGreaterThan(5);
    client.resume();
    seen.push(...seqsOf(client.take()));
    expect(seen).toEqual(numbers(since + 1, world.stream.seq));
    expect(client.frames.filter(({ op }) => op === 'replay_done')).toHaveLength(1);
  });
});

describe('delivery', () => {
  it('hands all sockets the same bytes, and the frames of one turn in one write', () => {
    const world = createTestWorld();
    const writes: { readonly websocket: Uint8Array; readonly count: number }[] = [];
    for (let index = 0; index < 3; index += 1) {
      const connection = world.stream.openConnection({
        principal: 'p',
        sink: {
          write(batch) {
            writes.push({ websocket: batch.websocket, count: batch.count });
            return true;
          },
          control: () => true,
          close: () => {},
        },
      });
      connection.subscribe({ topics: ['*'] });
    }
    for (let index = 0; index < 50; index += 1) world.change('a', index);
    world.turn();
    expect(writes.map(({ count }) => count)).toEqual([50, 50, 50]);
    expect(new Set(writes.map(({ websocket }) => websocket)).size).toBe(1);
  });

  it('laps no client that keeps up, for any number of events in one turn', () => {
    const world = createTestWorld({ ringFrames: 64, replayCapacity: 8 });
    const client = world.connect();
    client.send({ op: 'subscribe', topics: ['*'] });
    client.take();
    const first = world.change('a');
    for (let index = 0; index < 1000; index += 1) world.change('a');
    world.turn();
    expect(seqsOf(client.take())).toEqual(numbers(first, first + 1000));
  });

  it('counts no client as slow for events of one turn, because no socket could take any of them', () => {
    const world = createTestWorld({ lagFrames: 100, ringFrames: 400, replayCapacity: 8 });
    const client = world.connect();
    client.send({ op: 'subscribe', topics: ['*'] });
    client.take();
    client.stall();
    const first = world.change('a');
    for (let index = 1; index < 2000; index += 1) world.change('a');
    world.turn();
    expect(client.connection.info()).toMatchObject({ blocked: true, queuedBytes: 0 });
    client.resume();
    expect(client.take().map(({ op, seq }) => op ?? seq)).toEqual(numbers(first, first + 1999));
  });

  it('hands nothing more to a client that still takes nothing when the turn of a burst is over', () => {
    const world = createTestWorld({ lagFrames: 100, ringFrames: 400, replayCapacity: 8 });
    const client = world.connect();
    client.send({ op: 'subscribe', topics: ['*'] });
    client.stall();
    // Exactly the number that is flushed in the middle of the turn: no frame is left that could be refused at its end.
    for (let index = 0; index < 100; index += 1) world.change('a');
    world.turn();
    client.take();
    expect(client.connection.info()).toMatchObject({ blocked: true });
    for (let index = 0; index < 1000; index += 1) world.change('a');
    world.turn();
    expect(client.take()).toEqual([]);
    client.resume();
    expect(client.take().map(({ op }) => op)).toEqual(['replay_lost']);
  });

  it('goes on live with a client that took everything before the turn of a burst was over', () => {
    const world = createTestWorld({ lagFrames: 100, ringFrames: 400, replayCapacity: 8 });
    const client = world.connect();
    client.send({ op: 'subscribe', topics: ['*'] });
    client.take();
    client.stall();
    for (let index = 0; index < 150; index += 1) world.change('a');
    client.resume();
    world.turn();
    const next = world.change('a');
    world.turn();
    expect(seqsOf(client.take())).toEqual(numbers(next - 150, next));
    expect(client.connection.info().blocked).toBe(false);
  });

  it('hands over no more of a burst than the ring may hold, and reports the rest to clients that could not take it', () => {
    const world = createTestWorld({ lagBytes: 20_000, ringBytes: 100_000, replayCapacity: 8 });
    const client = world.connect();
    client.send({ op: 'subscribe', topics: ['*'] });
    client.take();
    client.stall();
    for (let index = 0; index < 400; index += 1) world.change('a', 'x'.repeat(1000));
    world.turn();
    const taken = client.take().length;
    expect(taken).toBeGreaterThan(70);
    expect(taken).toBeLessThan(110);
    client.resume();
    expect(client.take().map(({ op }) => op)).toEqual(['replay_lost']);
    expect(client.connection.info().dropped).toBe(400 - taken);
  });

  it('gives a client that reads after each turn everything, for any number of events in one', () => {
    const turn = fc.record({
      bursts: fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 4 }),
      flushes: fc.boolean(),
      writes: fc.integer({ min: 1, max: 6 }),
    });
    fc.assert(
      fc.property(fc.array(turn, { minLength: 1, maxLength: 6 }), fc.integer({ min: 1, max: 40 }), (turns, lag) => {
        const world = createTestWorld({ lagFrames: lag, ringFrames: 64, replayCapacity: 4 });
        const client = world.connect();
        client.send({ op: 'subscribe', topics: ['*'] });
        client.take();
        const published: number[] = [];
        for (const { bursts, flushes, writes } of turns) {
          client.stall(writes);
          for (const size of bursts) {
            for (let index = 0; index < size; index += 1) published.push(world.change('a'));
            // Somebody subscribes in the middle of it.
            if (flushes && size > lag) world.stream.flush();
          }
          world.turn();
          client.resume();
        }
        expect(client.take().map(({ op, seq }) => op ?? seq)).toEqual(published);
      }),
      { numRuns: 300 },
    );
  });

  it('bounds the ring by bytes but keeps the replayable events', () => {
    const world = createTestWorld({ ringBytes: 50_000, replayCapacity: 8 });
    for (let index = 0; index < 1000; index += 1) world.change('a', 'x'.repeat(100));
    expect(world.stream.metrics().ringBytes).toBeLessThanOrEqual(50_000);
    for (let index = 0; index < 10; index += 1) world.change('a', 'x'.repeat(20_000));
    expect(world.stream.metrics().ringFrames).toBe(8);
    expect(world.stream.oldestSeq).toBe(world.stream.seq - 7);
  });

  it('reports each connection with its identity and state to the operator', () => {
    const world = createTestWorld();
    const client = world.connect({ principal: 'anna', clientName: 'node-red', remoteAddress: '192.0.2.7' });
    client.send({ op: 'subscribe', topics: ['a', 'b'] });
    world.change('a');
    world.turn();
    world.now += 1500;
    expect(world.stream.connections()).toEqual([
      {
        id: 1,
        principal: 'anna',
        clientName: 'node-red',
        remoteAddress: '192.0.2.7',
        transport: 'duplex',
        mode: 'all',
        openedAt: expect.stringMatching(/Z$/),
        patterns: 2,
        cursor: world.stream.seq,
        lagFrames: 0,
        lagMs: 0,
        queuedBytes: 0,
        blocked: false,
        delivered: 1,
        conflated: 0,
        dropped: 0,
        rttMs: undefined,
        idleMs: 1500,
      },
    ]);
    expect(world.stream.metrics()).toMatchObject({
      published: 1,
      delivered: 1,
      writes: 1,
      connections: 1,
      patterns: 2,
    });
  });

  it('is not closed while it takes bytes, however slowly, and is 30 s after it took the last', () => {
    const world = createTestWorld();
    let taken = 0;
    const closed: unknown[] = [];
    const connection = world.stream.openConnection({
      principal: 'slow',
      transport: 'one-way',
      sink: {
        write: () => false,
        control: () => true,
        close: (code, reason) => closed.push([code, reason]),
        progress: () => taken,
      },
    });
    connection.subscribe({ topics: ['*'] });
    world.change('a');
    world.turn();
    for (let second = 0; second < 120; second += 1) {
      if (second % 20 === 0) taken += 1;
      world.advance(1_000);
    }
    expect([closed, connection.info().blocked]).toEqual([[], true]);
    world.advance(12_000);
    expect(closed).toEqual([[1013, 'stalled, 0 events behind']]);
  });
});
