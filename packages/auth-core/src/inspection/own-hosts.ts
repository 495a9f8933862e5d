import type { HeaderView } from '../http/headers.js';
import { normaliseAddress } from '../net/address.js';
import type { AddressMatcher } from '../net/cidr.js';

/** So many proxies in a row are believed at most. */
const MOST_PROXIES = 8;
const BARE = /^(?:\[[0-9a-f:.]+\]|[^:]+)$/i;
const PORT = /^[1-9]\d{0,4}$/;
/** One pair of `Forwarded` (RFC 7239), or the comma that ends an element. */
const FORWARDED_PART = /,|(?<![a-z])([a-z]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*))/gi;

/**
 * Every host that the caller may have addressed: `Host`, and beside it the hosts that trusted proxies received, as they
 * report them in `X-Forwarded-Host`, `X-Forwarded-Port` and `Forwarded`. A list counts from its end for as many
 * elements as trusted proxies have written: any caller may have written the earlier ones.
 */
export function ownHosts(
  peer: string,
  headers: HeaderView,
  { isTrustedProxy, isIngress }: { readonly isTrustedProxy: AddressMatcher; readonly isIngress: boolean },
): readonly string[] {
  const host = headers.get('host');
  const own = host === undefined ? [] : [host];
  if (!isIngress && !isTrustedProxy(peer)) return own;
  const proxies = isIngress ? 1 : 1 + trustedInFront(headers.get('x-forwarded-for'), isTrustedProxy);
  const reported = [
    ...lastOf(listOf(headers.get('x-forwarded-host')), proxies),
    ...lastOf(forwardedHosts(headers.get('forwarded')), proxies),
  ].filter((value) => value !== '');
  const ports = lastOf(listOf(headers.get('x-forwarded-port')), proxies).filter((port) => PORT.test(port));
  const named = [...own, ...reported];
  const bare = named.filter((name) => BARE.test(name));
  return [...named, ...bare.flatMap((name) => ports.map((port) => `${name}:${port}`))];
}

/** Number of trusted proxies that handed the request on to the last one. */
function trustedInFront(list: string | undefined, isTrustedProxy: AddressMatcher): number {
  const hops = listOf(list).reverse();
  const stranger = hops.findIndex((hop) => !isTrustedProxy(normaliseAddress(hop)));
  return stranger === -1 ? hops.length : stranger;
}

function listOf(value: string | undefined): string[] {
  return value === undefined ? [] : value.split(',').map((entry) => entry.trim());
}

/** The host of each element; empty for an element without one. */
function forwardedHosts(value: string | undefined): readonly string[] {
  if (value === undefined) return [];
  const hosts = [''];
  for (const [part, name, quoted, plain = ''] of value.matchAll(FORWARDED_PART)) {
    if (part === ',') hosts.push('');
    else if (name?.toLowerCase() === 'host') hosts[hosts.length - 1] = quoted?.replaceAll(/\\(.)/g, '$1') ?? plain;
  }
  return hosts;
}

function lastOf(list: readonly string[], count: number): readonly string[] {
  return list.slice(-Math.min(count, MOST_PROXIES));
}
