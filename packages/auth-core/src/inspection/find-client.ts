import { isIP } from 'node:net';
import type { HeaderView } from '../http/headers.js';
import { normaliseAddress } from '../net/address.js';
import type { AddressMatcher } from '../net/cidr.js';

/**
 * Claim of the headers about the caller's address. `none`: no claim, the peer is the caller. `believed`: a trusted
 * proxy reported it. `unreadable`: a trusted proxy reported nothing that can be read. `unbelieved`: the peer claims to
 * forward and is no trusted proxy.
 */
export type ForwardingClaim = 'none' | 'believed' | 'unreadable' | 'unbelieved';

export interface FoundClient {
  /** Address of the caller, as far as it is known: the one that a trusted proxy reports, else the peer. */
  readonly client: string;
  readonly claim: ForwardingClaim;
}

/**
 * Whom a request came from. Behind a configured reverse proxy it is the last address that proxy did not add for another
 * trusted one; several header lines are one list. No other peer's header is believed.
 */
export function findClient(
  peer: string,
  headers: HeaderView,
  context: { readonly isTrustedProxy: AddressMatcher; readonly isIngress: boolean },
): FoundClient {
  const list = headers.get('x-forwarded-for');
  const others = (['forwarded', 'x-real-ip', 'x-forwarded-prefix', 'x-script-name'] as const).map((name) =>
    headers.get(name),
  );
  const claims = [list, ...others].some((value) => value !== undefined);
  if (!claims || context.isIngress) return { client: peer, claim: 'none' };
  if (!context.isTrustedProxy(peer)) return { client: peer, claim: 'unbelieved' };
  const client = list === undefined ? null : reportedClient(list, context.isTrustedProxy);
  return client === null ? { client: peer, claim: 'unreadable' } : { client, claim: 'believed' };
}

function reportedClient(list: string, isTrustedProxy: AddressMatcher): string | null {
  const hops = list.split(',').map((hop) => normaliseAddress(hop.trim()));
  for (const hop of [...hops].reverse()) {
    if (isIP(hop) === 0) return null;
    if (!isTrustedProxy(hop)) return hop;
  }
  return hops[0] ?? null;
}
