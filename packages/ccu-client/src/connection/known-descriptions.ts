import type { ParamsetDescription } from '../model/model.js';
import type { DescriptionCache } from '../model/ports.js';

/** Paramset descriptions that were read once, by their keys: in memory, and behind it in the cache. */
export interface KnownDescriptions {
  /** From memory. */
  get(key: string): ParamsetDescription | undefined;
  /** Reads into memory what the cache has of these. A cache that fails has nothing. */
  load(keys: readonly string[]): Promise<void>;
  keep(key: string, description: ParamsetDescription): Promise<void>;
}

export function createKnownDescriptions(
  cache: Pick<DescriptionCache, 'loadParamsets' | 'saveParamsets'>,
  complain: (event: string, message: string) => void,
): KnownDescriptions {
  const memory = new Map<string, ParamsetDescription>();
  return {
    get: (key) => memory.get(key),
    async load(keys) {
      const missing = [...new Set(keys)].filter((key) => !memory.has(key));
      if (missing.length === 0) return;
      try {
        for (const [key, description] of await cache.loadParamsets(missing)) memory.set(key, description);
      } catch {
        complain('cache.failed', 'the description cache cannot be read');
      }
    },
    async keep(key, description) {
      memory.set(key, description);
      await cache
        .saveParamsets(new Map([[key, description]]))
        .catch(() => complain('cache.failed', 'the description cache cannot be written'));
    },
  };
}
