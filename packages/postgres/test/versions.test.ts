import { tokenRecord, userRecord } from '@ccu-gateway/auth-core/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { loadLibrary } from '../src/database/library.js';
import { migrate } from '../src/database/migrate.js';
import { complete } from '../src/database/options.js';
import { STEPS } from '../src/database/schema.js';
import { worldsOn } from './fixture.js';
import { noPostgres, type PostgresServer, startPostgres } from './server.js';

const note = noPostgres === undefined ? '' : ` (skipped: ${noPostgres})`;
const TABLES = [
  'users',
  'tokens',
  'sessions',
  'config_sections',
  'centrals',
  'preferences',
  'unignore',
  'facts',
  'audit',
];
/** Changes that a version to come may make. */
const LATER = [
  ...TABLES.map((table) => `ALTER TABLE ${table} ADD COLUMN later text NOT NULL DEFAULT ''`),
  'CREATE TABLE later (x integer)',
].join(';');

describe.skipIf(noPostgres !== undefined)(`a gateway beside one of a newer version${note}`, () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server?.dispose());
  const startWorld = worldsOn(() => server);

  it('goes on with what it shares, also after its connections were lost, and is not started anew', async () => {
    const world = await startWorld({ clock: undefined });
    const storage = await world.open();
    await storage.auth.users.create(userRecord());
    const place = complete({ ...server.place, schema: world.schema });
    const newer = [...STEPS, LATER];
    expect(await migrate(await loadLibrary(), place, 'always', newer)).toEqual({
      from: STEPS.length,
      to: newer.length,
    });

    const heard = vi.fn();
    storage.onReconnect(heard);
    server.sql(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'gateway' AND pid <> pg_backend_pid()`,
      'gateway',
    );
    await vi.waitFor(() => expect(heard).toHaveBeenCalled(), 50_000);
    expect(await storage.auth.users.list()).toEqual([userRecord()]);
    expect(await storage.auth.tokens.create(tokenRecord())).toBe(true);
    expect(await storage.centrals.create({ name: 'home', enabled: true, config: {} })).toBe(true);
    expect(await storage.sections.replace('logging', undefined, { level: 'info' })).toBe(true);
    expect(await storage.preferences.put('anna', 'ui', 1, { keys: 9, bytes: 99 })).toBe(true);
    expect(await storage.unignore.replace('home', ['RSSI_PEER'], 'anna')).toHaveLength(1);
    await storage.facts.put('fact', 1);
    storage.audit.record({ at: 1, action: 'central_create' });
    expect(await storage.audit.query({ limit: 10, offset: 0 })).toHaveLength(1);

    await expect(world.open()).rejects.toMatchObject({ code: 'storage_schema_newer' });
    await world.close();
  });
});
