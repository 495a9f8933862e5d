import { type CcuErrorCode, isCcuError } from '../model/errors.js';
import type { Now } from '../model/ports.js';
import { createGate } from '../time/gate.js';
import type { BulkValues } from './bulk-values.js';
import type { Reading } from './link.js';

/** Decides when the values of an interface are read in bulk, and from where. */
export interface ValueLoader {
  /** Reads them now, after any reading that is under way. Rejects only when aborted: what cannot be read is due again. */
  load(signal: AbortSignal): Promise<Reading>;
  loadIfDue(signal: AbortSignal): Promise<void>;
  /** What is known may be out of date. */
  due(): void;
}

/** Readings that may fail in a row before the interface process itself is asked. */
const PATIENCE = 3;
/** The logic layer does not give the values to this account, however often it is asked. */
const FINAL: ReadonlySet<string> = new Set<CcuErrorCode>([
  'unsupported',
  'login_refused',
  'level_too_low',
  'forbidden_by_firewall',
]);

export function createValueLoader(deps: {
  readonly bulk: Pick<BulkValues, 'load'>;
  /** Reads what the interface process remembers, channel by channel; absent where it cannot tell. */
  readonly caches?: Pick<BulkValues, 'load'>;
  /** How often what is known is compared with the CCU; 0: never. */
  readonly reconcileMs: number;
  readonly elapsed: Now;
  readonly complain: (event: string, message: string) => void;
}): ValueLoader {
  const { bulk, caches, reconcileMs, elapsed } = deps;
  const gate = createGate(1);
  let isDue = false;
  let reconcileAt = Number.POSITIVE_INFINITY;
  let failures = 0;
  let wasRead = false;

  /** Reads from one place; the code of the failure where that cannot be done. */
  async function readFrom(place: Pick<BulkValues, 'load'>, signal: AbortSignal): Promise<string | undefined> {
    try {
      await place.load(signal);
      return undefined;
    } catch (error) {
      if (signal.aborted) throw error;
      return isCcuError(error) ? error.code : 'unknown';
    }
  }

  function done(): Reading {
    wasRead = true;
    if (reconcileMs > 0) reconcileAt = elapsed() + reconcileMs;
    return 'read';
  }

  /** `withCaches`: for a comparison now and then, the interface process is not asked about every channel. */
  async function load(signal: AbortSignal, withCaches: boolean): Promise<Reading> {
    // What is due from now on is due once more afterwards.
    isDue = false;
    const failure = await readFrom(bulk, signal);
    if (failure === undefined) {
      failures = 0;
      return done();
    }
    failures += 1;
    isDue = true;
    // The logic layer of a CCU is often behind its interfaces: events count already, the rest is read later.
    deps.complain(`values.${failure}`, 'the values cannot be read in bulk; they come with their next events');
    const isFinal = FINAL.has(failure);
    if (withCaches && caches !== undefined && (isFinal || failures >= PATIENCE)) {
      if ((await readFrom(caches, signal)) === undefined) return done();
    }
    // Before the first reading nothing was shown that could be wrong.
    return !wasRead || (isFinal && caches === undefined) ? 'later' : 'failed';
  }

  return {
    load: (signal) => gate.run(() => load(signal, true)),
    async loadIfDue(signal) {
      if (isDue || elapsed() >= reconcileAt) await gate.run(() => load(signal, false));
    },
    due() {
      isDue = true;
    },
  };
}
