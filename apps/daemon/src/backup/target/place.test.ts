import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { confinedFetch } from './place.js';

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

async function serve(handler: RequestListener): Promise<string> {
  server = createServer(handler);
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

/** Timers that a test lets pass by itself. */
function createTimers() {
  const waiting = new Map<() => void, number>();
  return {
    delays: [] as number[],
    after(this: void, delayMs: number, run: () => void) {
      timers.delays.push(delayMs);
      waiting.set(run, delayMs);
      return () => void waiting.delete(run);
    },
    pass() {
      for (const run of [...waiting.keys()]) {
        waiting.delete(run);
        run();
      }
    },
    running: () => waiting.size,
  };
}
let timers = createTimers();
afterEach(() => {
  timers = createTimers();
});

const send = () => confinedFetch(new AbortController().signal, timers.after);
const KIB = new Uint8Array(1024);

async function whole(sent: Promise<Response>) {
  const answer = await sent;
  return { status: answer.status, text: await answer.text() };
}

/** A body that gives its pieces when it is told to. */
function slowBody() {
  let give: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      give = controller;
    },
  });
  return { body, give: (bytes: Uint8Array) => give?.enqueue(bytes), end: () => give?.close() };
}

it('sends a file as long as it makes progress, however long that lasts', async () => {
  let arrived = 0;
  let heard: () => void = () => undefined;
  const url = await serve((request, response) => {
    request.on('data', (data: Buffer) => {
      arrived += data.length;
      heard();
    });
    request.on('end', () => response.writeHead(201).end());
  });
  const { body, give, end } = slowBody();
  const answer = send()(url, { method: 'PUT', body });
  for (let hour = 1; hour <= 5; hour += 1) {
    const taken = new Promise<void>((settle) => {
      heard = () => arrived >= hour * 100 * 1024 && settle();
    });
    for (let piece = 0; piece < 100; piece += 1) give(KIB);
    await taken;
    timers.pass();
  }
  end();
  const { status, text } = await whole(answer);
  expect([status, text]).toEqual([201, '']);
  expect(new Set(timers.delays)).toEqual(new Set([300_000]));
  expect(timers.running()).toBe(0);
});

it('ends a file that does not move, or too slowly', async () => {
  const url = await serve((request) => void request.resume());
  const { body, give } = slowBody();
  const answer = send()(url, { method: 'PUT', body });
  give(KIB);
  timers.pass();
  await expect(answer).rejects.toMatchObject({ name: 'TimeoutError' });
  expect(timers.running()).toBe(0);
});

it('ends an answer that stalls, and returns one that continues', async () => {
  const url = await serve(({ url: path }, response) => {
    response.writeHead(200).write('x'.repeat(32 * 1024));
    if (path === '/whole') response.end();
  });
  expect((await whole(send()(`${url}whole`))).text.length).toBe(32 * 1024);
  expect(timers.running()).toBe(0);
  const reader = (await send()(`${url}stuck`)).body?.getReader();
  for (let bytes = 0; bytes < 32 * 1024; ) bytes += (await reader?.read())?.value?.byteLength ?? 0;
  timers.pass();
  expect(timers.running()).toBe(1);
  const rest = expect(reader?.read()).rejects.toMatchObject({ name: 'TimeoutError' });
  timers.pass();
  await rest;
});

it('sends the bytes of a file that the library hands over as a blob, with their number', async () => {
  const url = await serve((request, response) => {
    let bytes = 0;
    request.on('data', (data: Buffer) => {
      bytes += data.length;
    });
    request.on('end', () => response.end(`${bytes} ${request.headers['content-length']}`));
  });
  const answer = await send()(url, { method: 'PUT', body: new Blob([KIB, KIB]) });
  expect(await answer.text()).toBe('2048 2048');
});
