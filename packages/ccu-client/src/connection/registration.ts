import type { Announced } from '../callback/server.js';
import { isCcuError } from '../model/errors.js';
import type { StateStore } from '../model/ports.js';
import type { InterfaceRpc, RpcOptions } from '../rpc/rpc.js';
import { isTransportFailure } from '../rpc/rpc.js';

/** Tells the CCU where to send events, and takes it back. */
export interface Registration {
  register(announced: Announced, signal: AbortSignal): Promise<void>;
  /** Best effort. */
  deregister(signal?: AbortSignal): Promise<void>;
}

/**
 * Deregisters before registering: a CCU that gave up on us keeps the dead entry and would not revive it. The address of
 * the last run is remembered, so that a changed port leaves nothing behind that the CCU keeps calling.
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
      // "You are not registered" is just what was wanted.
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
