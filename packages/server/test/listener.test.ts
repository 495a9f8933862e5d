import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { basic } from '@ccu-gateway/auth-core/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { silentLogger } from '../src/defaults.js';
import { createListener, DEFAULT_LISTENER_LIMITS } from '../src/http/listener.js';
import { SWITCH } from './house.js';
import { rawExchange, untilCut } from './socket.js';
import { startWorld, type World } from './world.js';

let world: World;
let url: string;
let port: number;
beforeAll(async () => {
  world = await startWorld();
  ({ url, port } = await world.server.listen({ host: '127.0.0.1', port: 0 }));
});
afterAll(() => world.close());

const statusOf = async (...lines: readonly string[]) =>
  Number(/^HTTP\/1\.1 (\d{3})/.exec(await rawExchange(port, lines.join('\r\n')))?.[1]);
const host = () => `Host: 127.0.0.1:${port}`;
const close = 'Connection: close';

describe('the listener', () => {
  it('reports its address', () => {
    expect(url).toBe(`http://127.0.0.1:${port}`);
    expect(port).toBeGreaterThan(0);
  });

  it('refuses a request that two parsers could read differently [K17]', async () => {
    const post = 'POST /api/v1/auth/login HTTP/1.1';
    expect(await statusOf(post, host(), 'Content-Length: 4', 'Transfer-Encoding: chunked', '', '0', '', '')).toBe(400);
    expect(await statusOf('GET /api/v1/info HTTP/1.1', host(), 'X-A: b', ' folded', close, '', '')).toBe(400);
    expect(await statusOf('GET /api/v1/info HTTP/1.1', host(), 'X-A : b', close, '', '')).toBe(400);
    expect(await rawExchange(port, `GET /api/v1/info HTTP/1.1\n${host()}\n\n`)).toMatch(/^HTTP\/1\.1 400/);
    expect(await statusOf('GET /api/v1/info HTTP/1.1', close, '', '')).toBe(400);
  });

  it('refuses more than 16 KiB of headers [K17]', async () => {
    expect(await statusOf('GET /api/v1/info HTTP/1.1', host(), `X-A: ${'b'.repeat(17_000)}`, close, '', '')).toBe(431);
  });

  it('refuses more than 64 header lines instead of overlooking the rest [K17]', async () => {
    const lines = (count: number, last: string) => [
      'GET /api/v1/devices HTTP/1.1',
      host(),
      `Authorization: Bearer ${world.tokens.viewer}`,
      ...Array.from({ length: count - 4 }, (_, index) => `X-Filler-${index}: y`),
      last,
      close,
      '',
      '',
    ];
    expect(await statusOf(...lines(64, 'X-Last: y'))).toBe(200);
    const [head = '', body = ''] = (await rawExchange(port, lines(65, 'X-Last: y').join('\r\n'))).split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 431/);
    expect(head.toLowerCase()).toContain('x-content-type-options: nosniff');
    expect(body).toContain('"reason":"headers_too_large"');
    const second = `Authorization: Bearer ${world.tokens.admin}`;
    expect(await statusOf(...lines(64, second))).toBe(400);
    expect(await statusOf(...lines(70, second))).toBe(431);
    const upgrade = [...lines(70, 'Upgrade: websocket').slice(0, -3), 'Connection: Upgrade', '', ''];
    expect(await statusOf(...upgrade)).toBe(431);
  });

  it('cuts a reader that leaves its answers lying, and no other', async () => {
    const other = await startWorld({ server: { limits: { slowReaderMs: 50 } } });
    const at = await other.server.listen({ host: '127.0.0.1', port: 0 });
    const authorization = { Authorization: `Bearer ${other.tokens.viewer}` };
    const stream = await fetch(`${at.url}/api/v1/events/stream`, { headers: authorization });
    const line = `Authorization: ${authorization.Authorization}`;
    const request = `GET /api/v1/openapi.json HTTP/1.1\r\nHost: 127.0.0.1:${at.port}\r\n${line}\r\n\r\n`;
    // Far more than the buffers of both ends take.
    await untilCut(at.port, request.repeat(20));
    expect((await fetch(`${at.url}/api/v1/openapi.json`, { headers: authorization })).status).toBe(200);
    // A stream on which nothing happens is no slow reader.
    const reader = stream.body?.getReader();
    expect((await reader?.read())?.done).toBe(false);
    expect(other.events.connections()).toHaveLength(1);
    await reader?.cancel();
    await other.close();
  });

  it('cuts slow readers after an upgrade, unless it became a socket with a rule of its own', async () => {
    const opened: Duplex[] = [];
    const listener = createListener({
      request: () => undefined,
      upgrade: ({ url: path }, socket) => {
        opened.push(socket.on('error', () => undefined));
        if (path === '/socket') listener.letGo(socket);
        // Far more than the buffers of both ends take.
        socket.write(Buffer.alloc(64 * 1024 * 1024));
      },
      logger: silentLogger,
      overloaded: () => undefined,
      unreadable: () => undefined,
      unsecured: () => undefined,
      limits: { ...DEFAULT_LISTENER_LIMITS, slowReaderMs: 50 },
    });
    const at = await listener.listen({ host: '127.0.0.1', port: 0 });
    const upgrade = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n`;
    const socket = connect(at.port, '127.0.0.1', () => socket.write(upgrade('/socket')));
    socket.on('error', () => undefined).pause();
    await vi.waitFor(() => expect(opened).toHaveLength(1), { timeout: 50_000 });
    await untilCut(at.port, upgrade('/other'));
    expect(opened.map(({ destroyed }) => destroyed)).toEqual([false, true]);
    socket.destroy();
    await listener.close(0);
  });

  it('refuses an endless password with the header that carries it, and a merely long one like any wrong one [A11]', async () => {
    const signIn = (bytes: number) =>
      statusOf(
        'GET /api/v1/devices HTTP/1.1',
        host(),
        `Authorization: ${basic('root', 'p'.repeat(bytes))}`,
        close,
        '',
        '',
      );
    expect(await signIn(16 * 1024)).toBe(431);
    expect(await signIn(1025)).toBe(401);
    expect(world.log.filter(({ level }) => level === 'error')).toEqual([]);
  });

  it('also refuses bytes that never become a request with a problem document', async () => {
    const refused = async (...lines: readonly string[]) => {
      const answer = await rawExchange(port, lines.join('\r\n'));
      const [head = '', body = ''] = answer.split('\r\n\r\n');
      expect(head).toContain('\r\ncontent-type: application/problem+json');
      expect(head).toContain('\r\nx-content-type-options: nosniff');
      const problem = JSON.parse(body.replace(/^[0-9a-f]+\r\n/, ''));
      expect(head).toContain(`\r\nx-request-id: ${problem.request_id}`);
      expect(head).toMatch(new RegExp(`^HTTP/1.1 ${problem.status} `));
      return `${problem.status} ${problem.reason}`;
    };
    const get = 'GET /api/v1/info HTTP/1.1';
    expect(await refused(get, host(), 'X-A : b', close, '', '')).toBe('400 request_malformed');
    expect(await refused(get, host(), `X-A: ${'b'.repeat(17_000)}`, close, '', '')).toBe('431 headers_too_large');
    expect(await refused('GET /api/v1/users\\ HTTP/1.1', host(), close, '', '')).toBe('400 path_invalid');
    expect(await refused('OPTIONS * HTTP/1.1', host(), close, '', '')).toBe('400 path_invalid');
    expect(await refused('GET /api/v1/devices HTTP/1.0', close, '', '')).toBe('400 host_invalid');
    const brisk = await startWorld({ server: { limits: { headersTimeoutMs: 50 } } });
    const at = await brisk.server.listen({ host: '127.0.0.1', port: 0 });
    expect(await rawExchange(at.port, 'GET / HTTP/1.1\r\n')).toContain('"reason":"request_timeout"');
    await brisk.close();
  });

  it('refuses a header that decides about access when it comes twice', async () => {
    const twice = (line: string) => statusOf('GET /api/v1/devices HTTP/1.1', host(), line, line, close, '', '');
    expect(await twice(`Authorization: Bearer ${world.tokens.viewer}`)).toBe(400);
    expect(await twice('Origin: http://x')).toBe(400);
    expect(await twice('X-Ingress-Path: /x')).toBe(400);
    expect(await statusOf('GET /api/v1/info HTTP/1.1', host(), host(), close, '', '')).toBe(400);
  });

  it('answers TRACE with 405 and repeats nothing of it [D08]', async () => {
    const token = `Authorization: Bearer ${world.tokens.viewer}`;
    const answer = await rawExchange(
      port,
      ['TRACE /api/v1/devices HTTP/1.1', host(), token, close, '', ''].join('\r\n'),
    );
    expect(answer).toMatch(/^HTTP\/1\.1 405/);
    expect(answer).not.toContain(world.tokens.viewer);
  });

  it('reads a body over the socket, and cuts one that is too large', async () => {
    const headers = { Authorization: `Bearer ${world.tokens.operator}`, 'Content-Type': 'application/json' };
    const target = `${url}/api/v1/devices/${SWITCH}/channels/1/data-points/STATE/value`;
    const put = (body: string) => fetch(target, { method: 'PUT', headers, body });
    expect((await put('{"value":true}')).status).toBe(202);
    expect((await put(`{"value":"${'x'.repeat(100_000)}"}`)).status).toBe(413);
    const endless = new ReadableStream({
      pull: (controller) => controller.enqueue(new TextEncoder().encode(' '.repeat(16_384))),
    });
    const streamed = await fetch(target, {
      method: 'PUT',
      headers,
      body: endless,
      duplex: 'half',
    } as RequestInit).catch(() => undefined);
    expect(streamed === undefined || streamed.status === 413).toBe(true);
    expect(world.writes).toHaveLength(1);
  });

  it('does not start twice, and reports a port in use', async () => {
    await expect(world.server.listen({ port: 0 })).rejects.toThrow(/already/);
    const other = await startWorld();
    await expect(other.server.listen({ host: '127.0.0.1', port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
    expect((await other.server.listen({ host: '127.0.0.1', port: 0 })).port).toBeGreaterThan(0);
    await other.close();
  });

  it('notices that the reader of a stream is gone, and ends streams when it stops', async () => {
    const other = await startWorld();
    const at = await other.server.listen({ host: '127.0.0.1', port: 0 });
    const headers = { Authorization: `Bearer ${other.tokens.viewer}` };
    const reader = new AbortController();
    const first = await fetch(`${at.url}/api/v1/events/stream`, { headers, signal: reader.signal });
    expect(first.headers.get('content-type')).toBe('text/event-stream');
    expect(other.events.connections()).toHaveLength(1);
    reader.abort();
    await expect.poll(() => other.events.connections().length).toBe(0);
    const second = await fetch(`${at.url}/api/v1/events/stream`, { headers });
    const text = second.text();
    await other.server.close({ graceMs: 10_000 });
    expect(await text).toContain('subscribed');
    await other.close();
  });

  it('takes back a write after its caller has gone, and goes on with one that has an idempotency key', async () => {
    const signals: AbortSignal[] = [];
    const ends: (() => void)[] = [];
    const write = (_write: unknown, { signal }: { readonly signal: AbortSignal }) => {
      signals.push(signal);
      return new Promise<void>((resolve, reject) => {
        ends.push(resolve);
        signal.addEventListener('abort', () => reject(new Error('taken back')));
      });
    };
    const other = await startWorld({ server: { ccu: { write } } });
    const at = await other.server.listen({ host: '127.0.0.1', port: 0 });
    const put = (headers: Record<string, string>, signal?: AbortSignal) =>
      fetch(`${at.url}/api/v1/devices/${SWITCH}/channels/1/data-points/LEVEL/value`, {
        method: 'PUT',
        headers: { Authorization: `Bearer ${other.tokens.operator}`, 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ value: 0.5 }),
        ...(signal && { signal }),
      });
    const key = { 'Idempotency-Key': 'k' };
    for (const [index, headers] of [{}, key].entries()) {
      const leaving = new AbortController();
      const left = put(headers, leaving.signal);
      await expect.poll(() => signals.length).toBe(index + 1);
      leaving.abort();
      await expect(left).rejects.toThrow();
    }
    await expect.poll(() => signals[0]?.aborted).toBe(true);
    const again = put(key);
    ends[1]?.();
    expect((await again).headers.get('idempotent-replay')).toBe('true');
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
    await other.close();
  });

  it('lets a request end before it stops', async () => {
    let finish: () => void = () => undefined;
    const slow = new Promise<void>((resolve) => {
      finish = resolve;
    });
    let begun: () => void = () => undefined;
    const running = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const other = await startWorld({
      server: {
        ccu: {
          write: () => {
            begun();
            return slow;
          },
        },
      },
    });
    const at = await other.server.listen({ host: '127.0.0.1', port: 0 });
    const answer = fetch(`${at.url}/api/v1/devices/${SWITCH}/channels/1/data-points/STATE/value`, {
      method: 'PUT',
      headers: { Authorization: `Bearer ${other.tokens.operator}`, 'Content-Type': 'application/json' },
      body: '{"value":true}',
    });
    await running;
    const closed = other.server.close({ graceMs: 10_000 });
    finish();
    expect((await answer).status).toBe(202);
    await closed;
    await other.close();
  });
});
