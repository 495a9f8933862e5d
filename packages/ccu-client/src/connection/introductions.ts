import type { Now } from '../model/ports.js';

/** Tells why a CCU asks for our devices: because we registered, or because its daemon has restarted. */
export interface Introductions {
  /** Registers; what is asked meanwhile and shortly afterwards belongs to it. */
  during<T>(register: () => Promise<T>): Promise<T>;
  /** The CCU asks. True when its daemon has restarted; what is asked shortly afterwards belongs to the same restart. */
  isRestart(): boolean;
}

const INTRODUCTION_MS = 30_000;

export function createIntroductions(elapsed: Now): Introductions {
  let expectedUntil = Number.NEGATIVE_INFINITY;
  return {
    async during(register) {
      expectedUntil = Number.POSITIVE_INFINITY;
      try {
        return await register();
      } finally {
        expectedUntil = elapsed() + INTRODUCTION_MS;
      }
    },
    isRestart() {
      const at = elapsed();
      if (at <= expectedUntil) return false;
      expectedUntil = at + INTRODUCTION_MS;
      return true;
    },
  };
}
