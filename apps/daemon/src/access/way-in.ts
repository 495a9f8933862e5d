import type { ExclusiveStores, KeptSettings } from '@ccu-gateway/auth-core';
import { GatewayError } from '@ccu-gateway/gateway-core';
import { noStorage } from '@ccu-gateway/gateway-core/parts';
import type { ExclusiveSharedStores, SharedStores } from '@ccu-gateway/storage';
import { ConfigError, type GatewayConfig, letsAdminIn, setupObstacles } from '../config/index.js';
import { askStorage } from '../storage/storage-refusal.js';

export interface WayInParts {
  /** Undefined when it could not be opened: nothing can be changed then. */
  readonly shared: Pick<SharedStores, 'exclusively'> | undefined;
  /** The configuration with the sections that are kept. @throws ConfigError where they are not acceptable here */
  readonly configWith: (sections: ExclusiveSharedStores['sections']) => Promise<GatewayConfig>;
  /** The CCUs of the configuration file, which count while none is kept. */
  readonly configured: readonly { readonly name: string; readonly enabled: boolean }[];
  readonly supervised: boolean;
  readonly ccuAddon: boolean;
  readonly now: () => number;
}

/** A change of access that an administrator is about to make. */
export interface AccessChange {
  readonly config?: GatewayConfig;
  /** A CCU that goes. */
  readonly without?: string;
}

export interface WayInKeeper {
  /**
   * Runs a write unless the change would take away the last way to sign in. Only one such write runs at a time, across
   * all gateways, and its stores still hold the state that the decision was based on. It may be run again from its
   * beginning.
   * @throws GatewayError `conflict`
   */
  keepWayIn<T>(change: AccessChange, write: (stores: ExclusiveSharedStores) => Promise<T>): Promise<T>;
  /** Settings of access control as they are stored by now. */
  keptSettings(stores: ExclusiveSharedStores): Promise<KeptSettings>;
}

/**
 * Without a way to sign in the gateway counts as new, and the next caller in the network may make itself the admin: no call
 * of the API leads there. The file and the command line may, as they are for the owner of the machine.
 */
export function createWayInKeeper(parts: WayInParts): WayInKeeper {
  const build = { ccuLogin: parts.ccuAddon, ingress: parts.supervised };
  const sourcesOf = (config: GatewayConfig, centrals: WayInParts['configured']): ReadonlySet<string> =>
    new Set(setupObstacles(config, { ...build, centrals }).filter((obstacle) => obstacle !== 'pinned_shut'));

  const read = async ({ sections, centrals }: ExclusiveSharedStores) => {
    const kept = await centrals.list();
    const there = kept.length > 0 ? kept : parts.configured;
    return { centrals: there, config: await acceptable(parts.configWith(sections)) };
  };

  const isStored = async ({ users, tokens }: ExclusiveStores, bearerEnabled: boolean) => {
    if ((await users.list()).length > 0) return true;
    if (!bearerEnabled) return false;
    const now = parts.now();
    return (await tokens.list()).some(
      ({ role, expiresAt }) => role === 'admin' && (expiresAt === null || expiresAt > now),
    );
  };

  const isLast = async ({ config, without = '' }: AccessChange, stores: ExclusiveSharedStores): Promise<boolean> => {
    const before = await read(stores);
    const left = before.centrals.filter(({ name }) => name.toLowerCase() !== without.toLowerCase());
    const now = before.config === undefined ? new Set<string>() : sourcesOf(before.config, before.centrals);
    const next = config ?? before.config;
    const then = next === undefined ? new Set<string>() : sourcesOf(next, left);
    // The change was made from settings that others may have changed since; only sources that both have remain
    // afterwards.
    const stays = [...then].find((source) => now.has(source));
    if (stays !== undefined) {
      // The others may not see it in their configuration; written together with the change that depends on it.
      await stores.auth.ownWays?.note(stays);
      return false;
    }
    const isBearer = before.config?.north.rest.auth.bearer_enabled === true;
    if (await isStored(stores.auth, isBearer && next?.north.rest.auth.bearer_enabled === true)) return false;
    // Where nothing lets callers in, nothing is lost; but that has to be known.
    return before.config === undefined || now.size > 0 || (await isStored(stores.auth, isBearer));
  };

  return {
    async keepWayIn(change, write) {
      const { shared } = parts;
      if (shared === undefined) throw noStorage();
      return askStorage(() =>
        shared.exclusively(async (stores) => {
          if (await isLast(change, stores)) throw lastWayIn();
          return write(stores);
        }),
      );
    },
    async keptSettings(stores) {
      const { config, centrals } = await read(stores);
      return {
        hasOtherSource: config !== undefined && sourcesOf(config, centrals).size > 0,
        hasOtherAdmin: config !== undefined && letsAdminIn(config, { ...build, centrals }),
        bearerEnabled: config?.north.rest.auth.bearer_enabled === true,
      };
    },
  };
}

/** Undefined where another gateway keeps settings that this one does not understand: nothing is known to be let in by them. */
async function acceptable(config: Promise<GatewayConfig>): Promise<GatewayConfig | undefined> {
  try {
    return await config;
  } catch (error) {
    if (error instanceof ConfigError) return undefined;
    throw error;
  }
}

function lastWayIn(): GatewayError {
  return new GatewayError(
    'conflict',
    'This is the last way to sign in: without it the next caller in the network could set the gateway up. Create a local user first',
    { reason: 'last_way_in' },
  );
}
