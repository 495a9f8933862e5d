import type { Base } from '../net/base.js';
import type { Identity } from '../session/session.js';
import type { House } from '../store/points.js';

/** Last snapshot, and the user it was loaded for. */
export interface KeptHouse {
  readonly identity: Identity;
  /** `generated_at` is when it was kept. */
  readonly snapshot: House;
}

/** Stores the last known state in the browser, for a start while the gateway is unreachable. */
export interface LastKnown {
  /** Never rejects: a state that cannot be stored is only missing later. */
  keep(house: KeptHouse): Promise<void>;
  read(): Promise<KeptHouse | undefined>;
  /** Removes it; nothing is kept by this page afterwards. */
  forget(): Promise<void>;
}

export interface LastKnownOptions {
  /** Undefined where the browser has none, which is everywhere but on https and this machine. */
  readonly caches: Pick<CacheStorage, 'open' | 'delete'> | undefined;
  readonly base: Pick<Base, 'path'>;
  /** Above this many characters the values are left out. */
  readonly longest?: number;
}

const LONGEST = 20_000_000;

export function createLastKnown({ caches, base, longest = LONGEST }: LastKnownOptions): LastKnown {
  // Gateways below different paths share one origin. The service worker removes only caches of other builds.
  const name = `ccu-gateway-last-known:${base.path}`;
  const address = `${base.path}last-known-state`;
  let forgotten = false;
  return {
    async keep({ identity, snapshot }) {
      if (forgotten || caches === undefined) return;
      try {
        const text = JSON.stringify({ identity, snapshot });
        const { device_channels: _, ...small } = snapshot;
        const kept = text.length <= longest ? text : JSON.stringify({ identity, snapshot: small });
        const cache = await caches.open(name);
        await cache.put(address, new Response(kept, { headers: { 'content-type': 'application/json' } }));
        if (forgotten) await caches.delete(name);
      } catch {
        // No room, or not allowed.
      }
    },
    async read() {
      try {
        const cache = await caches?.open(name);
        const answer = await cache?.match(address);
        return (await answer?.json()) as KeptHouse | undefined;
      } catch {
        return undefined;
      }
    },
    async forget() {
      forgotten = true;
      try {
        await caches?.delete(name);
      } catch {
        // There is none.
      }
    },
  };
}
