import type { FlowRecord, FlowStore } from '@ccu-gateway/auth-core';
import type { Session } from '../database/session.js';

export function createFlowStore(session: Session): FlowStore {
  return {
    add: ({ idHash, returnTo, lane, startedAt }, { capacity, over }) =>
      session.transaction('oidc_flows', async (queries) => {
        await queries.count('DELETE FROM oidc_flows WHERE started_at <= $1', [over]);
        await queries.count(
          `DELETE FROM oidc_flows WHERE number = (
             SELECT number FROM (SELECT number, count(*) OVER (PARTITION BY lane) AS held FROM oidc_flows) AS each
             WHERE (SELECT count(*) FROM oidc_flows) >= $1 ORDER BY held DESC, number LIMIT 1)`,
          [capacity],
        );
        await queries.count('INSERT INTO oidc_flows (id_hash, return_to, lane, started_at) VALUES ($1, $2, $3, $4)', [
          ...[idHash, returnTo],
          ...[lane, startedAt],
        ]);
      }),
    async take(idHash, over) {
      const [flow] = await session.rows<FlowRecord>(
        `DELETE FROM oidc_flows WHERE id_hash = $1
         RETURNING id_hash AS "idHash", return_to AS "returnTo", lane, started_at AS "startedAt"`,
        [idHash],
      );
      return flow && flow.startedAt > over ? flow : null;
    },
  };
}
