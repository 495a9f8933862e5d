import type { AuditEntry, AuditQuery } from '@ccu-gateway/storage';
import {
  KIND_BOUNDS,
  type KindBounds,
  kindOf,
  mergeRefusals,
  REFUSAL_BOUNDS,
  type RefusalGroup,
  shownRefusal,
} from '@ccu-gateway/storage/stores';
import type { Queries } from '../database/queries.js';
import type { Session } from '../database/session.js';

/** Entries that are written in one transaction. */
export interface AuditBatch {
  /** Grows with every batch of this process. */
  readonly number: number;
  readonly entries: readonly AuditEntry[];
  readonly refusals: readonly RefusalGroup[];
}

export interface AuditRows {
  /** Writing the same batch again writes nothing: a batch without an answer may have been written. */
  write(batch: AuditBatch, now: number): Promise<void>;
  search(filter: AuditQuery): Promise<readonly AuditEntry[]>;
}

const TRIM_AFTER = 1_000;
const DROP_AT_ONCE = 1_000;
/** After that a process does not try again what it has tried before. */
const WRITER_MS = 7 * 86_400_000;
/** 2020: an entry with an earlier time was written before the clock was set, and its age is unknown. */
const CLOCK_WAS_SET = 1_577_836_800_000;

/** `writer` names this process among all that ever wrote. */
export function createAuditRows(session: Session, writer: string): AuditRows {
  let written = TRIM_AFTER;
  return {
    async write({ number, entries, refusals }, now) {
      await session.transaction('audit', async (queries) => {
        const isNew = await queries.count(
          `INSERT INTO audit_writers AS known VALUES ($1, $2, $3)
           ON CONFLICT (writer) DO UPDATE SET batch = excluded.batch, at = excluded.at
           WHERE known.batch < excluded.batch`,
          [writer, number, now],
        );
        if (isNew === 0) return;
        // In the order of their times, which the ids then give to all of them.
        const writings = [
          ...entries.map((entry) => ({ at: entry.at, run: () => writeEntry(queries, entry) })),
          ...refusals.map((group) => ({ at: group.entry.at, run: () => writeRefusal(queries, group) })),
        ];
        for (const { run } of writings.sort((one, other) => one.at - other.at)) await run();
        if (written + writings.length >= TRIM_AFTER) await trimAll(queries, now);
      });
      const count = entries.length + refusals.length;
      written = written + count >= TRIM_AFTER ? 0 : written + count;
    },
    search: (filter) => search(session, filter),
  };
}

async function writeEntry(queries: Queries, { id: _, ...entry }: AuditEntry): Promise<void> {
  const { at, action, deviceAddress = null } = entry;
  await queries.count('INSERT INTO audit (at, kind, action, device_address, entry) VALUES ($1, $2, $3, $4, $5)', [
    ...[at, kindOf(entry), action],
    ...[deviceAddress, JSON.stringify(entry)],
  ]);
}

async function writeRefusal(queries: Queries, group: RefusalGroup): Promise<void> {
  const { minute, source, what } = group;
  const [known] = await queries.rows<{ id: number; count: number; entry: string }>(
    'SELECT id, count, entry FROM audit_refusals WHERE minute = $1 AND source = $2 AND what = $3',
    [minute, source, what],
  );
  if (known === undefined) {
    const { at, action } = group.entry;
    await queries.count(
      `INSERT INTO audit_refusals (minute, source, what, count, at, action, entry) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [minute, source, what, group.count, at, action, stored(group)],
    );
  } else {
    const merged = mergeRefusals({ ...group, count: known.count, ...JSON.parse(known.entry) }, group);
    await queries.count('UPDATE audit_refusals SET count = $2, entry = $3 WHERE id = $1', [
      ...[known.id, merged.count],
      stored(merged),
    ]);
  }
}

const stored = ({ entry, others }: RefusalGroup) => JSON.stringify({ entry, others });

async function trimAll(queries: Queries, now: number): Promise<void> {
  for (const [kind, bounds] of Object.entries(KIND_BOUNDS)) {
    await trim(queries, 'audit', `kind = '${kind}'`, { bounds, now });
  }
  await trim(queries, 'audit_refusals', 'true', { bounds: REFUSAL_BOUNDS, now });
  await queries.count('DELETE FROM audit_writers WHERE at < $1', [now - WRITER_MS]);
}

/** Drops the oldest of one kind, by number and by age. */
async function trim(
  queries: Queries,
  table: string,
  where: string,
  { bounds, now }: { readonly bounds: KindBounds; readonly now: number },
): Promise<void> {
  const oldest = (also: string, limit: string) =>
    `DELETE FROM ${table} WHERE id IN (SELECT id FROM ${table} WHERE ${where} ${also} ORDER BY at LIMIT ${limit})`;
  const [found] = await queries.rows<{ count: number }>(`SELECT count(*) AS count FROM ${table} WHERE ${where}`);
  const surplus = (found?.count ?? 0) - bounds.rows;
  if (surplus > 0) await queries.count(oldest('', '$1'), [Math.max(surplus, DROP_AT_ONCE)]);
  await queries.count(oldest(`AND at >= ${CLOCK_WAS_SET} AND at < $1`, String(DROP_AT_ONCE)), [now - bounds.ageMs]);
}

type Row = { readonly id: number; readonly entry: string; readonly count: number | null };

async function search(queries: Queries, filter: AuditQuery): Promise<readonly AuditEntry[]> {
  const { device, op, since, until, limit, offset } = filter;
  const slice = (columns: string, table: string, ofDevice: string) =>
    `SELECT ${columns} FROM ${table} WHERE ($1::bigint IS NULL OR at >= $1) AND ($2::bigint IS NULL OR at < $2)
       AND ($3::text IS NULL OR ${ofDevice}) AND ($4::text IS NULL OR strpos(lower(action), $4) > 0)`;
  const rows = await queries.rows<Row>(
    `${slice('id, entry, NULL::bigint AS count', 'audit', 'starts_with(lower(device_address), $3)')}
     UNION ALL ${slice('id, entry, count', 'audit_refusals', 'false')}
     ORDER BY id DESC LIMIT $5 OFFSET $6`,
    [since ?? null, until ?? null, device?.toLowerCase() ?? null, op?.toLowerCase() ?? null, limit, offset],
  );
  return rows.map(({ id, entry, count }) => {
    const parsed = JSON.parse(entry);
    return { ...(count === null ? parsed : shownRefusal({ ...parsed, count })), id };
  });
}
