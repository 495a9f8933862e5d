import { openPostgres } from '@ccu-gateway/postgres';
import { openStorage } from '@ccu-gateway/storage';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { noPostgres, type PostgresServer, role, startPostgres } from '../../postgres/test/server.js';
import { cli, dataDir } from './fixture.js';

const note = noPostgres === undefined ? '' : ` (skipped: ${noPostgres})`;

describe('commands on the data directory of a gateway with accounts elsewhere', () => {
  it('edit no unused accounts, and print how to reach the used ones', async () => {
    const { dir, remove } = await dataDir();
    const storage = await openStorage({ dataDir: dir });
    await storage.facts.put('shared_in', 'PostgreSQL db.example:5432/gateway');
    storage.close();
    const listed = await cli(['user', 'list', '--data-dir', dir]);
    expect(listed.code).toBe(6);
    expect(listed.err).toContain('the accounts of this gateway are in PostgreSQL db.example:5432/gateway');
    expect(listed.err).toContain('SERVICE_POSTGRES_URL');
    remove();
  });
});

describe.skipIf(noPostgres !== undefined)(`commands on PostgreSQL${note}`, () => {
  let server: PostgresServer;
  let dir: string;
  let remove: () => void;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server?.dispose());
  beforeEach(async () => {
    ({ dir, remove } = await dataDir());
  });
  afterEach(() => remove());

  const url = (password: string = role.password) =>
    `postgres://${role.user}:${password}@127.0.0.1:${server.tcp.port}/${role.database}`;
  const run = (argv: readonly string[], stdin = '', SERVICE_POSTGRES_URL = url()) =>
    cli([...argv, '--data-dir', dir], { stdin, env: { SERVICE_POSTGRES_URL } });

  it('work as on a file, with and without one, and show no password', async () => {
    const added = await run(['user', 'add', 'root', '--role', 'admin', '--password-stdin'], 'correct horse\n');
    expect([added.code, added.err]).toEqual([0, expect.stringContaining('editing PostgreSQL 127.0.0.1')]);
    expect(added.out + added.err).not.toContain(role.password);
    const minted = await run(['token', 'mint', 'ha', '--role', 'operator', '--json']);
    const { fingerprint } = minted.json().data;
    expect((await run(['token', 'list', '--json'])).json().data).toEqual([expect.objectContaining({ fingerprint })]);
    expect((await run(['token', 'revoke', fingerprint])).code).toBe(0);
    expect((await run(['user', 'delete', 'root', '--yes'])).code).toBe(6);
    const reset = await run(['setup', 'reset', '--yes', '--json']);
    expect(reset.json().data).toMatchObject({ users: 1, tokens: 0 });
  });

  it('name the gateways that let callers in by their own configuration, and forget them with a reset', async () => {
    const running = await openPostgres({
      ...server.place,
      gateway: 'gateway-1',
      clock: { now: () => 0, after: () => () => {} },
    });
    await running.auth.ownWays?.note('config_users');
    const status = await run(['setup', 'status']);
    expect(status.out).toMatch(/^setup is closed:\n {2}gateways let callers in by their own configuration/);
    expect(status.out).toMatch(/gateway-1: the configuration has users .*, noted on 1970-01-01T00:00:00.000Z\n/);
    const { data } = (await run(['setup', 'status', '--json'])).json();
    const noted = { gateway: 'gateway-1', way: 'config_users', since: 0 };
    expect(data).toEqual({ required: false, closed_by: ['fleet_in_use'], own_ways: [noted] });
    const reset = await run(['setup', 'reset', '--yes', '--json']);
    expect([reset.code, reset.json().data]).toEqual([
      0,
      expect.objectContaining({ required: true, closed_by: [], own_ways: [noted] }),
    ]);
    expect((await run(['setup', 'status'])).out).not.toContain('gateway-1');
    await running.close();
  });

  it('report a fault of the address', async () => {
    const wrong = await run(['user', 'list'], '', url('not-the-password'));
    expect(wrong.code).toBe(1);
    expect(wrong.err).toMatch(/refuses the password of gateway.*\n.*correct the user or the password/);
    expect(wrong.err).not.toContain('not-the-password');
    expect((await run(['user', 'list'], '', 'mysql://root:secret-one@db/x')).code).toBe(2);
  });
});
