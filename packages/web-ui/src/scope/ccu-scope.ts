import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { HouseStore } from '../store/house-store.js';

/** Which CCUs the app shows: all, or one that was chosen. */
export interface CcuScope {
  /** Names of all CCUs. */
  readonly centrals: ReadonlySignal<readonly string[]>;
  /** The one that is shown alone; undefined: all are. */
  readonly chosen: ReadonlySignal<string | undefined>;
  /** Remembered in this browser. */
  choose(central: string | undefined): void;
  /** True for this CCU when it is shown, and always for no CCU. */
  covers(central: string | undefined): boolean;
  /** Query for calls that list parts of CCUs. */
  query(): { readonly central?: string };
}

export interface CcuScopeOptions {
  readonly store: Pick<HouseStore, 'interfaces'>;
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
}

const KEY = 'ccu-gateway.ccu';

/** A CCU that is gone, or the only one there is, is no choice: then all are shown. */
export function createCcuScope({ store, storage }: CcuScopeOptions): CcuScope {
  const wanted = signal(storage.getItem(KEY) ?? undefined);
  // Each change of a duty cycle replaces the interfaces; a text that stays the same causes no render.
  const names = computed(() =>
    [...new Set(store.interfaces.value.map(({ central_id: name }) => name))].sort().join('\n'),
  );
  const centrals = computed(() => (names.value === '' ? [] : names.value.split('\n')));
  const chosen = computed(() =>
    centrals.value.length > 1 && centrals.value.includes(wanted.value ?? '') ? wanted.value : undefined,
  );
  return {
    centrals,
    chosen,
    choose(central) {
      wanted.value = central;
      if (central === undefined) storage.removeItem(KEY);
      else storage.setItem(KEY, central);
    },
    covers: (central) => central === undefined || chosen.value === undefined || chosen.value === central,
    query: () => (chosen.peek() === undefined ? {} : { central: chosen.peek()! }),
  };
}

/**
 * The store with the devices, interfaces and changes of the chosen CCU; a device requested by its key is always
 * included.
 */
export function scopedHouse(store: HouseStore, scope: Pick<CcuScope, 'chosen' | 'covers'>): HouseStore {
  return {
    ...store,
    devices: computed(() => {
      const all = store.devices.value;
      return scope.chosen.value === undefined
        ? all
        : all.filter((key) => scope.covers(store.peekDevice(key)?.summary.central));
    }),
    interfaces: computed(() => {
      const all = store.interfaces.value;
      return scope.chosen.value === undefined ? all : all.filter(({ central_id: name }) => scope.covers(name));
    }),
    recent: computed(() => {
      const all = store.recent.value;
      return scope.chosen.value === undefined
        ? all
        : all.filter(({ device }) => scope.covers(store.peekDevice(device)?.summary.central));
    }),
  };
}
