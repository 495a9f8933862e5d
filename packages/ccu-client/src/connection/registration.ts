import type { Announced } from '../callback/server.js';
import { isCcuError } from '../model/errors.js';
import type { Now, StateStore } from '../model/ports.js';
import { type InterfaceRpc, isTransportFailure, type RpcOptions } from '../rpc/rpc.js';

/** Registers the callback address at the CCU, and deregisters it. */
export interface Registration {
  register(announced: Announced, signal: AbortSignal): Promise<void>;
  /** Best effort. */
  deregister(signal?: AbortSignal): Promise<void>;
}

/**
 * Deregisters before registering: a CCU that gave up on us keeps the dead entry and would not revive it. The address of
 * the last run is remembered, so that the CCU does not keep calling an old port.
 */
export function createRegistration(deps: {
  readonly rpc: InterfaceRpc;
  readonly interfaceId: string;
  readonly store: StateStore;
  readonly storeKey: string;
  readonly timeoutMs: number;
}): Registration {
  let registered: string | undefined;

  async function remove(url: string, options: RpcOptions): Promise<void> {
    try {
      // Without an id: an empty one is a text, and not every daemon takes empty texts.
      await deps.rpc.call('init', [url], options);
    } catch (error) {
      // The fault "not registered" confirms the wanted state.
      if (isTransportFailure(error) || !isCcuError(error) || error.code !== 'fault') throw error;
    }
  }

  return {
    async register({ url }, signal) {
      const options = { signal, probe: true, timeoutMs: deps.timeoutMs };
      const earlier = registered ?? (await deps.store.load(deps.storeKey).catch(() => undefined));
      if (earlier !== undefined && earlier !== url) await remove(earlier, options);
      await remove(url, options);
      await deps.store.save(deps.storeKey, url).catch(() => undefined);
      registered = url;
      await deps.rpc.call('init', [url, deps.interfaceId], options);
    },
    async deregister(signal) {
      if (registered === undefined) return;
      const url = registered;
      registered = undefined;
      await remove(url, { signal, probe: true, urgent: true }).then(
        () => deps.store.save(deps.storeKey, undefined),
        () => undefined,
      );
    },
  };
}

/** Distinguishes the reasons why a CCU asks for our devices: our registration, or a restart of its daemon. */
export interface Introductions {
  /** Registers; a question meanwhile or shortly afterwards belongs to this registration. */
  during<T>(register: () => Promise<T>): Promise<T>;
  /** The CCU asks. True when its daemon has restarted; a question shortly afterwards belongs to the same restart. */
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

/** Limits how often a CCU makes us register anew by asking for our devices: some daemons ask at intervals. */
interface Renewals {
  /** Counts one wish; false when there were too many lately. */
  allow(): boolean;
}

const WINDOW_MS = 600_000;
const MAX_IN_WINDOW = 3;

export function createRenewals(now: Now): Renewals {
  let renewedAt: readonly number[] = [];
  return {
    allow() {
      const at = now();
      renewedAt = renewedAt.filter((earlier) => at - earlier < WINDOW_MS);
      if (renewedAt.length >= MAX_IN_WINDOW) return false;
      renewedAt = [...renewedAt, at];
      return true;
    },
  };
}
