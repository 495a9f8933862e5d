import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { readTextFrames } from '../src/testing/world.js';
import { startGateway, type TestGateway } from './gateway.js';

const cleanups: (() => unknown)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** A raw client, which checks every byte of every frame; reading can be stopped. */
async function join(gateway: TestGateway, topics: readonly string[]) {
  const { port, pathname } = new URL(gateway.url);
  const socket: Socket = connect(Number(port), '127.0.0.1');
  cleanups.push(() => socket.destroy());
  const seqs: number[] = [];
  const ops: string[] = [];
  let rest = Buffer.alloc(0);
  let upgraded = false;
  let onFrame: () => void = () => {};

  /** Whole frames at the start; the reader of the test support insists on whole ones. */
  function wholeLength(): number {
    let at = 0;
    for (;;) {
      const short = (rest[at + 1] ?? 0) & 127;
      const head = short === 126 ? 4 : 2;
      if (rest.length < at + head) return at;
      const length = short === 126 ? rest.readUInt16BE(at + 2) : short;
      if (rest.length < at + head + length) return at;
      at += head + length;
    }
  }

  socket.on('data', (bytes) => {
    rest = Buffer.concat([rest, bytes]);
    if (!upgraded) {
      const end = rest.indexOf('\r\n\r\n');
      if (end < 0) return;
      rest = rest.subarray(end + 4);
      upgraded = true;
    }
    const whole = wholeLength();
    for (const text of readTextFrames(rest.subarray(0, whole))) {
      const frame = JSON.parse(text) as { op?: string; seq: number };
      if (frame.op) ops.push(frame.op);
      else seqs.push(frame.seq);
    }
    rest = Buffer.from(rest.subarray(whole));
    onFrame();
  });
  await once(socket, 'connect');
  const key = Buffer.alloc(16).toString('base64');
  socket.write(
    `GET ${pathname} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: ${key}\r\nSec-WebSocket-Version: 13\r\n\r\n`,
  );
  const message = Buffer.from(JSON.stringify({ op: 'subscribe', topics }));
  socket.write(Buffer.concat([Buffer.from([0x81, 0x80 | message.length, 0, 0, 0, 0]), message]));
  const until = (holds: () => boolean) =>
    new Promise<void>((resolve) => {
      onFrame = () => {
        if (holds()) resolve();
      };
      onFrame();
    });
  await until(() => ops.length === 1);
  return { socket, seqs, ops, until };
}

describe('two hundred real sockets', () => {
  it('get every frame of bursts of 500, while five that do not read cost nobody anything', {
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
    // What the process holds for a socket is at most what it last handed over, not what it owes.
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
