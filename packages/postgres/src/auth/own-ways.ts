import type { OwnWay, OwnWayStore } from '@ccu-gateway/auth-core';
import type { StorageClock } from '@ccu-gateway/storage';
import type { Queries } from '../database/queries.js';

/** Notes authentication sources of this gateway. */
export function createOwnWayStore(session: Queries, gateway: string, clock: StorageClock): OwnWayStore {
  return {
    note: async (way) =>
      void (await session.count(
        `INSERT INTO own_ways (gateway, way, since) VALUES ($1, $2, $3)
         ON CONFLICT (gateway) DO UPDATE SET way = excluded.way WHERE own_ways.way <> excluded.way`,
        [gateway, way, clock.now()],
      )),
    list: () => session.rows<OwnWay>('SELECT gateway, way, since FROM own_ways ORDER BY gateway'),
  };
}
