import type { DeviceDescription, ParamsetDescription } from '../model/model.js';
import type { DescriptionCache, StateStore } from '../model/ports.js';

/**
 * Creates a description cache that lasts as long as the process. It is the default of `connectCcu`.
 *
 * @example
 * const descriptionCache = createMemoryDescriptionCache();
 * const ccu = connectCcu({ ...options, descriptionCache });
 */
export function createMemoryDescriptionCache(): DescriptionCache {
  const devices = new Map<string, readonly DeviceDescription[]>();
  const paramsets = new Map<string, ParamsetDescription>();
  return {
    loadDevices: async ({ central, interfaceName }) => devices.get(`${interfaceName}/${central}`),
    saveDevices: async ({ central, interfaceName }, list) => {
      devices.set(`${interfaceName}/${central}`, list);
    },
    loadParamsets: async (keys) =>
      new Map(
        keys.flatMap((key) => {
          const known = paramsets.get(key);
          return known === undefined ? [] : [[key, known] as const];
        }),
      ),
    saveParamsets: async (entries) => {
      for (const [key, description] of entries) paramsets.set(key, description);
    },
  };
}

/**
 * Creates a state store that lasts as long as the process: after a crash a session of the CCU stays open until it times out.
 * It is the default of `connectCcu`.
 *
 * @example
 * const stateStore = createMemoryStateStore();
 * const ccu = connectCcu({ ...options, stateStore });
 */
export function createMemoryStateStore(): StateStore {
  const values = new Map<string, string>();
  return {
    load: async (key) => values.get(key),
    save: async (key, value) => {
      if (value === undefined) values.delete(key);
      else values.set(key, value);
    },
  };
}
