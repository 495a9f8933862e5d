import { createServer } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import { systemTimers } from '../time/system.js';
import { createHttpClient } from './http.js';

async function listen(onRequest: (socket: import('node:net').Socket) => void, timeoutMs = 10_000) {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    onRequest(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { readonly port: number };
  const client = createHttpClient({ target: { host: '127.0.0.1', port }, timers: systemTimers, maxSockets: 1 });
  const ask = client.exchange({ path: '/', body: Buffer.from('x'), timeoutMs, once: true }).then(
    () => 'answered',
    (error: unknown) => error,
  );
  return {
    ask,
    close() {
      client.close();
      server.close();
    },
  };
}

describe('a request with a broken connection', () => {
  it.each([
    ['before the answer', ''],
    ['within the answer', 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf'],
  ])('%s may have been acted upon', async (_, answer) => {
    const { ask, close } = await listen((socket) => {
      socket.once('data', () => socket.end(answer));
    });
    expect(await ask).toMatchObject({ code: 'unreachable', mayHaveRun: true });
    close();
  });

  it('that was aborted, or of a closed client, may have been executed', async () => {
    const seen: string[] = [];
    const silent = await listen((socket) => {
      socket.on('data', (bytes) => seen.push(bytes.toString('latin1')));
    });
    await vi.waitFor(() => expect(seen.join('')).toContain('\r\n\r\nx'));
    silent.close();
    expect(await silent.ask).toMatchObject({ code: 'closed', mayHaveRun: true });
    const late = await listen(() => undefined, 50);
    expect(await late.ask).toMatchObject({ code: 'timeout', mayHaveRun: true });
    late.close();
  });

  it('that never came about has not', async () => {
    const client = createHttpClient({
      target: { host: '127.0.0.1', port: 1 },
      timers: systemTimers,
      maxSockets: 1,
    });
    await expect(client.exchange({ path: '/', timeoutMs: 10_000, once: true })).rejects.toSatisfy(
      (error: { code?: string; mayHaveRun?: boolean }) => error.code === 'unreachable' && error.mayHaveRun !== true,
    );
    client.close();
  });
});

describe('a request on a kept connection', () => {
  /** A CCU that answers the first request, and no other one. */
  async function keep() {
    const seen: string[] = [];
    const sockets: import('node:net').Socket[] = [];
    const server = createServer((socket) => {
      sockets.push(socket);
      socket.on('error', () => undefined);
      socket.on('data', (bytes) => {
        seen.push(bytes.toString('latin1').split('\r\n\r\n')[1] ?? '');
        if (seen.length === 1) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { readonly port: number };
    const client = createHttpClient({ target: { host: '127.0.0.1', port }, timers: systemTimers, maxSockets: 1 });
    const ask = (text: string, once: boolean) =>
      client
        .exchange({ path: '/', headers: { 'Content-Length': '5' }, body: Buffer.from(text), timeoutMs: 10_000, once })
        .catch((error: unknown) => error);
    await ask('first', false);
    return { seen, sockets, client, ask, close: () => server.close() };
  }

  it('is not sent again when its client is closed', async () => {
    const { seen, client, ask, close } = await keep();
    const read = ask('reads', false);
    await vi.waitFor(() => expect(seen).toEqual(['first', 'reads']));
    client.close();
    expect(await read).toMatchObject({ code: 'closed' });
    expect(await ask('later', false)).toMatchObject({ code: 'closed' });
    expect(seen).toEqual(['first', 'reads']);
    close();
  });

  it('is never one that may be done once only', async () => {
    const { seen, sockets, client, ask, close } = await keep();
    const write = ask('write', true);
    await vi.waitFor(() => expect(seen).toEqual(['first', 'write']));
    expect(sockets).toHaveLength(2);
    sockets[1]?.resetAndDestroy();
    expect(await write).toMatchObject({ code: 'unreachable', mayHaveRun: true });
    expect(seen).toEqual(['first', 'write']);
    client.close();
    close();
  });
});
