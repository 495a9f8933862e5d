import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { Loss, StreamEvent } from '../src/model/event.js';
import { createTestWorld } from '../src/testing/world.js';

const unexpected = () => expect.unreachable();

describe('a listener in the process', () => {
  it('is called for matching events in order at the end of the turn, after its requested replay', () => {
    const world = createTestWorld();
    const since = world.change('a');
    const replayed = world.change('a');
    const seen: number[] = [];
    const subscription = world.stream.subscribe(['a'], (event) => seen.push(event.seq), { since, onLost: unexpected });
    const live = world.change('a');
    world.change('b');
    expect(seen).toEqual([]);
    world.turn();
    expect(seen).toEqual([replayed, live]);
    subscription.close();
    world.change('a');
    world.turn();
    expect(seen).toEqual([replayed, live]);
  });

  it('of some types hears these and no others, whatever topics and payloads contain', () => {
    const word: fc.Arbitrary<string> = fc.constantFrom('a', 'b', ',"type":"a",', 'ü"type":"b"', '\\"type\\":\\"a\\"');
    const payload = fc.dictionary(fc.constantFrom('type', 'x'), fc.oneof(word, fc.record({ type: word, y: word })));
    const event = fc.record({ topic: word, type: word, payload });
    fc.assert(
      fc.property(fc.array(event, { maxLength: 30 }), fc.uniqueArray(word), (events, types) => {
        const world = createTestWorld();
        const all: StreamEvent[] = [];
        const seen: StreamEvent[] = [];
        world.stream.subscribe(['*'], (each) => all.push(each), { onLost: unexpected });
        world.stream.subscribe(['*'], (each) => seen.push(each), { types, onLost: unexpected });
        for (const each of events) world.stream.publish(each);
        world.turn();
        expect(all).toHaveLength(events.length);
        expect(seen).toEqual(all.filter(({ type }) => types.includes(type)));
      }),
    );
  });

  it('of some types parses the text of no others', () => {
    const world = createTestWorld();
    const seen: string[] = [];
    world.stream.subscribe(['*'], ({ type }) => seen.push(type), { types: ['wanted'], onLost: unexpected });
    for (const type of ['other', 'wanted', 'other']) world.stream.publish({ topic: 'a', type, payload: {} });
    const parse = vi.spyOn(JSON, 'parse');
    world.turn();
    expect(parse).toHaveBeenCalledOnce();
    parse.mockRestore();
    expect(seen).toEqual(['wanted']);
  });

  it('takes the same frozen object as the others, whose text is parsed once', () => {
    const world = createTestWorld();
    const first: StreamEvent[] = [];
    const second: StreamEvent[] = [];
    world.stream.subscribe(['*'], (event) => first.push(event), { onLost: unexpected });
    world.stream.subscribe(['a'], (event) => second.push(event), { onLost: unexpected });
    const payload = { value: 1, of: { list: [1] } };
    world.stream.publish({ topic: 'a', type: 't', payload });
    payload.of.list.push(2);
    const parse = vi.spyOn(JSON, 'parse');
    world.turn();
    expect(parse).toHaveBeenCalledOnce();
    parse.mockRestore();
    expect(first[0]).toBe(second[0]);
    expect(first[0]?.payload).toEqual({ value: 1, of: { list: [1] } });
    const members = [first[0], first[0]?.payload, first[0]?.payload.of];
    expect(members.every(Object.isFrozen)).toBe(true);
  });

  it('takes the same events as the others, in bursts of any length and with texts of any size', () => {
    const bursts = fc.array(fc.array(fc.nat(6_000), { maxLength: 90 }), { maxLength: 3 });
    fc.assert(
      fc.property(bursts, (all) => {
        const world = createTestWorld();
        const seen: StreamEvent[][] = [[], [], []];
        for (const each of seen) world.stream.subscribe(['*'], (event) => each.push(event), { onLost: unexpected });
        for (const sizes of all) {
          for (const size of sizes)
            world.stream.publish({ topic: 'a', type: 't', payload: { text: 'x'.repeat(size) } });
          world.turn();
        }
        const sizes = seen.map((events) => events.map(({ payload }) => (payload.text as string).length));
        expect(sizes).toEqual(seen.map(() => all.flat()));
      }),
      { numRuns: 20 },
    );
  });

  it('may publish, and hears that in the next round', () => {
    const world = createTestWorld();
    const seen: unknown[] = [];
    world.stream.subscribe(
      ['*'],
      ({ topic }) => {
        seen.push(topic);
        if (topic === 'a') world.change('b');
      },
      { onLost: unexpected },
    );
    world.change('a');
    world.change('c');
    world.turn();
    expect(seen).toEqual(['a', 'c', 'b']);
  });

  it('that throws is reported and harms no other one', () => {
    const errors: unknown[] = [];
    const world = createTestWorld({ onError: (error) => errors.push(error) });
    const seen: number[] = [];
    world.stream.subscribe(
      ['a'],
      () => {
        throw new Error('listener');
      },
      { onLost: unexpected },
    );
    world.stream.subscribe(['a'], ({ seq }) => seen.push(seq), { onLost: unexpected });
    const seqs = [world.change('a'), world.change('a')];
    world.turn();
    expect(seen).toEqual(seqs);
    expect(errors).toHaveLength(2);
  });

  it('that rejects is reported too, and so is one that throws because events are missing, for any behaviour of the report', async () => {
    const errors: unknown[] = [];
    const world = createTestWorld({
      ringFrames: 8,
      replayCapacity: 4,
      onError(error) {
        errors.push((error as Error).message);
        throw new Error('report');
      },
    });
    const seen: number[] = [];
    world.change('a');
    const onLost = () => {
      throw new Error('loss');
    };
    world.stream.subscribe(['a'], () => {}, { since: 5, onLost });
    world.stream.subscribe(['a'], async () => Promise.reject(new Error('promise')), { onLost: unexpected });
    world.stream.subscribe(['a'], ({ seq }) => seen.push(seq), { onLost: unexpected });
    // A storm from within a listener overtakes the others.
    world.stream.subscribe(
      ['storm'],
      () => {
        for (let index = 0; index < 40; index += 1) world.change('b');
      },
      { onLost: unexpected },
    );
    world.stream.subscribe(['b'], () => {}, { onLost });
    const seqs = [world.change('a'), world.change('storm')].slice(0, 1);
    world.turn();
    seqs.push(world.change('a'));
    world.turn();
    await new Promise((resolve) => setImmediate(resolve));
    expect(seen).toEqual(seqs);
    expect(errors).toEqual(['loss', 'loss', 'promise', 'promise']);
  });

  it('requires a handler of losses', () => {
    const world = createTestWorld();
    for (const options of [undefined, {}, { since: 5 }]) {
      const subscribe = () => world.stream.subscribe(['a'], () => {}, options as never);
      expect(subscribe).toThrow(expect.objectContaining({ code: 'invalid_query' }));
    }
    expect(world.stream.metrics().patterns).toBe(0);
  });

  it('receives the report of a cursor that is too old', () => {
    const world = createTestWorld();
    const losses: Loss[] = [];
    world.stream.subscribe(['a'], () => {}, { since: 5, onLost: (loss) => losses.push(loss) });
    expect(losses).toEqual([{ reason: 'evicted', oldestSeq: world.stream.oldestSeq, seq: world.stream.seq }]);
  });

  it('receives events as they were published, for any later change of the payload', () => {
    const world = createTestWorld();
    const seen: StreamEvent[] = [];
    world.stream.subscribe(['a'], (event) => seen.push(event), { onLost: unexpected });
    const payload = { value: 1 };
    world.stream.publish({ topic: 'a', type: 't', payload });
    payload.value = 2;
    world.turn();
    expect(seen[0]?.payload).toEqual({ value: 1 });
  });
});

describe('a cursor in the process', () => {
  it('pulls at its own pace, across a pause, until it is returned', async () => {
    const world = createTestWorld();
    const cursor = world.stream.cursor(['a']);
    const first = world.change('a');
    world.turn();
    expect((await cursor.next()).value?.seq).toBe(first);
    const waiting = cursor.next();
    world.change('b');
    const second = world.change('a');
    const third = world.change('a');
    world.turn();
    expect((await waiting).value?.seq).toBe(second);
    expect((await cursor.next()).value?.seq).toBe(third);
    await cursor.return?.();
    expect(await cursor.next()).toEqual({ done: true, value: undefined });
  });

  it('is notified when the ring has overtaken it, but not for topics that it did not request', async () => {
    const world = createTestWorld({ ringFrames: 8, replayCapacity: 4 });
    const losses: Loss[] = [];
    const cursor = world.stream.cursor(['a'], { onLost: (loss) => losses.push(loss) });
    const first = world.change('a');
    world.turn();
    for (let index = 0; index < 4; index += 1) world.change('b');
    world.turn();
    expect((await cursor.next()).value?.seq).toBe(first);
    const waiting = cursor.next();
    for (let index = 0; index < 50; index += 1) world.change('b');
    world.turn();
    const second = world.change('a');
    world.turn();
    expect((await waiting).value?.seq).toBe(second);
    expect(losses).toEqual([]);
    world.change('a');
    world.turn();
    for (let index = 0; index < 50; index += 1) world.change('b');
    world.turn();
    const late = cursor.next();
    await Promise.resolve();
    expect(losses).toMatchObject([{ reason: 'overflow' }]);
    const third = world.change('a');
    world.turn();
    expect((await late).value?.seq).toBe(third);
  });

  it('rejects when events are missing and nothing was given that wants to know, and ends', async () => {
    const world = createTestWorld({ ringFrames: 8, replayCapacity: 4 });
    const old = world.stream.cursor(['a'], { since: 5 });
    await expect(old.next()).rejects.toMatchObject({ code: 'events_lost', loss: { reason: 'evicted' } });
    expect(await old.next()).toEqual({ done: true, value: undefined });
    const slow = world.stream.cursor(['a']);
    for (let index = 0; index < 20; index += 1) world.change('a');
    world.turn();
    await expect(slow.next()).rejects.toMatchObject({ loss: { reason: 'overflow', seq: world.stream.seq } });
    expect(world.stream.metrics().patterns).toBe(0);
  });

  it('gives each of several calls of next an event of its own, in order, and ends them all', async () => {
    const world = createTestWorld();
    const cursor = world.stream.cursor(['a']);
    const calls = [cursor.next(), cursor.next(), cursor.next(), cursor.next()];
    const seqs = [world.change('a'), world.change('a')];
    world.turn();
    expect((await Promise.all(calls.slice(0, 2))).map(({ value }) => value?.seq)).toEqual(seqs);
    await cursor.return?.();
    expect((await Promise.all(calls.slice(2))).map(({ done }) => done)).toEqual([true, true]);
  });

  it('ends with its signal and with the stream', async () => {
    const world = createTestWorld();
    const abort = new AbortController();
    const aborted = world.stream.cursor(['a'], { signal: abort.signal }).next();
    const ended = world.stream.cursor(['a']);
    const last = world.change('a');
    abort.abort();
    await world.stream.close();
    expect(await aborted).toEqual({ done: true, value: undefined });
    expect((await ended.next()).value?.seq).toBe(last);
    expect(await ended.next()).toEqual({ done: true, value: undefined });
    expect(() => world.change('a')).toThrow(expect.objectContaining({ code: 'stream_closed' }));
  });
});

describe('publishing', () => {
  it.each([
    [
      'a cycle',
      () => {
        const cycle: Record<string, unknown> = {};
        cycle.self = cycle;
        return cycle;
      },
    ],
    ['a bigint', () => ({ value: 1n })],
    ['an array', () => []],
    ['something that is written as no object', () => ({ toJSON: () => 5 })],
  ])('refuses %s as payload, and uses up no number', (_what, payload) => {
    const world = createTestWorld();
    const before = world.change('a');
    expect(() => world.stream.publish({ topic: 'a', type: 't', payload: payload() })).toThrow(
      expect.objectContaining({ code: 'invalid_event' }),
    );
    expect(world.change('a')).toBe(before + 1);
  });

  it('reports events without state as momentary, and no others', () => {
    const world = createTestWorld();
    const client = world.connect();
    client.send({ op: 'subscribe', topics: ['*'] });
    client.take();
    const seen: unknown[] = [];
    world.stream.subscribe(['*'], ({ momentary }) => seen.push(momentary), { onLost: unexpected });
    for (const momentary of [true, false, undefined]) {
      world.stream.publish({ topic: 'a', type: 't', payload: {}, momentary });
    }
    world.turn();
    expect(client.take().map((frame) => frame.momentary)).toEqual([true, undefined, undefined]);
    expect(seen).toEqual([true, undefined, undefined]);
  });

  it('writes time stamps with nine digits, whole seconds and fractions alike', () => {
    const world = createTestWorld();
    const client = world.connect();
    client.send({ op: 'subscribe', topics: ['*'] });
    client.take();
    world.change('a');
    world.now = 1234.5678;
    world.change('a');
    world.turn();
    expect(client.take().map(({ ts }) => ts)).toEqual([
      '2026-09-21T14:13:20.000000000Z',
      expect.stringMatching(/^2026-09-21T14:13:21\.23456\d{4}Z$/),
    ]);
  });
});
