import type { HeaderView } from '../http/headers.js';

/** Slash and name in turn. No name begins with a dot, so that none leads upwards and no two slashes meet. */
const pathGrammar = /^(?:\/[A-Za-z0-9_~-][A-Za-z0-9._~-]{0,63}){1,8}\/?$/;

/** Base path of the gateway as the caller sees it, and the requested path below it. */
export interface ServedPath {
  /** With a slash at its end; `/` where no proxy names one. */
  readonly basePath: string;
  readonly path: string;
}

/**
 * Reads the headers of a trusted proxy about the path of the gateway: `X-Forwarded-Prefix` names a prefix that it
 * removed, `X-Script-Name` one that is still on the request. An unreadable value is ignored: no part of it is repeated
 * in a link or a cookie.
 */
export function servedPath(headers: HeaderView, isFromTrustedProxy: boolean, path: string): ServedPath {
  const asked = { basePath: '/', path };
  if (!isFromTrustedProxy) return asked;
  const taken = readable(headers.get('x-forwarded-prefix'));
  if (taken !== null) return { basePath: taken, path };
  const kept = readable(headers.get('x-script-name'));
  return kept !== null && path.startsWith(kept) ? { basePath: kept, path: path.slice(kept.length - 1) } : asked;
}

function readable(prefix: string | undefined): string | null {
  if (prefix === undefined || !pathGrammar.test(prefix)) return null;
  return prefix.endsWith('/') ? prefix : `${prefix}/`;
}
