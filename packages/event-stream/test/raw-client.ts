import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { readTextFrames } from '../src/testing/world.js';
import type { TestGateway } from './gateway.js';

export interface RawClient {
  readonly socket: Socket;
  /** Numbers of the events, in the order in which they came. */
  readonly seqs: number[];
  /** `op` of every other frame. */
  readonly ops: string[];
  until(holds: () => boolean): Promise<void>;
}

/** A raw client, which checks every byte of every frame; reading can be stopped. */
export async function joinRaw(gateway: TestGateway, topics: readonly string[]): Promise<RawClient> {
  const { port, pathname } = new URL(gateway.url);
  const socket: Socket = connect(Number(port), '127.0.0.1');
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
