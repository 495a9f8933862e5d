import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Connection } from '../database/driver/sqlite.js';
import { packNow } from '../database/packed.js';
import type { StorageLogger } from '../database/ports.js';
import { apply, type Batch, type Entry, unpackBatch } from './value-batches.js';

/** The batches of values, as they lie in the file, in the order in which they were saved. */
export interface ValueRows {
  add(central: string, batches: readonly (readonly [interfaceName: string, Batch])[]): void;
  /** Puts a picture of an interface in the place of the batches it was made of, unless one of them is gone. */
  replace(central: string, interfaceName: string, ids: readonly number[], slices: readonly Uint8Array[]): void;
  /** Number of batches saved since the last snapshot. */
  countLoose(central: string, interfaceName: string): number;
  lastId(central: string, interfaceName: string): number | undefined;
  interfaces(central: string): readonly string[];
  /** The newest value of each data point, and the batches they are from. In turns. */
  read(central: string, interfaceName: string): Promise<Picture>;
}

interface Picture {
  readonly ids: readonly number[];
  readonly entries: readonly Entry[];
}

type Row = { readonly id: number; readonly packed: Uint8Array };

export function createValueRows(db: Connection, log: StorageLogger): ValueRows {
  const select = db.prepare<[string, string], Row>(
    'SELECT id, packed FROM value_batches WHERE central = ? AND interface = ? ORDER BY id',
  );
  const insert = db.prepare<[string, string, number, Uint8Array]>(
    'INSERT INTO value_batches (central, interface, loose, packed) VALUES (?, ?, ?, ?)',
  );
  const countLoose = db
    .prepare<[string, string], number>(
      'SELECT count(*) FROM value_batches WHERE central = ? AND interface = ? AND loose = 1',
    )
    .pluck();
  const interfaces = db
    .prepare<[string], string>('SELECT DISTINCT interface FROM value_batches WHERE central = ?')
    .pluck();
  const removeMerged = db.prepare<[number]>('DELETE FROM value_batches WHERE id = ?');

  const lastId = db
    .prepare<[string, string], number | null>('SELECT max(id) FROM value_batches WHERE central = ? AND interface = ?')
    .pluck();

  const add = db.transaction((central: string, batches: readonly (readonly [string, Batch])[]) => {
    for (const [interfaceName, batch] of batches) insert.run(central, interfaceName, 1, packNow(batch));
  });

  const replace = db.transaction(
    (central: string, interfaceName: string, ids: readonly number[], slices: readonly Uint8Array[]) => {
      let removed = 0;
      for (const id of ids) removed += removeMerged.run(id).changes;
      // The central was forgotten meanwhile: nothing of it comes back.
      if (removed === ids.length) for (const slice of slices) insert.run(central, interfaceName, 0, slice);
    },
  );

  return {
    add: (central, batches) => add.immediate(central, batches),
    replace: (central, interfaceName, ids, slices) => replace.immediate(central, interfaceName, ids, slices),
    countLoose: (central, interfaceName) => countLoose.get(central, interfaceName) ?? 0,
    lastId: (central, interfaceName) => lastId.get(central, interfaceName) ?? undefined,
    interfaces: (central) => interfaces.all(central),
    async read(central, interfaceName) {
      const rows = select.all(central, interfaceName);
      const newest = new Map<string, Entry>();
      let unreadable = 0;
      for (const { packed } of rows) {
        const batch = unpackBatch(packed);
        if (batch === undefined) unreadable += 1;
        else apply(batch, newest);
        await nextTurn();
      }
      // The next merge leaves them out for good; their contents come again with the next values of the devices.
      if (unreadable > 0) log.warn('storage.values.unreadable', { central, interface: interfaceName, unreadable });
      return { ids: rows.map(({ id }) => id), entries: [...newest.values()] };
    },
  };
}
