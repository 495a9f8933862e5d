import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import binPeer from 'binrpc';
import xmlPeer from 'homematic-xmlrpc';
import { describe, expect, it } from 'vitest';
import { type CallbackServer, openCallbackServer } from '../src/index.js';
import { systemTimers } from '../src/time/system.js';
import { createBinRpcClient } from '../src/transport/bin-rpc-client.js';
import { createXmlRpcClient } from '../src/transport/xml-rpc-client.js';
import { double, type RpcCall } from '../src/wire/codecs/index.js';
import type { Peer, PeerClient, PeerServer } from './peer.js';

const LIMIT = { timeoutMs: 5_000 };
const DEVICE = { ADDRESS: 'LEQ1234567', TYPE: 'HM-LC-Sw1-FM', FLAGS: 1, PARAMSETS: ['MASTER'], EMPTY: '', ON: true };

async function openPeer(peer: Peer): Promise<{ readonly peer: PeerServer; readonly port: number; close(): void }> {
  const server = peer.createServer({ host: '127.0.0.1', port: 0 });
  const listener = (server.httpServer ?? server.server)!;
  if (!listener.listening) await once(listener, 'listening');
  return { peer: server, port: (listener.address() as AddressInfo).port, close: () => listener.close() };
}

const ask = (client: PeerClient, method: string, params: readonly unknown[]) =>
  new Promise((resolve, reject) => {
    client.methodCall(method, params, (error, value) => (error ? reject(error) : resolve(value)));
  });

async function openCallbacks(): Promise<{
  readonly server: CallbackServer;
  readonly calls: RpcCall[];
  readonly path: string;
}> {
  const server = await openCallbackServer({ host: '127.0.0.1', port: 0, binPort: 0 });
  const calls: RpcCall[] = [];
  const common = { central: 'c', ccuHost: '127.0.0.1', handler: (call: RpcCall) => calls.push(call) };
  const route = server.register({ ...common, interfaceName: 'HmIP-RF', interfaceId: 'c-HmIP-RF', protocol: 'xml' });
  server.register({ ...common, interfaceName: 'CUxD', interfaceId: 'c-CUxD', protocol: 'bin' });
  return { server, calls, path: new URL((await route.announce()).url).pathname };
}

describe('npm homematic-xmlrpc', () => {
  it('understands our calls, and we its answers', async () => {
    const { peer, port, close } = await openPeer(xmlPeer);
    const seen: unknown[] = [];
    peer.on('echo', (_error, params, reply) => {
      seen.push(...params);
      reply(null, params);
    });
    const client = createXmlRpcClient({
      target: { host: '127.0.0.1', port },
      path: '/',
      timers: systemTimers,
      maxSockets: 1,
      repairDoubleUtf8: false,
    });
    const params = ['LEQ1:1', 'a <b> & "c"', true, 3, 21.5, -0.25, [1, ['']], DEVICE];
    expect(await client.call('echo', params, LIMIT)).toEqual(params);
    expect(seen).toEqual(params);
    await client.call('echo', [double(21)], LIMIT);
    expect(seen.at(-1)).toBe(21);
    client.close();
    close();
  });

  it('delivers events to us and understands our answers', async () => {
    const { server, calls, path } = await openCallbacks();
    const client = xmlPeer.createClient({ host: '127.0.0.1', port: server.port, path });
    expect(await ask(client, 'listDevices', ['c-HmIP-RF'])).toEqual([]);
    expect(await ask(client, 'system.listMethods', ['c-HmIP-RF'])).toContain('event');
    const event = { methodName: 'event', params: ['c-HmIP-RF', 'A:1', 'LEVEL', 0.5] };
    expect(await ask(client, 'system.multicall', [[event, { methodName: 'nonsense', params: [] }]])).toEqual([
      [''],
      { faultCode: -1, faultString: 'unknown method' },
    ]);
    expect(await ask(client, 'newDevices', ['c-HmIP-RF', [DEVICE]])).toBe('');
    expect(await ask(client, 'firmwareUpdateStatusChanged', ['c-HmIP-RF', '3014F711A0000112233', 1])).toBe('');
    await expect(ask(client, 'nonsense', [])).rejects.toMatchObject({ faultCode: -1 });
    expect(calls.find(({ method }) => method === 'event')?.params).toEqual(event.params);
    expect(calls.find(({ method }) => method === 'newDevices')?.params[1]).toEqual([DEVICE]);
    await server.close();
  });
});

describe('npm binrpc', () => {
  it('understands our calls, and we its answers', async () => {
    const { peer, port, close } = await openPeer(binPeer);
    const seen: unknown[] = [];
    peer.on('echo', (_error, params, reply) => {
      seen.push(...params);
      reply(null, params);
    });
    const client = createBinRpcClient({ target: { host: '127.0.0.1', port }, timers: systemTimers });
    const params = ['CUX2801001:1', 'plain', true, 3, 21.5, -0.25, [1, ['x']], DEVICE];
    expect(await client.call('echo', params, LIMIT)).toEqual(params);
    expect(seen).toEqual(params);
    // One connection carries one call after the other, also when they are made at once.
    expect(await Promise.all([1, 2, 3].map((n) => client.call('echo', [n], LIMIT)))).toEqual([[1], [2], [3]]);
    client.close();
    close();
  });

  it('delivers events to us and understands our answers', async () => {
    const { server, calls } = await openCallbacks();
    const client = binPeer.createClient({ host: '127.0.0.1', port: server.binPort });
    const opened = client as PeerClient & { connect(): void };
    if (opened.socket === undefined) opened.connect();
    await once(opened.socket!, 'connect');
    expect(await ask(client, 'system.listMethods', ['CUxD'])).toContain('event');
    expect(await ask(client, 'event', ['CUxD', 'CUX2801001:1', 'STATE', true])).toBe('');
    expect(calls.at(-1)).toMatchObject({ method: 'event', params: ['CUxD', 'CUX2801001:1', 'STATE', true] });
    // It would try to reconnect for ever.
    opened.connect = () => undefined;
    opened.socket?.destroy();
    await server.close();
  });
});
