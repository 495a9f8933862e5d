import { throttleSource } from '../net/address.js';
import { type AddressMatcher, isLoopback } from '../net/cidr.js';
import type { FoundClient } from './find-client.js';

export interface Source {
  readonly source: string;
  readonly sourceExempt: boolean;
}

/** Whom the throttle counts a request against: the client that was found for the peer. */
export function identifySource(
  peer: string,
  { client, claim }: FoundClient,
  context: { readonly isTrustedProxy: AddressMatcher; readonly isIngress: boolean },
): Source {
  const source = throttleSource(client);
  if (context.isIngress) return { source, sourceExempt: true };
  if (claim === 'believed') return { source, sourceExempt: context.isTrustedProxy(client) };
  return { source, sourceExempt: isLoopback(peer) || context.isTrustedProxy(peer) };
}
