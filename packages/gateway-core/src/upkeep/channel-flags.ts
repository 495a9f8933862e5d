import type { HouseModel } from '@ccu-gateway/device-model';
import type { FlagStore } from '../families/devices/channel-flags.js';
import type { CentralDocuments } from '../ports/documents.js';
import { GatewayError } from '../use-case/errors.js';

type Flags = { readonly hidden: boolean; readonly locked: boolean };

/** The flags that people gave channels, over restarts. */
export interface ChannelFlagMemory extends FlagStore {
  /** Gives the channels of a CCU the flags they had. Its devices need not be known yet. */
  restore(central: string): Promise<void>;
}

/**
 * Remembers hidden and locked channels; a channel that is neither is forgotten. Without documents nothing can be kept, so a
 * change is refused.
 *
 * @example
 * const flags = createChannelFlags(documents, house);
 * await flags.restore('home');
 */
export function createChannelFlags(
  documents: CentralDocuments | undefined,
  { memory }: Pick<HouseModel, 'memory'>,
): ChannelFlagMemory {
  let turn: Promise<unknown> = Promise.resolve();

  const all = async (central: string) => ((await documents?.load(central)) ?? {}) as Readonly<Record<string, Flags>>;

  async function save(central: string, channelAddress: string, flags: Flags): Promise<void> {
    if (documents === undefined) {
      throw new GatewayError('service_unready', 'There is no storage', { reason: 'storage_unavailable' });
    }
    const { [channelAddress]: _, ...others } = await all(central);
    const kept = flags.hidden || flags.locked ? { ...others, [channelAddress]: flags } : others;
    await documents.save(central, Object.keys(kept).length === 0 ? undefined : kept);
  }

  return {
    saveFlags(central, channelAddress, flags) {
      // One document holds all channels: each change starts from the result of the previous one.
      const mine = turn.then(() => save(central, channelAddress, flags));
      turn = mine.catch(() => undefined);
      return mine;
    },
    async restore(central) {
      const flags = Object.entries(await all(central)).map(([address, each]) => ({ address, ...each }));
      memory.restoreChannelFlags(central, flags);
    },
  };
}
