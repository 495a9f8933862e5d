import type { ChangeCounter } from '../model/ports.js';
import type { Revocations } from './revocations.js';

/** Looks whether anything was changed since the last look, and if so, whether every watched principal still is one. */
export type DetectChanges = (options?: {
  /** Looks even when no store changed: what counts as a credential did. */
  readonly always?: boolean;
}) => Promise<void>;

export function createDetectChanges(changes: ChangeCounter, revocations: Revocations): DetectChanges {
  let seen: number | null = null;
  return async ({ always = false } = {}) => {
    if (always) seen = null;
    // Read first: a write that lands during the look is then seen again next time, not missed.
    const current = await changes.current();
    if (current === seen) return;
    await revocations.review();
    // Only now: a look that failed is taken again.
    seen = current;
  };
}
