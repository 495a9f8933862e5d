import type { ChangeCounter } from '../model/ports.js';
import type { KeptRecords } from '../records/kept-records.js';
import type { Revocations } from './revocations.js';
import { createSingleFlight } from './single-flight.js';

/** Looks whether anything was changed since the last look, and if so, whether every watched principal still is one. */
export type DetectChanges = (options?: {
  /**
   * Checks even when the counter shows no change: the set of valid credentials changed, or the counter may have been
   * set back.
   */
  readonly always?: boolean;
}) => Promise<void>;

interface Affected {
  readonly kept: Pick<KeptRecords, 'drop'>;
  readonly revocations: Pick<Revocations, 'review'>;
}

export function createDetectChanges(changes: ChangeCounter, { kept, revocations }: Affected): DetectChanges {
  let seen: number | null = null;
  let isDue = true;

  const look = createSingleFlight(async () => {
    const isForced = isDue;
    isDue = false;
    try {
      // Read first: a write that lands during the look is then seen again next time, not missed.
      const current = await changes.current();
      if (!isForced && current === seen) return;
      // No request is admitted any more by a credential that closes a socket.
      kept.drop();
      await revocations.review();
      seen = current;
    } catch (error) {
      // Checked again for any value of the counter: a store that returns may be a copy with fewer changes that counts
      // on from there.
      isDue = true;
      throw error;
    }
  });

  return ({ always = false } = {}) => {
    if (always) isDue = true;
    return look();
  };
}
