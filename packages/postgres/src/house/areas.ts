import type { SharedStores } from '@ccu-gateway/storage';
import type { Queries } from '../database/queries.js';
import type { Session } from '../database/session.js';

type AreaStore = SharedStores['areas'];

export function createAreaStore(session: Session): AreaStore {
  return {
    list: () => areasIn(session),
    change: (decide) =>
      session.transaction('areas', async (queries) => {
        const next = decide(await areasIn(queries));
        await queries.count('DELETE FROM areas');
        for (const [position, { id, name, rooms }] of next.entries()) {
          await queries.count('INSERT INTO areas VALUES ($1, $2, $3, $4)', [id, position, name, JSON.stringify(rooms)]);
        }
        return await areasIn(queries);
      }),
  };
}

async function areasIn(queries: Queries): ReturnType<AreaStore['list']> {
  const rows = await queries.rows<{ readonly id: string; readonly name: string; readonly rooms: string }>(
    'SELECT id, name, rooms FROM areas ORDER BY position',
  );
  return rows.map((row) => ({ ...row, rooms: JSON.parse(row.rooms) }));
}
