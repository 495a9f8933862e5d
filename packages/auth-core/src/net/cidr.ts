import { isIP } from 'node:net';
import { ipv6Groups } from './address.js';

/** True when a normalised address lies inside. */
export type AddressMatcher = (address: string) => boolean;

export interface CidrLimits {
  /** Shortest prefixes allowed, so that a slip does not trust half the internet. */
  readonly minPrefixV4: number;
  readonly minPrefixV6: number;
  /** Networks that hold no public address may be of any width. */
  readonly privateOfAnyWidth?: boolean;
}

const anyPrefix: CidrLimits = { minPrefixV4: 0, minPrefixV6: 0 };

interface Cidr {
  readonly bytes: readonly number[];
  readonly prefix: number;
}

/** Reads one CIDR (an address alone is its own network). Throws a sentence that names the fault. */
function parseCidr(text: string, limits: CidrLimits): Cidr {
  const [address = '', prefixText, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0 || address.includes('%'))
    throw new Error(`${JSON.stringify(text)} is not a CIDR`);
  const bits = family === 4 ? 32 : 128;
  if (prefixText !== undefined && !/^(0|[1-9]\d{0,2})$/.test(prefixText)) {
    throw new Error(`${JSON.stringify(text)} has no valid prefix length`);
  }
  const prefix = prefixText === undefined ? bits : Number(prefixText);
  if (prefix > bits) throw new Error(`${JSON.stringify(text)} has no valid prefix length`);
  const widest = family === 4 ? limits.minPrefixV4 : limits.minPrefixV6;
  const octets = addressBytes(address);
  if (prefix < widest && !(limits.privateOfAnyWidth && isPrivateNetwork({ bytes: octets, prefix }))) {
    const scope = limits.privateOfAnyWidth ? ' for public addresses' : '';
    throw new Error(`${text} is too wide${scope}; allowed: /${widest} to /${bits}`);
  }
  if (hasHostBits(octets, prefix)) throw new Error(`${text} has host bits set; expected the address of a network`);
  if (family === 6 && coversMappedAddresses(octets, prefix))
    throw new Error(`${text} covers IPv4 peers; write it as IPv4`);
  return { bytes: octets, prefix };
}

/** Four or sixteen bytes; none for a text that is no address. */
function addressBytes(address: string): readonly number[] {
  const family = isIP(address);
  if (family === 4) return address.split('.').map(Number);
  return family === 6 ? (ipv6Groups(address) ?? []).flatMap((group) => [group >> 8, group & 255]) : [];
}

function hasHostBits(octets: readonly number[], prefix: number): boolean {
  return octets.some((byte, index) => {
    const kept = Math.min(8, Math.max(0, prefix - index * 8));
    return (byte & (0xff >> kept)) !== 0;
  });
}

/** Such a network would match IPv4 peers, all of them when it is `::ffff:0:0/96` or wider. */
function coversMappedAddresses(bytes: readonly number[], prefix: number): boolean {
  const mapped = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 0, 0, 0, 0];
  return contains({ bytes, prefix: Math.min(prefix, 96) }, mapped);
}

function contains({ bytes, prefix }: Cidr, address: readonly number[]): boolean {
  if (bytes.length !== address.length) return false;
  return bytes.every((byte, index) => {
    const ignored = 0xff >> Math.min(8, Math.max(0, prefix - index * 8));
    return (byte | ignored) === ((address[index] ?? 0) | ignored);
  });
}

/** A matcher for several CIDRs. Throws a sentence for the first that cannot be used. */
export function matchCidrs(texts: readonly string[], limits: CidrLimits = anyPrefix): AddressMatcher {
  const networks = texts.map((text) => parseCidr(text.trim(), limits));
  return (address) => {
    if (networks.length === 0) return false;
    const bytes = addressBytes(address);
    return networks.some((network) => contains(network, bytes));
  };
}

const privateNetworks = [
  '127.0.0.0/8',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '169.254.0.0/16',
  '::1/128',
  'fc00::/7',
  'fe80::/10',
];
const isLoopbackAddress = matchCidrs(['127.0.0.0/8', '::1/128']);
const isPrivateAddress = matchCidrs(privateNetworks);

function isPrivateNetwork({ bytes, prefix }: Cidr): boolean {
  return privateNetworks
    .map((text) => parseCidr(text, anyPrefix))
    .some((known) => prefix >= known.prefix && contains(known, bytes));
}

export function isLoopback(address: string): boolean {
  return isLoopbackAddress(address);
}

/** Loopback, private or link-local: an address that is not routed from the internet. */
export function isPrivate(address: string): boolean {
  return isPrivateAddress(address);
}
