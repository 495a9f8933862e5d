import { connect } from 'node:net';
import { startAuthWorld } from '@ccu-gateway/auth-core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SWITCH, TWIN, twinHouse } from './house.js';
import { openSocket, rawExchange, untilLetGo, upgradeStatus } from './socket.js';
import { startWorld, type World } from './world.js';

let world: World;
let url: string;
let port: number;
beforeAll(async () => {
  world = await startWorld();
  ({ url, port } = await world.server.listen({ host: '127.0.0.1', port: 0 }));
});
afterAll(() => world.close());

const bearer = (role: 'viewer' | 'operator' | 'admin') => ({ Authorization: `Bearer ${world.tokens[role]}` });
const opened = (role: 'viewer' | 'operator' | 'admin' = 'viewer') => openSocket(url, { headers: bearer(role) });
const is = (op: string) => (frame: { readonly op?: string }) => frame.op === op;
const mint = async (role: 'viewer' | 'operator' | 'admin', days?: number) => {
  const created = await world.auth.tokens.create(
    { subject: 'test', role, expires_in_days: days },
    { subject: 'root', scheme: 'cli', peer: 'local' },
  );
  if (!created.ok) throw new Error(created.problem.reason);
  world.canary.plant(created.value.token);
  return created.value;
};

describe('an upgrade', () => {
  it('without a credential gets 401 and no socket [J01]', async () => {
    expect(await upgradeStatus(url)).toBe(401);
  });

  it('with a session cookie needs the gateway’s own origin [J02] [J03] [J04]', async () => {
    const { headers } = await world.signIn('vi');
    const with_ = (origin?: string) =>
      upgradeStatus(url, { headers: origin === undefined ? headers : { ...headers, Origin: origin } });
    expect(await with_(url)).toBe(101);
    for (const origin of ['http://evil.test', 'null', `http://127.0.0.1:${port + 1}`]) {
      expect(await with_(origin), origin).toBe(403);
    }
  });

  it('with a session cookie and no origin comes from a program, unless a browser shows itself [J04]', async () => {
    const { headers } = await world.signIn('vi');
    expect(await upgradeStatus(url, { headers })).toBe(101);
    expect(await upgradeStatus(url, { headers: { ...headers, 'Sec-Fetch-Site': 'cross-site' } })).toBe(403);
  });

  it('with a token needs no origin, but none that is foreign [J04] [J05]', async () => {
    expect(await upgradeStatus(url, { headers: bearer('viewer') })).toBe(101);
    expect(await upgradeStatus(url, { headers: { ...bearer('viewer'), Origin: 'http://evil.test' } })).toBe(403);
  });

  it('takes no token from the query or the subprotocol, and none in a message before [J06]', async () => {
    const token = world.tokens.viewer;
    expect(await upgradeStatus(url, { path: `/api/v1/events?token=${token}&access_token=${token}` })).toBe(401);
    expect(await upgradeStatus(url, { protocols: [token] })).toBe(401);
    expect(await upgradeStatus(url, { protocols: ['bearer', token] })).toBe(401);
  });

  it('beyond the limit of a principal gets 429 [J16]', async () => {
    const limited = await startWorld({ server: { limits: { socketsPerPrincipal: 2, sockets: 3 } } });
    const at = await limited.server.listen({ host: '127.0.0.1', port: 0 });
    const as = (role: 'viewer' | 'admin') => ({ headers: { Authorization: `Bearer ${limited.tokens[role]}` } });
    const first = await openSocket(at.url, as('viewer'));
    await openSocket(at.url, as('viewer'));
    expect(await upgradeStatus(at.url, as('viewer'))).toBe(429);
    await openSocket(at.url, as('admin'));
    expect(await upgradeStatus(at.url, as('admin'))).toBe(429);
    first.raw.terminate();
    await first.closed;
    await expect.poll(() => limited.events.connections().length).toBe(2);
    expect(await upgradeStatus(at.url, as('viewer'))).toBe(101);
    await limited.close();
  });

  it.each([
    [
      'h2c on a public path',
      'GET /api/v1/info',
      'Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n',
      200,
    ],
    ['h2c without a credential', 'GET /api/v1/devices', 'Upgrade: h2c\r\nConnection: Upgrade\r\n', 401],
  ])('to %s gets an ordinary answer and the socket ends [J17]', async (_what, line, headers, status) => {
    const answer = await rawExchange(port, `${line} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${headers}\r\n`);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  });

  it.each(['anything', 'graphql-ws, mqtt'])('confirms no subprotocol, for any offer: %s', async (offered) => {
    const answer = await new Promise<string>((resolve, reject) => {
      const lines = [
        'GET /api/v1/events HTTP/1.1',
        `Host: 127.0.0.1:${port}`,
        'Upgrade: websocket',
        'Connection: Upgrade',
        'Sec-WebSocket-Version: 13',
        'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
        `Sec-WebSocket-Protocol: ${offered}`,
        `Authorization: Bearer ${world.tokens.viewer}`,
      ];
      const socket = connect(port, '127.0.0.1', () => socket.write(`${lines.join('\r\n')}\r\n\r\n`));
      socket.once('error', reject).once('data', (part) => {
        resolve(part.toString('latin1'));
        socket.destroy();
      });
    });
    expect(answer).toMatch(/^HTTP\/1\.1 101 /);
    expect(answer.toLowerCase()).not.toContain('sec-websocket-protocol');
  });

  it.each(['h2c, websocket', 'websocket,h2c', ' WebSocket , foo/2'])(
    'takes the WebSocket out of several offers: %s',
    async (offers) => {
      const answer = await firstBytes(
        `GET /api/v1/events HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUpgrade: ${offers}\r\nConnection: Upgrade\r\n` +
          `Sec-WebSocket-Version: 13\r\n${key}Authorization: Bearer ${world.tokens.viewer}\r\n\r\n`,
      );
      expect(answer).toMatch(/^HTTP\/1\.1 101 /);
    },
  );

  it('that came with a body has its body read [J17]', async () => {
    const body = '{"username":"root","password":"not the password"}';
    const answer = await rawExchange(
      port,
      `POST /api/v1/auth/login HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    expect(answer).toMatch(/^HTTP\/1.1 401 /);
    expect(answer).toContain('invalid_credentials');
  });

  it('that is answered without a socket is over then, also when its sender never hangs up [J21]', async () => {
    const upgrade = (path: string, protocol: string) =>
      `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUpgrade: ${protocol}\r\nConnection: Upgrade\r\n`;
    await untilLetGo(port, `${upgrade('/api/v1/events', 'websocket')}Sec-WebSocket-Version: 13\r\n${key}\r\n`);
    await untilLetGo(port, `${upgrade('/api/v1/info', 'h2c')}\r\n`);
  });

  it('with a body that never comes is given up [J21]', async () => {
    const brisk = await startWorld({ server: { limits: { slowSenderMs: 50, headersTimeoutMs: 50 } } });
    const at = await brisk.server.listen({ host: '127.0.0.1', port: 0 });
    const head = `POST /api/v1/auth/login HTTP/1.1\r\nHost: 127.0.0.1:${at.port}\r\nContent-Type: application/json\r\n`;
    await untilLetGo(at.port, `${head}Upgrade: h2c\r\nConnection: Upgrade\r\nContent-Length: 50\r\n\r\n{`);
    await brisk.close();
  });

  it('that is refused is refused like any other request', async () => {
    const answer = await handshake('GET', '/api/v1/events', 'Sec-WebSocket-Version: 8\r\n');
    const plain = await fetch(`${url}/api/v1/events`);
    const carried = [...plain.headers.keys()].filter((name) => !/^(connection|date|keep-alive|vary|www-)/.test(name));
    for (const name of carried) expect(answer).toContain(`\r\n${name}: `);
    expect(answer).toContain('"instance":"/api/v1/events"');
  });

  const firstBytes = (text: string) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(text));
      socket.once('error', reject).once('data', (part) => {
        resolve(part.toString('latin1'));
        socket.destroy();
      });
    });
  const handshake = (method: string, target: string, more: string) =>
    rawExchange(
      port,
      `${method} ${target} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
        `Authorization: Bearer ${world.tokens.viewer}\r\n${more}\r\n`,
    );
  const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';

  it.each([
    ['POST', 'Sec-WebSocket-Version: 13\r\n', 405],
    ['GET', 'Sec-WebSocket-Version: 8\r\n', 426],
  ])('by %s with %j gets %i [J18]', async (method, version, status) => {
    expect(await handshake(method, '/api/v1/events', key + version)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  });

  it('with a key that is none gets 400 [J18]', async () => {
    const answer = await handshake('GET', '/api/v1/events', 'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: x\r\n');
    expect(answer).toMatch(/^HTTP\/1.1 400 /);
  });

  it.each([
    ['//api/v1/events', 400],
    ['/api/v1/events/', 404],
    ['/api/v1/devices', 200],
  ])('at %s gets %i [J19]', async (target, status) => {
    const answer = await handshake('GET', target, `${key}Sec-WebSocket-Version: 13\r\n`);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  });

  it('in absolute form is an upgrade like any other [J19]', async () => {
    const socket = await openSocket(`http://127.0.0.1:${port}`, { headers: bearer('viewer') });
    socket.raw.terminate();
    const { connect } = await import('node:net');
    const answer = await new Promise<string>((resolve) => {
      const raw = connect(port, '127.0.0.1', () =>
        raw.write(
          `GET http://127.0.0.1:${port}/api/v1/events HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUpgrade: websocket\r\n` +
            `Connection: Upgrade\r\n${key}Sec-WebSocket-Version: 13\r\nAuthorization: Bearer ${world.tokens.viewer}\r\n\r\n`,
        ),
      );
      raw.once('data', (part) => {
        resolve(String(part));
        raw.destroy();
      });
    });
    expect(answer).toMatch(/^HTTP\/1.1 101 /);
  });

  it('through the ingress proxy needs the origin of the page around it [J20]', async () => {
    const proxied = await startWorld({
      build: { supervised: true },
      ingress: { role: 'viewer', trustedProxyCidr: '127.0.0.1/32' },
    });
    const at = await proxied.server.listen({ host: '127.0.0.1', port: 0 });
    const headers = { 'X-Ingress-Path': '/api/hassio_ingress/abcdefgh12345678' };
    expect(await upgradeStatus(at.url, { headers: { ...headers, Origin: at.url } })).toBe(101);
    expect(await upgradeStatus(at.url, { headers })).toBe(403);
    await proxied.close();
  });

  it('that is never finished does not keep its slot for ever [J21]', async () => {
    const brisk = await startWorld({ server: { limits: { headersTimeoutMs: 50 } } });
    const at = await brisk.server.listen({ host: '127.0.0.1', port: 0 });
    const half = `GET /api/v1/events HTTP/1.1\r\nHost: 127.0.0.1:${at.port}\r\nUpgrade: websocket\r\n`;
    const answers = await Promise.all(Array.from({ length: 100 }, () => rawExchange(at.port, half)));
    for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    await brisk.close();
  });

  it('with a forged ingress header from the local network has no identity [J20]', async () => {
    const headers = { 'X-Ingress-Path': '/api/hassio_ingress/abcdefgh12345678', Origin: url };
    expect(await upgradeStatus(url, { headers })).toBe(401);
  });
});

describe('a socket', () => {
  it('subscribes and receives published events, each frame once', async () => {
    const socket = await opened();
    socket.send({ op: 'subscribe', topics: ['devices/#', 'device.*'] });
    expect(await socket.next(is('subscribed'))).toMatchObject({
      topics: ['devices/#', 'device.*'],
      seq: world.events.seq,
      epoch: world.events.epoch,
    });
    world.events.publish({
      topic: `device.${SWITCH}.channels.1.data_points.STATE`,
      type: 'datapoint.value_changed',
      payload: { value: true },
    });
    const frame = await socket.next((each) => each.op === undefined);
    expect(frame).toMatchObject({ kind: 'change', type: 'datapoint.value_changed', payload: { value: true } });
    socket.raw.terminate();
  });

  it('continues from a snapshot without a gap', async () => {
    const response = await world.request({ target: '/api/v1/snapshot', as: 'viewer' });
    const { seq } = (await response.json()) as { seq: number };
    world.events.publish({ topic: 'hub.x', type: 'x', payload: { after: 'snapshot' } });
    const socket = await opened();
    socket.send({ op: 'subscribe', topics: ['*'], since: seq });
    expect(await socket.next((each) => each.op === undefined)).toMatchObject({
      seq: seq + 1,
      payload: { after: 'snapshot' },
    });
    expect(await socket.next(is('replay_done'))).toMatchObject({ seq: seq + 1 });
    socket.raw.terminate();
  });

  it('closes with 4401 when its token is revoked, and no frame follows the 204 [J07]', async () => {
    const token = await mint('viewer');
    const socket = await openSocket(url, { headers: { Authorization: `Bearer ${token.token}` } });
    socket.send({ op: 'subscribe', topics: ['*'] });
    await socket.next(is('subscribed'));
    const response = await world.request({
      method: 'DELETE',
      target: `/api/v1/auth/tokens/v2/${token.fingerprint}`,
      as: 'admin',
    });
    expect(response.status).toBe(204);
    const seen = world.events.publish({ topic: 'x', type: 'after', payload: {} });
    expect(await socket.closed).toMatchObject({ code: 4401 });
    expect(socket.frames.some((frame) => frame.seq === seen)).toBe(false);
  });

  it('closes with 4401 when its session logs out elsewhere [J08]', async () => {
    const browser = await world.signIn('vi');
    const socket = await openSocket(url, { headers: { ...browser.headers, Origin: url } });
    expect(
      (await world.request({ method: 'POST', target: '/api/v1/auth/logout', headers: browser.unsafe })).status,
    ).toBe(204);
    expect(await socket.closed).toMatchObject({ code: 4401 });
  });

  it('closes with 4401 at the very end of its session [J09]', async () => {
    const timed = await startWorld();
    const at = await timed.server.listen({ host: '127.0.0.1', port: 0 });
    const browser = await timed.signIn('vi');
    const socket = await openSocket(at.url, { headers: { ...browser.headers, Origin: at.url } });
    timed.clock.advance(12 * 3_600_000 - 1);
    expect(timed.events.connections()).toHaveLength(1);
    timed.clock.advance(1);
    expect(await socket.closed).toMatchObject({ code: 4401 });
    await timed.close();
  });

  it('closes with 4401 when its user is deleted or gets another password [J10]', async () => {
    const other = await startWorld();
    const at = await other.server.listen({ host: '127.0.0.1', port: 0 });
    const open = async (user: 'vi' | 'op') => {
      const browser = await other.signIn(user);
      return openSocket(at.url, { headers: { ...browser.headers, Origin: at.url } });
    };
    const deleted = await open('vi');
    const renewed = await open('op');
    const remove = await other.request({ method: 'DELETE', target: '/api/v1/users/vi', as: 'admin' });
    expect(remove.status).toBe(204);
    expect(await deleted.closed).toMatchObject({ code: 4401 });
    const change = await other.request({
      method: 'PATCH',
      target: '/api/v1/users/op',
      as: 'admin',
      json: { password: 'another password' },
    });
    expect(change.status).toBe(204);
    expect(await renewed.closed).toMatchObject({ code: 4401 });
    await other.close();
  });

  it('of a demoted user closes with 4403 and does nothing any more [J11]', async () => {
    const other = await startWorld();
    const at = await other.server.listen({ host: '127.0.0.1', port: 0 });
    const browser = await other.signIn('op');
    const socket = await openSocket(at.url, { headers: { ...browser.headers, Origin: at.url } });
    const demote = await other.request({
      method: 'PATCH',
      target: '/api/v1/users/op',
      as: 'admin',
      json: { role: 'viewer' },
    });
    expect(demote.status).toBe(204);
    expect(await socket.closed).toMatchObject({ code: 4403 });
    await other.close();
  });

  it('of a demoted user that is still open changes nothing: the role is asked for with every command [J11]', async () => {
    const authWorld = await startAuthWorld();
    // Nothing closes this socket: only the check before the command protects it.
    const auth = { ...authWorld.auth, watch: () => () => undefined };
    const other = await startWorld({ server: { auth } });
    const at = await other.server.listen({ host: '127.0.0.1', port: 0 });
    const browser = await authWorld.signIn('op');
    const socket = await openSocket(at.url, { headers: { ...browser.headers, Origin: at.url } });
    const answerTo = async (id: string) => {
      socket.send({
        op: 'call',
        id,
        command: 'paramset.put',
        args: { address: 'x', paramset_key: 'MASTER', values: {} },
      });
      return socket.next((frame) => frame.op === 'result' && frame.id === id);
    };
    expect(await answerTo('before')).not.toMatchObject({ error: { code: 'forbidden' } });
    await authWorld.auth.users.update('op', { role: 'viewer' }, { subject: 'root', scheme: 'cli', peer: 'local' });
    expect(await answerTo('after')).toMatchObject({ error: { code: 'forbidden' } });
    expect(other.entries.at(-1)).toMatchObject({ action: 'ws.command', outcome: 'refused', note: 'paramset.put' });
    await authWorld.auth.users.delete('op', { subject: 'root', scheme: 'cli', peer: 'local' });
    expect(await answerTo('gone')).toMatchObject({ error: { code: 'unauthorized' } });
    socket.raw.terminate();
    authWorld.auth.close();
    await other.close();
  });

  it('of a demoted user gets no event and no replay any more [J11] [J13]', async () => {
    const other = await startWorld();
    const at = await other.server.listen({ host: '127.0.0.1', port: 0 });
    const browser = await other.signIn('op');
    const connect = () => openSocket(at.url, { headers: { ...browser.headers, Origin: at.url } });
    const socket = await connect();
    const publish = (value: number) => other.events.publish({ topic: 'device.x', type: 'test', payload: { value } });
    socket.send({ op: 'subscribe', topics: ['*'] });
    await socket.next(is('subscribed'));
    const before = publish(1);
    expect(await socket.next(({ seq }) => seq === before)).toMatchObject({ payload: { value: 1 } });
    const demoted = other.auth.users.update(
      'op',
      { role: 'viewer' },
      { subject: 'root', scheme: 'cli', peer: 'local' },
    );
    expect((await demoted).ok).toBe(true);
    publish(2);
    other.events.flush();
    socket.send({ op: 'subscribe', topics: ['*'], since: before - 1 });
    expect(await socket.closed).toMatchObject({ code: 4403 });
    expect(socket.frames.filter(({ topic }) => topic !== undefined)).toHaveLength(1);
    expect(socket.frames.some(({ op }) => op === 'replay_done')).toBe(false);
    // The same browser now gets the rights of a viewer: every event, and no command that writes.
    const viewer = await connect();
    viewer.send({ op: 'subscribe', topics: ['*'], since: before });
    expect(await viewer.next(({ topic }) => topic !== undefined)).toMatchObject({ payload: { value: 2 } });
    viewer.raw.terminate();
    await other.close();
  });

  it.each([
    ['a binary frame', Buffer.from('{}'), 1003],
    ['a frame of 65 537 bytes', `"${'x'.repeat(65_535)}"`, 1009],
  ])('with %s closes with its code [J14]', async (_what, frame, code) => {
    const socket = await opened();
    socket.send(frame);
    expect(await socket.closed).toMatchObject({ code });
  });

  it('with invalid UTF-8 closes with 1007 [J14]', async () => {
    const socket = await opened();
    socket.raw.send(Buffer.from([0x22, 0xff, 0x22]), { binary: false });
    expect(await socket.closed).toMatchObject({ code: 1007 });
  });

  it.each([
    ['no JSON', 'hello'],
    ['an unknown op', '{"op":"dance"}'],
    ['absurd nesting', '['.repeat(30_000)],
    ['a prototype', '{"__proto__":{"op":"subscribe"}}'],
  ])('with %s gets an error and stays open [J14]', async (_what, text) => {
    const socket = await opened();
    socket.send(text);
    expect(await socket.next(is('error'))).toMatchObject({ error: { code: 'bad_request' } });
    socket.send({ op: 'subscribe', topics: ['x'] });
    await socket.next(is('subscribed'));
    socket.raw.terminate();
  });

  it('that sends too much is refused the surplus and stays open [J15]', async () => {
    const socket = await opened();
    for (let count = 0; count < 600; count++) socket.send({ op: 'pong' });
    socket.send({ op: 'subscribe', topics: ['x'] });
    expect(await socket.next(is('error'))).toMatchObject({ error: { code: 'rate_limited' } });
    expect(socket.raw.readyState).toBe(socket.raw.OPEN);
    socket.raw.terminate();
  });

  it('that sends hundreds of messages at once is served one a turn, so that others are served between', async () => {
    const socket = await opened();
    const count = 400;
    for (let index = 0; index < count; index++) socket.send({ op: 'subscribe', topics: [`at.once.${index}`] });
    const patterns = () => Math.max(...world.events.connections().map((connection) => connection.patterns));
    let most = 0;
    for (let seen = patterns(); seen < count; ) {
      await new Promise((resolve) => setImmediate(resolve));
      most = Math.max(most, patterns() - seen);
      seen = patterns();
    }
    expect(most).toBeLessThanOrEqual(4);
    socket.raw.terminate();
  });

  it('swaps its token and lives on when the old one is revoked', async () => {
    const old = await mint('viewer');
    const fresh = await mint('viewer', 1);
    const socket = await openSocket(url, { headers: { Authorization: `Bearer ${old.token}` } });
    socket.send({ op: 'reauth', token: fresh.token });
    expect(await socket.next(is('reauth_ok'))).toMatchObject({ expires_at: expect.stringMatching(/Z$/) });
    await world.request({ method: 'DELETE', target: `/api/v1/auth/tokens/v2/${old.fingerprint}`, as: 'admin' });
    socket.send({ op: 'call', id: '1', command: 'system.user_permissions' });
    expect(await socket.next(is('result'))).toMatchObject({ id: '1', data: { role: 'viewer' } });
    await world.request({ method: 'DELETE', target: `/api/v1/auth/tokens/v2/${fresh.fingerprint}`, as: 'admin' });
    expect(await socket.closed).toMatchObject({ code: 4401 });
  });

  it('with a token that is none fails the swap and ends', async () => {
    const socket = await opened();
    socket.send({ op: 'reauth', token: 'x'.repeat(43) });
    await socket.next(is('reauth_failed'));
    expect((await socket.closed).code).toBe(4401);
  });

  it('is closed with 1001 when the gateway stops', async () => {
    const other = await startWorld();
    const at = await other.server.listen({ host: '127.0.0.1', port: 0 });
    const socket = await openSocket(at.url, { headers: { Authorization: `Bearer ${other.tokens.viewer}` } });
    await other.server.close({ graceMs: 500 });
    expect(await socket.closed).toMatchObject({ code: 1001 });
    await other.close();
  });
});

it('a socket without an answer to the closing handshake does not keep the gateway from stopping', async () => {
  const other = await startWorld();
  const at = await other.server.listen({ host: '127.0.0.1', port: 0 });
  const { connect } = await import('node:net');
  const raw = connect(at.port, '127.0.0.1');
  raw.write(
    `GET /api/v1/events HTTP/1.1\r\nHost: 127.0.0.1:${at.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n' +
      `Authorization: Bearer ${other.tokens.viewer}\r\n\r\n`,
  );
  await new Promise((resolve) => raw.once('data', resolve));
  const ended = new Promise((resolve) => raw.once('close', resolve));
  await other.server.close({ graceMs: 50 });
  await ended;
  await other.close();
});

describe('a command', () => {
  const call = async (role: 'viewer' | 'operator' | 'admin', command: string, args: object = {}) => {
    const socket = await opened(role);
    socket.send({ op: 'call', id: 'c', command, args });
    const result = await socket.next(is('result'));
    socket.raw.terminate();
    return result;
  };

  it('answers like its REST twin', async () => {
    const response = await world.request({ target: `/api/v1/devices/${SWITCH}`, as: 'viewer' });
    expect(await call('viewer', 'devices.get', { address: SWITCH })).toEqual({
      op: 'result',
      id: 'c',
      data: await response.json(),
    });
  });

  it('that is unknown, malformed or about nothing gets the code of its REST twin', async () => {
    expect(await call('viewer', 'no.such')).toMatchObject({ error: { code: 'unknown_command' } });
    expect(await call('viewer', 'devices.get')).toMatchObject({ error: { code: 'bad_request' } });
    expect(await call('viewer', 'devices.get', { address: 'X' })).toMatchObject({ error: { code: 'not_found' } });
  });

  it('that is refused sends the reason, the fields and all other members of its REST twin', async () => {
    const twins = await startWorld({ house: twinHouse() });
    const at = await twins.server.listen({ host: '127.0.0.1', port: 0 });
    const socket = await openSocket(at.url, { headers: { Authorization: `Bearer ${twins.tokens.viewer}` } });
    const ask = async (args: object) => {
      socket.send({ op: 'call', id: 'c', command: 'devices.get', args });
      return (await socket.next(is('result'))) as unknown as { error: Record<string, unknown> };
    };
    const response = await twins.request({ target: `/api/v1/devices/${TWIN}`, as: 'viewer' });
    const { code, reason, detail, centrals } = (await response.json()) as Record<string, unknown>;
    expect(reason).toBe('central_required');
    expect(await ask({ address: TWIN })).toMatchObject({ error: { code, message: detail, reason, centrals } });
    const { error } = await ask({ address: 5 });
    expect(error).toMatchObject({ code: 'bad_request', reason: 'validation_failed' });
    expect(error.errors).toMatchObject([{ field: 'address' }]);
    socket.raw.terminate();
    await twins.close();
  });

  it('beyond the caller’s role is refused and written into the audit log [J12]', async () => {
    const result = await call('viewer', 'sysvars.set', { name: 'x', value: 1 });
    expect(result).toMatchObject({ error: { code: 'forbidden' } });
    expect(world.entries.at(-1)).toMatchObject({
      action: 'ws.command',
      outcome: 'refused',
      user: 'viewer-client',
      note: 'sysvars.set',
    });
  });

  it('that comes through a trusted proxy is written down with its client', async () => {
    const proxied = await startWorld({ trustedProxies: ['127.0.0.1/32'] });
    const at = await proxied.server.listen({ host: '127.0.0.1', port: 0 });
    const headers = { Authorization: `Bearer ${proxied.tokens.viewer}`, 'X-Forwarded-For': '203.0.113.9' };
    const socket = await openSocket(at.url, { headers });
    expect(proxied.events.connections().map(({ remoteAddress }) => remoteAddress)).toEqual(['203.0.113.9']);
    socket.send({ op: 'call', id: 'c', command: 'sysvars.set', args: { name: 'x', value: 1 } });
    await socket.next(is('result'));
    const from = { peer: '127.0.0.1', client: '203.0.113.9' };
    expect(proxied.entries.at(-1)).toMatchObject({ action: 'ws.command', outcome: 'refused', ...from });
    socket.send({ op: 'reauth', token: 'A'.repeat(43) });
    await socket.closed;
    expect(proxied.audit.at(-1)).toMatchObject({ action: 'auth.reauth', outcome: 'refused', ...from });
    await proxied.close();
  });

  it('that closes while its new token is looked up leaves nothing behind', async () => {
    const { auth, tokens } = await startAuthWorld();
    let answer = () => {};
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    let looked: Promise<unknown> = Promise.resolve();
    const watches = new Set<() => void>();
    const slow: typeof auth = {
      ...auth,
      reauth: (...input) => {
        looked = asked.then(() => auth.reauth(...input));
        return looked as ReturnType<typeof auth.reauth>;
      },
      watch: (...input) => {
        const stop = auth.watch(...input);
        watches.add(stop);
        return () => {
          watches.delete(stop);
          stop();
        };
      },
    };
    const other = await startWorld({ server: { auth: slow } });
    const at = await other.server.listen({ host: '127.0.0.1', port: 0 });
    const socket = await openSocket(at.url, { headers: { Authorization: `Bearer ${tokens.viewer}` } });
    const before = looked;
    socket.send({ op: 'reauth', token: tokens.admin });
    await expect.poll(() => looked !== before).toBe(true);
    socket.raw.terminate();
    await expect.poll(() => other.events.connections().length).toBe(0);
    answer();
    await looked;
    expect(watches.size).toBe(0);
    await other.close();
  });

  it('with the gates off is for every caller, as the embedder configured [K13]', async () => {
    const open = await startWorld({ roleChecks: 'off' });
    await open.auth.start();
    expect(open.log).toContainEqual(expect.objectContaining({ level: 'warn', event: 'auth.gates.off' }));
    expect((await open.request({ target: '/api/v1/users', as: 'viewer' })).status).toBe(200);
    const at = await open.server.listen({ host: '127.0.0.1', port: 0 });
    const socket = await openSocket(at.url, { headers: { Authorization: `Bearer ${open.tokens.viewer}` } });
    socket.send({ op: 'call', id: 'c', command: 'sysvars.set', args: { name: 'x', value: 1 } });
    expect(await socket.next(is('result'))).not.toMatchObject({ error: { code: 'forbidden' } });
    socket.raw.terminate();
    await open.close();
  });

  it('is listed with the broadcasts', async () => {
    const { data } = (await call('viewer', 'system.commands')) as unknown as {
      data: { commands: { name: string; kind: string }[] };
    };
    expect(data.commands).toContainEqual(expect.objectContaining({ name: 'devices.list', kind: 'command' }));
    expect(data.commands).toContainEqual(
      expect.objectContaining({ name: 'datapoint.value_changed', kind: 'broadcast' }),
    );
  });
});

it('nothing that was logged holds a secret', () => {
  expect(
    world.canary.findLeaks({ lines: world.lines, log: world.log, audit: world.audit, entries: world.entries }),
  ).toEqual([]);
});
