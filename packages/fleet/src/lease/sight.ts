import type { LeaseRecord } from '../model/lease-table.js';
import type { KeeperParts } from './parts.js';

/** What a process that stands by has seen of a lease, and when it may take it. */
export interface Sight {
  readonly record: LeaseRecord | undefined;
  /** False where it is the one that was seen already. */
  take(record: LeaseRecord): boolean;
  wasBlind(): void;
  /** How long the record must stay as it is; 0 or less: it may be taken. */
  waitMs(record: LeaseRecord): number;
}

/** Parts of the TTL: what chance and what is held already make a process wait. */
const CHANCE = 1 / 20;
const COURTESY = 1 / 10;

/**
 * When another one's lease may be taken is measured on this machine alone: its record must not have changed for a whole TTL
 * since it was seen, which the write compares once more. Where there is no record the write cannot show that, and a holder
 * whose record was removed may still have a right; so a whole TTL without a record must have been watched.
 */
export function createSight({ table: { ttlMs }, environment, entry, share }: KeeperParts): Sight {
  const { elapsed } = environment;
  const { holder } = entry('held');
  const chance = environment.random() * CHANCE * ttlMs;
  let known: LeaseRecord | undefined;
  let seenAt = elapsed();
  /** When a record of a holder, or blindness, was seen last. */
  let doubtAt = seenAt;

  function readyAt(record: LeaseRecord): number {
    if (record.state === 'held' && record.holder === holder) return seenAt;
    const courtesy = chance + share() * COURTESY * ttlMs;
    if (record.state === 'released') return seenAt + courtesy;
    return (record.state === 'held' ? seenAt : doubtAt) + ttlMs + courtesy;
  }

  return {
    get record() {
      return known;
    },
    take(record) {
      if (known?.state === record.state && known.revision === record.revision) return false;
      known = record;
      seenAt = elapsed();
      if (record.state === 'held') doubtAt = seenAt;
      return true;
    },
    wasBlind() {
      doubtAt = elapsed();
    },
    waitMs: (record) => readyAt(record) - elapsed(),
  };
}
