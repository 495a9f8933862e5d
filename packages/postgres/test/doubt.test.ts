import { tokenRecord } from '@ccu-gateway/auth-core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { worldsOn } from './fixture.js';
import { openGate } from './gate.js';
import { noPostgres, type PostgresServer, startPostgres } from './server.js';

const note = noPostgres === undefined ? '' : ` (skipped: ${noPostgres})`;
const LOST = { code: 'storage_unavailable', outcomeUnknown: true, message: expect.stringContaining('not known') };
const home = { name: 'home', enabled: true, config: {} };

describe.skipIf(noPostgres !== undefined)(`what became of a call to PostgreSQL${note}`, () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server?.dispose());
  const startWorld = worldsOn(() => server);

  /** A storage with answers that can be lost, and another one that sees the stored rows. */
  async function start() {
    const gate = await openGate(server.tcp);
    const world = await startWorld();
    const storage = await world.open(gate.place);
    const other = await world.open();
    return {
      ...{ gate, storage, other, schema: world.schema },
      async close() {
        await world.close();
        gate.close();
      },
    };
  }

  it('is not known where the answer to a commit was lost, and the change is there', async () => {
    const { gate, storage, other, close } = await start();
    gate.loseAnswersTo('COMMIT');
    await expect(storage.centrals.create(home)).rejects.toMatchObject(LOST);
    await expect(storage.auth.tokens.create(tokenRecord())).rejects.toMatchObject(LOST);
    await expect(storage.exclusively(({ centrals }) => centrals.delete('home'))).rejects.toMatchObject(LOST);
    expect([await other.centrals.list(), await other.auth.tokens.list()]).toMatchObject([[], [{}]]);
    await close();
  });

  it('is not known where the answer to a single statement that changes something was lost', async () => {
    const { gate, storage, other, close } = await start();
    await storage.centrals.create(home);
    gate.loseAnswersTo('UPDATE centrals');
    await expect(storage.centrals.update('home', { enabled: false })).rejects.toMatchObject(LOST);
    expect(await other.centrals.list()).toMatchObject([{ enabled: false }]);
    await close();
  });

  it('is known to be nothing where the answer was lost before a commit, to what only reads, or where no connection was to be had', async () => {
    const { gate, storage, other, close } = await start();
    const NOTHING = { code: 'storage_unavailable', outcomeUnknown: false };
    gate.loseAnswersTo('INSERT INTO centrals');
    await expect(storage.centrals.create(home)).rejects.toMatchObject(NOTHING);
    gate.loseAnswersTo('FROM centrals');
    await expect(storage.centrals.list()).rejects.toMatchObject(NOTHING);
    gate.loseAnswersTo('COMMIT');
    await expect(storage.exclusively(({ centrals }) => centrals.list())).rejects.toMatchObject(NOTHING);
    gate.close();
    await expect(storage.centrals.create(home)).rejects.toMatchObject(NOTHING);
    expect(await other.centrals.list()).toEqual([]);
    await close();
  });

  it('is known to be nothing where the answer to one of several statements of a change was lost', async () => {
    const { gate, storage, other, close } = await start();
    gate.loseAnswersTo('attic');
    const both = storage.centrals.change(() => [home, { ...home, name: 'attic' }]);
    await expect(both).rejects.toMatchObject({ code: 'storage_unavailable', outcomeUnknown: false });
    expect(await other.centrals.list()).toEqual([]);
    await close();
  });

  it('is known to be nothing where the server refuses the commit', async () => {
    const { storage, other, schema, close } = await start();
    const refuse = `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE disk_full; END $$;
      CREATE CONSTRAINT TRIGGER refused AFTER INSERT ON centrals DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION refuse()`;
    server.sql(`SET search_path TO ${schema}; ${refuse}`, 'gateway');
    await expect(storage.centrals.create(home)).rejects.toMatchObject({ code: 'storage_full', outcomeUnknown: false });
    expect(await other.centrals.list()).toEqual([]);
    await close();
  });
});
