import { ECDH } from 'node:crypto';
import { isIP } from 'node:net';

/** Where a browser takes push messages, and the keys that they are encrypted with. */
export interface Subscription {
  /** Address at the push service of the browser. It is a secret: each holder can send there. */
  readonly endpoint: string;
  /** Public key of the browser: an uncompressed point of P-256 in base64url. */
  readonly p256dh: string;
  /** 16 bytes in base64url. */
  readonly auth: string;
}

const LONGEST_ENDPOINT = 1024;
const BASE64URL = /^[A-Za-z0-9_-]+$/;
const CURVE = 'prime256v1';

/**
 * Faults of a subscription, by member; none where messages can be encrypted for it. The host is judged when it is looked up.
 *
 * @example
 * subscriptionFaults({ endpoint: 'http://a', p256dh: '', auth: '' }).map(({ member }) => member); // ['endpoint', 'p256dh', 'auth']
 */
export function subscriptionFaults({ endpoint, p256dh, auth }: Subscription) {
  return [
    ...(isAddress(endpoint)
      ? []
      : [
          {
            member: 'endpoint' as const,
            reason: 'expected the https:// address of a push service, up to 1024 characters',
          },
        ]),
    ...(isPoint(p256dh)
      ? []
      : [{ member: 'p256dh' as const, reason: 'expected an uncompressed point of P-256 (65 bytes) in base64url' }]),
    ...(bytesOf(auth)?.length === 16 ? [] : [{ member: 'auth' as const, reason: 'expected 16 bytes in base64url' }]),
  ];
}

function isAddress(endpoint: string): boolean {
  if (endpoint.length > LONGEST_ENDPOINT || !URL.canParse(endpoint)) return false;
  const { protocol, username, password, hash, hostname } = new URL(endpoint);
  // A name without a dot is one of this network, and no push service has it.
  const isName = isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0 || hostname.includes('.');
  return protocol === 'https:' && username === '' && password === '' && hash === '' && isName;
}

/** The bytes of a text in base64url without padding; undefined where it is none. */
function bytesOf(text: string): Buffer | undefined {
  const bytes = text.length <= 128 && BASE64URL.test(text) ? Buffer.from(text, 'base64url') : undefined;
  return bytes?.toString('base64url') === text ? bytes : undefined;
}

function isPoint(text: string): boolean {
  const bytes = bytesOf(text);
  if (bytes?.length !== 65 || bytes[0] !== 4) return false;
  try {
    // It refuses a point that is not on the curve.
    ECDH.convertKey(bytes, CURVE);
    return true;
  } catch {
    return false;
  }
}
