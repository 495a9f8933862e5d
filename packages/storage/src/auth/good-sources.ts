import type { GoodSource, GoodSourceStore } from '@ccu-gateway/auth-core';
import { guarded } from '../database/connection.js';
import type { Connection } from '../database/driver/sqlite.js';
import type { Write } from '../database/line.js';

export function createGoodSourceStore(db: Connection, write: Write): GoodSourceStore {
  const list = db.prepare<[], GoodSource>('SELECT account, source, at FROM good_sources ORDER BY at');
  const put = db.prepare<[GoodSource]>(
    'INSERT INTO good_sources VALUES (@account, @source, @at) ON CONFLICT DO UPDATE SET at = @at',
  );
  const remove = db.prepare<[string, string]>('DELETE FROM good_sources WHERE account = ? AND source = ?');
  return {
    list: guarded(() => list.all()),
    put: write((entry: GoodSource) => void put.run(entry)),
    remove: write((account: string, source: string) => void remove.run(account, source)),
  };
}
