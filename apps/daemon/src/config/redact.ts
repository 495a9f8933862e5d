import { SECRET_MASK } from '@ccu-gateway/gateway-core/parts';
import { Secret } from './values/secret.js';

/** The configuration as JSON for people: every secret that has a value shows as `***`. */
export function maskSecrets(value: unknown): unknown {
  if (value instanceof Secret) return value.reveal() === '' ? '' : SECRET_MASK;
  if (Array.isArray(value)) return value.map(maskSecrets);
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, maskSecrets(child)]));
  }
  return value;
}

/**
 * Replaces incoming masks by the stored secrets, so that a mask is never stored as a value. Whole configurations are
 * checked afterwards for the destination of each secret, in `destinations.ts`.
 */
export function restoreMasked(incoming: unknown, stored: unknown): unknown {
  if (incoming === SECRET_MASK) return stored instanceof Secret ? stored.reveal() : stored;
  if (Array.isArray(incoming)) {
    return incoming.map((child, index) => restoreMasked(child, Array.isArray(stored) ? stored[index] : undefined));
  }
  if (typeof incoming === 'object' && incoming !== null) {
    const before = (typeof stored === 'object' && stored !== null ? stored : {}) as Record<string, unknown>;
    return Object.fromEntries(
      Object.entries(incoming).map(([key, child]) => [
        key,
        restoreMasked(child, Object.hasOwn(before, key) ? before[key] : undefined),
      ]),
    );
  }
  return incoming;
}

/** With secrets as their texts, to compare; never to show. */
export function revealSecrets(value: unknown): unknown {
  if (value instanceof Secret) return value.reveal();
  if (Array.isArray(value)) return value.map(revealSecrets);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, revealSecrets(child)]));
}
