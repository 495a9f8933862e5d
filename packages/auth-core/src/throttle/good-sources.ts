import type { Clock } from '../ports.js';

const rememberedMs = 30 * 24 * 3_600_000;
const capacity = 4096;

/** Sources an account signed in from lately: a stranger's guesses elsewhere must not lock them out. */
export function createGoodSources(clock: Clock): {
  readonly has: (account: string, source: string) => boolean;
  readonly add: (account: string, source: string) => void;
} {
  const seen = new Map<string, number>();
  return {
    has: (account, source) => {
      const at = seen.get(`${source} ${account}`);
      return at !== undefined && clock.now() - at < rememberedMs;
    },
    add: (account, source) => {
      const key = `${source} ${account}`;
      seen.delete(key);
      const oldest = seen.keys().next();
      if (seen.size >= capacity && !oldest.done) seen.delete(oldest.value);
      seen.set(key, clock.now());
    },
  };
}
