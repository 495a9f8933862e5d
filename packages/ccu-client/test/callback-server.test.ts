import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { type CallbackServerOptions, type LogEntry, openCallbackServer } from '../src/index.js';
import { decodeXmlRpcResponse, encodeBinRpcCall, encodeXmlRpcCall, type RpcCall } from '../src/wire/codecs/index.js';

async function open(
  options: Partial<CallbackServerOptions> = {},
  ccuHost = '127.0.0.1',
  protocol: 'xml' | 'bin' = 'xml',
) {
  const log: LogEntry[] = [];
  let now = 1_000;
  const server = await openCallbackServer({
    host: '127.0.0.1',
    port: 0,
    binPort: 0,
    log: (entry) => log.push(entry),
    clock: () => now,
    ...options,
  });
  const calls: RpcCall[] = [];
  let unreadable = 0;
  let repeated = 0;
  let onHandled = () => {};
  const route = server.register({
    central: 'Haus & Hof',
    interfaceName: 'HmIP-RF',
    interfaceId: 'id',
    ccuHost,
    protocol,
    handler(call) {
      calls.push(call);
      onHandled();
    },
    onRepeated: () => {
      repeated += 1;
    },
    onUnreadable: () => {
      unreadable += 1;
    },
  });
  const { url } = await route.announce();
  const post = async (body: Uint8Array | string, to = url) => {
    const response = await fetch(to, { method: 'POST', body: typeof body === 'string' ? body : new Uint8Array(body) });
    return { status: response.status, headers: response.headers, bytes: new Uint8Array(await response.arrayBuffer()) };
  };
  return {
    server,
    route,
    url,
    calls,
    log,
    post,
    unreadable: () => unreadable,
    repeated: () => repeated,
    handled: () =>
      new Promise<void>((resolve) => {
        onHandled = resolve;
      }),
    pass: (ms: number) => {
      now += ms;
    },
  };
}

const event = (value: number) => encodeXmlRpcCall('event', ['id', 'A:1', 'LEVEL', value]);
const batch = (value: number) =>
  encodeXmlRpcCall('system.multicall', [[{ methodName: 'event', params: ['id', 'A:1', 'PRESS_SHORT', value] }]]);

describe('the callback server', () => {
  it('announces one path for each CCU and interface, with a part that is another one at each start', async () => {
    const first = await open();
    const second = await open();
    const secretOf = ({ server, url }: typeof first) => {
      const [, secret] =
        new RegExp(`^http://127\\.0\\.0\\.1:${server.port}/cb/([\\w-]{22})/Haus%20%26%20Hof/HmIP-RF$`).exec(url) ?? [];
      return secret;
    };
    expect(secretOf(first)).toBeDefined();
    expect(secretOf(second)).toBeDefined();
    expect(secretOf(second)).not.toBe(secretOf(first));
    expect((await first.route.announce()).shown).toBe(
      `http://127.0.0.1:${first.server.port}/cb/…/Haus%20%26%20Hof/HmIP-RF`,
    );
    await first.server.close();
    await second.server.close();
  });

  it('announces the configured host when there is one', async () => {
    const { server, url, route } = await open({ publicHost: 'gateway.example' });
    expect(url).toContain('http://gateway.example:');
    expect((await route.announce()).from).toBe('configured');
    await server.close();
  });

  it('finds the address to announce by the route to the CCU', async () => {
    const { server, route } = await open({ host: '0.0.0.0' });
    expect(await route.announce()).toMatchObject({
      from: 'detected',
      url: expect.stringContaining('http://127.0.0.1:'),
    });
    await server.close();
  });

  it('answers with a length and a value, and only then does the work', async () => {
    const { server, calls, post } = await open();
    const { status, headers, bytes } = await post(event(0.5));
    expect(status).toBe(200);
    expect(headers.get('content-length')).toBe(String(bytes.length));
    expect(headers.get('transfer-encoding')).toBeNull();
    expect(decodeXmlRpcResponse(bytes)).toEqual({ kind: 'value', value: '' });
    expect(calls).toEqual([{ method: 'event', params: ['id', 'A:1', 'LEVEL', 0.5] }]);
    await server.close();
  });

  it('refuses an unreadable call with a fault, logs it once, and reports the loss', async () => {
    const { server, calls, log, post, unreadable } = await open();
    for (const body of ['', 'nonsense', '<methodCall><methodName>', encodeXmlRpcCall('x', []).subarray(0, 60)]) {
      expect(decodeXmlRpcResponse((await post(body)).bytes)).toMatchObject({ kind: 'fault' });
    }
    expect(calls).toEqual([]);
    expect(log.map(({ event: name }) => name)).toEqual(['callback.malformed']);
    expect(unreadable()).toBe(4);
    await server.close();
  });

  it('takes no body above its limit', async () => {
    const { server, calls, post } = await open({ maxBodyBytes: 1_000 });
    const outcome = await post(encodeXmlRpcCall('event', ['id', 'A:1', 'TEXT', 'x'.repeat(5_000)])).then(
      ({ status }) => status,
      () => 'closed',
    );
    expect([413, 'closed']).toContain(outcome);
    expect(calls).toEqual([]);
    await server.close();
  });

  it('refuses other paths and other methods', async () => {
    const { server, post } = await open();
    const stranger = encodeXmlRpcCall('event', ['stranger', 'A:1', 'LEVEL', 1]);
    expect((await post(stranger, `http://127.0.0.1:${server.port}/else`)).status).toBe(404);
    expect((await fetch(`http://127.0.0.1:${server.port}/`)).status).toBe(405);
    await server.close();
  });

  it.each(['/', '/anything', '/cb/Haus%20%26%20Hof/HmIP-RF', '/cb/0000000000000000000000/Haus%20%26%20Hof/HmIP-RF'])(
    'accepts no event for %s, with any id',
    async (path) => {
      const { server, post, calls, log } = await open();
      expect((await post(event(1), `http://127.0.0.1:${server.port}${path}`)).status).toBe(404);
      expect(calls).toHaveLength(0);
      expect(log.map(({ event: name }) => name)).toEqual(['callback.unknown_path']);
      expect(server.status().refused).toMatchObject([{ address: '127.0.0.1', wire: 'xml', why: 'path', times: 1 }]);
      await server.close();
    },
  );

  it('hands a long multicall over in slices, in its order, and answers it at once', async () => {
    const { server, calls, post } = await open();
    const events = Array.from({ length: 15_000 }, (_, index) => ({
      methodName: 'event',
      params: ['id', 'A:1', 'LEVEL', index],
    }));
    const answer = await post(encodeXmlRpcCall('system.multicall', [events]));
    expect(answer.status).toBe(200);
    let most = 0;
    for (let before = calls.length; calls.length < events.length; ) {
      await new Promise((resolve) => setImmediate(resolve));
      most = Math.max(most, calls.length - before);
      before = calls.length;
    }
    expect(most).toBeLessThanOrEqual(400);
    expect(calls.map(({ params }) => params[3])).toEqual(events.map((_, index) => index));
    await server.close();
  });

  it('takes no multicall of more than 20 000 calls, and reports the loss', async () => {
    const { server, calls, post, unreadable } = await open();
    const many = Array.from({ length: 20_001 }, () => ({ methodName: 'event', params: ['id', 'A:1', 'LEVEL', 1] }));
    const { bytes } = await post(encodeXmlRpcCall('system.multicall', [many]));
    expect(decodeXmlRpcResponse(bytes)).toMatchObject({ kind: 'fault' });
    expect(calls).toEqual([]);
    expect(unreadable()).toBe(1);
    await server.close();
  });

  it('takes no text of more than a megabyte', async () => {
    const { server, calls, post } = await open();
    const { bytes } = await post(encodeXmlRpcCall('event', ['id', 'A:1', 'TEXT', 'x'.repeat(1024 * 1024 + 1)]));
    expect(decodeXmlRpcResponse(bytes)).toMatchObject({ kind: 'fault' });
    expect(calls).toEqual([]);
    await server.close();
  });

  it('takes every press of a key, however fast the same bytes come again', async () => {
    const { server, calls, post, pass, repeated } = await open();
    for (let press = 0; press < 3; press += 1) {
      await post(batch(1));
      pass(20);
    }
    // On connections of their own as well.
    await Promise.all([post(batch(1)), post(batch(1))]);
    expect(calls).toHaveLength(5);
    expect(repeated()).toBe(0);
    await server.close();
  });

  it('takes a batch once that the CCU sends again because the connection broke before the answer', async () => {
    const { server, url, calls, post, pass, repeated, handled } = await open();
    async function sendAndBreak(): Promise<void> {
      const body = batch(1);
      const caller = connect(server.port, '127.0.0.1');
      const seen = handled();
      caller.write(`POST ${new URL(url).pathname} HTTP/1.1\r\nHost: here\r\nContent-Length: ${body.length}\r\n\r\n`);
      caller.write(body);
      await seen;
      caller.resetAndDestroy();
      await once(caller, 'close');
    }
    await sendAndBreak();
    pass(10_000);
    await post(batch(1));
    expect([calls.length, repeated()]).toEqual([1, 1]);
    // What was repeated has arrived, so the same bytes are a new press.
    await post(batch(1));
    expect(calls).toHaveLength(2);
    await sendAndBreak();
    await post(batch(2));
    await sendAndBreak();
    pass(20_000);
    await post(batch(1));
    expect([calls.length, repeated()]).toEqual([6, 1]);
    await server.close();
  });

  it('with a source filter lets only configured CCUs and this machine in', async () => {
    const { server, post } = await open({ restrictSourceIps: true });
    expect((await post(event(1))).status).toBe(200);
    await server.close();
  });

  it('accepts BIN-RPC only for interfaces that use it, because it has no path', async () => {
    const { server, calls } = await open();
    const socket = connect(server.binPort, '127.0.0.1');
    socket.write(encodeBinRpcCall('event', ['id', 'A:1', 'LEVEL', 0.5]));
    await once(socket, 'data');
    socket.destroy();
    expect(calls).toEqual([]);
    expect(server.status().refused).toMatchObject([{ wire: 'bin', why: 'unknown_peer' }]);
    await server.close();
  });

  it('hangs up on a BIN-RPC caller that announces more than 256 KiB', async () => {
    const { server, log } = await open();
    const socket = connect(server.binPort, '127.0.0.1');
    socket.on('error', () => undefined);
    const head = Buffer.from('42696e0000000000', 'hex');
    head.writeUInt32BE(256 * 1024, 4);
    socket.write(head);
    await once(socket, 'close');
    expect(log.map(({ event: name }) => name)).toEqual(['callback.malformed']);
    await server.close();
  });

  it('ends the connections of strangers as soon as only configured CCUs may call', async () => {
    const { server } = await open({}, '192.0.2.7');
    /** Answered on a connection that seems to come from this address. */
    async function served(address: string): Promise<Socket> {
      const dress = (message: unknown) =>
        void Object.defineProperty((message as { readonly socket: Socket }).socket, 'remoteAddress', {
          value: address,
        });
      subscribe('net.server.socket', dress);
      const caller = connect(server.port, '127.0.0.1');
      caller.on('error', () => undefined);
      await asked(caller);
      unsubscribe('net.server.socket', dress);
      return caller;
    }
    async function asked(caller: Socket): Promise<void> {
      caller.write('GET / HTTP/1.1\r\nHost: here\r\n\r\n');
      await once(caller, 'data');
    }
    const ccu = await served('192.0.2.7');
    const stranger = await served('192.0.2.66');
    const ended = once(stranger, 'close');
    server.reconfigure({ restrictSourceIps: true });
    await ended;
    await asked(ccu);
    ccu.destroy();
    await server.close();
  });

  it('hangs up on a BIN-RPC stream it cannot read, and serves the next', async () => {
    const { server, calls, log } = await open({}, '127.0.0.1', 'bin');
    const socket = connect(server.binPort, '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\n\r\n');
    await once(socket, 'close');
    const good = connect(server.binPort, '127.0.0.1');
    good.write(encodeBinRpcCall('event', ['id', 'A:1', 'LEVEL', 0.5]));
    await once(good, 'data');
    good.destroy();
    expect(calls).toEqual([{ kind: 'call', method: 'event', params: ['id', 'A:1', 'LEVEL', 0.5] }]);
    expect(log.map(({ event: name }) => name)).toEqual(['callback.malformed']);
    await server.close();
  });

  it('reports a port that is taken', async () => {
    const { server } = await open();
    await expect(openCallbackServer({ host: '127.0.0.1', port: server.port, binPort: 0 })).rejects.toMatchObject({
      code: 'EADDRINUSE',
    });
    await server.close();
  });

  it('takes other bounds while it listens, and ends the connections that are above them no more allowed', async () => {
    const { server } = await open({ maxConnections: 1 });
    const reach = async () => {
      const socket = connect(server.port, '127.0.0.1');
      socket.on('error', () => undefined);
      await once(socket, 'connect');
      return socket;
    };
    const first = await reach();
    const dropped = await reach();
    await once(dropped, 'close');
    server.reconfigure({ maxConnections: 2 });
    const second = await reach();
    second.write('GET / HTTP/1.1\r\nHost: here\r\n\r\n');
    const [answer] = (await once(second, 'data')) as [Buffer];
    expect(answer.toString()).toContain('405');
    // This machine itself may always call.
    server.reconfigure({ maxConnections: 2, restrictSourceIps: true });
    expect(first.destroyed).toBe(false);
    first.destroy();
    second.destroy();
    await server.close();
  });
});
