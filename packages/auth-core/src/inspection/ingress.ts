import type { HeaderView } from '../http/headers.js';
import type { IngressSettings } from '../settings/ingress.js';

export interface IngressOrigin {
  /** The path the proxy serves the gateway under, without trailing slash. */
  readonly path: string;
  /** The proxy's user id, when it named one. */
  readonly userId: string | null;
}

const pathGrammar = /^\/api\/hassio_ingress\/[A-Za-z0-9_-]{8,128}$/;
const userGrammar = /^[A-Za-z0-9_-]{1,128}$/;

/**
 * Whether the trusted proxy sent this request. Unless everything fits, the proxy's headers do not exist: not for the
 * principal, and not for any link or cookie path either.
 */
export function recogniseIngress(
  settings: IngressSettings | null,
  peer: string,
  headers: HeaderView,
): IngressOrigin | null {
  if (!settings) return null;
  const path = headers.get('x-ingress-path');
  if (path === undefined || !pathGrammar.test(path) || !settings.isTrustedPeer(peer)) return null;
  const userId = headers.get('x-remote-user-id') ?? '';
  return { path, userId: userGrammar.test(userId) ? userId : null };
}
