import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { systemTimers } from '../time/system.js';
import { createHttpClient } from './http.js';

async function listen(onRequest: (socket: import('node:net').Socket) => void) {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    onRequest(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { readonly port: number };
  const client = createHttpClient({ target: { host: '127.0.0.1', port }, timers: systemTimers, maxSockets: 1 });
  const ask = client.exchange({ path: '/', body: Buffer.from('x'), timeoutMs: 10_000, once: true }).then(
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

describe('a request whose connection breaks', () => {
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
