import { tokenRecord } from '@ccu-gateway/auth-core/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { worldsOn } from './fixture.js';
import { openGate } from './gate.js';
import { noPostgres, type PostgresServer, startPostgres } from './server.js';

const note = noPostgres === undefined ? '' : ` (skipped: ${noPostgres})`;
/** Longer than a test may take: anything that waits for it has failed. */
const patienceMs = 600_000;

describe.skipIf(noPostgres !== undefined)(`connections to PostgreSQL that a network has swallowed${note}`, () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server?.dispose());
  const startWorld = worldsOn(() => server);

  it('are left by the next look for changes, which others are made for at once', async () => {
    const gate = await openGate(server.tcp);
    const world = await startWorld({ clock: undefined, patienceMs });
    const other = await world.open();
    const storage = await world.open(gate.place);
    const { changes, tokens } = storage.auth;
    // Each of the pool has been used, and waits.
    await Promise.all([1, 2, 3, 4].map(() => tokens.list()));
    const heard = vi.fn();
    changes.onChange?.(heard);
    gate.swallow();
    await other.auth.tokens.create(tokenRecord());
    await expect(changes.current()).rejects.toMatchObject({ code: 'storage_unavailable' });
    expect(storage.trouble()?.code).toBe('storage_unavailable');
    expect(await Promise.all([1, 2, 3, 4].map(() => tokens.list()))).toMatchObject([[{}], [{}], [{}], [{}]]);
    await vi.waitFor(() => expect(heard).toHaveBeenCalled(), 50_000);
    expect(await changes.current()).toBe(await other.auth.changes.current());
    expect(storage.trouble()).toBeUndefined();
    await world.close();
    gate.close();
  });
});
