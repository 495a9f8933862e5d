import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { Awaitable } from '../turns/after.js';
import type { Answer } from './answers/answer.js';
import { answerDirectly, isDirect } from './direct.js';
import type { Incoming } from './pipeline.js';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A server that answers every request directly; the outcome of each answer by its promise. */
async function serve(pipeline: (incoming: Incoming) => Awaitable<Answer>) {
  const outcomes: Awaitable<void>[] = [];
  const server = createServer((request, response) => {
    outcomes.push(answerDirectly(pipeline, request, response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return { port, url: `http://127.0.0.1:${port}/some/path?a=b`, outcomes };
}

const answer = (body: Answer['body']): Answer => ({
  status: 200,
  headers: { 'content-type': 'text/plain' },
  cookies: ['a=1', 'b=2'],
  body,
});

const encoded = (text: string) => new TextEncoder().encode(text);

describe('a direct answer', () => {
  it('is made for plain GET and HEAD requests only', () => {
    const direct = (method: string, url: string, host?: string) =>
      isDirect({ method, url, headers: host === undefined ? {} : { host } } as IncomingMessage);
    for (const url of ['/', '/api/v1/devices?per_page=50', '/api/v1/sysvars/a%2Fb']) {
      expect(direct('GET', url, 'gateway.lan:8119')).toBe(true);
      expect(direct('HEAD', url, '192.168.1.2')).toBe(true);
      expect(direct('POST', url, 'gateway.lan')).toBe(false);
    }
    for (const url of ['', '*', 'http://other/api', '/a\\b', '/a b', '/a#b', '/\u00e4', '/a?"']) {
      expect(direct('GET', url, 'gateway.lan'), url).toBe(false);
    }
    for (const host of [undefined, '', 'a b', 'user@host', 'host/path', '[::1]:80', 'host:']) {
      expect(direct('GET', '/', host), host).toBe(false);
    }
  });

  it('describes the request as it came and sends status, cookies and body', async () => {
    const seen: Incoming[] = [];
    const { url } = await serve(async (incoming) => {
      seen.push(incoming);
      return answer('Küche');
    });
    const got = await fetch(url, { headers: { 'X-Twice': '1' } });
    expect([got.status, await got.text(), got.headers.getSetCookie()]).toEqual([200, 'Küche', ['a=1', 'b=2']]);
    const [incoming] = seen;
    expect(incoming?.description).toMatchObject({ method: 'GET', target: '/some/path?a=b', peerAddress: '127.0.0.1' });
    expect(incoming?.body).toBeNull();
    expect(incoming?.signal.aborted).toBe(false);
  });

  it('sends the head of a stream before its first piece, and then every piece', async () => {
    let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
    const body = new ReadableStream<Uint8Array>({
      start(own) {
        controller = own;
      },
    });
    const { url } = await serve(async () => answer(body));
    const got = await fetch(url);
    controller?.enqueue(encoded('one '));
    controller?.enqueue(encoded('two'));
    controller?.close();
    expect(await got.text()).toBe('one two');
  });

  it('cancels the stream and aborts the signal of a client that goes away', async () => {
    let cancelled: (() => void) | undefined;
    const done = new Promise<void>((resolve) => {
      cancelled = resolve;
    });
    const aborted = { signal: undefined as AbortSignal | undefined };
    const { port, outcomes } = await serve(async (incoming) => {
      aborted.signal = incoming.signal;
      return answer(
        new ReadableStream({ pull: (own) => own.enqueue(new Uint8Array(1 << 20)), cancel: () => cancelled?.() }),
      );
    });
    const socket = connect(port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'));
    socket.once('data', () => socket.destroy());
    await done;
    await Promise.all(outcomes);
    expect(aborted.signal?.aborted).toBe(true);
  });

  it('has an aborted signal where the client went before a handler asked for it', async () => {
    let arrived: ((incoming: Incoming) => void) | undefined;
    const arrival = new Promise<Incoming>((resolve) => {
      arrived = resolve;
    });
    let response: { once(event: 'close', run: () => void): unknown } | undefined;
    const server = createServer((request, own) => {
      response = own;
      void answerDirectly(
        (incoming) => {
          arrived?.(incoming);
          return new Promise(() => undefined);
        },
        request,
        own,
      );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closing.push(() => server.close());
    const { port } = server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'));
    const incoming = await arrival;
    const gone = new Promise<void>((resolve) => void response?.once('close', resolve));
    socket.destroy();
    await gone;
    expect(incoming.signal.aborted).toBe(true);
  });

  it('breaks off where its stream fails, so that no client takes it for whole', async () => {
    let pulls = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulls += 1;
        if (pulls === 1) controller.enqueue(encoded('half'));
        else controller.error(new Error('no more'));
      },
    });
    const { url } = await serve(async () => answer(body));
    await expect(fetch(url).then((got) => got.text())).rejects.toThrow();
  });
});
