import type { AuthStores } from '@ccu-gateway/auth-core';
import { GatewayError } from '@ccu-gateway/gateway-core';
import { type GatewayConfig, setupObstacles } from '../config/index.js';
import { askStorage } from '../storage/storage-refusal.js';

export interface WayInParts {
  readonly config: () => GatewayConfig;
  /** How many CCUs there are, connected or not. */
  readonly centrals: () => number;
  readonly stores: Pick<AuthStores, 'users' | 'tokens'>;
  readonly supervised: boolean;
  readonly ccuAddon: boolean;
  readonly now: () => number;
}

/** What an administrator is about to change. */
export interface AccessChange {
  readonly config?: GatewayConfig;
  readonly centrals?: number;
}

/** @throws GatewayError `conflict` where the change would take away the last way to sign in */
export type KeepWayIn = (change: AccessChange) => Promise<void>;

/**
 * Without a way to sign in the gateway counts as new, and the next caller in the network may make itself the admin: no call
 * of the API leads there. The file and the command line may, as they are for the owner of the machine.
 */
export function createWayInKeeper(parts: WayInParts): KeepWayIn {
  const isOutside = (config: GatewayConfig, centrals: number) =>
    setupObstacles(config, {
      ccuLogin: parts.ccuAddon,
      ingress: parts.supervised,
      hasCentral: centrals > 0,
    }).some((obstacle) => obstacle !== 'pinned_shut');

  const isStored = async ({ north }: GatewayConfig) => {
    const { users, tokens } = parts.stores;
    if ((await askStorage(() => users.list())).length > 0) return true;
    if (!north.rest.auth.bearer_enabled) return false;
    const now = parts.now();
    const counts = ({ role, expiresAt }: { readonly role: string; readonly expiresAt: number | null }) =>
      role === 'admin' && (expiresAt === null || expiresAt > now);
    return (await askStorage(() => tokens.list())).some(counts);
  };

  const isThere = async (config: GatewayConfig, centrals: number) =>
    isOutside(config, centrals) || (await isStored(config));

  return async ({ config = parts.config(), centrals = parts.centrals() }) => {
    if (await isThere(config, centrals)) return;
    if (!(await isThere(parts.config(), parts.centrals()))) return;
    throw new GatewayError(
      'conflict',
      'This is the last way to sign in: without it the next caller in the network could set the gateway up. Create a local user first',
      { reason: 'last_way_in' },
    );
  };
}
