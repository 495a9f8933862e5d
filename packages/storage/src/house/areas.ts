import type { AreaStore, StoredArea } from '@ccu-gateway/gateway-core/use-cases';
import { asking } from '../database/asking.js';
import { guarded } from '../database/connection.js';
import type { Connection } from '../database/driver/sqlite.js';
import type { Write } from '../database/line.js';

export function createAreaStore(db: Connection, write: Write): AreaStore {
  type Row = { readonly id: string; readonly name: string; readonly rooms: string };
  const list = db.prepare<[], Row>('SELECT id, name, rooms FROM areas ORDER BY position');
  const clear = db.prepare('DELETE FROM areas');
  const insert = db.prepare<[string, number, string, string]>('INSERT INTO areas VALUES (?, ?, ?, ?)');
  const areas = (): readonly StoredArea[] =>
    list.all().map(({ id, name, rooms }) => ({ id, name, rooms: JSON.parse(rooms) }));
  const change = db.transaction((decide: Parameters<AreaStore['change']>[0]) => {
    const next = decide(areas());
    clear.run();
    for (const [position, { id, name, rooms }] of next.entries()) insert.run(id, position, name, JSON.stringify(rooms));
    return areas();
  });
  const changeInLine = write(change.immediate);
  return { list: guarded(areas), change: (decide) => asking(decide, changeInLine) };
}
