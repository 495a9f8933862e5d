import { computed } from '@preact/signals';
import type { HouseStore } from '../store/house-store.js';
import { type DeviceKey, deviceKeyOf } from '../store/points.js';

/** Follows devices that were replaced: the key of the device that is in the place of another one now. */
export function successorIn(store: Pick<HouseStore, 'devices' | 'peekDevice'>): (key: DeviceKey) => DeviceKey {
  const successors = computed(() => {
    const found = new Map<DeviceKey, DeviceKey>();
    for (const key of store.devices.value) {
      const { central = '', replaced = [] } = store.peekDevice(key)?.summary ?? {};
      for (const { address } of replaced) found.set(deviceKeyOf(central, address), key);
    }
    // A device that is there again stands for itself.
    for (const key of store.devices.value) found.delete(key);
    return found;
  });
  return (key) => successors.value.get(key) ?? key;
}
