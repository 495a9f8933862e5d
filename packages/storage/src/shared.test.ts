import { describe, expect, it } from 'vitest';
import { startStorage } from '../test/fixture.js';
import { loadSqlite } from './database/driver/driver.js';
import { describeSharedStores } from './testing/index.js';

describeSharedStores({ describe, it, expect }, 'in SQLite', async () => {
  const { storage, reopen, tick, close } = await startStorage();
  const { name } = await loadSqlite();
  return { stores: storage, other: await reopen(), tick, close, isOfOneGateway: true, cutsAtNul: name === 'node' };
});
