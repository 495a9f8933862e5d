import { setImmediate as nextTurn } from 'node:timers/promises';
import type { IncidentRecord } from '@ccu-gateway/gateway-core/use-cases';
import { guarded } from '../database/connection.js';
import type { Connection } from '../database/driver/sqlite.js';
import type { Write } from '../database/line.js';

/** An incident in the database. */
export interface StoredIncident extends IncidentRecord {
  readonly id: number;
}

/** Selection of incidents. Times are milliseconds since the Unix epoch. */
export interface IncidentQuery {
  readonly central?: string;
  /** Inclusive. */
  readonly since?: number;
  /** Exclusive. */
  readonly until?: number;
  /** At most 5 000 are returned, for any limit. */
  readonly limit: number;
}

/** The newest 5 000 incidents; an older one is dropped when another one is added. */
export interface IncidentStore {
  add(incident: IncidentRecord): Promise<void>;
  /** Newest first. */
  query(query: IncidentQuery): Promise<readonly StoredIncident[]>;
  clear(): Promise<void>;
}

const KEEP = 5_000;
const ROWS_PER_TURN = 500;

export function createIncidentStore(db: Connection, write: Write): IncidentStore {
  const insert = db.prepare(
    `INSERT INTO incidents (at, central, component, severity, summary, detail)
     VALUES (@at, @central, @component, @severity, @summary, @detail)`,
  );
  const trim = db.prepare<[number]>('DELETE FROM incidents WHERE id <= (SELECT max(id) FROM incidents) - ?');
  const select = db.prepare<[Record<string, string | number | null>], StoredIncident>(
    `SELECT * FROM incidents WHERE id < @before AND (@central IS NULL OR central = @central)
       AND (@since IS NULL OR at >= @since) AND (@until IS NULL OR at < @until) ORDER BY id DESC LIMIT @limit`,
  );
  const read = guarded((wanted: Record<string, string | number | null>) => select.all(wanted));
  const clear = db.prepare('DELETE FROM incidents');
  const add = db.transaction((incident: IncidentRecord) => {
    insert.run(incident);
    trim.run(KEEP);
  });
  return {
    add: write((incident) => add.immediate(incident)),
    async query({ central, since, until, limit }) {
      const filter = { central: central ?? null, since: since ?? null, until: until ?? null };
      const found: StoredIncident[] = [];
      const wanted = Math.min(limit, KEEP);
      let before = Number.MAX_SAFE_INTEGER;
      while (found.length < wanted) {
        const count = Math.min(ROWS_PER_TURN, wanted - found.length);
        const rows = await read({ ...filter, before, limit: count });
        found.push(...rows);
        if (rows.length < count) break;
        before = rows.at(-1)!.id;
        await nextTurn();
      }
      return found;
    },
    clear: write(() => void clear.run()),
  };
}
