import { describeAuthStores } from '@ccu-gateway/auth-core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeSharedStores } from '../src/testing/index.js';
import { worldsOn } from './postgres-fixture.js';
import { noPostgres, type PostgresServer, startPostgres } from './postgres-server.js';

describe.skipIf(noPostgres !== undefined)(`PostgreSQL${noPostgres === undefined ? '' : ` (${noPostgres})`}`, () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server?.dispose());
  const startWorld = worldsOn(() => server);
  const framework = { describe, it, expect };

  describeAuthStores(framework, 'in PostgreSQL', async () => {
    const world = await startWorld();
    return { stores: (await world.open()).auth, close: world.close };
  });

  describeSharedStores(framework, 'in PostgreSQL', async () => {
    const { open, tick, close } = await startWorld();
    const stores = await open({ listen: false });
    return { stores, other: await open({ listen: false }), tick, close };
  });
});
