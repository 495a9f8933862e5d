import { createServer as createHttpServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import { selfSigned } from '../src/testing/index.js';
import { systemTimers } from '../src/time/system.js';
import { createBinRpcClient } from '../src/transport/bin-rpc-client.js';
import type { TlsTrust } from '../src/transport/tls.js';
import { createXmlRpcClient } from '../src/transport/xml-rpc-client.js';
import {
  encodeBinRpcFault,
  encodeBinRpcResponse,
  encodeXmlRpcFault,
  encodeXmlRpcResponse,
} from '../src/wire/codecs/index.js';

const LIMIT = { timeoutMs: 1_000 };

async function serve(
  handler: RequestListener,
  { port = 0, ...tls }: { readonly port?: number; readonly key?: string; readonly cert?: string } = {},
) {
  const server: Server = tls.key === undefined ? createHttpServer(handler) : createHttpsServer(tls, handler);
  const sockets: Socket[] = [];
  server.on('connection', (socket) => sockets.push(socket));
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()));
  return {
    port: (server.address() as AddressInfo).port,
    /** Politely: connections are ended and not reset. */
    close: ({ politely = false } = {}) => {
      if (politely) for (const socket of sockets) socket.end();
      else server.closeAllConnections();
      server.close();
    },
  };
}

const answer =
  (body: Buffer | string, status = 200): RequestListener =>
  (_request, response) => {
    response.writeHead(status, { 'Content-Type': 'text/xml' }).end(body);
  };

interface ClientOptions {
  readonly tls?: TlsTrust;
  readonly credentials?: { readonly username: string; readonly password: string };
  readonly maxSockets?: number;
}

const client = (port: number, options: ClientOptions = {}) =>
  createXmlRpcClient({
    target: { host: '127.0.0.1', port, tls: options.tls },
    credentials: options.credentials,
    path: '/',
    timers: systemTimers,
    maxSockets: options.maxSockets ?? 1,
    repairDoubleUtf8: false,
  });

describe('calls over XML-RPC', () => {
  const cases: readonly (readonly [string, RequestListener, object])[] = [
    ['503 of a booting CCU', answer('CCU not ready yet', 503), { code: 'booting' }],
    ['an HTML page with status 200', answer('<!DOCTYPE html><html><body>wait</body></html>'), { code: 'booting' }],
    ['401', answer('', 401), { code: 'login_refused' }],
    ['403', answer('', 403), { code: 'forbidden_by_firewall' }],
    ['a redirect to TLS', answer('', 302), { code: 'protocol' }],
    ['404', answer('', 404), { code: 'protocol' }],
    ['an empty body', answer(''), { code: 'protocol' }],
    ['a body cut short', answer(encodeXmlRpcResponse(['x']).subarray(0, 80)), { code: 'protocol' }],
    [
      'a fault',
      answer(encodeXmlRpcFault(-2, 'Unknown\u0007 instance')),
      { code: 'fault', faultCode: -2, message: 'the CCU refused (-2): Unknown? instance' },
    ],
    ['a duty cycle fault', answer(encodeXmlRpcFault(-1, 'Generic error (DUTY_CYCLE)')), { code: 'duty_cycle' }],
    ['silence', () => undefined, { code: 'timeout' }],
    ['a connection closed in between', (request) => request.socket.destroy(), { code: 'unreachable' }],
  ];

  it.each(cases)('name %s', async (name, handler, expected) => {
    const { port, close } = await serve(handler);
    const ccu = client(port);
    await expect(ccu.call('ping', ['x'], { timeoutMs: name === 'silence' ? 50 : 10_000 })).rejects.toMatchObject(
      expected,
    );
    ccu.close();
    close();
  });

  it('name a closed port', async () => {
    const { port, close } = await serve(answer(''));
    close();
    await expect(client(port).call('ping', [], LIMIT)).rejects.toMatchObject({ code: 'unreachable' });
  });

  it('send a literal length and never chunks, and the credentials in the header only', async () => {
    let seen: { headers: NodeJS.Dict<string | string[]>; url: string | undefined } | undefined;
    const { port, close } = await serve((request, response) => {
      seen = { headers: request.headers, url: request.url };
      response.end(encodeXmlRpcResponse(true));
    });
    const ccu = client(port, { credentials: { username: 'Jörg', password: 'pä' } });
    await ccu.call('ping', ['x'], LIMIT);
    expect(seen?.headers['content-length']).toMatch(/^\d+$/);
    expect(seen?.headers['transfer-encoding']).toBeUndefined();
    expect(seen?.headers.authorization).toBe(`Basic ${Buffer.from('Jörg:pä', 'latin1').toString('base64')}`);
    expect(seen?.url).toBe('/');
    ccu.close();
    close();
  });

  it('repeat themselves once on a fresh connection when the kept one was closed while idle', async () => {
    let calls = 0;
    const { port, close } = await serve((request, response) => {
      calls += 1;
      response.end(encodeXmlRpcResponse(calls));
      response.once('finish', () => setImmediate(() => request.socket.destroy()));
    });
    const ccu = client(port);
    for (let i = 1; i <= 5; i += 1) expect(await ccu.call('ping', [], LIMIT)).toBe(i);
    ccu.close();
    close();
  });

  it('are never sent twice when they say so, and break without a kept connection to blame', async () => {
    const sockets: Socket[] = [];
    const bodies: string[] = [];
    const { port, close } = await serve((request, response) => {
      sockets.push(request.socket);
      request.on('data', (chunk: Buffer) => bodies.push(chunk.toString('latin1')));
      request.on('end', () => {
        if (bodies.at(-1)?.includes('setValue')) request.socket.destroy();
        else response.end(encodeXmlRpcResponse(true));
      });
    });
    const ccu = client(port);
    await ccu.call('ping', [], LIMIT);
    await expect(ccu.call('setValue', [], { ...LIMIT, once: true })).rejects.toMatchObject({ code: 'unreachable' });
    await expect(ccu.call('setValue', [], LIMIT)).rejects.toMatchObject({ code: 'unreachable' });
    // The second one took the kept connection first and a fresh one after that.
    expect(bodies.filter((body) => body.includes('setValue'))).toHaveLength(3);
    expect(sockets[1]).not.toBe(sockets[0]);
    expect(sockets[2]).toBe(sockets[0]);
    ccu.close();
    close();
  });

  it.each([
    ['a web server whose process ended under it', answer('', 502), true],
    ['a web server whose process hangs', answer('', 504), true],
    ['a web server without a process', answer('CCU not ready yet', 503), undefined],
    ['nothing', answer(''), true],
    ['a fault', answer(encodeXmlRpcFault(-1, 'Failure')), undefined],
  ])('that are sent once may have run, or not, after an answer of %s', async (_, handler, mayHaveRun) => {
    const { port, close } = await serve(handler);
    const ccu = client(port);
    const write = ccu.call('setValue', [], { ...LIMIT, once: true });
    await expect(write).rejects.toSatisfy((error: { mayHaveRun?: boolean }) => error.mayHaveRun === mayHaveRun);
    ccu.close();
    close();
  });

  it('all end when the CCU goes away under several of them, and none is made up for when it is back', async () => {
    let held: ServerResponse[] | undefined;
    const { port, close } = await serve((_request, response) => {
      if (held === undefined) response.end(encodeXmlRpcResponse(true));
      else held.push(response);
    });
    const ccu = client(port, { maxSockets: 3 });
    const three = (method: string) =>
      Promise.allSettled([1, 2, 3].map((i) => ccu.call(method, [i], { timeoutMs: 60_000 })));
    expect(await three('ping')).toMatchObject([{ value: true }, { value: true }, { value: true }]);
    held = [];
    const calls = three('setValue');
    await vi.waitFor(() => expect(held).toHaveLength(3), { timeout: 20_000 });
    close({ politely: true });
    const refused = { status: 'rejected', reason: { code: 'unreachable' } };
    expect(await calls).toMatchObject([refused, refused, refused]);

    const bodies: string[] = [];
    const back = await serve(
      (request, response) => {
        request.on('data', (chunk: Buffer) => bodies.push(chunk.toString('latin1')));
        request.on('end', () => response.end(encodeXmlRpcResponse(true)));
      },
      { port },
    );
    expect(await three('ping')).toMatchObject([{ value: true }, { value: true }, { value: true }]);
    expect(bodies.filter((body) => body.includes('setValue'))).toEqual([]);
    ccu.close();
    back.close();
  });

  it('end in time also while the connection is still being made', async () => {
    // It takes every connection and never shakes hands.
    const server = createTcpServer(() => undefined);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
    const ccu = client((server.address() as AddressInfo).port, { tls: {} });
    await expect(ccu.call('ping', [], { timeoutMs: 50 })).rejects.toMatchObject({ code: 'timeout' });
    const stop = new AbortController();
    const waiting = ccu.call('ping', [], { timeoutMs: 60_000, signal: stop.signal });
    stop.abort();
    await expect(waiting).rejects.toMatchObject({ code: 'aborted' });
    ccu.close();
    server.close();
  });

  it('end with the signal of the caller', async () => {
    const { port, close } = await serve(() => undefined);
    const ccu = client(port);
    const stop = new AbortController();
    const waiting = ccu.call('ping', [], { timeoutMs: 10_000, signal: stop.signal });
    stop.abort();
    await expect(waiting).rejects.toMatchObject({ code: 'aborted' });
    ccu.close();
    close();
  });
});

describe('calls over TLS', () => {
  const ccuCertificate = selfSigned('homematic-raspi');

  it.each([
    ['the pinned certificate', { fingerprint: ccuCertificate.fingerprint }, true],
    [
      'the pinned certificate, written with colons',
      { fingerprint: ccuCertificate.fingerprint.toUpperCase().replace(/(..)(?!$)/g, '$1:') },
      true,
    ],
    ['any certificate, when that is wished', { insecureSkipVerify: true }, true],
    ['another certificate than the pinned one', { fingerprint: '0'.repeat(64) }, false],
    [
      'another certificate than the pinned one, also without verification',
      { fingerprint: '0'.repeat(64), insecureSkipVerify: true },
      false,
    ],
    ['a self-signed certificate nobody vouched for', {}, false],
  ] as const)('take or refuse %s', async (_, tls, accepted) => {
    let requests = 0;
    const { port, close } = await serve((_request, response) => {
      requests += 1;
      response.end(encodeXmlRpcResponse(true));
    }, ccuCertificate);
    const ccu = client(port, { tls, credentials: { username: 'u', password: 'p' } });
    if (accepted) expect(await ccu.call('ping', [], LIMIT)).toBe(true);
    else {
      await expect(ccu.call('ping', [], LIMIT)).rejects.toMatchObject({ code: 'tls_untrusted' });
      // Not a byte of the conversation, and no credentials, before the certificate was judged.
      expect(requests).toBe(0);
    }
    ccu.close();
    close();
  });
});

describe('calls over BIN-RPC', () => {
  async function serveBin(onData: (socket: Socket, bytes: Buffer) => void) {
    const sockets = new Set<Socket>();
    const server = createTcpServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('data', (bytes: Buffer) => onData(socket, bytes));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
    return {
      port: (server.address() as AddressInfo).port,
      sockets,
      close: () => {
        for (const socket of sockets) socket.destroy();
        server.close();
      },
    };
  }
  const bin = (port: number, onHangUp?: () => void) =>
    createBinRpcClient({ target: { host: '127.0.0.1', port }, timers: systemTimers, onHangUp });

  it('survive answers in pieces, faults and a server that closes after each call', async () => {
    const bytes = encodeBinRpcResponse(['a', 1]);
    const { port, close } = await serveBin((socket) => {
      socket.write(bytes.subarray(0, 5));
      setImmediate(() => socket.end(bytes.subarray(5)));
    });
    const ccu = bin(port);
    for (let i = 0; i < 3; i += 1) expect(await ccu.call('m', [], LIMIT)).toEqual(['a', 1]);
    ccu.close();
    close();
    const faulty = await serveBin((socket) => void socket.write(encodeBinRpcFault(-2, 'Unknown instance')));
    await expect(bin(faulty.port).call('m', [], LIMIT)).rejects.toMatchObject({ code: 'fault', faultCode: -2 });
    faulty.close();
  });

  it('are never sent twice when they say so', async () => {
    const bytes = encodeBinRpcResponse(true);
    const taken: Socket[] = [];
    const { port, close } = await serveBin((socket) => {
      taken.push(socket);
      if (taken.length === 1 || taken.length === 3) socket.write(bytes);
      else socket.destroy();
    });
    const ccu = bin(port);
    await ccu.call('ping', [], LIMIT);
    await expect(ccu.call('setValue', [], { ...LIMIT, once: true })).rejects.toMatchObject({ code: 'unreachable' });
    expect(taken).toHaveLength(2);
    expect(taken[1]).not.toBe(taken[0]);
    await ccu.call('ping', [], LIMIT);
    expect(taken).toHaveLength(3);
    ccu.close();
    close();
  });

  it('report possible execution when the connection breaks or the client is closed', async () => {
    const bytes = encodeBinRpcResponse(true);
    const taken: Socket[] = [];
    const { port, close } = await serveBin((socket) => {
      taken.push(socket);
      if (taken.length === 1) socket.write(bytes);
    });
    const ccu = bin(port);
    await ccu.call('ping', [], LIMIT);
    const write = () => ccu.call('setValue', [], { timeoutMs: 10_000, once: true });
    const broken = write();
    await vi.waitFor(() => expect(taken).toHaveLength(2));
    taken[1]?.destroy();
    await expect(broken).rejects.toMatchObject({ code: 'unreachable', mayHaveRun: true });
    const closed = write();
    await vi.waitFor(() => expect(taken).toHaveLength(3));
    ccu.close();
    await expect(closed).rejects.toMatchObject({ code: 'closed', mayHaveRun: true });
    await expect(write()).rejects.not.toMatchObject({ mayHaveRun: true });
    expect(taken).toHaveLength(3);
    close();
  });

  it('never take a late answer for that of the next call', async () => {
    let slow: Socket | undefined;
    const { port, close } = await serveBin((socket, bytes) => {
      if (bytes.includes('slow')) slow = socket;
      if (!bytes.includes('next')) return;
      slow?.write(encodeBinRpcResponse('late'));
      socket.write(encodeBinRpcResponse('right'));
    });
    const ccu = bin(port);
    await expect(ccu.call('slow', [], { timeoutMs: 30 })).rejects.toMatchObject({ code: 'timeout' });
    expect(await ccu.call('next', [], LIMIT)).toBe('right');
    ccu.close();
    close();
  });

  it('take a web server for a CCU that boots', async () => {
    const { port, close } = await serveBin((socket) => void socket.write('HTTP/1.1 503 Service Unavailable\r\n\r\n'));
    await expect(bin(port).call('m', [], LIMIT)).rejects.toMatchObject({ code: 'booting' });
    close();
  });

  it('notice when the CCU hangs up on an idle connection', async () => {
    const { port, sockets, close } = await serveBin((socket) => void socket.write(encodeBinRpcResponse(true)));
    const hungUp = new Promise<void>((resolve) => {
      void bin(port, resolve)
        .call('m', [], LIMIT)
        .then(() => {
          for (const socket of sockets) socket.destroy();
        });
    });
    await hungUp;
    close();
  });
});
