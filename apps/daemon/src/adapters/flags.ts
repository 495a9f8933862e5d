import type { StateStore } from '@ccu-gateway/ccu-client';
import type { HouseModel } from '@ccu-gateway/device-model';
import { type FlagStore, GatewayError } from '@ccu-gateway/gateway-core';

type Flags = { readonly hidden: boolean; readonly locked: boolean };

const keyOf = (central: string) => `channel-flags:${central}`;

export interface ChannelFlagMemory extends FlagStore {
  /** Gives the channels of a CCU the flags they had. Its devices need not be known yet. */
  restore(central: string): Promise<void>;
}

/** Remembers hidden and locked channels. Without storage nothing can be kept, so it is refused. */
export function createFlagStore(
  store: StateStore | undefined,
  { memory }: Pick<HouseModel, 'memory'>,
): ChannelFlagMemory {
  async function all(central: string): Promise<Record<string, Flags>> {
    const text = await store?.load(keyOf(central));
    return text === undefined ? {} : JSON.parse(text);
  }
  return {
    async saveFlags(central, channelAddress, flags) {
      if (store === undefined) {
        throw new GatewayError('service_unready', 'There is no storage', { reason: 'storage_unavailable' });
      }
      const { [channelAddress]: _, ...others } = await all(central);
      const kept = flags.hidden || flags.locked ? { ...others, [channelAddress]: flags } : others;
      await store.save(keyOf(central), Object.keys(kept).length === 0 ? undefined : JSON.stringify(kept));
    },
    async restore(central) {
      const flags = Object.entries(await all(central)).map(([address, each]) => ({ address, ...each }));
      memory.restoreChannelFlags(central, flags);
    },
  };
}
