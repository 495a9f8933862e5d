import { describe, expect, it } from 'vitest';
import { createTestWorld, numbers, seqsOf, type TestClient } from '../testing/world.js';

describe('many events in one turn', () => {
  it('sends the beginning of a burst to a single socket while the turn goes on, and the rest at its end', () => {
    const world = createTestWorld();
    const client = world.connect();
    client.send({ op: 'subscribe', topics: ['*'] });
    client.take();
    const first = world.change('a');
    for (let index = 1; index < 60; index += 1) world.change('a');
    expect(seqsOf(client.take())).toEqual(numbers(first, first + 47));
    world.turn();
    expect(seqsOf(client.take())).toEqual(numbers(first + 48, first + 59));
  });

  it('writes once to each of many sockets, because a write for each costs more than its reader gains', () => {
    const world = createTestWorld();
    const clients = ['*', 'a', 'device.#'].map((pattern) => {
      const client = world.connect();
      client.send({ op: 'subscribe', topics: [pattern] });
      client.take();
      return client;
    });
    const [all, one, none] = clients as [TestClient, TestClient, TestClient];
    const first = world.change('a');
    for (let index = 1; index < 47; index += 1) world.change('a');
    expect(clients.flatMap((client) => client.take())).toEqual([]);
    world.change('a');
    expect([all, one].map((client) => seqsOf(client.take()))).toEqual([
      numbers(first, first + 47),
      numbers(first, first + 47),
    ]);
    world.turn();
    expect(clients.flatMap((client) => client.take())).toEqual([]);
    expect(none.frames.filter(({ type }) => type !== undefined)).toEqual([]);
  });

  it('calls listeners in the process at the end of the turn, though a socket received the burst before', () => {
    const world = createTestWorld();
    const client = world.connect();
    client.send({ op: 'subscribe', topics: ['*'] });
    client.take();
    const heard: number[] = [];
    world.stream.subscribe(['*'], ({ seq }) => void heard.push(seq), { onLost: () => {} });
    const first = world.change('a');
    for (let index = 1; index < 100; index += 1) world.change('a');
    expect(client.take()).toHaveLength(96);
    expect(heard).toEqual([]);
    world.turn();
    expect(heard).toEqual(numbers(first, first + 99));
  });

  it('calls listeners within a burst longer than the ring, though a socket receives each part before', () => {
    const world = createTestWorld({ lagFrames: 50, ringFrames: 64, replayCapacity: 4 });
    const client = world.connect();
    client.send({ op: 'subscribe', topics: ['*'] });
    client.take();
    const heard: number[] = [];
    const lost: unknown[] = [];
    world.stream.subscribe(['*'], ({ seq }) => void heard.push(seq), { onLost: (loss) => void lost.push(loss) });
    const first = world.change('a');
    for (let index = 1; index < 1000; index += 1) world.change('a');
    world.turn();
    expect(heard).toEqual(numbers(first, first + 999));
    expect(lost).toEqual([]);
  });
});
