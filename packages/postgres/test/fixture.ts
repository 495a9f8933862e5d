import { manualClock, recordingLog } from '../../storage/test/fixture.js';
import { openPostgres, type PostgresOptions, type PostgresStorage } from '../src/index.js';
import type { PostgresServer } from './server.js';

/** Storages on one server, each world in a schema of its own. */
export function worldsOn(server: () => PostgresServer) {
  let worlds = 0;
  return async (options: Partial<PostgresOptions> = {}) => {
    worlds += 1;
    const { clock, tick } = manualClock();
    const { events, log } = recordingLog();
    const opened: PostgresStorage[] = [];
    const schema = `world_${worlds}`;
    const open = async (more: Partial<PostgresOptions> = {}) => {
      const place = { ...server().place, schema, poolSize: 4, clock, log, ...options, ...more };
      const storage = await openPostgres(place);
      opened.push(storage);
      return storage;
    };
    return {
      open,
      tick,
      events,
      schema,
      async close() {
        for (const storage of opened) await storage.close();
      },
    };
  };
}
