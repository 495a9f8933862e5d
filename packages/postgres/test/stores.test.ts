import { describeAuthStores, describeFlowStore } from '@ccu-gateway/auth-core/testing';
import { describeSharedStores } from '@ccu-gateway/storage/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { worldsOn } from './fixture.js';
import { noPostgres, type PostgresServer, startPostgres } from './server.js';

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

  describeFlowStore(framework, 'in PostgreSQL', async () => {
    const world = await startWorld();
    const [one, other] = [await world.open({ listen: false }), await world.open({ listen: false })];
    if (!one.auth.flows || !other.auth.flows) throw new Error('no sign-ins are kept');
    return { store: one.auth.flows, other: other.auth.flows, close: world.close };
  });

  describeSharedStores(framework, 'in PostgreSQL', async () => {
    const { open, tick, close } = await startWorld();
    const stores = await open({ listen: false });
    return { stores, other: await open({ listen: false }), tick, close };
  });
});
