import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createClient, type UnreachableError } from '@ccu-gateway/client';
import { createEventStream, type EventStream } from '@ccu-gateway/event-stream';
import { serveWebSocket } from '@ccu-gateway/event-stream/websocket';
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { freePort } from '../../../scripts/lib/free-ports.mjs';
import { makeCertificate } from '../src/tls/make-certificate.js';
import { repository } from './process.js';
import { startProgram } from './real-program.js';
import { PROGRAMS_ENV } from './real-proxies.js';
import { startWorld } from './world.js';

const SHIPPED = readFileSync(join(repository, 'deploy/haproxy.cfg'), 'utf8');
const missing = spawnSync('haproxy', ['-v'], { env: PROGRAMS_ENV }).error ? ' (skipped: haproxy is not installed)' : '';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** What a proxy sees of a gateway: health, events and calls. */
async function startServe(stream: EventStream) {
  const changes: string[] = [];
  /** The addresses that what came was from, as the proxy tells them; without its own questions. */
  const sources: string[] = [];
  const state = { isHung: false, dropsChanges: false };
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    for await (const chunk of request) void chunk;
    if (state.isHung) return;
    if (request.url !== '/api/v1/health') sources.push(String(request.headers['x-forwarded-for']));
    if (request.method !== 'GET') changes.push(`${request.method}`);
    if (request.method !== 'GET' && state.dropsChanges) request.socket.destroy();
    else response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  };
  const server = createServer((request, response) => void answer(request, response));
  const upgrades = new WebSocketServer({ noServer: true, perMessageDeflate: false, autoPong: false });
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.on('upgrade', (request, socket: Socket, head) => {
    socket.on('error', () => {});
    if (state.isHung) return;
    upgrades.handleUpgrade(request, socket, head, (webSocket) => {
      serveWebSocket(stream, { webSocket, socket, principal: 'ws' });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const kill = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  cleanups.push(kill);
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    changes,
    sources,
    state,
    kill,
    webSockets: () => upgrades.clients.size,
  };
}

/**
 * The shipped file with addresses of this machine in the place of names. Its durations stay: with shorter ones a busy machine would be taken
 * for a gateway that hangs.
 */
function filledIn(replaced: readonly (readonly [string, string])[]): string {
  let text = SHIPPED;
  for (const [there, here] of replaced) {
    if (!text.includes(there)) throw new Error(`deploy/haproxy.cfg has no "${there}"`);
    text = text.replaceAll(there, here);
  }
  return text;
}

const folder = () => {
  const made = mkdtempSync(join(tmpdir(), 'fleet-proxy-'));
  cleanups.push(() => rmSync(made, { recursive: true, force: true }));
  return made;
};

/** Of two gateways at these addresses. `checks` answers what its health checks of them found, in the words of HAProxy. */
async function startProxy([first, second]: readonly [string, string]) {
  const port = await freePort();
  const own = folder();
  const [file, control] = [join(own, 'haproxy.cfg'), join(own, 'control')];
  writeFileSync(
    file,
    filledIn([
      ['bind :443 ssl crt /etc/haproxy/tls/gateway.pem', `bind 127.0.0.1:${port}`],
      ['serve-1:8119', first],
      ['serve-2:8119', second],
      ['global\n', `global\n  stats socket ${control}\n`],
    ]),
  );
  const proxy = await startProgram('haproxy', ['-db', '-f', file], { env: PROGRAMS_ENV, port });
  cleanups.push(proxy.stop);
  async function checks() {
    const socket = connect(control).end('show stat gateways 4 -1\n');
    const [head = '', ...rows] = (await text(socket)).trim().split('\n');
    const column = head.split(',').indexOf('check_status');
    return rows.map((row) => row.split(',')[column]);
  }
  return { port, checks };
}

async function startFleet() {
  const stream = createEventStream();
  cleanups.push(() => stream.close());
  const gateways = [await startServe(stream), await startServe(stream)] as const;
  const { port } = await startProxy([gateways[0].address, gateways[1].address]);
  const client = createClient({ url: `http://127.0.0.1:${port}`, token: 'secret', webSocket: WebSocket });
  const change = () =>
    client.call('setSysvar', { path: { name: 'Away' }, body: { value: true } }).then(
      () => 'made',
      (error: UnreachableError) => error.code,
    );
  return { stream, gateways, client, change, port };
}

/** Sends a request from another address of this machine, as another visitor would. */
async function sendFrom(localAddress: string, port: number, method: string, headers: Record<string, string> = {}) {
  const sent = send({ host: '127.0.0.1', port, localAddress, method, path: '/api/v1/auth/me', headers }).end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  answer.resume();
  await once(answer, 'end');
  return answer.statusCode;
}

async function follow({ stream, client }: Awaited<ReturnType<typeof startFleet>>) {
  const lost: string[] = [];
  const events = client.events({ topics: ['a'], onLost: ({ reason }) => void lost.push(reason) });
  cleanups.push(() => events.close());
  await new Promise<void>((resolve) => events.observe(({ state }) => state === 'live' && resolve()));
  let count = 0;
  return {
    lost,
    async publishAndSee() {
      count += 1;
      stream.publish({ topic: 'a', type: 'x', payload: { count } });
      const { value } = await events.next();
      expect(value?.payload).toMatchObject({ count });
    },
  };
}

describe('deploy/haproxy.cfg', () => {
  it.skipIf(missing !== '')(`finds gateways that run${missing}`, async () => {
    const { gateway, close } = await startWorld({ waitForCcu: false });
    cleanups.push(close);
    const { host } = new URL(gateway.url);
    const { port, checks } = await startProxy([host, host]);
    await expect.poll(checks).toEqual(['L7OK', 'L7OK']);
    expect(await (await fetch(`http://127.0.0.1:${port}/api/v1/health`)).text()).toContain('"components"');
  });

  it.skipIf(missing !== '')(`is accepted by the program unchanged${missing}`, async () => {
    const own = folder();
    const { cert, key } = await makeCertificate({
      names: ['gateway.example'],
      notBefore: 0,
      notAfter: Date.now() + 3_600_000,
      serial: Buffer.alloc(16, 5),
    });
    writeFileSync(join(own, 'gateway.pem'), `${cert}\n${key}`, { mode: 0o600 });
    writeFileSync(join(own, 'haproxy.cfg'), filledIn([['/etc/haproxy/tls/', `${own}/`]]));
    const { status, stderr } = spawnSync('haproxy', ['-c', '-f', join(own, 'haproxy.cfg')], {
      env: PROGRAMS_ENV,
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([0, expect.not.stringMatching(/\[ALERT\]|deprecated/)]);
  });

  it.skipIf(missing !== '')(
    `continues with every event when a gateway is killed, or does not answer any more${missing}`,
    async () => {
      const fleet = await startFleet();
      const [a, b] = fleet.gateways;
      const client = await follow(fleet);
      await client.publishAndSee();
      const [mine, other] = a.webSockets() === 1 ? [a, b] : [b, a];
      expect(other.webSockets()).toBe(0);
      mine.state.isHung = true;
      await expect.poll(() => other.webSockets()).toBe(1);
      await client.publishAndSee();
      mine.state.isHung = false;
      // The proxy uses it again.
      await expect
        .poll(async () => {
          await (await fetch(`http://127.0.0.1:${fleet.port}/api/v1/auth/me`)).text();
          return mine.sources.length;
        })
        .toBeGreaterThan(0);
      other.kill();
      await client.publishAndSee();
      expect(client.lost).toEqual([]);
    },
  );

  it.skipIf(missing !== '')(
    `sends a change to another gateway only where no gateway can have received it${missing}`,
    async () => {
      const { gateways, change } = await startFleet();
      const [a, b] = gateways;
      for (const gateway of gateways) gateway.state.dropsChanges = true;
      for (let count = 1; count <= 4; count += 1) {
        expect(await change()).toBe('outcome_unknown');
        expect(a.changes.length + b.changes.length).toBe(count);
      }
      // All of one visitor are at one gateway, and that is the one that ends.
      const [mine, other] = a.changes.length > 0 ? [a, b] : [b, a];
      other.state.dropsChanges = false;
      mine.kill();
      const before = other.changes.length;
      expect([await change(), await change(), await change()]).toEqual(['made', 'made', 'made']);
      expect(other.changes.length).toBe(before + 3);
    },
  );

  it.skipIf(missing !== '')(
    `has requests with a password counted by one gateway for each visitor, and the rest by any${missing}`,
    async () => {
      const { gateways, port } = await startFleet();
      const [a, b] = gateways;
      const visitors = Array.from({ length: 16 }, (_, index) => `127.0.0.${index + 1}`);
      const guess = async (visitor: string) => {
        await sendFrom(visitor, port, 'POST');
        await sendFrom(visitor, port, 'GET', { authorization: 'BASIC eDp5' });
        await sendFrom(visitor, port, 'PATCH', { authorization: 'Bearer x', cookie: 'service_session=x' });
      };
      for (const visitor of visitors) await guess(visitor);
      const seen = gateways.map(({ sources }) => new Set(sources));
      expect([...(seen[0] ?? []), ...(seen[1] ?? [])].toSorted()).toEqual(visitors.toSorted());
      expect(seen.map(({ size }) => size > 0)).toEqual([true, true]);

      for (const { sources } of gateways) sources.length = 0;
      for (let count = 0; count < 4; count += 1)
        await sendFrom('127.0.0.1', port, 'GET', { authorization: 'Bearer x' });
      expect([a.sources.length > 0, b.sources.length > 0]).toEqual([true, true]);

      // Whose gateway ends goes on at another one.
      a.kill();
      for (const visitor of visitors) expect(await sendFrom(visitor, port, 'POST')).toBe(200);
    },
  );
});
