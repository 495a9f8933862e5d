import { tokenRecord, userRecord } from '@ccu-gateway/auth-core/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { worldsOn } from './fixture.js';
import { noPostgres, type PostgresServer, startPostgres } from './server.js';

const note = noPostgres === undefined ? '' : ` (skipped: ${noPostgres})`;
const PROBE_MS = 5_000;

describe.skipIf(noPostgres !== undefined)(`reports of trouble with PostgreSQL${note}`, () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  // Settings of a test that failed.
  afterEach(() => {
    server.sql('ALTER SYSTEM RESET ALL');
    server.sql('ALTER ROLE gateway CONNECTION LIMIT -1; SELECT pg_reload_conf()');
  });
  afterAll(() => server?.dispose());
  const startWorld = worldsOn(() => server);

  const openIn = async (world: Awaited<ReturnType<typeof startWorld>>) => {
    const storage = await world.open();
    const message = () => storage.trouble()?.message;
    return {
      storage,
      message,
      /** Reads, and the check for changes that a gateway makes all the time. */
      async read() {
        expect(await storage.auth.users.list()).toBeDefined();
        expect(await storage.auth.changes.current()).toBeGreaterThan(0);
      },
      /** Attempts that are made by themselves meanwhile. */
      isOver: () =>
        vi.waitFor(() => {
          world.tick(PROBE_MS);
          expect(message()).toBeUndefined();
        }, 50_000),
    };
  };

  it('stays while the disk is full, whatever is read, and ends by itself when there is room', async () => {
    const world = await startWorld();
    const { storage, message, read, isOver } = await openIn(world);
    const full = `CREATE FUNCTION ${world.schema}.no_room() RETURNS trigger LANGUAGE plpgsql
      AS $$ BEGIN RAISE EXCEPTION 'full' USING ERRCODE = '53100'; END $$`;
    const tables = ['users', 'facts'].map(
      (table) =>
        `CREATE TRIGGER no_room BEFORE INSERT ON ${world.schema}.${table} EXECUTE FUNCTION ${world.schema}.no_room()`,
    );
    server.sql([full, ...tables].join(';'), 'gateway');
    await expect(storage.auth.users.create(userRecord())).rejects.toMatchObject({ code: 'storage_full' });
    await read();
    expect(message()).toContain('53100');
    // A change that finds nothing to write is no proof either.
    await storage.auth.sessions.deleteExpired(1);
    expect(message()).toContain('53100');
    server.sql(`DROP FUNCTION ${world.schema}.no_room() CASCADE`, 'gateway');
    await isOver();
    await vi.waitFor(async () => expect(await storage.facts.get('write_probe')).toBeUndefined());
    await world.close();
  });

  it('stays while the server may only be read, and ends with the next write', async () => {
    const world = await startWorld();
    const { storage, message, read } = await openIn(world);
    const setReadOnly = (value: 'on' | 'off') => {
      server.sql(`ALTER SYSTEM SET default_transaction_read_only = ${value}`);
      server.sql('SELECT pg_reload_conf()');
    };
    setReadOnly('on');
    const create = () => storage.auth.tokens.create(tokenRecord());
    await vi.waitFor(async () => expect(await create().catch(({ message }) => message)).toContain('25006'), 50_000);
    await read();
    expect(message()).toContain('25006');
    setReadOnly('off');
    await vi.waitFor(create, 50_000);
    expect(message()).toBeUndefined();
    await world.close();
  });

  it('stays while a right is missing that something needs to be written', async () => {
    const world = await startWorld();
    await world.open();
    server.sql(`CREATE ROLE reader LOGIN PASSWORD 'reader-password'`);
    server.sql(
      `GRANT USAGE ON SCHEMA ${world.schema} TO reader; GRANT SELECT ON ALL TABLES IN SCHEMA ${world.schema} TO reader`,
      'gateway',
    );
    const reader = await world.open({ user: 'reader', password: 'reader-password' });
    await expect(reader.facts.put('a', 1)).rejects.toMatchObject({ code: 'storage_unavailable' });
    await reader.auth.users.list();
    await reader.auth.changes.current();
    expect(reader.trouble()?.message).toContain('42501');
    server.sql(`GRANT INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${world.schema} TO reader`, 'gateway');
    await reader.facts.put('a', 1);
    expect(reader.trouble()).toBeUndefined();
    await world.close();
  });

  it('stays while only the connection that listens gets answers, and ends by itself when others are let in', async () => {
    const world = await startWorld();
    const { storage, message, isOver } = await openIn(world);
    server.sql('ALTER ROLE gateway CONNECTION LIMIT 1');
    await expect(storage.auth.users.list()).rejects.toMatchObject({ code: 'storage_unavailable' });
    expect(await storage.auth.changes.current()).toBeGreaterThan(0);
    expect(message()).toContain('53300');
    server.sql('ALTER ROLE gateway CONNECTION LIMIT -1');
    await isOver();
    await world.close();
  });
});
