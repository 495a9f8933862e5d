import { describe, expect, it } from 'vitest';
import { createTestWorld, type TestWorld } from '../src/testing/world.js';

function replay(world: TestWorld, since: number) {
  const client = world.connect();
  client.send({ op: 'subscribe', topics: ['*'], since });
  world.turn();
  return client.take().map((frame) => frame.op ?? frame.seq);
}

describe('depths that change while the stream runs', () => {
  it('let replays reach as far as the new depth, with the events in memory already', () => {
    const world = createTestWorld({ replayCapacity: 2, ringFrames: 100 });
    const [first = 0, , , , last = 0] = [1, 2, 3, 4, 5].map((value) => world.change('a', value));
    expect(replay(world, first)).toContain('replay_lost');
    world.stream.reconfigure({ replayCapacity: 4, ringFrames: 100 });
    expect(replay(world, first)).toEqual(['subscribed', first + 1, first + 2, first + 3, last, 'replay_done']);
    world.stream.reconfigure({ replayCapacity: 0 });
    expect(replay(world, last)).toContain('replay_lost');
  });

  it('drop events beyond them after these were offered to all clients', () => {
    const world = createTestWorld({ replayCapacity: 64, ringFrames: 64 });
    const client = world.connect();
    client.send({ op: 'subscribe', topics: ['*'] });
    world.turn();
    client.take();
    const published = Array.from({ length: 40 }, (_, value) => world.change('a', value));
    world.stream.reconfigure({ replayCapacity: 8, ringFrames: 8 });
    expect(client.take().map(({ seq }) => seq)).toEqual(published);
    expect(world.stream.metrics().ringFrames).toBe(8);
    expect(world.stream.oldestSeq).toBe(published.at(-8));
    // Growing again moves the kept entries to their new positions.
    world.stream.reconfigure({ replayCapacity: 64, ringFrames: 64 });
    const more = world.change('a');
    expect(replay(world, published.at(-8) ?? 0)).toEqual(['subscribed', ...published.slice(-7), more, 'replay_done']);
  });

  it('tell a client that is behind the new allowance', () => {
    const world = createTestWorld({ lagFrames: 1_000 });
    const client = world.connect();
    client.send({ op: 'subscribe', topics: ['*'] });
    world.turn();
    const fallBehind = () => {
      client.stall();
      for (let value = 0; value < 20; value += 1) {
        world.change('a', value);
        world.turn();
      }
      client.resume();
      world.turn();
    };
    fallBehind();
    expect(client.take().some(({ op }) => op === 'replay_lost')).toBe(false);
    world.stream.reconfigure({ lagFrames: 4 });
    fallBehind();
    expect(client.take().filter(({ op }) => op === 'replay_lost')).toHaveLength(1);
  });

  it('stay as they are when one of them is impossible', () => {
    const world = createTestWorld({ replayCapacity: 3 });
    for (let value = 0; value < 5; value += 1) world.change('a', value);
    const oldest = world.stream.oldestSeq;
    expect(() => world.stream.reconfigure({ replayCapacity: 1, lagFrames: 0 })).toThrow(RangeError);
    expect(world.stream.oldestSeq).toBe(oldest);
  });
});
