import type { FleetEnvironment } from '../model/environment.js';
import type { LeaseRecord, LeaseTable } from '../model/lease-table.js';
import { systemEnvironment } from '../time/system.js';
import { isSame } from './same-record.js';

/** A process that holds a lease, or did until less than a TTL ago. */
export interface HeardHolder {
  /** One run of one process. */
  readonly id: string;
  /** The configured name of the process. */
  readonly name: string;
}

/** Holders of leases, as far as this process has heard. */
export interface HeardHolders {
  /** Without a question to the table: undefined also where nothing was heard for a TTL. */
  of(key: string): HeardHolder | undefined;
  /** Asks the table. Rejects when no server answers in time. */
  look(key: string): Promise<HeardHolder | undefined>;
  close(): void;
}

interface Heard {
  readonly record: LeaseRecord;
  /** Until then it counts. */
  readonly until: number;
}

/** Part of the TTL for which a record counts that may have been old when it was heard first: a living holder renews it sooner. */
const FIRST = 1 / 2;

/**
 * Remembers the records of the table. They stay for longer than a lease lasts, so the time of a change shows the
 * holder; and a known holder can be asked while the table answers nothing, as during an election of its servers.
 *
 * @example
 * const holders = hearHolders(table);
 * await callHolder(calls, holders, { key: 'home', method: 'write', args: { value: 1 }, timeoutMs: 15_000 });
 */
export function hearHolders(
  table: Pick<LeaseTable, 'ttlMs' | 'read' | 'watch'>,
  { elapsed }: Pick<FleetEnvironment, 'elapsed'> = systemEnvironment(),
): HeardHolders {
  const heard = new Map<string, Heard>();

  function take(key: string, record: LeaseRecord): void {
    const before = heard.get(key);
    // A record that comes once more was not renewed.
    if (before && isSame(before.record, record)) return;
    heard.set(key, { record, until: elapsed() + (before ? 1 : FIRST) * table.ttlMs });
  }

  function of(key: string): HeardHolder | undefined {
    const found = heard.get(key);
    if (found?.record.state !== 'held' || elapsed() >= found.until) return undefined;
    const { holder: id, name } = found.record;
    return { id, name };
  }

  const close = table.watch(take);
  return {
    of,
    async look(key) {
      const before = heard.get(key);
      const record = await table.read(key);
      // A record that came meanwhile is newer than the answer.
      if (heard.get(key) === before) take(key, record);
      return of(key);
    },
    close,
  };
}
