import type { LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import type { AddressRules } from '../address/networks.js';
import { DeliveryFault } from './fault.js';

/** Asks for all addresses of a name. */
export type Lookup = (host: string) => Promise<readonly LookupAddress[]>;

/**
 * The addresses of the host of a URL that a request may go to. It is then made to one of these and to no other, so that a
 * name that is asked for again cannot lead elsewhere.
 */
export async function permittedAddresses(
  url: URL,
  rules: AddressRules,
  lookup: Lookup,
): Promise<readonly LookupAddress[]> {
  // A URL has IPv6 addresses in brackets.
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const family = isIP(host);
  const found = family === 0 ? await askFor(host, lookup) : [{ address: host, family }];
  const permitted = found.filter(({ address }) => rules.permits(address));
  if (permitted.length > 0) return permitted;
  throw new DeliveryFault(
    'forbidden',
    `the receiver has an address of ${rules.forbidden}: add its network to allow_networks if that is meant`,
  );
}

async function askFor(host: string, lookup: Lookup): Promise<readonly LookupAddress[]> {
  const found = await lookup(host).catch(() => []);
  if (found.length === 0) throw new DeliveryFault('name', 'the name of the receiver has no address');
  return found;
}
