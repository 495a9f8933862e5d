import type { IncidentStore, StoredIncident } from '@ccu-gateway/storage';
import type { Session } from '../database/session.js';

const KEEP = 5_000;

export function createIncidentStore(session: Session): IncidentStore {
  return {
    add: ({ at, central, component, severity, summary, detail }) =>
      session.transaction('incidents', async (queries) => {
        await queries.count(
          `INSERT INTO incidents (at, central, component, severity, summary, detail) VALUES ($1, $2, $3, $4, $5, $6)`,
          [at, central, component, severity, summary, detail],
        );
        await queries.count(
          'DELETE FROM incidents WHERE id <= (SELECT id FROM incidents ORDER BY id DESC OFFSET $1 LIMIT 1)',
          [KEEP],
        );
      }),
    query: ({ central, since, until, limit }) =>
      session.rows<StoredIncident>(
        `SELECT id, at, central, component, severity, summary, detail FROM incidents
         WHERE ($1::text IS NULL OR central = $1) AND ($2::bigint IS NULL OR at >= $2)
           AND ($3::bigint IS NULL OR at < $3) ORDER BY id DESC LIMIT $4`,
        [central ?? null, since ?? null, until ?? null, Math.min(limit, KEEP)],
      ),
    clear: async () => void (await session.count('DELETE FROM incidents')),
  };
}
