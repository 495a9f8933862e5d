import { devicesIn } from '../model/locate.js';
import type { Channel, Device, HouseRecords } from '../model/state.js';
import type { ConfigurationPlace, ConfigurationScope } from '../requests/requests.js';
import { operationModeOf } from '../visibility/operation-mode.js';

/** Parameters of MASTER that shown data depends on: existing lights, locks, limits, programs. */
const TELLING: readonly string[] = [
  'DEVICE_OPERATION_MODE',
  'GLOBAL_BUTTON_LOCK',
  'LOW_BAT_LIMIT',
  'HEATING_VALVE_TYPE',
  'MIN_MAX_VALUE_NOT_RELEVANT_FOR_MANU_MODE',
  'OPTIMUM_START_STOP',
  'TEMPERATURE_MAXIMUM',
  'TEMPERATURE_MINIMUM',
  'TEMPERATURE_OFFSET',
  'WEEK_PROGRAM_POINTER',
];

/** Locations of configuration to read, because shown items depend on it or a client has read it before. */
export function findConfigurations(house: HouseRecords, scope: ConfigurationScope): readonly ConfigurationPlace[] {
  return devicesIn(house, scope).flatMap((device) =>
    holdersOf(device)
      .filter((holder) => isTelling(holder) || holder.master.size > 0)
      .map((holder) => ({
        central: device.central.name,
        interfaceName: device.iface.name,
        address: holder.address,
        isKnown: holder.master.size > 0 && !hasUnread(holder),
      })),
  );
}

const holdersOf = (device: Device): readonly (Device | Channel)[] => [device, ...device.channels.values()];

function isTelling(holder: Device | Channel): boolean {
  const described = holder.paramsets.get('MASTER');
  if (described === undefined) return false;
  if (TELLING.some((parameter) => Object.hasOwn(described, parameter)) || hasUnread(holder)) return true;
  return 'points' in holder && operationModeOf(holder) !== undefined;
}

/** Configuration that people asked to see as a data point, and that was not read yet. */
const hasUnread = (holder: Device | Channel): boolean =>
  'points' in holder &&
  [...holder.points.values()].some((point) => point.paramsetKey === 'MASTER' && point.value === undefined);
