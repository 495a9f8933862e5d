import { isIP } from 'node:net';
import type { HeaderView } from '../http/headers.js';
import { normaliseAddress, throttleSource } from './address.js';
import { type AddressMatcher, isLoopback } from './cidr.js';

export interface Source {
  readonly source: string;
  readonly sourceExempt: boolean;
}

/**
 * Whom the throttle counts a request against. Behind a configured reverse proxy it is the address that proxy reports
 * (the last one it did not add itself); the header is believed for nothing else.
 */
export function identifySource(
  peer: string,
  headers: HeaderView,
  context: { readonly isTrustedProxy: AddressMatcher; readonly isIngress: boolean },
): Source {
  if (context.isIngress) return { source: throttleSource(peer), sourceExempt: true };
  const client = context.isTrustedProxy(peer) ? reportedClient(headers, context.isTrustedProxy) : null;
  if (client !== null) return { source: throttleSource(client), sourceExempt: false };
  return { source: throttleSource(peer), sourceExempt: isLoopback(peer) || context.isTrustedProxy(peer) };
}

function reportedClient(headers: HeaderView, isTrustedProxy: AddressMatcher): string | null {
  const hops = (headers.get('x-forwarded-for') ?? '').split(',').map((hop) => normaliseAddress(hop.trim()));
  for (const hop of hops.reverse()) {
    if (isIP(hop) === 0) return null;
    if (!isTrustedProxy(hop)) return hop;
  }
  return null;
}
