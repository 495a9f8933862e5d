import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMemoryLog, createMemoryLogStore, type MemoryLogStore } from '../src/log/memory.js';
import type { EventLog } from '../src/model/event-log.js';
import { openEventStream } from '../src/stream/create-stream.js';
import { createSurroundings, createTestWorld, worldOf } from '../src/testing/world.js';

interface LifeOptions {
  readonly store: MemoryLogStore;
  readonly startMs?: number;
  readonly replayCapacity?: number;
  readonly ringFrames?: number;
  readonly log?: Partial<EventLog>;
}

const flushMicrotasks = async () => {
  for (let index = 0; index < 20; index += 1) await Promise.resolve();
};

/** One life of a stream on a log. `settle` lets the write-behind finish. */
async function live({ store, startMs, replayCapacity, ringFrames, log }: LifeOptions) {
  const surroundings = createSurroundings(startMs);
  const errors: unknown[] = [];
  const options = {
    ...surroundings.options,
    random: Math.random,
    replayCapacity,
    ringFrames,
    onError: (error: unknown) => errors.push(error),
  };
  const stream = await openEventStream({ ...options, log: { ...createMemoryLog({}, store), ...log } });
  const world = worldOf(stream, surroundings);
  const settle = async () => {
    for (let index = 0; index < 10; index += 1) {
      surroundings.advance(20);
      surroundings.turn();
      await flushMicrotasks();
    }
  };
  const close = async () => {
    const closing = stream.close();
    await settle();
    await closing;
  };
  return { world, stream, settle, close, errors };
}

const resumeFrom = (world: Awaited<ReturnType<typeof live>>['world'], since: number) => {
  const client = world.connect();
  client.send({ op: 'subscribe', topics: ['*'], since });
  const frames = client.take().slice(1);
  return { seqs: frames.filter(({ op }) => !op).map(({ seq }) => seq as number), last: frames.at(-1) };
};

describe('a stream with a log', () => {
  it('resumes a client across a clean restart as if nothing had happened, under the same epoch', async () => {
    const store = createMemoryLogStore();
    const first = await live({ store });
    const seqs = [first.world.change('a'), first.world.change('b'), first.world.change('a')];
    await first.close();
    const second = await live({ store, startMs: 1_790_000_900_000 });
    expect(second.stream.epoch).toBe(first.stream.epoch);
    expect(second.stream.seq).toBe(seqs[2]);
    expect(resumeFrom(second.world, seqs[0] as number).seqs).toEqual(seqs.slice(1));
    expect(resumeFrom(second.world, seqs[2] as number).last).toEqual({ op: 'replay_done', seq: seqs[2] });
    const next = second.world.change('a');
    expect(next).toBe(1_790_000_900_000_000);
    expect(resumeFrom(second.world, seqs[1] as number).seqs).toEqual([seqs[2], next]);
  });

  it('calls a cursor lost that lies between two lives, where no number was ever handed out', async () => {
    const store = createMemoryLogStore();
    const first = await live({ store });
    const seq = first.world.change('a');
    await first.close();
    const second = await live({ store, startMs: 1_790_000_900_000 });
    second.world.change('a');
    expect(resumeFrom(second.world, seq + 5).last).toMatchObject({ op: 'replay_lost', reason: 'future' });
  });

  it('after a crash calls every older cursor lost, counts on above it, and shows the gap in the log', async () => {
    const store = createMemoryLogStore();
    const first = await live({ store });
    first.world.change('a');
    await first.settle();
    const kept = first.stream.seq;
    first.world.change('b');
    const second = await live({ store });
    expect(second.stream.epoch).not.toBe(first.stream.epoch);
    for (const cursor of [kept - 1, kept, kept + 1]) {
      expect(resumeFrom(second.world, cursor).last).toMatchObject({ op: 'replay_lost' });
    }
    const next = second.world.change('c');
    expect(next).toBeGreaterThan(first.stream.seq);
    const page = second.stream.page();
    await second.settle();
    expect(await page).toMatchObject({
      events: [{ seq: kept }, { seq: next }],
      gaps: [{ after: kept, before: next }],
      more: false,
    });
  });

  it('never goes back, for any clock and any ends of its lives', async () => {
    const life = fc.record({
      events: fc.nat({ max: 5 }),
      clean: fc.boolean(),
      settled: fc.boolean(),
      clockMs: fc.oneof(fc.constantFrom(0, 1, 8.64e15), fc.integer({ min: 1_500_000_000_000, max: 1_900_000_000_000 })),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(life, { minLength: 2, maxLength: 5 }), async (lives) => {
        const store = createMemoryLogStore();
        const handedOut: number[] = [];
        let cursor: { readonly seq: number; readonly missed: boolean } | undefined;
        for (const { events, clean, settled, clockMs } of lives) {
          const one = await live({ store, startMs: clockMs });
          if (cursor) {
            const { seqs, last } = resumeFrom(one.world, cursor.seq);
            // A client that saw everything, and a stop that was clean, is the only way to go on without a word.
            expect(last?.op).toBe(cursor.missed ? 'replay_lost' : 'replay_done');
            expect(seqs).toEqual([]);
          }
          for (let index = 0; index < events; index += 1) handedOut.push(one.world.change('a'));
          if (settled) await one.settle();
          if (clean) await one.close();
          cursor = { seq: one.stream.seq, missed: !clean };
        }
        expect(handedOut).toEqual([...new Set(handedOut)].sort((a, b) => a - b));
        expect(Math.max(0, ...handedOut)).toBeLessThan(Number.MAX_SAFE_INTEGER);
      }),
      { numRuns: 300 },
    );
  });

  it('goes on publishing when the log fails, reports the events that the log missed, and does not claim a clean end', async () => {
    const store = createMemoryLogStore();
    let broken = true;
    const memory = createMemoryLog({}, store);
    const append: EventLog['append'] = async (batch) => {
      if (broken) throw new Error('disk full');
      await memory.append(batch);
    };
    const first = await live({ store, log: { append } });
    const client = first.world.connect();
    client.send({ op: 'subscribe', topics: ['*'] });
    client.take();
    const lost = first.world.change('a');
    await first.settle();
    expect(client.take()).toMatchObject([{ seq: lost }]);
    expect(first.stream.metrics()).toMatchObject({ logFailures: 1, logAppended: 0, logPending: 1 });
    expect(first.errors).toHaveLength(1);
    await first.close();
    expect(store.clean).toBe(false);
    broken = false;
  });

  it('catches up with the log after a failure without a gap', async () => {
    const store = createMemoryLogStore();
    let failures = 1;
    const memory = createMemoryLog({}, store);
    const append: EventLog['append'] = async (batch) => {
      if (failures > 0) {
        failures -= 1;
        throw new Error('busy');
      }
      await memory.append(batch);
    };
    const one = await live({ store, log: { append } });
    const seqs = [one.world.change('a')];
    await one.settle();
    one.world.now += 2_000;
    seqs.push(one.world.change('a'));
    await one.settle();
    expect(store.records.map(({ seq }) => seq)).toEqual(seqs);
    expect(store.gaps).toEqual([]);
    await one.close();
    expect(store.clean).toBe(true);
  });

  it('drops the oldest of a backlog that the log does not take, and marks the gap there', async () => {
    const store = createMemoryLogStore();
    let release: () => void = () => {};
    const memory = createMemoryLog({}, store);
    let held = false;
    const append: EventLog['append'] = async (batch) => {
      if (!held) {
        held = true;
        await new Promise<void>((resolve) => {
          release = resolve;
        });
      }
      await memory.append(batch);
    };
    const one = await live({ store, log: { append } });
    const first = one.world.change('a');
    await one.settle();
    for (let index = 0; index < 20_000; index += 1) one.world.change('a');
    expect(one.stream.metrics()).toMatchObject({ logPending: 16_384, logDropped: 20_000 - 16_384 });
    release();
    for (let index = 0; index < 5; index += 1) await one.settle();
    expect(store.gaps).toEqual([{ after: first, before: one.stream.seq - 16_383 }]);
    await one.close();
    const next = await live({ store, startMs: 1_790_000_900_000, replayCapacity: 50_000 });
    expect(next.stream.oldestSeq).toBe(one.stream.seq - 16_383);
  });

  it('catches a client of mode latest up across a clean restart', async () => {
    const store = createMemoryLogStore();
    const first = await live({ store, replayCapacity: 3 });
    first.world.change('old');
    const since = first.world.change('a', 1);
    first.world.change('a', 2);
    first.world.change('b', 'ü"type":');
    await first.close();
    const second = await live({ store, startMs: 1_790_000_900_000, replayCapacity: 3 });
    for (let value = 3; value < 10; value += 1) second.world.change('a', value);
    const client = second.world.connect();
    client.send({ op: 'subscribe', topics: ['*'], since, mode: 'latest' });
    expect(client.take().slice(2)).toMatchObject([
      { topic: 'b', kind: 'refresh', payload: { value: 'ü"type":' } },
      { topic: 'a', kind: 'refresh', payload: { value: 9 } },
    ]);
  });
});

describe('paging through the log', () => {
  it('filters by topic over many pages and returns the position to go on', async () => {
    const store = createMemoryLogStore();
    const { world, stream, settle } = await live({ store });
    const wanted: number[] = [];
    for (let index = 0; index < 250; index += 1) {
      const seq = world.change(index % 10 === 0 ? 'device.A' : 'device.B');
      if (index % 10 === 0) wanted.push(seq);
    }
    await settle();
    const seen: number[] = [];
    let since = 0;
    for (let page = 0; page < 10; page += 1) {
      const result = stream.page({ since, topics: ['devices/A'], limit: 7 });
      await settle();
      const { events, nextSince, more } = await result;
      seen.push(...events.map(({ seq }) => seq));
      since = nextSince;
      if (!more) break;
    }
    expect(seen).toEqual(wanted);
  });

  it('reads the delivery ring when there is no log', async () => {
    const world = createTestWorld();
    const seqs = [world.change('a'), world.change('b'), world.change('a')];
    expect(await world.stream.page({ topics: ['a'], limit: 1 })).toMatchObject({
      events: [{ seq: seqs[0] }],
      nextSince: seqs[0],
      more: true,
    });
    expect(await world.stream.page({ since: seqs[0] })).toMatchObject({ events: [{ seq: seqs[1] }, { seq: seqs[2] }] });
  });

  it.each([[{ since: -1 }], [{ since: 1.5 }], [{ limit: 0 }], [{ limit: 1001 }], [{ topics: ['x'.repeat(257)] }]])(
    'refuses %j',
    async (query) => {
      await expect(createTestWorld().stream.page(query)).rejects.toMatchObject({ code: 'invalid_query' });
    },
  );
});

describe('a cursor in the process of a stream with a log', () => {
  const collect = async (
    cursor: AsyncIterator<{ readonly seq: number }>,
    count: number,
    settle: () => Promise<void>,
  ) => {
    const seqs: number[] = [];
    for (let index = 0; index < count; index += 1) {
      const next = cursor.next();
      await settle();
      seqs.push((await next).value.seq);
    }
    return seqs;
  };

  it('begins with events that only the log still has, and follows without a gap or a repetition', async () => {
    const store = createMemoryLogStore();
    const first = await live({ store, replayCapacity: 4 });
    const since = first.stream.seq;
    const seqs: number[] = [];
    for (let index = 0; index < 40; index += 1) {
      seqs.push(first.world.change('a'));
      first.world.change('b');
    }
    await first.close();
    const { world, stream, settle } = await live({ store, startMs: 1_790_000_900_000, replayCapacity: 4 });
    const cursor = stream.cursor(['a'], { since });
    expect(await collect(cursor, 10, settle)).toEqual(seqs.slice(0, 10));
    for (let index = 0; index < 10; index += 1) seqs.push(world.change('a'));
    world.turn();
    expect(await collect(cursor, 40, settle)).toEqual(seqs.slice(10));
    const last = cursor.next();
    seqs.push(world.change('a'));
    world.turn();
    expect((await last).value?.seq).toBe(seqs.at(-1));
  });

  it('goes back to the log when the ring has overtaken it, and loses nothing', async () => {
    const store = createMemoryLogStore();
    const { world, stream, settle } = await live({ store, replayCapacity: 4, ringFrames: 8 });
    const cursor = stream.cursor(['a']);
    const seqs: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      for (let index = 0; index < 30; index += 1) seqs.push(world.change('a'), world.change('a'));
      world.turn();
      expect(await collect(cursor, 60, settle)).toEqual(seqs.slice(-60));
    }
  });

  it('reports in their position the events that the log lacks: its forgotten beginning, and those lost in a crash', async () => {
    const store = createMemoryLogStore();
    const first = await live({ store });
    const early = first.world.change('a');
    const kept = first.world.change('a');
    await first.settle();
    store.records.shift();
    const crashedAt = first.stream.seq;
    const second = await live({ store, startMs: 1_790_000_900_000 });
    const fresh = second.world.change('a');
    const told: unknown[] = [];
    const cursor = second.stream.cursor(['a'], { since: early - 1, onLost: (loss) => told.push(loss) });
    const seen: unknown[] = [];
    for (let count = 0; count < 2; count += 1) {
      seen.push(...(await collect(cursor, 1, second.settle)));
      seen.push(told.length);
    }
    expect(seen).toEqual([kept, 1, fresh, 2]);
    expect(told).toEqual([
      { reason: 'evicted', oldestSeq: kept, seq: kept - 1 },
      { reason: 'evicted', oldestSeq: fresh, seq: fresh - 1 },
    ]);
    expect(crashedAt).toBe(kept);
  });

  it('reports missing events when the log cannot be read, and follows', async () => {
    const store = createMemoryLogStore();
    const log = { page: () => Promise.reject(new Error('disk')) };
    const { world, stream, settle, errors } = await live({ store, log });
    const told: string[] = [];
    const cursor = stream.cursor(['a'], { since: 5, onLost: ({ reason }) => told.push(reason) });
    const seq = world.change('a');
    expect(await collect(cursor, 1, settle)).toEqual([seq]);
    expect([told, errors]).toEqual([['evicted'], [new Error('disk')]]);
  });
});
