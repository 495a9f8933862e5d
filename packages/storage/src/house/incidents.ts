import { guarded } from '../database/connection.js';
import type { Write } from '../database/line.js';
import type { Connection } from '../database/sqlite.js';

/** Something that went wrong in the house or on the way to it. */
export interface Incident {
  readonly id: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly central: string | null;
  readonly component: string;
  readonly severity: 'info' | 'warning' | 'error';
  readonly summary: string;
  readonly detail: string | null;
}

/** Which incidents are asked for. Times are milliseconds since the Unix epoch. */
export interface IncidentQuery {
  readonly central?: string;
  /** Inclusive. */
  readonly since?: number;
  /** Exclusive. */
  readonly until?: number;
  /** At most 5 000 are answered, whatever is asked for. */
  readonly limit: number;
}

/** The newest 5 000 incidents; an older one is dropped when another one is added. */
export interface IncidentStore {
  add(incident: Omit<Incident, 'id'>): Promise<void>;
  /** Newest first. */
  query(query: IncidentQuery): Promise<readonly Incident[]>;
  clear(): Promise<void>;
}

const KEEP = 5_000;

export function createIncidentStore(db: Connection, write: Write): IncidentStore {
  const insert = db.prepare(
    `INSERT INTO incidents (at, central, component, severity, summary, detail)
     VALUES (@at, @central, @component, @severity, @summary, @detail)`,
  );
  const trim = db.prepare<[number]>('DELETE FROM incidents WHERE id <= (SELECT max(id) FROM incidents) - ?');
  const select = db.prepare<[Record<string, string | number | null>], Incident>(
    `SELECT * FROM incidents WHERE (@central IS NULL OR central = @central)
       AND (@since IS NULL OR at >= @since) AND (@until IS NULL OR at < @until) ORDER BY id DESC LIMIT @limit`,
  );
  const clear = db.prepare('DELETE FROM incidents');
  const add = db.transaction((incident: Omit<Incident, 'id'>) => {
    insert.run(incident);
    trim.run(KEEP);
  });
  return {
    add: write((incident) => add.immediate(incident)),
    query: guarded(({ central, since, until, limit }: IncidentQuery) =>
      select.all({
        central: central ?? null,
        since: since ?? null,
        until: until ?? null,
        limit: Math.min(limit, KEEP),
      }),
    ),
    clear: write(() => void clear.run()),
  };
}
