import { setImmediate as nextTurn } from 'node:timers/promises';
import type { InterfaceName, WireValue } from '@ccu-gateway/ccu-client';
import type { Connection } from '../connection.js';
import { isTransientStorageError, toStorageError } from '../errors.js';
import type { Write } from '../line.js';
import { packNow, unpack } from '../packed.js';
import type { StorageLogger } from '../ports.js';

/** The last known value of one data point. */
export interface StoredValue {
  readonly interfaceName: InterfaceName;
  readonly channelAddress: string;
  readonly parameter: string;
  readonly value: WireValue;
  /** When it was received, milliseconds since the epoch. */
  readonly at: number;
}

/**
 * The last known values of data points, by central and interface, so that a start shows them before the CCU answers.
 */
export interface ValueStore {
  load(central: string, interfaceName: InterfaceName): Promise<readonly StoredValue[]>;
  /**
   * Writes only these; others stay. Meant to be called with what changed since the last flush. It does not wait for
   * another process: it rejects with `storage_busy`, and the caller tries again.
   */
  save(central: string, values: readonly StoredValue[]): Promise<void>;
  /** Its channels, too. */
  forgetDevices(central: string, addresses: readonly string[]): Promise<void>;
  forgetCentral(central: string): Promise<void>;
}

type Entry = readonly [channelAddress: string, parameter: string, value: WireValue, at: number];
/** Values, or the addresses of devices of which everything before is forgotten. */
type Batch = readonly Entry[] | { readonly forget: readonly string[] };
type Row = { readonly id: number; readonly packed: Uint8Array };

/** So many batches of an interface are merged into one picture of it: about an hour of a quiet house. */
const MERGE_AT = 64;
const PER_SLICE = 500;

/**
 * Values lie in batches, in the order in which they were saved; the newest counts. A row of its own for each value would be
 * found quickly, which nothing needs, and cost a page of the disk for each that changes. `db` must not wait for other
 * processes: the caller of `save` tries again; nothing tries to forget again, so that waits in line.
 */
export function createValueStore(
  db: Connection,
  { fast, write, log }: { readonly fast: Connection; readonly write: Write; readonly log: StorageLogger },
): ValueStore {
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
  const remove = fast.prepare<[string]>('DELETE FROM value_batches WHERE central = ?');
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

  async function read(central: string, interfaceName: string) {
    const rows = select.all(central, interfaceName);
    const newest = new Map<string, Entry>();
    let unreadable = 0;
    for (const { packed } of rows) {
      const batch = unpackBatch(packed);
      if (batch === undefined) unreadable += 1;
      else apply(batch, newest);
      await nextTurn();
    }
    // The next merge leaves them out for good; what they held comes again with the next values of the devices.
    if (unreadable > 0) log.warn('storage.values.unreadable', { central, interface: interfaceName, unreadable });
    return { ids: rows.map(({ id }) => id), entries: [...newest.values()] };
  }

  /** In turns, because a house has tens of thousands of values; what is saved meanwhile comes after it and stays. */
  async function merge(central: string, interfaceName: string): Promise<void> {
    await nextTurn();
    if (!db.open) return;
    const { ids, entries } = await read(central, interfaceName);
    const slices: Uint8Array[] = [];
    for (let at = 0; at < entries.length; at += PER_SLICE) {
      slices.push(packNow(entries.slice(at, at + PER_SLICE)));
      await nextTurn();
    }
    // A picture that is as old as the last batch must come before everything that was saved since: it takes its place.
    if (db.open && lastId.get(central, interfaceName) === ids.at(-1)) {
      replace.immediate(central, interfaceName, ids, slices);
    }
  }

  /** The values are written: another process that is writing now only puts the merge off to the next save. */
  async function mergeOrWait(central: string, interfaceName: string): Promise<void> {
    try {
      await merge(central, interfaceName);
    } catch (error) {
      if (!isTransientStorageError(toStorageError(error))) throw error;
    }
  }

  return {
    async load(central, interfaceName) {
      try {
        const { entries } = await read(central, interfaceName);
        return entries.map(([channelAddress, parameter, value, at]) => ({
          interfaceName,
          channelAddress,
          parameter,
          value,
          at,
        }));
      } catch (error) {
        throw toStorageError(error);
      }
    },
    async save(central, values) {
      try {
        const batches = byInterface(values);
        add.immediate(central, batches);
        for (const [interfaceName] of batches) {
          if ((countLoose.get(central, interfaceName) ?? 0) >= MERGE_AT) await mergeOrWait(central, interfaceName);
        }
      } catch (error) {
        throw toStorageError(error);
      }
    },
    forgetDevices: write((central, addresses) =>
      add.immediate(
        central,
        interfaces.all(central).map((interfaceName) => [interfaceName, { forget: addresses }] as const),
      ),
    ),
    forgetCentral: write((central) => void remove.run(central)),
  };
}

function byInterface(values: readonly StoredValue[]): readonly (readonly [string, Batch])[] {
  const batches = new Map<string, Entry[]>();
  for (const { interfaceName, channelAddress, parameter, value, at } of values) {
    const entry = [channelAddress, parameter, value, at] as const;
    const batch = batches.get(interfaceName);
    if (batch === undefined) batches.set(interfaceName, [entry]);
    else batch.push(entry);
  }
  return [...batches];
}

/** Undefined for one that is damaged: those before and after it still count. */
function unpackBatch(packed: Uint8Array): Batch | undefined {
  try {
    return unpack(packed) as Batch;
  } catch {
    return undefined;
  }
}

function apply(batch: Batch, newest: Map<string, Entry>): void {
  if ('forget' in batch) {
    const forgotten = new Set(batch.forget);
    for (const [key, [address]] of newest) {
      if (forgotten.has(address) || forgotten.has(address.split(':')[0] ?? '')) newest.delete(key);
    }
    return;
  }
  for (const entry of batch) newest.set(`${entry[0]} ${entry[1]}`, entry);
}
