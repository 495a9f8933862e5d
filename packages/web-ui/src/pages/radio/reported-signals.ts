import { RADIO_INTERFACES } from '../../radio/interfaces.js';
import type { HouseStore } from '../../store/house-store.js';
import type { Device } from '../../store/points.js';
import { rssiOf } from './traffic.js';

/** The signal of a device that is known in one direction at least. */
export interface Signal {
  readonly device: Device;
  /** dBm, as received by the device. */
  readonly toDevice: number | undefined;
  /** dBm, as received by the CCU from the device. */
  readonly fromDevice: number | undefined;
}

/** Signals that devices report. Heating groups have the parameters, too, but no radio. */
export function reportedSignals(store: Pick<HouseStore, 'devices' | 'peekDevice' | 'peekPoint'>): readonly Signal[] {
  return store.devices.peek().flatMap((key) => {
    const device = store.peekDevice(key);
    if (device === undefined || !RADIO_INTERFACES.has(device.summary.interface)) return [];
    const value = (parameter: string) => rssiOf(store.peekPoint(`${key}/0/${parameter}`)?.summary.value);
    const [toDevice, fromDevice] = [value('RSSI_DEVICE'), value('RSSI_PEER')];
    return toDevice === undefined && fromDevice === undefined ? [] : [{ device, toDevice, fromDevice }];
  });
}
