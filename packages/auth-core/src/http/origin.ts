import type { CsrfContext } from '../model/csrf-context.js';
import { canonicalHost, parseOrigin } from '../settings/origins.js';
import type { Settings } from '../settings/settings.js';
import type { HeaderView } from './headers.js';

/** Origins that may call, in addition to the hosts that a request names. */
export type OriginRules = Pick<Settings, 'allowedOrigins' | 'ownScheme'>;

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * True for methods that may change something: all except the known harmless ones.
 *
 * @example
 * isUnsafeMethod('DELETE'); // true
 * isUnsafeMethod('GET'); // false
 */
export function isUnsafeMethod(method: string): boolean {
  return !safeMethods.has(method);
}

function isOwnOrAllowed(origin: string, hosts: readonly string[], { allowedOrigins, ownScheme }: OriginRules): boolean {
  const parsed = parseOrigin(origin);
  if (!parsed) return false;
  if (allowedOrigins.has(`${parsed.scheme}://${parsed.host}`)) return true;
  // A request over plain HTTP may come from another machine on the path, under any host name.
  if (ownScheme !== undefined && parsed.scheme !== ownScheme) return false;
  return hosts.some((host) => canonicalHost(host, parsed.scheme) === parsed.host);
}

/**
 * True when a browser reports that a page of another site embeds this request (an image, a frame, a script) instead of
 * navigating to it.
 */
export function isEmbeddedElsewhere(headers: HeaderView): boolean {
  const site = headers.get('sec-fetch-site')?.toLowerCase();
  if (site !== 'cross-site' && site !== 'same-site') return false;
  const mode = headers.get('sec-fetch-mode')?.toLowerCase();
  const destination = headers.get('sec-fetch-dest')?.toLowerCase();
  return (mode !== undefined && mode !== 'navigate') || (destination !== undefined && destination !== 'document');
}

/** The parts of a request that the origin rule reads. */
export interface OriginClaim {
  readonly method: string;
  readonly isUpgrade: boolean;
  readonly headers: HeaderView;
  /** Hosts that the caller may have addressed. */
  readonly hosts: () => readonly string[];
}

/**
 * True when a request that may change something, or an upgrade, comes from a foreign site. No script can forge
 * `Sec-Fetch-Site`, and it survives proxies that rewrite `Host`, so it is checked first. Browsers omit it over plain
 * HTTP, and some omit it from upgrades: then `Origin` decides. A request with neither does not come from a browser.
 */
export function isForeign(claim: OriginClaim, rules: OriginRules, by?: CsrfContext['kind']): boolean {
  const { method, isUpgrade, headers, hosts } = claim;
  if (!isUpgrade && !isUnsafeMethod(method)) return false;
  const site = headers.get('sec-fetch-site')?.toLowerCase();
  const origin = headers.get('origin');
  if (origin === undefined && isUpgrade) return isForeignWithoutOrigin(site, by);
  if (
    isUpgrade ? site === 'same-origin' && parseOrigin(origin ?? '') !== null : site === 'same-origin' || site === 'none'
  )
    return false;
  // A page on another port of this host is another site to the browser, also where a proxy drops the port of `Host`.
  if (site === 'same-site' || site === 'cross-site') return origin === undefined || !isOwnOrAllowed(origin, [], rules);
  return origin !== undefined && !isOwnOrAllowed(origin, hosts(), rules);
}

/**
 * Browsers send `Origin` with every upgrade, and a proxy that signs its visitors in must pass it on. With a session, a
 * request that shows neither it nor `Sec-Fetch-Site` is a program that holds the cookie itself.
 */
function isForeignWithoutOrigin(site: string | undefined, by?: CsrfContext['kind']): boolean {
  return by === 'ingress' || (by === 'session' && site !== undefined);
}
