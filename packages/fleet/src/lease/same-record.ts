import type { LeaseRecord } from '../model/lease-table.js';

/**
 * Returns true when nothing was written between the two. Numbers of a table that was made anew come again; tags do not.
 */
export function isSame(one: LeaseRecord, other: LeaseRecord): boolean {
  return one.state === other.state && one.revision === other.revision && markOf(one) === markOf(other);
}

/** Processes of earlier versions write none. */
const markOf = (record: LeaseRecord) => (record.state === 'gone' ? undefined : `${record.holder} ${record.mark ?? ''}`);
