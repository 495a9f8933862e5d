import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AuditEntry, AuditQuery } from '@ccu-gateway/gateway-core/use-cases';
import type { Connection } from '../database/driver/sqlite.js';
import { KIND_BOUNDS, type KindBounds, kindOf, REFUSAL_BOUNDS } from './entry.js';
import { mergeRefusals, type RefusalGroup, shownRefusal } from './refusals.js';

export interface AuditRows {
  /** All of it in one transaction. */
  write(entries: readonly AuditEntry[], refusals: readonly RefusalGroup[], now: number): void;
  search(filter: AuditQuery): Promise<readonly AuditEntry[]>;
}

const ROWS_PER_TURN = 500;
const TRIM_AFTER = 1_000;
/** Of one transaction: old entries are deleted in small pieces. */
const DROP_AT_ONCE = 1_000;

/** 2020: an entry with an earlier time was written before the clock was set, and its age is unknown. */
const CLOCK_WAS_SET = 1_577_836_800_000;

type Row = { readonly id: number; readonly entry: string };
type RefusalRow = { readonly id: number; readonly count: number; readonly entry: string };

/** Entries and refusals lie in two tables and take their ids from one sequence, so that both together have an order. */
export function createAuditRows(db: Connection): AuditRows {
  const nextId = db
    .prepare<[], number>(
      `SELECT max(coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'audit'), 0),
         coalesce((SELECT max(id) FROM audit_refusals), 0)) + 1`,
    )
    .pluck();
  const insert = db.prepare<[number, number, string, string, string | null, string]>(
    'INSERT INTO audit (id, at, kind, action, device_address, entry) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const findRefusal = db.prepare<[number, string, string], RefusalRow>(
    'SELECT id, count, entry FROM audit_refusals WHERE minute = ? AND source = ? AND what = ?',
  );
  const insertRefusal = db.prepare<[number, number, string, string, number, number, string, string]>(
    `INSERT INTO audit_refusals (id, minute, source, what, count, at, action, entry) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const updateRefusal = db.prepare<[number, string, number]>(
    'UPDATE audit_refusals SET count = ?, entry = ? WHERE id = ?',
  );
  const search = createSearch(db);
  const trims = [
    ...Object.entries(KIND_BOUNDS).map(([kind, bounds]) => createTrim(db, 'audit', `kind = '${kind}'`, bounds)),
    createTrim(db, 'audit_refusals', 'true', REFUSAL_BOUNDS),
  ];

  let written = TRIM_AFTER;

  const writeEntry = ({ id: _, ...entry }: AuditEntry) => {
    const { at, action, deviceAddress } = entry;
    insert.run(nextId.get() ?? 1, at, kindOf(entry), action, deviceAddress ?? null, JSON.stringify(entry));
  };
  const writeRefusal = (group: RefusalGroup) => {
    const { minute, source, what } = group;
    const known = findRefusal.get(minute, source, what);
    if (known === undefined) {
      const { at, action } = group.entry;
      insertRefusal.run(nextId.get() ?? 1, minute, source, what, group.count, at, action, stored(group));
    } else {
      const merged = mergeRefusals({ ...group, count: known.count, ...JSON.parse(known.entry) }, group);
      updateRefusal.run(merged.count, stored(merged), known.id);
    }
  };

  const write = db.transaction((entries: readonly AuditEntry[], refusals: readonly RefusalGroup[], now: number) => {
    // In the order of their times, which the ids then give to all of them.
    const writings = [
      ...entries.map((entry) => ({ at: entry.at, run: () => writeEntry(entry) })),
      ...refusals.map((group) => ({ at: group.entry.at, run: () => writeRefusal(group) })),
    ];
    for (const { run } of writings.sort((one, other) => one.at - other.at)) run();
    written += entries.length + refusals.length;
    if (written < TRIM_AFTER) return;
    for (const trim of trims) trim(now);
    written = 0;
  });

  return { write: (entries, refusals, now) => write.immediate(entries, refusals, now), search };
}

const stored = ({ entry, others }: RefusalGroup) => JSON.stringify({ entry, others });

/** Drops the oldest of one kind, by number and by age. */
function createTrim(db: Connection, table: string, where: string, bounds: KindBounds): (now: number) => void {
  const count = db.prepare<[], number>(`SELECT count(*) FROM ${table} WHERE ${where}`).pluck();
  const dropOldest = db.prepare<[number]>(
    `DELETE FROM ${table} WHERE id IN (SELECT id FROM ${table} WHERE ${where} ORDER BY at LIMIT ?)`,
  );
  const dropAged = db.prepare<[number]>(
    `DELETE FROM ${table} WHERE id IN (SELECT id FROM ${table} WHERE ${where} AND at >= ${CLOCK_WAS_SET} AND at < ? ORDER BY at LIMIT ${DROP_AT_ONCE})`,
  );
  return (now) => {
    const surplus = (count.get() ?? 0) - bounds.rows;
    if (surplus > 0) dropOldest.run(Math.max(surplus, DROP_AT_ONCE));
    dropAged.run(now - bounds.ageMs);
  };
}

/** Goes back through the rows slice by slice: a rare device in a long history must not hold up everything else. */
function createSearch(db: Connection): AuditRows['search'] {
  const end = db
    .prepare<[], number>(
      `SELECT max(coalesce((SELECT max(id) FROM audit), 0), coalesce((SELECT max(id) FROM audit_refusals), 0)) + 1`,
    )
    .pluck();
  const startOf = (table: string) =>
    db
      .prepare<[number, number], number>(`SELECT id FROM ${table} WHERE id < ? ORDER BY id DESC LIMIT 1 OFFSET ?`)
      .pluck();
  const starts = [startOf('audit'), startOf('audit_refusals')];
  const slice = (columns: string, table: string, device: string) =>
    `SELECT ${columns} FROM ${table} WHERE id < @before AND id >= @from
       AND (@since IS NULL OR at >= @since) AND (@until IS NULL OR at < @until)
       AND (@device IS NULL OR ${device})
       AND (@op IS NULL OR instr(lower(action), @op) > 0)`;
  const startsWith = 'substr(lower(device_address), 1, length(@device)) = @device';
  const select = db.prepare<[Record<string, string | number | null>], Row & { readonly count: number | null }>(
    `${slice('id, entry, NULL AS count', 'audit', startsWith)}
     UNION ALL ${slice('id, entry, count', 'audit_refusals', 'false')}
     ORDER BY id DESC LIMIT @room`,
  );
  return async ({ device, op, since, until, limit, offset }) => {
    const filter = {
      device: device?.toLowerCase() ?? null,
      op: op?.toLowerCase() ?? null,
      since: since ?? null,
      until: until ?? null,
    };
    const found: AuditEntry[] = [];
    let skip = offset;
    for (let before = end.get() ?? 0; before > 0 && found.length < limit; ) {
      const last = before;
      const from = Math.max(...starts.map((start) => start.get(last, ROWS_PER_TURN - 1) ?? 0));
      const rows = select.all({ ...filter, before, from, room: skip + limit - found.length });
      for (const row of rows.slice(skip)) found.push(entryOf(row));
      skip = Math.max(0, skip - rows.length);
      before = from;
      if (before > 0 && found.length < limit) await nextTurn();
    }
    return found;
  };
}

function entryOf({ id, entry, count }: Row & { readonly count: number | null }): AuditEntry {
  const parsed = JSON.parse(entry);
  return { ...(count === null ? parsed : shownRefusal({ ...parsed, count })), id };
}
