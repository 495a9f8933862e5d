import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect as connectNet, createServer as createNetServer, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import type { EventStream, EventStreamOptions } from '../model/stream.js';
import { createEventStream } from '../stream/create-stream.js';
import { nodeRawSocket } from './raw-socket.js';
import { serveWebSocket } from './serve.js';

const cleanups: (() => void)[] = [];

afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup();
});

interface Served {
  readonly stream: EventStream;
  readonly url: string;
}

/** A stream behind real sockets, wired as a server would. */
async function serve(options: EventStreamOptions = {}, onPing: (socket: Socket) => void = () => {}): Promise<Served> {
  const stream = createEventStream(options);
  const server = createServer();
  const protocol = { noServer: true, maxPayload: 65_536, perMessageDeflate: false, autoPong: false };
  const sockets = new WebSocketServer(protocol);
  server.on('upgrade', (request, socket, head) => {
    sockets.handleUpgrade(request, socket, head, (ws) => {
      serveWebSocket(stream, { webSocket: ws, socket: request.socket, principal: 'test' });
      ws.on('ping', () => onPing(request.socket));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanups.push(() => {
    server.closeAllConnections();
    server.close();
    for (const ws of sockets.clients) ws.terminate();
  });
  return { stream, url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

async function connect(url: string) {
  const ws = new WebSocket(url);
  const frames: Record<string, unknown>[] = [];
  const waiting: (() => void)[] = [];
  ws.on('message', (data) => {
    frames.push(JSON.parse(data.toString()));
    for (const check of [...waiting]) check();
  });
  await once(ws, 'open');
  cleanups.push(() => ws.terminate());
  return {
    ws,
    frames,
    send: (message: object) => ws.send(JSON.stringify(message)),
    until: (holds: () => boolean) =>
      new Promise<void>((resolve) => {
        const check = () => {
          if (!holds()) return;
          waiting.splice(waiting.indexOf(check), 1);
          resolve();
        };
        waiting.push(check);
        check();
      }),
  };
}

/** A frame of a client, with a mask of zeros. */
function maskedFrame(first: number, payload: Buffer): Buffer {
  const { length } = payload;
  const size = length < 126 ? [0x80 | length] : [0xff, 0, 0, 0, 0, 0, length >> 16, (length >> 8) & 255, length & 255];
  return Buffer.concat([Buffer.from([first, ...size, 0, 0, 0, 0]), payload]);
}

describe('a stream behind real WebSockets', () => {
  it('carries control frames and events of any length and script to a standard client', async () => {
    const { stream, url } = await serve();
    const client = await connect(url);
    client.send({ op: 'subscribe', topics: ['devices/#'] });
    await client.until(() => client.frames.length === 1);
    const values = ['', 'ü𝛼', 'x'.repeat(124), 'y'.repeat(60_000), 'ö'.repeat(70_000)];
    for (const value of values) stream.publish({ topic: 'device.A', type: 't', payload: { value } });
    await client.until(() => client.frames.length === 1 + values.length);
    expect(client.frames.slice(1).map((frame) => (frame.payload as { value: string }).value)).toEqual(values);
  });

  it('closes with the given code and reason and forgets the connection', async () => {
    const { stream, url } = await serve();
    const client = await connect(url);
    const closing = once(client.ws, 'close');
    await stream.close();
    const [code, reason] = await closing;
    expect([code, String(reason)]).toEqual([1001, 'shutdown']);
    expect(stream.connections()).toEqual([]);
  });

  it('forgets a connection after its socket is gone', async () => {
    const { stream, url } = await serve();
    const client = await connect(url);
    expect(stream.connections()).toHaveLength(1);
    const other = await connect(url);
    other.send({ op: 'subscribe', topics: ['*'] });
    await other.until(() => other.frames.length === 1);
    client.ws.terminate();
    while (stream.connections().length > 1) await new Promise((resolve) => setImmediate(resolve));
    expect(stream.connections()[0]?.patterns).toBe(1);
  });

  it('answers the pings of a client that does not read one at a time, and at last the newest', async () => {
    const count = 100_000;
    let heard = 0;
    let held = 0;
    let onAll = () => {};
    const all = new Promise<void>((resolve) => {
      onAll = resolve;
    });
    const { url } = await serve({}, (socket) => {
      heard += 1;
      held = Math.max(held, socket.writableLength);
      if (heard === count) onAll();
    });
    const { ws } = await connect(url);
    ws.pause();
    for (let index = 1; index <= count; index += 1) ws.ping(`${index}`.padStart(125, '0'));
    await all;
    expect(held).toBeLessThan(1000);
    const newest = new Promise<void>((resolve) => {
      ws.on('pong', (data) => Number(data.toString()) === count && resolve());
    });
    ws.resume();
    await newest;
  });

  it.each([
    ['without a mask', Buffer.from([0x81, 0x02, 0x7b, 0x7d]), 1002],
    ['that is no UTF-8', maskedFrame(0x81, Buffer.from([0xff, 0xfe])), 1007],
    ['that is too long', maskedFrame(0x81, Buffer.alloc(70_000, 0x20)), 1009],
    ['of bytes', maskedFrame(0x82, Buffer.from('{}')), 1003],
  ])('survives a frame %s: it ends that socket with its code, and no other', async (_what, bytes, code) => {
    const { stream, url } = await serve();
    const bystander = await connect(url);
    bystander.send({ op: 'subscribe', topics: ['*'] });
    await bystander.until(() => bystander.frames.length === 1);
    const { ws } = await connect(url);
    const closed = once(ws, 'close');
    (ws as unknown as { _socket: Socket })._socket.write(bytes);
    expect((await closed)[0]).toBe(code);
    stream.publish({ topic: 'a', type: 't', payload: {} });
    await bystander.until(() => bystander.frames.length === 2);
    expect(stream.connections()).toHaveLength(1);
  });

  it('sees that a slow client takes bytes of a long write, and that one that reads nothing does not', async () => {
    const server = createNetServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    cleanups.push(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const client = connectNet({ port, host: '127.0.0.1' });
    const [accepted] = (await once(server, 'connection')) as [Socket];
    cleanups.push(() => accepted.destroy());
    const raw = nodeRawSocket(accepted);
    client.pause();
    const turn = () => new Promise((resolve) => setImmediate(resolve));
    let drained = false;
    raw.onDrain(() => {
      drained = true;
    });
    // More than the buffers of the kernel hold, as one write.
    expect(raw.write(Buffer.alloc(32 * 1024 * 1024))).toBe(false);
    for (let count = 0; count < 50; count += 1) await turn();
    const before = raw.progress?.();
    raw.write(Buffer.from('a pong that waits behind it'));
    for (let count = 0; count < 50; count += 1) await turn();
    expect(raw.progress?.()).toBe(before);
    for (let heard = 0; heard < 8 * 1024 * 1024; ) {
      const piece = client.read() as Buffer | null;
      if (piece) heard += piece.length;
      else await once(client, 'readable');
    }
    while (raw.progress?.() === before) await turn();
    expect(drained).toBe(false);
    client.destroy();
  });

  it('takes nothing behind waiting bytes, for any high-water mark of Node', async () => {
    const server = createNetServer({ highWaterMark: 16 * 1024 * 1024 });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    cleanups.push(() => void server.close());
    const client = connectNet({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' });
    const [accepted] = (await once(server, 'connection')) as [Socket];
    cleanups.push(() => accepted.destroy());
    client.pause();
    const raw = nodeRawSocket(accepted);
    const drained = new Promise<void>((resolve) => raw.onDrain(resolve));
    const piece = Buffer.alloc(60_000);
    let taken = 1;
    while (raw.write(piece)) taken += 1;
    // One piece waits, or the end of one.
    expect(accepted.writableLength).toBeLessThanOrEqual(piece.length);
    let heard = 0;
    client.on('data', (bytes) => {
      heard += bytes.length;
    });
    client.resume();
    await drained;
    expect(accepted.writableLength).toBe(0);
    expect(raw.write(Buffer.from('the last one'))).toBe(true);
    await expect.poll(() => heard).toBe(taken * piece.length + 'the last one'.length);
    client.destroy();
  });
});
