import { Agent, request as ask } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { rawExchange } from './socket.js';
import { startWorld } from './world.js';

async function listening(limits: Record<string, number> = {}) {
  const world = await startWorld({ server: { limits } });
  onTestFinished(() => world.close());
  return { world, ...(await world.server.listen({ host: '127.0.0.1', port: 0 })) };
}

const head = (port: number, ...lines: readonly string[]) =>
  [
    `POST /api/v1/auth/login HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    'Content-Type: application/json',
    ...lines,
    '',
    '',
  ].join('\r\n');
const LOGIN = '{"username":"root","password":"not the password"}';

describe('a body that comes slowly', () => {
  it.each([
    ['with its length announced', (size: number) => `Content-Length: ${size}`, (piece: string) => piece],
    [
      'in chunks',
      () => 'Transfer-Encoding: chunked',
      (piece: string) => `${piece.length.toString(16)}\r\n${piece}\r\n`,
    ],
  ])('%s is answered after many windows, because its rate is kept', async (_how, length, framed) => {
    const { port } = await listening({ slowSenderMs: 60 });
    const pieces = [...Array.from({ length: 16 }, () => ' '.repeat(3_500)), LOGIN];
    const size = pieces.reduce((sum, piece) => sum + piece.length, 0);
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.write(head(port, length(size), 'Connection: close'));
        const sending = setInterval(() => {
          const piece = pieces.shift();
          if (piece !== undefined) socket.write(framed(piece));
          else {
            clearInterval(sending);
            if (framed('') !== '') socket.write('0\r\n\r\n');
          }
        }, 25);
      });
      let text = '';
      socket.on('data', (data) => {
        text += data;
      });
      socket.on('error', reject).on('close', () => resolve(text));
    });
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
    expect(answer).toContain('invalid_credentials');
  });

  it('and stops coming is answered 408', async () => {
    const { port } = await listening({ slowSenderMs: 60 });
    const answer = await rawExchange(port, `${head(port, 'Content-Length: 500')}{`);
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer).toContain('"reason":"request_timeout"');
  });

  it('and trickles is answered 408, for any bytes it sends in between', async () => {
    const { port } = await listening({ slowSenderMs: 60 });
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(port, '127.0.0.1');
      // Bytes written before the connection is open would come before the head.
      socket.write(head(port, 'Content-Length: 60000'));
      const sending = setInterval(() => socket.write(' '), 5);
      let text = '';
      socket.on('data', (data) => {
        text += data;
      });
      socket.on('error', () => undefined).on('close', () => resolve(text));
      socket.on('close', () => clearInterval(sending));
    });
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  });
});

describe('a connection that waits for its next request', () => {
  it('stays open longer than proxies keep theirs, and is closed at once when the gateway stops', async () => {
    const { world, port } = await listening();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => agent.destroy());
    const once = () =>
      new Promise<string | undefined>((resolve, reject) => {
        ask({ port, host: '127.0.0.1', path: '/api/v1/info', agent }, (answer) => {
          answer.resume().on('end', () => resolve(answer.headers['keep-alive'] as string | undefined));
        })
          .on('error', reject)
          .end();
      });
    const [, seconds = '0'] = /timeout=(\d+)/.exec((await once()) ?? '') ?? [];
    // Caddy keeps an idle connection for two minutes, the longest of the usual proxies.
    expect(Number(seconds)).toBeGreaterThan(120);
    await once();
    const grace = new Promise<void>((resolve, reject) => {
      setTimeout(() => reject(new Error('the idle connection was waited for')), 60_000).unref();
      world.server.close({ graceMs: 600_000 }).then(resolve, reject);
    });
    await grace;
  });
});

describe('a health check in HTTP/1.0', () => {
  const status = async (port: number, ...lines: readonly string[]) =>
    Number(/^HTTP\/1\.\d (\d{3})/.exec(await rawExchange(port, [...lines, '', ''].join('\r\n')))?.[1]);

  it.each([
    ['GET /api/v1/health HTTP/1.0', 200],
    ['HEAD /api/v1/health HTTP/1.0', 200],
    ['GET /api/v1/health?x=1 HTTP/1.0', 200],
    ['GET /api/v1/info HTTP/1.0', 200],
    ['OPTIONS / HTTP/1.0', 204],
    ['GET /api/v1/devices HTTP/1.0', 400],
    ['POST /api/v1/info HTTP/1.0', 400],
  ])('%s without a host is answered %i', async (line, expected) => {
    const { port } = await listening();
    expect(await status(port, line)).toBe(expected);
    expect(await status(port, line, 'Host:')).toBe(expected);
  });

  it('in HTTP/1.1 has to name a host', async () => {
    const { port } = await listening();
    expect(await status(port, 'GET /api/v1/health HTTP/1.1', 'Connection: close')).toBe(400);
  });
});
