import type { FloorplanStore, StoredFloorplan } from '@ccu-gateway/gateway-core/use-cases';
import { guarded } from '../database/connection.js';
import type { Connection } from '../database/driver/sqlite.js';
import type { Write } from '../database/line.js';

export function createFloorplanStore(db: Connection, write: Write): FloorplanStore {
  type Row = { readonly plan: string };
  const list = db.prepare<[], Row>('SELECT plan FROM floorplans ORDER BY made');
  const picture = db.prepare<[string], { readonly picture: Uint8Array }>('SELECT picture FROM floorplans WHERE id = ?');
  const count = db.prepare<[], { readonly count: number }>('SELECT count(*) AS count FROM floorplans');
  const insert = db.prepare<[string, number, string, Uint8Array]>(
    'INSERT INTO floorplans (id, revision, plan, picture) VALUES (?, ?, ?, ?)',
  );
  const update = db.prepare<[number, string, string, number]>(
    'UPDATE floorplans SET revision = ?, plan = ? WHERE id = ? AND revision = ?',
  );
  const exchange = db.prepare<[Uint8Array, string]>('UPDATE floorplans SET picture = ? WHERE id = ?');
  const remove = db.prepare<[string]>('DELETE FROM floorplans WHERE id = ?');
  const add = db.transaction((plan: StoredFloorplan, bytes: Uint8Array, most: number) => {
    if ((count.get()?.count ?? 0) >= most) return false;
    insert.run(plan.id, plan.revision, JSON.stringify(plan), bytes);
    return true;
  });
  const replace = db.transaction((plan: StoredFloorplan, bytes?: Uint8Array) => {
    if (update.run(plan.revision, JSON.stringify(plan), plan.id, plan.revision - 1).changes === 0) return false;
    if (bytes !== undefined) exchange.run(bytes, plan.id);
    return true;
  });
  return {
    list: guarded(() => list.all().map(({ plan }): StoredFloorplan => JSON.parse(plan))),
    picture: guarded((id: string) => picture.get(id)?.picture),
    add: write((plan: StoredFloorplan, bytes: Uint8Array, most: number) => add.immediate(plan, bytes, most)),
    replace: write((plan: StoredFloorplan, bytes?: Uint8Array) => replace.immediate(plan, bytes)),
    remove: write((id: string) => remove.run(id).changes > 0),
  };
}
