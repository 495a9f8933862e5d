import type { HeaderView } from '../http/headers.js';

/** Slash and name in turn. No name begins with a dot, so that none leads upwards and no two slashes meet. */
const pathGrammar = /^(?:\/[A-Za-z0-9_~-][A-Za-z0-9._~-]{0,63}){1,8}\/?$/;

/**
 * The path that a trusted proxy took off before it asked, with a slash at its end; `/` where it names none. One that cannot
 * be read does not exist: nothing of it is repeated in a link or a cookie.
 */
export function servedPath(headers: HeaderView, isFromTrustedProxy: boolean): string {
  const prefix = headers.get('x-forwarded-prefix');
  if (!isFromTrustedProxy || prefix === undefined || !pathGrammar.test(prefix)) return '/';
  return prefix.endsWith('/') ? prefix : `${prefix}/`;
}
