import type { Gateway } from '@ccu-gateway/client';
import { computed, type ReadonlySignal } from '@preact/signals';
import { createKeptPreference } from '../preference/kept-preference.js';
import type { DeviceKey } from '../store/points.js';

/** The devices that a person wants at hand; kept by the gateway, so that they are the same in every browser. */
export interface Favourites {
  /** Empty until they were read. */
  readonly keys: ReadonlySignal<ReadonlySet<DeviceKey>>;
  /** Loads the favourites at the first call; unreadable ones count as none. */
  load(): Promise<void>;
  /** Shown at once. Rejects, and shows the previous favourites, where the gateway does not store them. */
  mark(devices: readonly DeviceKey[], on: boolean): Promise<void>;
  /** Puts a favourite before another one, or last. Fails as `mark` does. */
  move(device: DeviceKey, before: DeviceKey | undefined): Promise<void>;
}

/** `successorOf`: the device that took the place of another one; any other key as it is. */
export function createFavourites(
  gateway: () => Pick<Gateway, 'call'>,
  successorOf: (key: DeviceKey) => DeviceKey = (key) => key,
): Favourites {
  const preference = createKeptPreference<ReadonlySet<DeviceKey>>(gateway, {
    key: 'web-ui.favourites',
    empty: new Set(),
    parse: keysIn,
    write: (keys) => ({ devices: [...keys] }),
  });
  const followed = (all: ReadonlySet<DeviceKey>): ReadonlySet<DeviceKey> => new Set([...all].map(successorOf));

  return {
    keys: computed(() => followed(preference.value.value)),
    load: preference.load,
    mark: (devices, on) => preference.change((before) => changed(followed(before), devices, on)),
    move: (device, before) => preference.change((all) => moved(followed(all), device, before)),
  };
}

function changed(before: ReadonlySet<DeviceKey>, devices: readonly DeviceKey[], on: boolean): ReadonlySet<DeviceKey> {
  const next = new Set(before);
  for (const key of devices) {
    if (on) next.add(key);
    else next.delete(key);
  }
  return next;
}

function moved(keys: ReadonlySet<DeviceKey>, device: DeviceKey, before: DeviceKey | undefined): ReadonlySet<DeviceKey> {
  if (!keys.has(device) || device === before) return keys;
  const others = [...keys].filter((each) => each !== device);
  const place = before === undefined ? -1 : others.indexOf(before);
  return new Set(others.toSpliced(place < 0 ? others.length : place, 0, device));
}

/** Stored favourites may be of another version or damaged. */
function keysIn(value: unknown): ReadonlySet<DeviceKey> {
  const { devices } = (typeof value === 'object' && value !== null ? value : {}) as { readonly devices?: unknown };
  return new Set(Array.isArray(devices) ? devices.filter((each) => typeof each === 'string') : []);
}
