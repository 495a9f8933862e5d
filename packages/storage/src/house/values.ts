import { setImmediate as nextTurn } from 'node:timers/promises';
import type { InterfaceName } from '@ccu-gateway/ccu-client';
import { isTransientStorageError, toStorageError } from '../database/driver/errors.js';
import type { Connection } from '../database/driver/sqlite.js';
import type { Write } from '../database/line.js';
import { packNow } from '../database/packed.js';
import type { StorageLogger } from '../database/ports.js';
import { byInterface, type StoredValue } from './value-batches.js';
import { createValueRows } from './value-rows.js';

export type { StoredValue };

/**
 * The last known values of data points, by central and interface, so that a start shows them before the CCU answers.
 */
export interface ValueStore {
  load(central: string, interfaceName: InterfaceName): Promise<readonly StoredValue[]>;
  /**
   * Writes only these; others stay. Meant to be called with the changes since the last flush. It does not wait for
   * another process: it rejects with `storage_busy`, and the caller tries again.
   */
  save(central: string, values: readonly StoredValue[]): Promise<void>;
  /** Its channels, too. */
  forgetDevices(central: string, addresses: readonly string[]): Promise<void>;
  forgetCentral(central: string): Promise<void>;
}

/** Number of batches of an interface that are merged into one snapshot of it: about an hour of a quiet installation. */
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
  const rows = createValueRows(db, log);
  const remove = fast.prepare<[string]>('DELETE FROM value_batches WHERE central = ?');

  /**
   * In turns, because an installation has tens of thousands of values; values saved meanwhile come after it and stay.
   */
  async function merge(central: string, interfaceName: string): Promise<void> {
    await nextTurn();
    if (!db.open) return;
    const { ids, entries } = await rows.read(central, interfaceName);
    const slices: Uint8Array[] = [];
    for (let at = 0; at < entries.length; at += PER_SLICE) {
      slices.push(packNow(entries.slice(at, at + PER_SLICE)));
      await nextTurn();
    }
    // A snapshot as old as the last batch must come before all later ones: it takes the batch's row.
    if (db.open && rows.lastId(central, interfaceName) === ids.at(-1)) {
      rows.replace(central, interfaceName, ids, slices);
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
        const { entries } = await rows.read(central, interfaceName);
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
        rows.add(central, batches);
        for (const [interfaceName] of batches) {
          if (rows.countLoose(central, interfaceName) >= MERGE_AT) await mergeOrWait(central, interfaceName);
        }
      } catch (error) {
        throw toStorageError(error);
      }
    },
    forgetDevices: write((central, addresses) =>
      rows.add(
        central,
        rows.interfaces(central).map((interfaceName) => [interfaceName, { forget: addresses }] as const),
      ),
    ),
    forgetCentral: write((central) => void remove.run(central)),
  };
}
