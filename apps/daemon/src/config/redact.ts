import { refusedField, SECRET_MASK } from '@ccu-gateway/gateway-core/parts';
import { Secret } from './secret.js';

/** The configuration as JSON for people: every secret that has a value shows as `***`. */
export function maskSecrets(value: unknown): unknown {
  if (value instanceof Secret) return value.reveal() === '' ? '' : SECRET_MASK;
  if (Array.isArray(value)) return value.map(maskSecrets);
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, maskSecrets(child)]));
  }
  return value;
}

/** Secrets that are sent to the address beside them. */
const SENT = ['password', 'client_secret'];
const ADDRESSES = ['url', 'issuer'];

/**
 * Puts the stored secret back wherever the mask came in, so that a mask is never stored as a value. A secret that would be sent to
 * another place than the one that it was entered for is refused: whoever may change an address may not read it.
 * @throws GatewayError `validation`, naming the secret below `path`
 */
export function restoreMasked(incoming: unknown, stored: unknown, path: string): unknown {
  if (incoming === SECRET_MASK) return stored instanceof Secret ? stored.reveal() : stored;
  if (Array.isArray(incoming)) {
    return incoming.map((child, index) =>
      restoreMasked(child, Array.isArray(stored) ? stored[index] : undefined, `${path}.${index}`),
    );
  }
  if (typeof incoming === 'object' && incoming !== null) {
    const before = (typeof stored === 'object' && stored !== null ? stored : {}) as Record<string, unknown>;
    refuseElsewhere(incoming as Record<string, unknown>, before, path);
    return Object.fromEntries(
      Object.entries(incoming).map(([key, child]) => [
        key,
        restoreMasked(child, Object.hasOwn(before, key) ? before[key] : undefined, `${path}.${key}`),
      ]),
    );
  }
  return incoming;
}

function refuseElsewhere(block: Record<string, unknown>, before: Record<string, unknown>, path: string): void {
  const kept = SENT.find((key) => block[key] === SECRET_MASK && isSet(before[key]));
  if (kept === undefined) return;
  const moved = ADDRESSES.find((key) => Object.hasOwn(block, key) && placeOf(block[key]) !== placeOf(before[key]));
  if (moved === undefined) return;
  throw refusedField(`${path}.${kept}`, `must be entered again: it was entered for another ${moved}`);
}

const isSet = (value: unknown) => value instanceof Secret && value.reveal() !== '';

/** Who is spoken to, and whether he must prove it: scheme, host and port. */
function placeOf(address: unknown): string {
  const text = String(address ?? '');
  if (!URL.canParse(text)) return text;
  const { protocol, host } = new URL(text);
  return `${protocol}//${host.toLowerCase()}`;
}

/** With secrets as their texts, to compare; never to show. */
export function revealSecrets(value: unknown): unknown {
  if (value instanceof Secret) return value.reveal();
  if (Array.isArray(value)) return value.map(revealSecrets);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, revealSecrets(child)]));
}
