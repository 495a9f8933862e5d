import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StorageError } from '@ccu-gateway/storage';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { startGateway } from '../src/compose/start-gateway.js';
import { ConfigError, loadConfig } from '../src/config/index.js';

describe('a start that fails', () => {
  let dir: string;
  let file: string;
  let taken: Server;
  let port: number;

  beforeEach(async () => {
    dir = mkdtempSync(join(tmpdir(), 'start-errors-'));
    file = join(dir, 'config.yaml');
    taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    port = (taken.address() as AddressInfo).port;
  });
  afterEach(async () => {
    await new Promise((resolve) => taken.close(resolve));
    rmSync(dir, { recursive: true, force: true });
  });

  const start = (argv: readonly string[] = []) => {
    const args = ['--config', file, '--data-dir', join(dir, 'data'), ...argv];
    const loaded = loadConfig({ argv: args, env: { HOME: dir }, cwd: dir });
    return startGateway({ loaded, out: { write: () => undefined }, environment: () => undefined });
  };
  const write = (config: object) => writeFileSync(file, stringify(config));
  const callback = { host: '127.0.0.1', port: 0, bin_port: 0 };
  const listen = (value: number | string) => ({ north: { rest: { listen: `127.0.0.1:${value}` } } });
  async function failure(argv?: readonly string[]): Promise<ConfigError> {
    const error = await start(argv).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    if (!(error instanceof ConfigError)) throw new Error(`no ConfigError: ${String(error)}`);
    return error;
  }

  it.each([
    ['north.rest.listen', () => ({ callback, ...listen(port) })],
    ['callback.port', () => ({ callback: { ...callback, port }, ...listen(0) })],
    ['callback.bin_port', () => ({ callback: { ...callback, bin_port: port }, ...listen(0) })],
  ])('names %s, its line in the file and the remedy when the port is taken', async (key, config) => {
    write(config());
    const { code, issues } = await failure();
    expect(code).toBe('address_unavailable');
    const line =
      readFileSync(file, 'utf8')
        .split('\n')
        .findIndex((text) => text.includes(String(port))) + 1;
    expect(issues).toEqual([
      { path: key, origin: file, line, code: 'EADDRINUSE', message: expect.stringContaining(`port ${port} is used`) },
    ]);
    expect(issues[0]?.message).toMatch(/set another port .*SERVICE_/);
  });

  it('names the flag that set the port, and the host that this machine does not have', async () => {
    write({ callback });
    expect((await failure(['--listen', `127.0.0.1:${port}`])).issues[0]).toMatchObject({
      path: 'north.rest.listen',
      origin: 'flag --listen',
    });
    write({ callback: { ...callback, host: '192.0.2.1' }, ...listen(0) });
    expect((await failure()).issues[0]).toMatchObject({ path: 'callback.host', code: 'EADDRNOTAVAIL', line: 2 });
  });

  it('seals nothing, so that the file can be used with the data directory that was meant', async () => {
    const users = { anna: 'a long password' };
    const clear = { callback, north: { rest: { listen: `127.0.0.1:${port}`, auth: { users } } } };
    write(clear);
    const before = readFileSync(file, 'utf8');
    await failure();
    expect(readFileSync(file, 'utf8')).toBe(before);
    const gateway = await start(['--listen', '127.0.0.1:0']);
    await gateway.stop('test');
    expect(readFileSync(file, 'utf8')).toContain('enc:v1:');
    expect(readFileSync(file, 'utf8')).not.toContain('a long password');
  });

  it('names the data directory and the process that uses it', async () => {
    write({ callback, ...listen(0) });
    const gateway = await start();
    const error = await start().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(StorageError);
    expect((error as Error).message).toContain(join(dir, 'data'));
    expect((error as Error).message).toContain(`process ${process.pid}`);
    await gateway.stop('test');
    await (await start()).stop('test');
  });
});
