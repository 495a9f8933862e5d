import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from './gateway.js';
import { joinRaw } from './raw-client.js';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startGateway();
});

afterAll(() => gateway.stop());

describe('twenty thousand events in one turn', () => {
  it('reach each client that reads, frame by frame, beside one that does not', { timeout: 30_000 }, async () => {
    const reading = await Promise.all([
      joinRaw(gateway, ['*']),
      joinRaw(gateway, ['devices/#']),
      joinRaw(gateway, ['*']),
    ]);
    const stalled = await joinRaw(gateway, ['*']);
    stalled.socket.pause();

    for (let round = 0; round < 2; round += 1) {
      const before = reading.map(({ seqs }) => seqs.length);
      const published: number[] = [];
      for (let value = 0; value < 20_000; value += 1) {
        const payload = { central: 'home', value, text: 'x'.repeat(500) };
        published.push(gateway.stream.publish({ topic: `device.${value % 50}`, type: 'state', payload }));
      }
      await Promise.all(reading.map(({ seqs, until }) => until(() => seqs.at(-1) === published.at(-1))));
      for (const [index, { seqs, ops }] of reading.entries()) {
        expect(seqs.slice(before[index])).toEqual(published);
        expect(ops).toEqual(['subscribed']);
      }
      // The gateway may learn later that a client has received its frames.
      const blocked = () => gateway.stream.connections().filter((connection) => connection.blocked).length;
      while (blocked() > 1) await new Promise((resolve) => setImmediate(resolve));
    }

    // The second burst found it blocked: that one it is notified of.
    const held = Math.max(...[...gateway.sockets].map((socket) => socket.writableLength));
    expect(held).toBeLessThanOrEqual(16 * 1024 * 1024);
    stalled.socket.resume();
    await stalled.until(() => stalled.ops.length === 2);
    expect(stalled.ops).toEqual(['subscribed', 'replay_lost']);
    for (const { socket } of [...reading, stalled]) socket.destroy();
  });
});
