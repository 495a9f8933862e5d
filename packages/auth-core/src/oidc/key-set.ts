import { readMembers } from '../model/input.js';
import type { AuthLogger, Clock } from '../model/ports.js';
import { boundedFetch, UpstreamError } from './bounded-fetch.js';
import { withDeadline } from './deadline.js';
import { type AcceptedKey, acceptKey } from './key-policy.js';

const timeoutMs = 5000;
const maxBytes = 262_144;
const maxKeys = 32;
const refetchEveryMs = 60_000;
/** Key ids that are asked for anew within that time; more look like invention than like rotation. */
const maxRefetches = 8;
const staleForMs = 24 * 3_600_000;
/** Pause after a request that failed. */
const retryAfterMs = 10_000;
const defaultAgeMs = 3_600_000;
/** Keys tried for a token that names none. */
const maxTrials = 8;

/** The provider's signing keys. */
export interface KeySet {
  /**
   * Keys that may have signed a token with this key id. `failed`: those given before did not fit, so the provider may have
   * changed them. Throws `UpstreamError` when there are none to be had.
   */
  candidates(jwksUri: string, kid: string | null, failed?: boolean): Promise<readonly AcceptedKey[]>;
}

export interface KeySetOptions {
  readonly fetch: typeof fetch;
  readonly clock: Clock;
  readonly logger: AuthLogger;
  readonly signal: AbortSignal;
}

interface Loaded {
  readonly uri: string;
  readonly keys: readonly AcceptedKey[];
  readonly at: number;
  readonly freshUntil: number;
}

export function createKeySet({ fetch, clock, logger, signal }: KeySetOptions): KeySet {
  let loaded: Loaded | null = null;
  /** Time of the last reload of the key set by key id: an id requested twice is still missing. */
  const refetched = new Map<string | null, number>();

  const load = (uri: string): Promise<Loaded> =>
    withDeadline(clock, timeoutMs, signal, async (limit) => {
      const types = ['application/json', 'application/jwk-set+json'];
      const response = await boundedFetch({ what: 'jwks_uri', fetch, signal: limit, maxBytes, types })(uri);
      if (response.status !== 200) throw new UpstreamError('key set status');
      const { keys } = readMembers(await response.json());
      if (!Array.isArray(keys) || keys.length > maxKeys) throw new UpstreamError('key set shape');
      const now = clock.now();
      const accepted = keys.map(acceptKey).filter((key) => key !== null);
      return { uri, keys: accepted, at: now, freshUntil: now + ageOf(response.headers.get('cache-control')) };
    });

  let pending: { readonly uri: string; readonly keys: Promise<Loaded> } | null = null;
  /** One request at a time: callers that come meanwhile share its answer. */
  const refresh = (uri: string): Promise<Loaded> => {
    if (pending?.uri === uri) return pending.keys;
    const own = {
      uri,
      keys: reload(uri).finally(() => {
        if (pending === own) pending = null;
      }),
    };
    pending = own;
    return own.keys;
  };

  const reload = async (uri: string): Promise<Loaded> => {
    try {
      loaded = await load(uri);
      return loaded;
    } catch (error) {
      const cause = error instanceof UpstreamError ? error.message : error instanceof Error ? error.name : 'unknown';
      logger.warn('auth.oidc.keys_failed', { cause });
      // Keys that were good an hour ago are better than no sign-in at all.
      const now = clock.now();
      if (loaded?.uri === uri && now - loaded.at < staleForMs) {
        // Each of them counts for a while, so that callers do not ask a provider that is down one after the other.
        loaded = { ...loaded, freshUntil: Math.max(loaded.freshUntil, now + retryAfterMs) };
        return loaded;
      }
      throw new UpstreamError('key set');
    }
  };

  const mayRefetch = (kid: string | null): boolean => {
    const now = clock.now();
    for (const [other, at] of refetched) if (now - at >= refetchEveryMs || at > now) refetched.delete(other);
    if (refetched.has(kid) || refetched.size >= maxRefetches) return false;
    refetched.set(kid, now);
    return true;
  };

  const select = ({ keys }: Loaded, kid: string | null) =>
    kid === null ? keys.slice(0, maxTrials) : keys.filter((key) => key.kid === kid).slice(0, maxTrials);

  return {
    candidates: async (uri, kid, failed = false) => {
      const fresh = loaded?.uri === uri && loaded.freshUntil > clock.now() ? loaded : await refresh(uri);
      const found = select(fresh, kid);
      if (found.length > 0 && !failed) return found;
      // An unknown id may be a rotated key. Once a minute for each id, so that a forger does not ask through us.
      if (!mayRefetch(kid)) return failed ? [] : found;
      return select(await refresh(uri), kid);
    },
  };
}

/** Time for which a key set counts as fresh: as the provider states, between a minute and a day. */
function ageOf(cacheControl: string | null): number {
  const seconds = /(?:^|[\s,])max-age=(\d{1,9})(?:$|[\s,])/i.exec(cacheControl ?? '')?.[1];
  if (seconds === undefined) return defaultAgeMs;
  return Math.min(Math.max(Number(seconds) * 1000, refetchEveryMs), staleForMs);
}
