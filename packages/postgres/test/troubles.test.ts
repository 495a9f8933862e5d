import { tokenRecord, userRecord } from '@ccu-gateway/auth-core/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { openPostgres } from '../src/index.js';
import { worldsOn } from './fixture.js';
import { noPostgres, type PostgresServer, role, startPostgres } from './server.js';

const note = noPostgres === undefined ? '' : ` (skipped: ${noPostgres})`;
const all = { limit: 5_000, offset: 0 };

describe.skipIf(noPostgres !== undefined)(`trouble with PostgreSQL${note}`, () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  // A test that failed may have left it stopped.
  afterEach(() => server.start());
  afterAll(() => server?.dispose());
  const startWorld = worldsOn(() => server);

  const refusal = async (place: object) => {
    const error = await openPostgres({ ...server.place, ...place }).catch((thrown: unknown) => thrown);
    expect(JSON.stringify({ ...(error as object), message: (error as Error).message })).not.toContain(role.password);
    return error;
  };

  it.each([
    ['a wrong password', { password: 'wrong-password' }, '28P01', /password of gateway/, /password/],
    ['no password', { password: undefined }, '', /password of gateway/, /password/],
    ['a database that is not there', { database: 'nowhere' }, '3D000', /no database nowhere/, /^CREATE DATABASE/],
    ['a role that is not there', { user: 'nobody' }, '28P01', /password of nobody/, /user/],
  ])('names the remedy for %s', async (_what, place, code, message, remedy) => {
    const known = { code: 'storage_unavailable', remedy: expect.stringMatching(remedy) };
    const refused = await refusal(place);
    expect(refused).toMatchObject(known);
    expect((refused as Error).message).toMatch(message);
    expect((refused as Error).message).toContain(code);
  });

  it('names the missing right', async () => {
    server.sql(`CREATE ROLE guest LOGIN PASSWORD 'guest-password'`);
    const refused = await refusal({ user: 'guest', password: 'guest-password' });
    expect(refused).toMatchObject({ code: 'storage_unavailable', remedy: expect.stringMatching(/^GRANT CREATE ON/) });
  });

  it('works for a role that may change rows only, once the schema is there', async () => {
    const world = await startWorld();
    await world.open();
    server.sql(`CREATE ROLE clerk LOGIN PASSWORD 'clerk-password'`);
    const rights = [
      `GRANT USAGE ON SCHEMA ${world.schema} TO clerk`,
      `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${world.schema} TO clerk`,
      `GRANT USAGE ON ALL SEQUENCES IN SCHEMA ${world.schema} TO clerk`,
    ];
    server.sql(rights.join(';'), 'gateway');
    const clerk = await world.open({ user: 'clerk', password: 'clerk-password' });
    expect(await clerk.auth.users.create(userRecord())).toBe(true);
    clerk.audit.record({ at: 1, action: 'central_create' });
    expect(await clerk.audit.query(all)).toHaveLength(1);
    await world.close();
  });

  it('refuses a database that cannot hold every text', async () => {
    server.sql(
      `CREATE DATABASE old OWNER gateway ENCODING 'SQL_ASCII' LOCALE_PROVIDER libc LOCALE 'C' TEMPLATE template0`,
    );
    const refused = await refusal({ database: 'old' });
    expect(refused).toMatchObject({ code: 'storage_unavailable', remedy: expect.stringContaining('UTF8') });
  });

  it('reports that a standby takes no writes', async () => {
    const world = await startWorld();
    server.sql('ALTER ROLE gateway SET default_transaction_read_only TO on');
    const refused = await refusal({ schema: world.schema });
    server.sql('ALTER ROLE gateway RESET default_transaction_read_only');
    expect(refused).toMatchObject({ code: 'storage_unavailable', message: expect.stringContaining('standby') });
  });

  it('rejects calls after it was closed, and may be closed twice', async () => {
    const world = await startWorld();
    const storage = await world.open();
    await storage.close();
    await storage.close();
    await expect(storage.auth.users.list()).rejects.toMatchObject({ code: 'storage_closed' });
  });

  it('refuses a write that waits in vain for another one, and does it when that has ended', async () => {
    const world = await startWorld();
    const patient = await world.open();
    // On a busy machine so little patience may not be enough for a connection, or for anything: that is tried again.
    const storage = await vi.waitFor(() => world.open({ patienceMs: 100 }), 50_000);
    const create = () => storage.auth.tokens.create(tokenRecord());
    const { default: pg } = await import('pg');
    const other = new pg.Client(server.place);
    await other.connect();
    await other.query(`BEGIN; SELECT FROM ${world.schema}.locks FOR UPDATE`);
    await vi.waitFor(() => expect(create()).rejects.toMatchObject({ code: 'storage_busy' }), 50_000);
    await other.end();
    await vi.waitFor(create, 50_000);
    expect(await patient.auth.tokens.list()).toHaveLength(1);
    await world.close();
  });

  it('has every write that was acknowledged, whenever the server is killed, and works on when it is back', async () => {
    const world = await startWorld();
    const storage = await world.open({ clock: undefined });
    const acknowledged: string[] = [];
    let isWriting = true;
    const write = async (writer: number) => {
      for (let index = 0; isWriting; index += 1) {
        const fingerprint = `${writer}-${index}`;
        const done = await storage.auth.tokens.create(tokenRecord({ fingerprint })).catch(() => false);
        if (done) acknowledged.push(fingerprint);
        storage.audit.record({ at: 1, action: 'token.create', note: fingerprint });
      }
    };
    const writers = [1, 2, 3].map(write);
    for (let round = 1; round <= 3; round += 1) {
      const before = acknowledged.length;
      await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(before + 20), 50_000);
      await server.kill();
      await vi.waitFor(() => expect(storage.trouble()?.code).toBe('storage_unavailable'), 50_000);
      await server.start();
    }
    const last = acknowledged.length;
    await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(last), 50_000);
    isWriting = false;
    await Promise.all(writers);
    expect(storage.trouble()).toBeUndefined();
    const there = new Set((await storage.auth.tokens.list()).map(({ fingerprint }) => fingerprint));
    expect(acknowledged.filter((fingerprint) => !there.has(fingerprint))).toEqual([]);
    await world.close();
  });

  it('lets go of connections that were waited for when the server ended', async () => {
    const world = await startWorld();
    const storage = await world.open({ poolSize: 1, patienceMs: 1_000 });
    const { default: pg } = await import('pg');
    const other = new pg.Client(server.place);
    other.on('error', () => undefined);
    await other.connect();
    await other.query(`BEGIN; LOCK TABLE ${world.schema}.tokens`);
    const waiting = [1, 2, 3].map(() => storage.auth.tokens.list());
    const refused = Promise.allSettled(waiting);
    await server.kill();
    expect((await refused).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    await world.close();
  });

  it('keeps audit entries while the server is away, bounded, and writes each of them once afterwards', async () => {
    const world = await startWorld();
    const storage = await world.open();
    storage.audit.record({ at: 1, action: 'central_create', note: 'before' });
    expect(await storage.audit.query(all)).toHaveLength(1);
    await server.kill();
    for (let at = 2; at <= 10_003; at += 1) storage.audit.record({ at, action: 'central_create' });
    await expect(storage.audit.query(all)).rejects.toMatchObject({ code: 'storage_unavailable' });
    expect(world.events).toContain('audit.write_failed');
    await server.start();
    // A batch was taken before the first entry was dropped, so there is room for some more.
    const kept = await storage.audit.query({ limit: 20_000, offset: 0 });
    expect(kept.length).toBeGreaterThan(9_000);
    expect(kept.length).toBeLessThan(10_004);
    expect(world.events).toContain('audit.dropped');
    expect(new Set(kept.map(({ at }) => at)).size).toBe(kept.length);
    await world.close();
  });
});
