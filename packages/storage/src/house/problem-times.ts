import type { ProblemTime, ProblemTimeChange, ProblemTimeQuery, ProblemTimes } from '@ccu-gateway/gateway-core/parts';
import { guarded } from '../database/connection.js';
import type { Connection } from '../database/driver/sqlite.js';
import type { Write } from '../database/line.js';
import type { StorageClock } from '../database/ports.js';

const KEEP = 10_000;
const KEEP_MS = 400 * 86_400_000;

interface Row {
  readonly id: number;
  readonly began_at: number;
  readonly ended_at: number | null;
  readonly problem: string;
}

export function createProblemTimes(db: Connection, write: Write, clock: StorageClock): ProblemTimes {
  const insert = db.prepare<[number, string | null, string | null, string]>(
    'INSERT INTO problem_times (began_at, central, device, problem) VALUES (?, ?, ?, ?)',
  );
  const end = db.prepare<[number, number]>('UPDATE problem_times SET ended_at = ? WHERE id = ? AND ended_at IS NULL');
  const trim = db.prepare<[number]>('DELETE FROM problem_times WHERE id <= (SELECT max(id) FROM problem_times) - ?');
  const forget = db.prepare<[number]>('DELETE FROM problem_times WHERE ended_at < ?');
  const open = db.prepare<[], Row>(
    'SELECT id, began_at, ended_at, problem FROM problem_times WHERE ended_at IS NULL ORDER BY id',
  );
  const select = db.prepare<[Record<string, string | number | null>], Row>(
    `SELECT id, began_at, ended_at, problem FROM problem_times WHERE began_at < @to
       AND (ended_at IS NULL OR ended_at > @from) AND (@central IS NULL OR central = @central)
       AND (@device IS NULL OR device = @device) ORDER BY began_at DESC, id DESC LIMIT @limit`,
  );
  const save = db.transaction(({ began, ended }: ProblemTimeChange) => {
    for (const { id, endedAt } of ended) end.run(endedAt, id);
    for (const { problem, beganAt } of began) {
      insert.run(beganAt, problem.central ?? null, problem.device_address ?? null, JSON.stringify(problem));
    }
    trim.run(KEEP);
    forget.run(clock.now() - KEEP_MS);
  });
  return {
    open: guarded(() => open.all().map(timeOf)),
    save: write((change: ProblemTimeChange) => void save.immediate(change)),
    query: guarded(({ from, to, central, device, limit }: ProblemTimeQuery) =>
      select
        .all({ from, to, central: central ?? null, device: device ?? null, limit: Math.min(limit, KEEP) })
        .map(timeOf),
    ),
  };
}

const timeOf = ({ id, began_at, ended_at, problem }: Row): ProblemTime => ({
  id,
  problem: JSON.parse(problem),
  beganAt: began_at,
  ...(ended_at === null ? {} : { endedAt: ended_at }),
});
