import type { CsrfContext } from '../model/csrf-context.js';
import type { AuthProblem } from '../model/problem.js';
import { originForbidden } from '../model/problems.js';
import type { RequestDescription } from '../model/request.js';
import { canonicalHost, parseOrigin } from '../settings/origins.js';
import type { Settings } from '../settings/settings.js';
import type { HeaderView } from './headers.js';

/** Which origins may call beside the host that a request names. */
type OriginRules = Pick<Settings, 'allowedOrigins' | 'ownScheme'>;

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Methods that may change something: whatever is not known to be harmless.
 *
 * @example
 * isUnsafeMethod('DELETE'); // true
 * isUnsafeMethod('GET'); // false
 */
export function isUnsafeMethod(method: string): boolean {
  return !safeMethods.has(method);
}

function isOwnOrAllowed(origin: string, host: string | undefined, { allowedOrigins, ownScheme }: OriginRules): boolean {
  const parsed = parseOrigin(origin);
  if (!parsed) return false;
  if (allowedOrigins.has(`${parsed.scheme}://${parsed.host}`)) return true;
  // What came over plain HTTP may be of another machine on the way, under whichever name.
  if (ownScheme !== undefined && parsed.scheme !== ownScheme) return false;
  return host !== undefined && canonicalHost(host, parsed.scheme) === parsed.host;
}

/**
 * Whether a browser says that a page of another site embeds this request (an image, a frame, a script) instead of leading
 * its visitor here.
 */
export function isEmbeddedElsewhere(headers: HeaderView): boolean {
  const site = headers.get('sec-fetch-site')?.toLowerCase();
  if (site !== 'cross-site' && site !== 'same-site') return false;
  const mode = headers.get('sec-fetch-mode')?.toLowerCase();
  const destination = headers.get('sec-fetch-dest')?.toLowerCase();
  return (mode !== undefined && mode !== 'navigate') || (destination !== undefined && destination !== 'document');
}

/**
 * Whether an unsafe request comes from a foreign site. `Sec-Fetch-Site` survives proxies that rewrite `Host`, so it is
 * asked first; browsers send it over TLS only, so on a plain LAN install `Origin` decides. Neither: not a browser.
 */
export function checkOrigin(method: string, headers: HeaderView, rules: OriginRules): AuthProblem | null {
  if (!isUnsafeMethod(method)) return null;
  const site = headers.get('sec-fetch-site')?.toLowerCase();
  const origin = headers.get('origin');
  if (site === 'same-origin' || site === 'none') return null;
  if (site === 'same-site' || site === 'cross-site') {
    const listed = origin !== undefined && isOwnOrAllowed(origin, undefined, rules);
    return listed ? null : originForbidden();
  }
  if (origin === undefined) return null;
  return isOwnOrAllowed(origin, headers.get('host'), rules) ? null : originForbidden();
}

/** Whether a request may come from where its headers say it does; `by` is the kind of credential it was let in by. */
export function checkAnyOrigin(
  {
    method,
    isUpgrade = false,
    headers,
  }: Pick<RequestDescription, 'method' | 'isUpgrade'> & { readonly headers: HeaderView },
  rules: OriginRules,
  by?: CsrfContext['kind'],
): AuthProblem | null {
  return isUpgrade ? checkUpgradeOrigin(headers, rules, by) : checkOrigin(method, headers, rules);
}

/**
 * The rule for upgrades: browsers do not protect them by CORS, so an origin that is sent must fit whatever the scheme. A
 * browser sends it with every upgrade; what shows neither it nor `Sec-Fetch-Site` is a program that holds the cookie itself.
 * A proxy that signs
 * its visitors in must pass it on.
 */
function checkUpgradeOrigin(headers: HeaderView, rules: OriginRules, by?: CsrfContext['kind']): AuthProblem | null {
  const origin = headers.get('origin');
  if (origin === undefined) {
    const isBrowser = by === 'ingress' || (by === 'session' && headers.get('sec-fetch-site') !== undefined);
    return isBrowser ? originForbidden() : null;
  }
  return isOwnOrAllowed(origin, headers.get('host'), rules) ? null : originForbidden();
}
