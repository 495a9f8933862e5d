import { openStorage, type Storage } from '@ccu-gateway/storage';
import { systemTime } from '../../src/time/time.js';
import type { World } from '../world.js';

const silent = { debug() {}, info() {}, warn() {}, error() {} };

/** Changes the database as another process would: over a connection of its own, behind the gateway's back. */
export async function behindItsBack(world: World, change: (storage: Storage) => Promise<unknown>): Promise<void> {
  const storage = await openStorage({ dataDir: world.dataDir, clock: systemTime, log: silent });
  try {
    await change(storage);
  } finally {
    storage.close();
  }
}
