import { isIP } from 'node:net';

const localSuffixes = ['.local', '.lan', '.home.arpa', '.internal', '.fritz.box'];

/**
 * True when a `Host` can only mean this network: an address, a single label, a local domain or a configured name. Any
 * other may be a foreign name that was pointed here to reach setup through a visitor's browser.
 */
export function isLocalHostName(host: string | undefined, allowedHosts: readonly string[]): boolean {
  if (host === undefined) return false;
  const lower = host.toLowerCase();
  const bracketed = /^\[([0-9a-f:.]+)\](?::\d{1,5})?$/.exec(lower)?.[1];
  if (bracketed !== undefined) return isIP(bracketed) === 6;
  const name = /^([a-z0-9._-]+)(?::\d{1,5})?$/.exec(lower)?.[1]?.replace(/\.$/, '');
  if (!name) return false;
  if (allowedHosts.includes(name) || isIP(name) === 4) return true;
  return !name.includes('.') || localSuffixes.some((suffix) => name.endsWith(suffix));
}
