import { once } from 'node:events';
import { request } from 'node:https';
import { connect as connectPlain, type Socket } from 'node:net';
import { type ConnectionOptions, connect as connectTls, type TLSSocket } from 'node:tls';
import { selfSigned } from '@ccu-gateway/ccu-client/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { silentLogger } from '../src/defaults.js';
import { createListener, DEFAULT_LISTENER_LIMITS, type ListenerLimits } from '../src/http/listener.js';
import { rawExchange } from './socket.js';
import { startWorld, type World } from './world.js';

const first = selfSigned('localhost');
const second = selfSigned('localhost');
const WAIT = { timeout: 50_000 };

let world: World;
let url: string;
let port: number;
beforeAll(async () => {
  world = await startWorld();
  ({ url, port } = await world.server.listen({ host: '127.0.0.1', port: 0, certificate: first }));
});
afterAll(() => world.close());

/** A secured connection, once its handshake is done. */
async function secured(to: number, options: ConnectionOptions = {}): Promise<TLSSocket> {
  const socket = connectTls({ host: '127.0.0.1', port: to, rejectUnauthorized: false, ...options });
  socket.on('error', () => undefined);
  await Promise.race([
    once(socket, 'secureConnect'),
    once(socket, 'close').then(() => Promise.reject(new Error('no handshake'))),
  ]);
  return socket;
}

const shownBy = (socket: TLSSocket) =>
  socket.getPeerX509Certificate()?.fingerprint256.replaceAll(':', '').toLowerCase();

function get(path: string, headers: Readonly<Record<string, string>>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(`https://127.0.0.1:${port}${path}`, { rejectUnauthorized: false, headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .once('error', reject)
      .end();
  });
}

describe('HTTPS of its own', () => {
  it('answers requests and opens sockets', async () => {
    expect(url).toBe(`https://127.0.0.1:${port}`);
    const authorization = `Bearer ${world.tokens.viewer}`;
    expect(await get('/api/v1/devices', { authorization })).toBe(200);
    expect(await get('/api/v1/devices', {})).toBe(401);
    const socket = new WebSocket(`wss://127.0.0.1:${port}/api/v1/events`, {
      rejectUnauthorized: false,
      headers: { authorization },
    });
    await once(socket, 'open');
    socket.send(JSON.stringify({ op: 'subscribe', topics: ['*'] }));
    const [frame] = (await once(socket, 'message')) as [Buffer];
    expect(JSON.parse(String(frame))).toMatchObject({ op: expect.any(String) });
    socket.close();
    await once(socket, 'close');
  });

  it('speaks TLS 1.2 and 1.3, and nothing older [M01]', async () => {
    const versions: (string | null)[] = [];
    for (const version of ['TLSv1.2', 'TLSv1.3'] as const) {
      const socket = await secured(port, { minVersion: version, maxVersion: version });
      versions.push(socket.getProtocol());
      socket.destroy();
    }
    expect(versions).toEqual(['TLSv1.2', 'TLSv1.3']);
    const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'ALL:@SECLEVEL=0' } as const;
    await expect(secured(port, old)).rejects.toThrow(/alert protocol version|no handshake/);
  });

  it('answers plain HTTP that the port speaks HTTPS, with the headers of every refusal [M03]', async () => {
    const answer = await rawExchange(port, `GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('"reason":"https_required"');
    expect(answer.toLowerCase()).toContain('x-content-type-options: nosniff');
  });

  it('shows another certificate to new connections, and keeps the open ones', async () => {
    const before = await secured(port);
    world.server.useCertificate(second);
    const after = await secured(port);
    expect([shownBy(before), shownBy(after)]).toEqual([first.fingerprint, second.fingerprint]);
    before.write(`GET /api/v1/info HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`);
    const [head] = (await once(before, 'data')) as [Buffer];
    expect(String(head)).toMatch(/^HTTP\/1\.1 200/);
    expect(() => world.server.useCertificate({ ...first, key: second.key })).toThrow();
    const still = await secured(port);
    expect(shownBy(still)).toBe(second.fingerprint);
    for (const socket of [before, after, still]) socket.destroy();
  });

  it('has no certificate to exchange where it speaks plain HTTP', async () => {
    const plain = await startWorld();
    await plain.server.listen({ host: '127.0.0.1', port: 0 });
    expect(() => plain.server.useCertificate(first)).toThrow('no TLS');
    await plain.close();
  });
});

describe('connections before their handshake is done', () => {
  async function listening(limits: Partial<ListenerLimits>) {
    const listener = createListener({
      request: (_request, response) => response.end('x'.repeat(64 * 1024 * 1024)),
      upgrade: (_request, socket) => socket.destroy(),
      logger: silentLogger,
      overloaded: () => undefined,
      unreadable: (_code, socket) => socket.destroy(),
      unsecured: (socket) => socket.destroy(),
      limits: { ...DEFAULT_LISTENER_LIMITS, ...limits },
    });
    const at = await listener.listen({ host: '127.0.0.1', port: 0, certificate: first });
    const bare = async (bytes?: Buffer): Promise<Socket> => {
      const socket = connectPlain(at.port, '127.0.0.1');
      socket.on('error', () => undefined).resume();
      await once(socket, 'connect');
      if (bytes !== undefined) socket.write(bytes);
      return socket;
    };
    return { listener, port: at.port, bare };
  }
  /** However it ends: a peer that is cut may see a reset first. */
  const closed = (socket: Socket) => new Promise<void>((resolve) => socket.once('close', () => resolve()));
  /** The head of a record that never comes whole. */
  const BEGUN = Buffer.from('160301020001000001', 'hex');

  it('are cut when they say nothing or not enough, and others are not [M02]', async () => {
    const { listener, port: to, bare } = await listening({ handshakeTimeoutMs: 200 });
    const done = await secured(to);
    const silent = await bare();
    const slow = await bare(BEGUN);
    await Promise.all([closed(silent), closed(slow)]);
    expect(done.destroyed).toBe(false);
    done.destroy();
    await listener.close(0);
  });

  it('give way to newer ones, so that silent ones keep no visitor out [M02]', async () => {
    const { listener, port: to, bare } = await listening({ handshakes: 3 });
    const oldest = await bare();
    const others = [await bare(BEGUN), await bare()];
    const [visitor] = await Promise.all([secured(to), closed(oldest)]);
    expect([visitor, ...others].map(({ destroyed }) => destroyed)).toEqual([false, false, false]);
    for (const socket of [visitor, ...others]) socket.destroy();
    await listener.close(0);
  });

  it('are closed with the listener', async () => {
    const { listener, bare } = await listening({});
    const socket = await bare(BEGUN);
    await Promise.all([listener.close(0), closed(socket)]);
  });

  it('are followed by the rule for readers that leave their answers lying', async () => {
    const { listener, port: to } = await listening({ slowReaderMs: 50 });
    const reader = await secured(to);
    reader.pause();
    reader.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await vi.waitFor(() => expect(listener.connections()).toBe(0), WAIT);
    reader.destroy();
    await listener.close(0);
  });
});
