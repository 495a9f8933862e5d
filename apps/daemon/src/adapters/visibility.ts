import type { HouseModel, ModelEvent } from '@ccu-gateway/device-model';
import { GatewayError, type VisibilityControl } from '@ccu-gateway/gateway-core';
import type { UnignoreStore } from '@ccu-gateway/storage';
import type { CentralConfig } from '../config/index.js';
import { askStorage, noStorage } from '../storage/storage-refusal.js';

export interface VisibilityDeps {
  readonly house: Pick<HouseModel, 'visibility'>;
  readonly publish: (event: ModelEvent) => void;
  readonly store: UnignoreStore | undefined;
  readonly now: () => number;
}

export function createVisibilityControl({
  house,
  publish,
  store,
  now,
  changed,
}: VisibilityDeps & { readonly changed: (central: string) => void }): VisibilityControl {
  return {
    list: (scope) => house.visibility.list(scope),
    candidates: (options) => house.visibility.candidates(options),
    async replace(central, patterns, by) {
      if (store === undefined) throw noStorage();
      if (house.visibility.list({ central }).length === 0) throw noCentral(`no central ${central}`);
      // What could not be understood is not kept either, and what cannot be kept does not count.
      await askStorage(() => store.replace(central, house.visibility.accepted(patterns), by));
      const set = house.visibility.set(central, patterns, { at: now(), by });
      if (!set.ok) throw noCentral(set.message);
      const { result, events } = set.value;
      for (const event of events) publish(event);
      changed(central);
      return result;
    },
  };
}

const noCentral = (message: string) => new GatewayError('not_found', message, { reason: 'central_not_found' });

/** The patterns a CCU begins with: those of the database when there are any, otherwise those of its configuration. */
export async function restoreVisibility(deps: VisibilityDeps, central: CentralConfig): Promise<void> {
  const stored = (await deps.store?.list(central.name)) ?? [];
  const patterns = stored.length > 0 ? stored.map(({ pattern }) => pattern) : central.visibility.un_ignore;
  const newest = stored.reduce((latest, { updatedAt }) => Math.max(latest, updatedAt), 0);
  const set = deps.house.visibility.set(central.name, patterns, { at: newest || deps.now() });
  if (set.ok) for (const event of set.value.events) deps.publish(event);
}
