import type { WireValue } from '@ccu-gateway/ccu-client';
import { applyValue } from './apply/value.js';
import { derivedEvents } from './derive.js';
import type { Memory } from './families.js';
import type { DataPoint, House } from './state.js';

export function createMemory(house: House): Memory {
  return {
    values(name) {
      const central = house.centrals.get(name);
      if (central === undefined) return [];
      return [...central.devices.values()].flatMap((device) =>
        [...device.channels.values()].flatMap((channel) =>
          [...channel.points.values()].flatMap((point) =>
            point.value === undefined || point.paramsetKey !== 'VALUES'
              ? []
              : [
                  {
                    channelAddress: channel.address,
                    parameter: point.parameter,
                    value: point.value as WireValue,
                    setAt: point.changedAt ?? 0,
                  },
                ],
          ),
        ),
      );
    },
    restoreValues(name, values) {
      const central = house.centrals.get(name);
      if (central === undefined) return;
      const changed = new Set<DataPoint>();
      for (const { channelAddress, parameter, value, setAt } of values) {
        const [device = ''] = channelAddress.split(':');
        const iface = central.devices.get(device)?.iface;
        if (iface === undefined) continue;
        const incoming = { channelAddress, parameter, value, at: setAt, setAt, origin: 'restored' } as const;
        applyValue(house, central, iface, incoming, changed);
      }
      derivedEvents(changed, house.now());
    },
    channelFlags(name) {
      const flags = house.centrals.get(name)?.flags ?? new Map();
      return [...flags].map(([address, each]) => ({ address, ...each }));
    },
    restoreChannelFlags(name, flags) {
      const central = house.centrals.get(name);
      for (const { address, hidden, locked } of flags) central?.flags.set(address, { hidden, locked });
    },
  };
}
