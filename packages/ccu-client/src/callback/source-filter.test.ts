import { once } from 'node:events';
import type { Server } from 'node:net';
import { type AddressInfo, connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createBinListener } from './bin-listener.js';
import { createRoutes } from './routes.js';
import { createXmlListener } from './xml-listener.js';

describe('a caller', () => {
  it.each([
    ['127.0.0.2', true],
    ['::1', true],
    ['192.0.2.7', true],
    ['::ffff:192.0.2.7', true],
    ['192.0.2.66', false],
    ['::ffff:192.0.2.66', false],
    ['', false],
  ])('from %s is this machine or a configured CCU: %s', async (peer, may) => {
    const routes = createRoutes();
    await routes.resolve('192.0.2.7');
    expect(routes.mayCall(peer)).toBe(may);
  });

  it.each([
    ['XML-RPC', createXmlListener],
    ['BIN-RPC', createBinListener],
  ] as const)('that may not call is hung up on before it said anything (%s)', async (_, create) => {
    const complaints: string[] = [];
    const never = (): never => {
      throw new Error('a refused caller was heard');
    };
    const server: Server = create({
      maxBodyBytes: 1_000,
      mayCall: () => false,
      knows: never,
      deliver: never,
      unreadable: never,
      dropped: never,
      complain: (event) => complaints.push(event),
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.on('error', () => undefined);
    await once(socket, 'close');
    expect(complaints).toEqual(['callback.refused']);
    server.close();
  });
});
