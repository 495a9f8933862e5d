import { derivedEvents } from '../apply/derive.js';
import { applyValue } from '../apply/value.js';
import type { DataPoint, HouseRecords } from '../model/state.js';
import { isUnknown } from '../model/status.js';
import type { KnownValue, Memory } from '../requests/families.js';

export function createMemory(house: HouseRecords): Memory {
  function pointsOf(name: string): DataPoint[] {
    const points: DataPoint[] = [];
    for (const device of house.centrals.get(name)?.devices.values() ?? []) {
      for (const channel of device.channels.values()) {
        for (const point of channel.points.values()) {
          if (wasTold(point) && point.paramsetKey === 'VALUES') points.push(point);
        }
      }
    }
    return points;
  }

  return {
    values: (name) => pointsOf(name).map(knownValue),
    changedValues(name) {
      const changed = pointsOf(name).filter(({ unsaved }) => unsaved);
      for (const point of changed) point.unsaved = false;
      return changed.map(knownValue);
    },
    restoreValues(name, values) {
      const central = house.centrals.get(name);
      if (central === undefined) return;
      const changed = new Set<DataPoint>();
      for (const { interfaceName, channelAddress, parameter, value, setAt } of values) {
        const colon = channelAddress.indexOf(':');
        const iface = central.devices.get(colon < 0 ? channelAddress : channelAddress.slice(0, colon))?.iface;
        if (iface?.name !== interfaceName) continue;
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

/** That the CCU does not know a value is kept, too: an older one must not come back. */
const wasTold = (point: DataPoint): boolean => point.value !== undefined || isUnknown(point);

const knownValue = ({
  channel,
  parameter,
  value,
  withheld,
  changedAt,
  seenAt,
  onlyDefault,
}: DataPoint): KnownValue => ({
  interfaceName: channel.device.iface.name,
  channelAddress: channel.address,
  parameter,
  value: value ?? withheld ?? null,
  setAt: changedAt ?? seenAt ?? 0,
  ...(onlyDefault && { onlyDefault }),
});
