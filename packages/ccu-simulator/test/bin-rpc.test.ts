import { createRequire } from 'node:module';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Simulator } from '../src/index.js';
import { startQuietSimulator, until } from '../src/testing/index.js';

interface BinClient {
  methodCall(method: string, params: readonly unknown[], done: (error: Error | null, value: unknown) => void): void;
  socket?: { destroy(): void };
}
interface BinServer {
  on(
    method: string,
    listener: (error: unknown, params: readonly never[], done: (error: unknown, value: unknown) => void) => void,
  ): void;
  readonly server: { address(): { port: number } | null; close(): void };
}
const require = createRequire(import.meta.url);
const binrpc = require('binrpc') as {
  createClient(options: { host: string; port: number; reconnectTimeout: number }): BinClient;
  createServer(options: { host: string; port: number }): BinServer;
};

describe('the BIN-RPC of CUxD, spoken by an independent client and server', () => {
  let simulator: Simulator;
  beforeEach(async () => {
    simulator = await startQuietSimulator();
  });
  afterEach(() => simulator.close());

  function exchange(bytes: Buffer, ...splits: number[]): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      const socket = connect({ host: '127.0.0.1', port: simulator.ports.CUxD as number });
      socket.on('error', reject);
      socket.on('data', (answer: Buffer) => {
        socket.destroy();
        resolve(answer);
      });
      let from = 0;
      for (const to of [...splits, bytes.length]) {
        socket.write(bytes.subarray(from, to));
        from = to;
      }
    });
  }

  it('answers a request byte for byte, however it was cut into segments', async () => {
    const request = Buffer.from(
      '42696e000000003600000008' +
        '73657456616c7565' +
        '00000003' +
        '000000030000000c435558323830313030313a31' +
        '00000003000000055354415445' +
        '0000000201',
      'hex',
    );
    expect((await exchange(request)).toString('hex')).toBe('42696e01000000080000000300000000');
    expect((await exchange(request, 3, 9, 30)).toString('hex')).toBe('42696e01000000080000000300000000');
    expect(simulator.house.value('CUX2801001:1', 'STATE')?.value).toBe(true);
  });

  it('works with npm binrpc in both directions', async () => {
    const server = binrpc.createServer({ host: '127.0.0.1', port: 0 });
    const events: (readonly unknown[])[] = [];
    server.on('system.multicall', (_, params, done) => {
      for (const call of params[0] as unknown as { params: readonly unknown[] }[]) events.push(call.params);
      done(null, []);
    });
    await until(() => server.server.address() !== null, 'the foreign server to listen');
    const client = binrpc.createClient({
      host: '127.0.0.1',
      port: simulator.ports.CUxD as number,
      reconnectTimeout: 0,
    });
    const ask = (method: string, ...params: unknown[]) =>
      new Promise<unknown>((resolve, reject) =>
        client.methodCall(method, params, (error, value) => (error ? reject(error) : resolve(value))),
      );
    expect(((await ask('listDevices')) as unknown[]).length).toBe(9);
    expect(await ask('getValue', 'CUX0200001:1', 'TEMPERATURE')).toBeCloseTo(14.5);
    await ask('init', `xmlrpc_bin://127.0.0.1:${server.server.address()?.port}`, 'gw-CUxD');
    simulator.emit('CUX0200001:1', 'TEMPERATURE', 15.25);
    await until(() => events.length > 0, 'an event to arrive');
    expect(events[0]).toEqual(['CUxD', 'CUX0200001:1', 'TEMPERATURE', 15.25]);
    expect(await ask('getParamset', 'CUX2801001:1', 'VALUES')).toMatchObject({ faultCode: -1 });
    client.socket?.destroy();
    server.server.close();
  });

  it('hangs up on bytes that are no BIN-RPC', async () => {
    await new Promise<void>((resolve) => {
      const socket = connect({ host: '127.0.0.1', port: simulator.ports.CUxD as number });
      socket.on('close', () => resolve());
      socket.on('error', () => {});
      socket.write('GET / HTTP/1.1\r\n\r\n');
    });
    expect(simulator.received.calls).toEqual([]);
  });
});
