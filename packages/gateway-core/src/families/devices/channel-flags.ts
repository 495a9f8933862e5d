import type { ChannelScope } from '@ccu-gateway/device-model';
import type { DeviceModel, House } from '../../ports/house.js';
import type { Caller } from '../../use-case/caller.js';
import { isPending, type Recording, recordChange } from '../../use-case/record.js';
import { found } from '../../use-case/refusal.js';
import { useCase } from '../../use-case/use-case.js';
import { placeOf } from './paramsets.js';

/** Keeps the flags that people give channels, across restarts. */
export interface FlagStore {
  saveFlags(
    central: string,
    channelAddress: string,
    flags: { readonly hidden: boolean; readonly locked: boolean },
  ): Promise<void>;
}

/** Ports of the use case that changes flags of channels. */
export interface FlagWriting extends Recording {
  readonly house: House;
  readonly devices: Pick<DeviceModel, 'channelFlags' | 'setChannelFlags'>;
  readonly flags: FlagStore;
}

type Flags = { readonly hidden: boolean; readonly locked: boolean };

/**
 * Changes the given flags. A change that cannot be kept over a restart is not in force now either. Resolves with the
 * flags when they are in force and stored. Role `operator`; audited as `channel_flags`.
 *
 * @throws GatewayError `not_found`, `conflict` (reason `central_required`), `service_unready` without storage
 * @example
 * await core.as(caller).devices.setFlags({ address: '0001D3C99C0001', channel: 3 }, { locked: true });
 */
export const changeFlags = useCase(
  'operator',
  async (ports: FlagWriting, caller: Caller, at: ChannelScope, wanted: Partial<Flags>): Promise<Flags> => {
    const scope = at.central === undefined ? {} : { central: at.central };
    const before = found(ports.devices.channelFlags(at));
    const { central, address } = placeOf(ports.house, { ...scope, address: `${at.address}:${at.channel}` });
    const set = found(ports.devices.setChannelFlags(at, wanted));
    try {
      await ports.flags.saveFlags(central, address, set);
    } catch (error) {
      // Those that may be kept all the same are in force where they were.
      if (!isPending(error)) ports.devices.setChannelFlags(at, before);
      throw error;
    }
    recordChange(ports, caller, {
      action: 'channel_flags',
      central,
      deviceAddress: at.address,
      channelNo: at.channel,
      changes: (['hidden', 'locked'] as const)
        .filter((flag) => before[flag] !== set[flag])
        .map((flag) => ({ parameter: flag, before: before[flag], after: set[flag] })),
    });
    return set;
  },
);
