import { once } from 'node:events';
import type { Server } from 'node:net';
import { type AddressInfo, connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createComplaints } from '../log/complaints.js';
import { createManualTime } from '../testing/manual-time.js';
import { encodeXmlRpcCall } from '../wire/codecs/index.js';
import { createAdmission } from './admission.js';
import { createBinListener } from './bin-listener.js';
import type { CallbackRegistration } from './server.js';
import { createSources } from './sources.js';
import { createXmlListener } from './xml-listener.js';

const registration: CallbackRegistration = {
  central: 'ccu',
  interfaceName: 'HmIP-RF',
  interfaceId: 'id',
  ccuHost: 'ccu.example',
  protocol: 'xml',
  handler: () => undefined,
};

/** A CCU whose name has these addresses. */
async function startAdmission(addresses: string[] = ['192.0.2.7', '2001:db8::7']) {
  const time = createManualTime();
  const log: string[] = [];
  let lookUps = 0;
  const sources = createSources({
    elapsed: time.now,
    own: () => ['192.0.2.1', 'fe80::1%eth0'],
    lookUp: async () => {
      lookUps += 1;
      return [...addresses];
    },
  });
  await sources.resolve(registration.ccuHost);
  const admission = createAdmission({
    sources,
    now: time.now,
    complaints: createComplaints(({ event }) => log.push(event)),
  });
  return { time, sources, admission, addresses, log, lookUps: () => lookUps };
}

describe('a caller', () => {
  it.each([
    ['127.0.0.2', true],
    ['::1', true],
    ['192.0.2.1', true],
    ['fe80::1%2', true],
    ['192.0.2.7', true],
    ['::ffff:192.0.2.7', true],
    ['2001:DB8::7', true],
    ['192.0.2.66', false],
    ['::ffff:192.0.2.66', false],
    ['', false],
  ])('from %s is this machine or a configured CCU: %s', async (peer, known) => {
    const { sources } = await startAdmission();
    expect(sources.knows(peer)).toBe(known);
    expect(sources.isOf(registration.ccuHost, peer)).toBe(known);
  });

  it('is known once its CCU has a new address, which is resolved again at most every ten seconds', async () => {
    const { admission, addresses, time, lookUps } = await startAdmission();
    admission.restrict(true);
    addresses.splice(0, 2, '192.0.2.8');
    expect(await admission.admits(registration, '192.0.2.8')).toBe(true);
    expect(admission.admits(registration, '192.0.2.8')).toBe(true);
    const before = lookUps();
    for (let i = 0; i < 5; i += 1) expect(await admission.admits(registration, '192.0.2.66')).toBe(false);
    expect(lookUps()).toBe(before);
    await time.advance(10_000);
    expect(await admission.admits(registration, '192.0.2.66')).toBe(false);
    expect(lookUps()).toBe(before + 1);
  });

  it('with the path of a CCU behind another address is served and named, until the CCU calls from its own', async () => {
    const { admission, log } = await startAdmission();
    expect(await admission.admits(registration, '172.17.0.1')).toBe(true);
    expect(admission.admits(registration, '172.17.0.1')).toBe(true);
    expect(log).toEqual(['callback.elsewhere']);
    expect(admission.status()).toMatchObject({
      restricted: 'where_known',
      elsewhere: [{ central: 'ccu', interfaceName: 'HmIP-RF', address: '172.17.0.1' }],
    });
    expect(admission.admits(registration, '192.0.2.7')).toBe(true);
    expect(await admission.admits(registration, '192.0.2.66')).toBe(false);
  });

  it('from any address is served where addresses do not count, and the log names the setting', async () => {
    const { admission, log } = await startAdmission();
    admission.restrict(false);
    expect(admission.admits(registration, '192.0.2.66')).toBe(true);
    expect(admission.admitsAny('192.0.2.66')).toBe(true);
    expect(log).toEqual(['callback.open_to_all']);
  });

  it('that is refused is remembered with its address, and only the last sixteen of them are', async () => {
    const { admission } = await startAdmission();
    for (let i = 0; i < 40; i += 1) admission.refuse(`192.0.2.${i}`, 'xml', 'address');
    admission.refuse('192.0.2.39', 'xml', 'address');
    const { refused } = admission.status();
    expect(refused).toHaveLength(16);
    expect(refused.at(-1)).toMatchObject({ address: '192.0.2.39', times: 2 });
  });
});

const never = (): never => {
  throw new Error('a refused caller was heard');
};

/** A listener that no address may call. */
async function listenFor(
  create: (options: Parameters<typeof createXmlListener>[0] & Parameters<typeof createBinListener>[0]) => Server,
) {
  const refused: string[] = [];
  const time = createManualTime();
  const server = create({
    maxBodyBytes: 1_000,
    maxHeldBytes: 1_000,
    timers: time.timers,
    admission: {
      knows: () => false,
      admits: () => Promise.resolve(false),
      admitsAny: () => Promise.resolve(false),
      refuse: (_address, wire, why) => refused.push(`${wire} ${why}`),
    },
    dropped: () => undefined,
    find: (path) => (path === '/known' ? registration : undefined),
    deliver: never,
    unreadable: never,
    complain: () => undefined,
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return { server, refused, time, port };
}

describe('a stranger', () => {
  it('is disconnected before its first byte where there is no path to identify it (BIN-RPC)', async () => {
    const { server, refused, port } = await listenFor(createBinListener);
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    await once(socket, 'close');
    expect(refused).toEqual(['bin address']);
    server.close();
  });

  it.each([
    ['/known', 'xml address'],
    ['/else', 'xml path'],
  ])('is refused at %s without its body being read', async (path, why) => {
    const { server, refused, port } = await listenFor(createXmlListener);
    const body = new Uint8Array(encodeXmlRpcCall('event', ['id', 'A:1', 'LEVEL', 1]));
    const { status } = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', body });
    expect(status).toBe(404);
    expect(refused).toEqual([why]);
    server.close();
  });

  it('holds one of eight slots, for five seconds', async () => {
    const { server, refused, port, time } = await listenFor(createXmlListener);
    const open = async () => {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => undefined);
      await once(socket, 'connect');
      return socket;
    };
    const arrived: Promise<unknown>[] = [];
    const sockets = [];
    for (let i = 0; i < 8; i += 1) {
      arrived.push(once(server, 'connection'));
      sockets.push(await open());
      await arrived.at(-1);
    }
    const ninth = await open();
    await once(ninth, 'close');
    expect(refused).toEqual(['xml address']);
    const ended = sockets.map((socket) => once(socket, 'close'));
    await time.advance(5_000);
    await Promise.all(ended);
    server.close();
  });
});
