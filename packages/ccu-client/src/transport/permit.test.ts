import { createServer, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { CcuError } from '../model/errors.js';
import { systemTimers } from '../time/system.js';
import { createBinRpcClient } from './bin-rpc-client.js';
import { createHttpClient } from './http.js';
import type { Target } from './tls.js';
import { createXmlRpcClient } from './xml-rpc-client.js';

/** A CCU that notes what it gets and never answers. */
async function listen() {
  const sockets = new Set<Socket>();
  const got: string[] = [];
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => got.push(bytes.toString('latin1')));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { readonly port: number };
  return {
    target: { host: '127.0.0.1', port },
    got: () => got.join(''),
    connections: () => connections,
    /** When all connections have ended nothing more comes. */
    ended: () =>
      Promise.all(
        [...sockets].map((socket) => socket.destroyed || new Promise((resolve) => socket.once('close', resolve))),
      ),
    close: () => server.close(),
  };
}

/** Permits so many requests, and then none. */
function permitting(times: number) {
  let left = times;
  return () => {
    left -= 1;
    if (left < 0) throw new CcuError('not_permitted', 'another process has taken over');
  };
}

type Ask = (permit: () => void, target: Target) => { readonly asked: Promise<unknown>; readonly close: () => void };

const timers = systemTimers;
const timeoutMs = 60_000;
const wires: Readonly<Record<string, Ask>> = {
  'XML-RPC': (permit, target) => {
    const client = createXmlRpcClient({ target, path: '/', timers, permit, maxSockets: 1, repairDoubleUtf8: false });
    return { asked: client.call('setValue', ['A:1', 'STATE', true], { timeoutMs }), close: client.close };
  },
  'BIN-RPC': (permit, target) => {
    const client = createBinRpcClient({ target, timers, permit });
    return { asked: client.call('setValue', ['A:1', 'STATE', true], { timeoutMs }), close: client.close };
  },
  'JSON-RPC and scripts': (permit, target) => {
    const client = createHttpClient({ target, timers, permit, maxSockets: 1 });
    return {
      asked: client.exchange({ path: '/', body: Buffer.from('x'), timeoutMs, once: true }),
      close: client.close,
    };
  },
  downloads: (permit, target) => {
    const client = createHttpClient({ target, timers, permit, maxSockets: 1 });
    return { asked: client.open({ method: 'GET', path: '/', timeoutMs }), close: client.close };
  },
};

describe.each(Object.entries(wires))('a request over %s that is not permitted', (_, ask) => {
  it('opens no connection', async () => {
    const ccu = await listen();
    const { asked, close } = ask(permitting(0), ccu.target);
    await expect(asked).rejects.toMatchObject({ code: 'not_permitted', message: 'another process has taken over' });
    expect(ccu.connections()).toBe(0);
    close();
    ccu.close();
  });

  it('sends nothing where that ends while it connects, and did not run', async () => {
    const ccu = await listen();
    const { asked, close } = ask(permitting(1), ccu.target);
    await expect(asked).rejects.toMatchObject({ code: 'not_permitted' });
    await expect(asked).rejects.not.toMatchObject({ mayHaveRun: true });
    close();
    await expect.poll(ccu.connections).toBe(1);
    await ccu.ended();
    expect(ccu.got()).toBe('');
    ccu.close();
  });

  it('is sent when it is permitted', async () => {
    const ccu = await listen();
    const { asked, close } = ask(permitting(2), ccu.target);
    await expect.poll(ccu.got).not.toBe('');
    close();
    await Promise.allSettled([asked]);
    ccu.close();
  });
});

it('is called again before a request is repeated on a fresh connection', async () => {
  let requests = 0;
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', () => {
      requests += 1;
      if (requests === 1) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
      else socket.resetAndDestroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { readonly port: number };
  const target = { host: '127.0.0.1', port };
  const client = createHttpClient({ target, timers, permit: permitting(4), maxSockets: 1 });
  const exchange = () => client.exchange({ path: '/', timeoutMs });
  expect((await exchange()).status).toBe(200);
  await expect(exchange()).rejects.toMatchObject({ code: 'not_permitted' });
  expect(requests).toBe(2);
  client.close();
  server.close();
});
