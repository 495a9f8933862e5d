import { afterEach, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from './gateway.js';
import { joinRaw, type RawClient } from './raw-client.js';

const cleanups: (() => unknown)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function join(gateway: TestGateway, topics: readonly string[]): Promise<RawClient> {
  const client = await joinRaw(gateway, topics);
  cleanups.push(() => client.socket.destroy());
  return client;
}

describe('two hundred real sockets', () => {
  it('get every frame of bursts of 500, while five that do not read cost the others nothing', {
    timeout: 30_000,
  }, async () => {
    const gateway = await startGateway();
    cleanups.push(gateway.stop);
    const reading = await Promise.all(Array.from({ length: 195 }, () => join(gateway, ['devices/#'])));
    const stalled = await Promise.all(Array.from({ length: 5 }, () => join(gateway, ['devices/#', 'bulk'])));
    for (const { socket } of stalled) socket.pause();

    const published: number[] = [];
    const all: number[] = [];
    const publish = (topic: string, text: string) => {
      const seq = gateway.stream.publish({ topic, type: 't', payload: { text } });
      all.push(seq);
      if (topic !== 'bulk') published.push(seq);
    };
    const bulk = 'x'.repeat(30_000);
    for (let burst = 0; burst < 4; burst += 1) {
      for (let index = 0; index < 500; index += 1) publish('device.A', 'y'.repeat(index));
      for (let index = 0; index < 80; index += 1) publish('bulk', bulk);
      await Promise.all(reading.map(({ seqs, until }) => until(() => seqs.length === published.length)));
    }
    for (const { seqs, ops } of reading) {
      expect(seqs).toEqual(published);
      expect(ops).toEqual(['subscribed']);
    }

    const behind = gateway.stream.connections().filter(({ blocked }) => blocked);
    expect(behind.length).toBe(5);
    for (const { queuedBytes } of behind) expect(queuedBytes).toBe(0);
    // The process holds at most the last handed-over frames of a socket, not the owed ones.
    const held = [...gateway.sockets].reduce((sum, socket) => sum + socket.writableLength, 0);
    expect(held).toBeLessThanOrEqual(5 * 100_000);

    // The stalled ones owe more than the allowance of 4 MiB: one word, then on.
    for (const { socket } of stalled) socket.resume();
    await Promise.all(stalled.map(({ ops, until }) => until(() => ops.length === 2)));
    const next = gateway.stream.publish({ topic: 'device.A', type: 't', payload: {} });
    await Promise.all(stalled.map(({ seqs, until }) => until(() => seqs.at(-1) === next)));
    for (const { seqs, ops } of stalled) {
      expect(ops).toEqual(['subscribed', 'replay_lost']);
      expect(seqs.slice(0, -1)).toEqual(all.slice(0, seqs.length - 1));
    }
  });
});
