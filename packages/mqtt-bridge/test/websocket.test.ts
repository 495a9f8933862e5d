import { createServer as createPlain, type IncomingMessage, type Server } from 'node:http';
import { createServer as createSecured } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { createAuthority, createSelfSigned } from '@ccu-gateway/ccu-simulator/testing';
import { Aedes } from 'aedes';
import { afterEach, expect, it } from 'vitest';
import { createWebSocketStream, WebSocket, WebSocketServer } from 'ws';
import type { BrokerSettings } from '../src/index.js';
import { hasMosquitto, startMosquitto, withoutMosquitto } from './brokers.js';
import { CCU, createWorld, openBridge, SWITCH, settingsFor } from './world.js';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

// The conditions of this suite give mqtt.js, which requires it, the ES module, whose class lacks what that of CommonJS has.
Object.assign(WebSocket, { createWebSocketStream });

const authority = createAuthority();
const STATE = `ccu/${CCU}/status/${SWITCH}/3/STATE`;

/** Gives each connection over WebSocket at `/mqtt` to a broker. */
async function listen(server: Server, handle: (stream: Duplex, request: IncomingMessage) => void): Promise<number> {
  const sockets = new WebSocketServer({ server, path: '/mqtt', handleProtocols: () => 'mqtt' });
  sockets.on('connection', (socket, request) => {
    const stream = createWebSocketStream(socket);
    stream.on('error', () => {});
    handle(stream, request);
    closing.push(() => socket.terminate());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(
    () => new Promise((resolve) => server.close(resolve)),
    () => sockets.close(),
  );
  return (server.address() as AddressInfo).port;
}

/** A broker of MQTT 3.1.1 behind a server of HTTP. */
async function startAedes(server: Server) {
  const aedes = await Aedes.createBroker();
  const taken = new Map<string, string>();
  aedes.on('publish', ({ topic, payload }) => taken.set(topic, String(payload)));
  closing.push(() => new Promise<void>((resolve) => aedes.close(resolve)));
  return { port: await listen(server, (stream, request) => void aedes.handle(stream, request)), taken };
}

async function open(url: string, more: Partial<BrokerSettings> = {}) {
  const world = createWorld();
  world.set(true);
  const bridge = await openBridge(world, settingsFor(url, more));
  closing.push(() => bridge.close());
  return {
    bridge,
    connected: () =>
      expect.poll(() => bridge.status().connection, { timeout: 20_000 }).toMatchObject({ state: 'connected' }),
    fault: (kind: string, words: string) =>
      expect
        .poll(() => bridge.status().connection.fault, { timeout: 20_000 })
        .toMatchObject({ kind, message: expect.stringContaining(words) }),
  };
}

it('a broker of MQTT 3.1.1 is spoken to over WebSocket', async () => {
  const { port, taken } = await startAedes(createPlain());
  const { bridge, connected } = await open(`ws://127.0.0.1:${port}/mqtt`);
  await connected();
  expect(bridge.status().connection.version).toBe(4);
  await expect.poll(() => JSON.parse(taken.get(STATE) ?? '{}'), { timeout: 20_000 }).toMatchObject({ val: true });
});

it.skipIf(!hasMosquitto)(`a broker of MQTT 5 is spoken to over WebSocket${withoutMosquitto}`, async () => {
  // Its own listener for WebSocket cannot be bound to one address on every machine.
  const broker = await startMosquitto();
  closing.push(() => broker.remove());
  const behind = Number(new URL(broker.url).port);
  const port = await listen(createPlain(), (stream) => {
    const socket = connect(behind, '127.0.0.1');
    socket.on('error', () => stream.destroy());
    stream.pipe(socket).pipe(stream);
  });
  const { bridge, connected } = await open(`ws://127.0.0.1:${port}/mqtt`);
  await connected();
  expect(bridge.status().connection.version).toBe(5);
  await expect.poll(() => bridge.status(), { timeout: 20_000 }).toMatchObject({ waiting: 0, refused: 0 });
});

it.each([
  ['of an authority that is not known', authority.issue(['127.0.0.1']), 'comes from an unknown authority; set `ca`'],
  ['for another name', authority.issue(['other.example']), 'is for another name'],
  ['that it signed itself', createSelfSigned('127.0.0.1'), 'comes from an unknown authority; set `ca`'],
])('a certificate %s is explained in words over WebSocket, too', async (_, { key, cert }, words) => {
  const { port } = await startAedes(createSecured({ key, cert }));
  const url = `wss://127.0.0.1:${port}/mqtt`;
  const known = words.includes('another name') ? { ca: authority.cert } : {};
  await (await open(url, known)).fault('tls', words);
  await (await open(url, { verify: false })).connected();
});

it('a broker over WebSocket with a certificate of a private authority is connected', async () => {
  const { port } = await startAedes(createSecured(authority.issue(['127.0.0.1'])));
  await (await open(`wss://127.0.0.1:${port}/mqtt`, { ca: authority.cert })).connected();
});

it('a server that is no broker, and a closed port, are explained in words', async () => {
  const { port } = await startAedes(createPlain());
  await (await open(`ws://127.0.0.1:${port}/other`)).fault('closed', 'check the path of the URL');
  await (await open('ws://127.0.0.1:1/mqtt')).fault('unreachable', 'nothing listens there');
});
