import { createAuth } from '@ccu-gateway/auth-core';
import { tokenRecord, userRecord } from '@ccu-gateway/auth-core/testing';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { loadLibrary } from '../src/database/library.js';
import { migrate } from '../src/database/migrate.js';
import { complete } from '../src/database/options.js';
import { STEPS } from '../src/database/schema.js';
import { examinePostgres, openPostgres } from '../src/index.js';
import { worldsOn } from './fixture.js';
import { noPostgres, type PostgresServer, startPostgres } from './server.js';

const note = noPostgres === undefined ? '' : ` (skipped: ${noPostgres})`;

describe.skipIf(noPostgres !== undefined)(`several gateways on one PostgreSQL${note}`, () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server?.dispose());
  const startWorld = worldsOn(() => server);

  it('bring the schema up to date once when they start at once', async () => {
    const world = await startWorld();
    await Promise.all(Array.from({ length: 4 }, () => world.open()));
    expect(world.events.filter((event) => event === 'storage.postgres.updated')).toHaveLength(1);
    await world.close();
  });

  it('wait for the one that brings it up to date, and one step that fails leaves nothing behind', async () => {
    const library = await loadLibrary();
    const place = complete({ ...server.place, schema: 'steps' });
    const slow = [...STEPS, 'SELECT pg_sleep(0.3); CREATE TABLE second (x integer)'];
    const both = await Promise.all([migrate(library, place, 'always', slow), migrate(library, place, 'always', slow)]);
    expect(both.filter((each) => each !== undefined)).toEqual([{ from: 0, to: slow.length }]);
    const broken = migrate(library, place, 'always', [...slow, 'CREATE TABLE third (x integer); SELECT nothing']);
    await expect(broken).rejects.toMatchObject({ code: 'storage_failed' });
    const third = [...slow, 'CREATE TABLE third (x integer)'];
    await expect(migrate(library, place, 'new-only', third)).rejects.toMatchObject({ code: 'storage_schema_older' });
    expect(await migrate(library, place, 'always', third)).toEqual({ from: slow.length, to: third.length });
    await expect(migrate(library, place, 'always', slow)).rejects.toMatchObject({
      code: 'storage_schema_newer',
      remedy: 'update this gateway to the version of the others',
    });
  });

  it('share a schema whose name is a word of SQL', async () => {
    const world = await startWorld({ schema: 'user' });
    const [one, other] = [await world.open(), await world.open()];
    const heard = vi.fn();
    other.auth.changes.onChange?.(heard);
    await one.auth.tokens.create(tokenRecord());
    await vi.waitFor(() => expect(heard).toHaveBeenCalled(), 50_000);
    expect(await other.auth.tokens.list()).toHaveLength(1);
    await world.close();
    expect(await examinePostgres({ ...server.place, schema: 'user' })).toMatchObject({ state: 'ok' });
    const command = await openPostgres({ ...server.place, schema: 'user', listen: false });
    expect(await command.reseal((sealed) => sealed)).toBe(0);
    await command.close();
  });

  it('tell access control that what they keep of sessions belongs to others, too', async () => {
    const world = await startWorld();
    expect((await world.open()).auth.sessions).toMatchObject({ durable: true, shared: true });
    await world.close();
  });

  it('hear at once what one of them changed, and nothing of mere use', async () => {
    const world = await startWorld();
    const [one, other] = [await world.open(), await world.open()];
    const heard = vi.fn();
    const stop = other.auth.changes.onChange?.(heard);
    await one.auth.tokens.create(tokenRecord());
    await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(1), 50_000);
    await one.auth.tokens.touch(tokenRecord().fingerprint, 5, '::1', null);
    await one.auth.tokens.revoke(tokenRecord().fingerprint, 1);
    await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(2), 50_000);
    stop?.();
    await world.close();
  });

  it('hear what another program changes by hand', async () => {
    const world = await startWorld();
    const one = await world.open();
    await one.auth.tokens.create(tokenRecord());
    const before = await one.auth.changes.current();
    const heard = vi.fn();
    one.auth.changes.onChange?.(heard);
    server.sql(`DELETE FROM ${world.schema}.tokens`, 'gateway');
    await vi.waitFor(() => expect(heard).toHaveBeenCalled(), 50_000);
    expect(await one.auth.changes.current()).toBe(before + 1);
    await world.close();
  });

  it('look again after the server was away, since nothing was heard meanwhile', async () => {
    const world = await startWorld();
    const one = await world.open({ clock: undefined });
    const heard = vi.fn();
    one.auth.changes.onChange?.(heard);
    const admin = new pg.Client({ ...server.place, user: 'postgres' });
    await admin.connect();
    // Every connection of the gateway ends, as in a restart of the server.
    await admin.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'gateway'`);
    await admin.end();
    await vi.waitFor(() => expect(heard).toHaveBeenCalled(), 50_000);
    expect(world.events).toContain('storage.postgres.deaf');
    await world.close();
  });

  it('do work that decides as a whole or not at all', async () => {
    const world = await startWorld();
    const [one, other] = [await world.open(), await world.open()];
    await one.auth.users.create(userRecord());
    const failing = one.exclusively(async ({ auth, sections, centrals }) => {
      await auth.users.delete('root', { keepAdmin: false });
      await auth.tokens.create(tokenRecord());
      await sections.put('mqtt', {});
      await centrals.create({ name: 'home', enabled: true, config: {} });
      throw new Error('not so');
    });
    await expect(failing).rejects.toThrow('not so');
    expect(await other.auth.users.list()).toEqual([userRecord()]);
    expect([await other.auth.tokens.list(), await other.centrals.list()]).toEqual([[], []]);
    expect(await other.sections.all()).toEqual({});
    await world.close();
  });

  it('lose work whose connection ended while it was decided, as where a gateway was stopped meanwhile', async () => {
    const world = await startWorld();
    const [one, other] = [await world.open(), await world.open()];
    await one.auth.tokens.create(tokenRecord());
    const late = one.auth.exclusively(async ({ tokens }) => {
      server.sql(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE state = 'idle in transaction' AND datname = current_database()`,
        'gateway',
      );
      return tokens.revoke(tokenRecord().fingerprint, 1);
    });
    await expect(late).rejects.toMatchObject({ code: 'storage_unavailable' });
    expect(await other.auth.tokens.find(tokenRecord().fingerprint)).not.toBeNull();
    await world.close();
  });

  it('do work that decides as a whole or not at all', async () => {
    const world = await startWorld();
    const [one, other] = [await world.open(), await world.open()];
    await one.auth.users.create(userRecord());
    const failing = one.exclusively(async ({ auth, sections, centrals }) => {
      await auth.users.delete('root', { keepAdmin: false });
      await auth.tokens.create(tokenRecord());
      await sections.put('mqtt', {});
      await centrals.create({ name: 'home', enabled: true, config: {} });
      throw new Error('not so');
    });
    await expect(failing).rejects.toThrow('not so');
    expect(await other.auth.users.list()).toEqual([userRecord()]);
    expect([await other.auth.tokens.list(), await other.centrals.list()]).toEqual([[], []]);
    expect(await other.sections.all()).toEqual({});
    await world.close();
  });

  it('lose work whose connection ended before it wrote, as where a gateway was stopped meanwhile', async () => {
    const world = await startWorld();
    const [one, other] = [await world.open(), await world.open()];
    await one.auth.tokens.create(tokenRecord());
    const late = one.auth.exclusively(async ({ tokens }) => {
      const inside = `state = 'idle in transaction' AND usename = 'gateway'`;
      server.sql(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${inside}`, 'gateway');
      return tokens.revoke(tokenRecord().fingerprint, 1);
    });
    await expect(late).rejects.toMatchObject({ code: 'storage_unavailable' });
    expect(await other.auth.tokens.find(tokenRecord().fingerprint)).not.toBeNull();
    await world.close();
  });

  it('end a thousand sockets at another gateway with few statements when their tokens are revoked', async () => {
    const world = await startWorld();
    const [one, other] = [await world.open(), await world.open()];
    const { tokens } = other.auth;
    const [find, findMany] = [vi.fn(tokens.find), vi.fn(tokens.findMany)];
    const auth = createAuth({
      roleChecks: 'enforced',
      stores: { ...other.auth, tokens: { ...tokens, find, findMany } },
    });
    const fingerprints = Array.from({ length: 1_000 }, (_, index) => String(index).padStart(64, '0'));
    let ended = 0;
    for (const fingerprint of fingerprints) await one.auth.tokens.create(tokenRecord({ fingerprint, subject: 'many' }));
    for (const fingerprint of fingerprints) {
      const key = `token:${fingerprint}`;
      const principal = {
        key,
        credentialId: key,
        subject: 'many',
        role: 'viewer',
        scheme: 'bearer',
        authEpoch: '',
      } as const;
      auth.watch(principal, () => {
        ended += 1;
      });
    }
    await auth.detectChanges();
    findMany.mockClear();
    await one.auth.tokens.revokeBySubject('many', 1);
    await vi.waitFor(() => expect(ended).toBe(1_000), 50_000);
    auth.close();
    expect(find).not.toHaveBeenCalled();
    expect(findMany.mock.calls.length).toBeLessThan(5);
    await world.close();
  });

  it('note their ways in by their own names', async () => {
    const world = await startWorld();
    const [one, other] = [await world.open({ gateway: 'gateway-1' }), await world.open({ gateway: 'gateway-2' })];
    for (const { auth } of [other, one, one]) await auth.ownWays?.note('config_users');
    expect((await one.auth.ownWays?.list())?.map(({ gateway }) => gateway)).toEqual(['gateway-1', 'gateway-2']);
    await world.close();
  });

  it('hear that access was reset where one of them has noted a way in', async () => {
    const world = await startWorld();
    const [one, command] = [await world.open({ gateway: 'gateway-1' }), await world.open({ listen: false })];
    await one.auth.ownWays?.note('config_users');
    const heard = vi.fn();
    one.auth.changes.onChange?.(heard);
    await command.resetAccess(1);
    await vi.waitFor(() => expect(heard).toHaveBeenCalled(), 50_000);
    await world.close();
  });

  it('keep secrets from being sealed anew while one of them runs', async () => {
    const world = await startWorld();
    const running = await world.open();
    const command = await world.open({ listen: false });
    await command.sections.put('mqtt', { password: 'enc:v1:a:1' });
    expect(await command.facts.first('key_probe', 'enc:v1:a:2')).toBe('enc:v1:a:2');
    expect(await running.facts.first('key_probe', 'enc:v1:b:9')).toBe('enc:v1:a:2');
    await expect(command.reseal((sealed) => sealed)).rejects.toMatchObject({ code: 'storage_in_use' });
    await running.close();
    const paths: string[] = [];
    const rewrite = (_: string, path: string) => {
      paths.push(path);
      return 'enc:v1:c:1';
    };
    expect(await command.reseal(rewrite)).toBe(2);
    expect(paths.sort()).toEqual(['facts.key_probe', 'mqtt.password']);
    await world.close();
  });

  it('get the remedy where secrets are being sealed anew when they start', async () => {
    const world = await startWorld();
    await (await world.open()).close();
    const rotation = new pg.Client(server.place);
    await rotation.connect();
    await rotation.query('SELECT pg_advisory_lock(hashtext($1), 2)', [world.schema]);
    await expect(world.open()).rejects.toMatchObject({
      code: 'storage_in_use',
      remedy: 'start the gateway again when that is done, with the new secret.key',
    });
    await rotation.end();
    await world.close();
  });
});
