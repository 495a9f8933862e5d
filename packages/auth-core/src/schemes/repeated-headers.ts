import type { Inspected } from '../inspection/inspect.js';
import type { Clock } from '../model/ports.js';
import type { VerifiedCache } from '../passwords/verified-cache.js';
import type { SessionRegistry } from '../sessions/registry.js';

const keptMs = 15 * 60_000;
const maxKept = 256;

/**
 * Wrong Basic values that come beside a live session, such as a proxy passes on with every request. The same value
 * again is no new guess: it is refused without a comparison and without a count. Another value is compared and counted
 * as usual.
 */
export interface RepeatedHeaders {
  /** True when this value was wrong beside the same session before. */
  isKnown(value: string, inspected: Inspected): Promise<boolean>;
  note(value: string, inspected: Inspected): Promise<void>;
}

export function createRepeatedHeaders(
  registry: Pick<SessionRegistry, 'lookup'>,
  cache: Pick<VerifiedCache, 'keyOf'>,
  clock: Clock,
): RepeatedHeaders {
  const untilOf = new Map<string, number>();

  const keyOf = async (value: string, inspected: Inspected): Promise<string | null> => {
    if (inspected.headers.cookies.length === 0) return null;
    const found = await registry.lookup(inspected);
    return found.kind === 'live' ? `${found.session.record.idHash} ${cache.keyOf(value)}` : null;
  };

  return {
    isKnown: async (value, inspected) => {
      const key = untilOf.size === 0 ? null : await keyOf(value, inspected);
      return key !== null && (untilOf.get(key) ?? 0) > clock.now();
    },
    note: async (value, inspected) => {
      const key = await keyOf(value, inspected);
      if (key === null) return;
      untilOf.delete(key);
      untilOf.set(key, clock.now() + keptMs);
      const [oldest] = untilOf.keys();
      if (untilOf.size > maxKept && oldest !== undefined) untilOf.delete(oldest);
    },
  };
}
