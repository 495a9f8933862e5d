import type { AddressInfo } from 'node:net';
import { createServer, type TlsOptions } from 'node:tls';
import { createAuthority, createSelfSigned } from '@ccu-gateway/ccu-simulator/testing';
import { Aedes } from 'aedes';
import { afterEach, expect, it } from 'vitest';
import { faultOf } from '../src/broker/fault.js';
import type { BrokerSettings } from '../src/index.js';
import { createWorld, openBridge, settingsFor } from './world.js';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const authority = createAuthority();
const good = authority.issue(['127.0.0.1']);

/** A broker of MQTT 3.1.1 behind TLS. */
async function startSecured(options: TlsOptions): Promise<string> {
  const aedes = await Aedes.createBroker();
  const server = createServer(options, (socket) => {
    aedes.handle(socket);
    closing.push(() => socket.destroy());
  });
  server.on('tlsClientError', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(
    () => new Promise((resolve) => server.close(resolve)),
    () => new Promise<void>((resolve) => aedes.close(resolve)),
  );
  return `mqtts://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function open(url: string, more: Partial<BrokerSettings> = {}) {
  const bridge = await openBridge(createWorld(), settingsFor(url, more));
  closing.push(() => bridge.close());
  return {
    connected: () => expect.poll(() => bridge.status().connection.state).toBe('connected'),
    fault: (words: string) =>
      expect
        .poll(() => bridge.status().connection.fault)
        .toMatchObject({ kind: 'tls', message: expect.stringContaining(words) }),
    state: () => bridge.status().connection.state,
  };
}

it('a broker with a certificate of a private authority is connected once that authority is known', async () => {
  const url = await startSecured(good);
  await (await open(url, { ca: authority.cert })).connected();
  await (await open(url)).fault('comes from an unknown authority; set `ca`');
});

it.each([
  ['for another name', authority.issue(['other.example']), 'is for another name; use the name that it was made for'],
  ['that has expired', authority.issue(['127.0.0.1'], { isExpired: true }), 'has expired'],
  ['of another authority', createAuthority('stranger').issue(['127.0.0.1']), 'comes from an unknown authority'],
  ['that it signed itself', createSelfSigned('127.0.0.1'), 'comes from an unknown authority; set `ca`'],
])('a certificate %s is explained in words, and is accepted without verification', async (_, tls, words) => {
  const url = await startSecured({ key: tls.key, cert: tls.cert });
  const careful = await open(url, { ca: authority.cert });
  await careful.fault(words);
  expect(careful.state()).not.toBe('connected');
  await (await open(url, { verify: false })).connected();
});

it('a broker that wants a certificate of its clients gets it, and a missing one is reported', async () => {
  const url = await startSecured({ ...good, ca: authority.cert, requestCert: true, rejectUnauthorized: true });
  await (await open(url, { ca: authority.cert, ...authority.issue(['gateway']) })).connected();
  await (await open(url, { ca: authority.cert })).fault('the broker wants a client certificate; set `cert` and `key`');
});

it('a port without TLS is explained in words', () => {
  const error = Object.assign(new Error('ssl3_get_record:wrong version number'), { code: 'EPROTO' });
  const { kind, message } = faultOf(error, 'mqtts://broker.example');
  expect(kind).toBe('tls');
  expect(message).toContain('broker.example:8883 fails: the port does not speak TLS; use mqtt://');
});

it('a key that does not belong to its certificate is explained in words', async () => {
  const url = await startSecured(good);
  const { cert } = authority.issue(['gateway']);
  await (await open(url, { ca: authority.cert, cert, key: good.key })).fault('`cert` and `key`');
});
