import type { Gateway } from '@ccu-gateway/client';
import { computed, type ReadonlySignal, signal } from '@preact/signals';
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

const PATH = { key: 'web-ui.favourites' } as const;

/** `successorOf`: the device that took the place of another one; any other key as it is. */
export function createFavourites(
  gateway: () => Pick<Gateway, 'call'>,
  successorOf: (key: DeviceKey) => DeviceKey = (key) => key,
): Favourites {
  const keys = signal<ReadonlySet<DeviceKey>>(new Set());
  let loading: Promise<void> | undefined;

  const followed = (all: ReadonlySet<DeviceKey>): ReadonlySet<DeviceKey> => new Set([...all].map(successorOf));

  /** Another browser may have changed them since they were read here. */
  async function read(): Promise<ReadonlySet<DeviceKey>> {
    return keysIn((await gateway().call('getPreference', { path: PATH })).value);
  }

  /** Shows the change at once, and makes it again to the favourites as they are stored now. */
  async function store(change: (keys: ReadonlySet<DeviceKey>) => ReadonlySet<DeviceKey>): Promise<void> {
    const before = keys.peek();
    keys.value = change(before);
    try {
      const next = change(await read());
      await gateway().call('putPreference', { path: PATH, body: { devices: [...next] } });
      keys.value = next;
    } catch (error) {
      keys.value = before;
      throw error;
    }
  }

  const now = computed(() => followed(keys.value));

  return {
    keys: now,
    load() {
      loading ??= read().then(
        (found) => {
          keys.value = found;
        },
        () => {
          // Asked again by the next page that shows them.
          loading = undefined;
        },
      );
      return loading;
    },
    mark: (devices, on) => store((before) => changed(followed(before), devices, on)),
    move: (device, before) => store((all) => moved(followed(all), device, before)),
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
