import type { AlarmRecords, ChainedEntry, JournalHead, StoredAlarm } from '@ccu-gateway/gateway-core/parts';
import { guarded } from '../database/connection.js';
import type { Connection } from '../database/driver/sqlite.js';
import type { Write } from '../database/line.js';

const MOST_ENTRIES = 100_000;
const PER_PAGE = 1_000;
const EMPTY: JournalHead = { id: 0, hash: '' };

type Saved = Parameters<AlarmRecords['save']>[0];
type Filter = Record<string, string | number | null>;

/** The alarm system in the database: documents, and one row for each entry of the journal. */
export function createAlarmStore(db: Connection, write: Write): AlarmRecords {
  const put = db.prepare<[string, string]>('INSERT OR REPLACE INTO alarm_documents (key, value) VALUES (?, ?)');
  const get = db.prepare<[string], { value: string }>('SELECT value FROM alarm_documents WHERE key = ?');
  const insert = db.prepare<[number, number, string | null, string, string]>(
    'INSERT INTO alarm_journal (id, at, zone, class, entry) VALUES (?, ?, ?, ?, ?)',
  );
  const oldest = db.prepare<[], { id: number; entry: string }>(
    'SELECT id, entry FROM alarm_journal ORDER BY id LIMIT 1',
  );
  const remove = db.prepare<[number]>('DELETE FROM alarm_journal WHERE id = ?');
  const select = db.prepare<[Filter], { entry: string }>(
    `SELECT entry FROM alarm_journal WHERE (@zone IS NULL OR zone = @zone) AND (@class IS NULL OR class = @class)
       AND (@from IS NULL OR at >= @from) AND (@to IS NULL OR at < @to) ORDER BY id DESC LIMIT @limit`,
  );
  const next = db.prepare<[number, number], { entry: string }>(
    'SELECT entry FROM alarm_journal WHERE id > ? ORDER BY id LIMIT ?',
  );

  const read = <T>(key: string): T | undefined => {
    const row = get.get(key);
    return row === undefined ? undefined : JSON.parse(row.value);
  };
  const entryOf = ({ entry }: { readonly entry: string }): ChainedEntry => JSON.parse(entry);

  /**
   * Removes entries from the old end; the hash of the last one continues the chain. Their number decides and not their
   * time: a wrong clock would remove all of them.
   */
  function trim(newest: number): void {
    for (let row = oldest.get(); row !== undefined; row = oldest.get()) {
      if (newest - row.id < MOST_ENTRIES) return;
      put.run('base', JSON.stringify({ id: row.id, hash: entryOf(row).hash }));
      remove.run(row.id);
    }
  }

  const save = db.transaction(({ config, state, entries }: Saved) => {
    if (config !== undefined) put.run('config', JSON.stringify(config));
    put.run('state', JSON.stringify(state));
    for (const entry of entries) insert.run(entry.id, entry.at, entry.zone ?? null, entry.class, JSON.stringify(entry));
    const last = entries.at(-1);
    if (last === undefined) return;
    put.run('head', JSON.stringify({ id: last.id, hash: last.hash }));
    trim(last.id);
  });

  return {
    load: guarded(
      (): StoredAlarm => ({ config: read('config'), state: read('state'), head: read<JournalHead>('head') ?? EMPTY }),
    ),
    save: write((change: Saved) => void save.immediate(change)),
    query: guarded(({ zone, class: kind, from, to, limit }: Parameters<AlarmRecords['query']>[0]) => {
      const filter = { zone: zone ?? null, class: kind ?? null, from: from ?? null, to: to ?? null, limit };
      return select.all(filter).map(entryOf);
    }),
    after: guarded((id: number) => next.all(id, PER_PAGE).map(entryOf)),
    base: guarded(() => read<JournalHead>('base') ?? EMPTY),
  };
}
