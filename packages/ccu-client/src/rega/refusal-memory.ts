import type { Now } from '../model/ports.js';

/** A refusal, until it is worth asking again. */
export interface RefusalMemory<Refusal> {
  /** The refusal that still counts. */
  current(): Refusal | undefined;
  refused(refusal: Refusal): void;
  /** Another answer arrived: forgets the refusal. */
  forget(): void;
}

/**
 * After a user grants the permission, the next request comes within a moment; a CCU that keeps refusing is asked less
 * and less often.
 */
const FIRST_MS = 5_000;
const LONGEST_MS = 600_000;

/** Remembers a refusal for a short time, and for twice as long each time it is repeated. */
export function createRefusalMemory<Refusal>(now: Now): RefusalMemory<Refusal> {
  let last: { readonly refusal: Refusal; readonly until: number } | undefined;
  let pauseMs = FIRST_MS;
  return {
    current: () => (last !== undefined && now() < last.until ? last.refusal : undefined),
    refused(refusal) {
      last = { refusal, until: now() + pauseMs };
      pauseMs = Math.min(pauseMs * 2, LONGEST_MS);
    },
    forget() {
      last = undefined;
      pauseMs = FIRST_MS;
    },
  };
}
