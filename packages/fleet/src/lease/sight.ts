import type { LeaseRecord } from '../model/lease-table.js';
import type { KeeperParts } from './parts.js';
import { isSame } from './same-record.js';

/** The records of a lease that a process standing by has seen, and the time when it may take it. */
export interface Sight {
  readonly record: LeaseRecord | undefined;
  /** False where it is the one that was seen already. */
  take(record: LeaseRecord): boolean;
  wasBlind(): void;
  /** How long the record must stay as it is; 0 or less: it may be taken. */
  waitMs(record: LeaseRecord): number;
  /** How long another holder that was seen may still have a right, whether or not its record is still there. */
  waitForOthersMs(): number;
}

/** Parts of the TTL that a process waits by chance, and for the leases that it already holds. */
const CHANCE = 1 / 20;
const COURTESY = 1 / 10;

/**
 * Measures on this machine alone when another one's lease may be taken: its record must not have changed for a whole
 * TTL since it was seen, which the write compares once more. Where there is no record the write cannot show that, and a
 * holder whose record was removed may still have a right; so a whole TTL without a record must have been watched.
 */
export function createSight({ table: { ttlMs }, environment, entry, share }: KeeperParts): Sight {
  const { elapsed } = environment;
  const { holder } = entry('held');
  const isMine = (record: LeaseRecord) => record.state === 'held' && record.holder === holder;
  const chance = environment.random() * CHANCE * ttlMs;
  let known: LeaseRecord | undefined;
  let seenAt = elapsed();
  /** When a record of a holder was seen last. */
  let heldAt = seenAt;
  let blindAt = seenAt;
  /** When the last record was seen of another holder that has not given its lease back. */
  let otherAt = Number.NEGATIVE_INFINITY;

  function readyAt(record: LeaseRecord): number {
    if (isMine(record)) return Math.max(seenAt, otherAt + ttlMs);
    const courtesy = chance + share() * COURTESY * ttlMs;
    if (record.state === 'released') return seenAt + courtesy;
    // After an outage all would come at the same moment: courtesy counts from its end.
    if (record.state === 'held') return Math.max(seenAt + ttlMs, blindAt) + courtesy;
    return Math.max(heldAt, blindAt) + ttlMs + courtesy;
  }

  return {
    get record() {
      return known;
    },
    take(record) {
      if (known && isSame(known, record)) return false;
      known = record;
      seenAt = elapsed();
      if (record.state === 'held') heldAt = seenAt;
      if (record.state === 'released') otherAt = Number.NEGATIVE_INFINITY;
      else if (record.state === 'held' && !isMine(record)) otherAt = seenAt;
      return true;
    },
    wasBlind() {
      blindAt = elapsed();
    },
    waitMs: (record) => readyAt(record) - elapsed(),
    waitForOthersMs: () => otherAt + ttlMs - elapsed(),
  };
}
