import { isCcuError } from '../model/errors.js';
import type { Now } from '../model/ports.js';
import type { BulkValues } from './bulk-values.js';

/** Decides when the values of an interface are read in bulk. */
export interface ValueLoader {
  /** Reads them now. Rejects only when aborted: what cannot be read is due again. */
  load(signal: AbortSignal): Promise<void>;
  loadIfDue(signal: AbortSignal): Promise<void>;
  /** What is known may be out of date. */
  due(): void;
}

export function createValueLoader(deps: {
  readonly bulk: Pick<BulkValues, 'load'>;
  /** How often what is known is compared with the CCU; 0: never. */
  readonly reconcileMs: number;
  readonly elapsed: Now;
  readonly complain: (event: string, message: string) => void;
}): ValueLoader {
  const { bulk, reconcileMs, elapsed } = deps;
  let isDue = false;
  let reconcileAt = Number.POSITIVE_INFINITY;

  async function load(signal: AbortSignal): Promise<void> {
    isDue = true;
    try {
      await bulk.load(signal);
      isDue = false;
      if (reconcileMs > 0) reconcileAt = elapsed() + reconcileMs;
    } catch (error) {
      // The logic layer of a CCU is often behind its interfaces: events count already, the rest is read later.
      if (signal.aborted) throw error;
      const reason = isCcuError(error) ? error.code : 'unknown';
      deps.complain(`values.${reason}`, 'the values cannot be read in bulk; they come with their next events');
    }
  }

  return {
    load,
    async loadIfDue(signal) {
      if (isDue || elapsed() >= reconcileAt) await load(signal);
    },
    due() {
      isDue = true;
    },
  };
}
