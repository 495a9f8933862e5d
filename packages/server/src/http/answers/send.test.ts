import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { describe, expect, it } from 'vitest';
import { RequestCaller } from '../request/request-caller.js';
import { createResponder } from '../respond.js';
import type { Answer } from './answer.js';
import { sendAnswer } from './send.js';

const respond = createResponder({ staticHeaders: () => [['Cache-Control', 'no-store']] }, []);
const exchange = {
  trace: { requestId: 'r', clientTraceId: undefined, traceparent: 't' },
  facts: null,
  origin: undefined,
};

/** The answer as a client sees it that asked through a socket, and as one that asked through `fetch` of the app. */
async function bothWays(answer: Answer, method = 'GET') {
  const server = createServer((_, outgoing) => void sendAnswer(answer, outgoing));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const direct = await fetch(`http://127.0.0.1:${port}/`, { method });
  const text = await direct.text();
  server.close();
  server.closeAllConnections();
  const object = sendAnswer(answer, undefined);
  return { direct, text, object, objectText: await object.text() };
}

describe('an answer', () => {
  it('is the same over a socket and as an object', async () => {
    const answer = respond({ status: 200, json: { name: 'Küche' }, headers: { etag: 'W/"1"' } }, exchange);
    const { direct, text, object, objectText } = await bothWays(answer);
    expect(text).toBe('{"name":"Küche"}');
    expect(objectText).toBe(text);
    for (const name of ['content-type', 'content-length', 'cache-control', 'etag', 'x-request-id', 'traceparent']) {
      expect(direct.headers.get(name), name).toBe(object.headers.get(name));
    }
    expect(direct.headers.get('content-length')).toBe('17');
  });

  it('in parts has the length and the bytes of all of them', async () => {
    const raw = ['{"name":', '"Küche"', '}'].map((part) => Buffer.from(part));
    const { direct, text, objectText } = await bothWays(respond({ status: 200, raw }, exchange));
    expect([text, objectText]).toEqual(['{"name":"Küche"}', '{"name":"Küche"}']);
    expect([direct.headers.get('content-length'), direct.headers.get('transfer-encoding')]).toEqual(['17', null]);
  });

  it('brings every cookie as a header of its own', async () => {
    const cookies = ['a=1; HttpOnly', 'b=2; Path=/'];
    const { direct, object } = await bothWays(respond({ status: 204, cookies }, exchange));
    expect(direct.headers.getSetCookie()).toEqual(cookies);
    expect(object.headers.getSetCookie()).toEqual(cookies);
  });

  it('states its length, also if it is empty, but for the statuses that have no body', async () => {
    for (const [status, length] of [
      [202, '0'],
      [204, null],
      [304, null],
    ] as const) {
      const { direct } = await bothWays(respond({ status }, exchange));
      expect(direct.status).toBe(status);
      expect(direct.headers.get('content-length'), String(status)).toBe(length);
      expect(direct.headers.get('transfer-encoding')).toBeNull();
    }
  });

  it('to HEAD has the length of the body and not the body', async () => {
    const { direct, text } = await bothWays(respond({ status: 200, raw: 'twelve bytes' }, exchange), 'HEAD');
    expect(direct.headers.get('content-length')).toBe('12');
    expect(text).toBe('');
  });
});

describe('an object made for every request', () => {
  it('has one hidden class and is no dictionary, so that nothing of it outlives the request', () => {
    setFlagsFromString('--allow-natives-syntax');
    const alike = new Function('a', 'b', 'return %HasFastProperties(a) && %HaveSameMap(a, b)') as Alike;
    setFlagsFromString('--no-allow-natives-syntax');
    const signals = { gone: new AbortController(), stopping: new AbortController().signal };
    const facts = { path: '/', query: '', peer: '', client: '', ingressPath: null, basePath: '/' };
    const request = { method: 'GET', target: '/', rawHeaders: [], peerAddress: '', facts };
    for (const make of [
      () => new RequestCaller(request, null, 'r', signals),
      () => respond({ status: 200, json: {} }, exchange),
      () => respond({ status: 200, json: {} }, exchange).headers,
    ]) {
      // The first objects teach the engine the contents of the members, and may be of an earlier class for it.
      for (let times = 0; times < 100; times += 1) make();
      const all = Array.from<unknown, object>({ length: 100 }, make);
      expect(all.filter((each) => !alike(each, all[0]!))).toEqual([]);
    }
  });
});

type Alike = (a: object, b: object) => boolean;
