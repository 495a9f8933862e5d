import { BlockList, isIP } from 'node:net';

/** IPv4 networks that lead to this machine, to its link or to many at once. */
const LOCAL_V4 = [
  ['0.0.0.0', 8],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const;

/** The same in IPv6; the last one is the address of a cloud's credentials service. */
const LOCAL_V6 = [
  ['::', 127],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
  ['64:ff9b:1::', 48],
  ['fd00:ec2::254', 128],
] as const;

/** Private networks, of which this machine may be a part. */
const PRIVATE = {
  v4: [
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['172.16.0.0', 12],
    ['192.0.0.0', 24],
    ['192.168.0.0', 16],
    ['198.18.0.0', 15],
  ],
  v6: [['fc00::', 7]],
} as const;

/** Forms of IPv6 that hold an IPv4 address in their last 32 bits: mapped, compatible, translated, and NAT64. */
const LAST_32_BITS = ['::ffff:', '::', '::ffff:0:', '64:ff9b::'];

/** Addresses that requests may go to. */
export interface AddressRules {
  /** Where no request goes, in words. */
  readonly forbidden: string;
  permits(address: string): boolean;
}

/**
 * Permits every address but those of this machine and of its link, with `onlyPublic` also those of private networks. A network of
 * `allow` permits its addresses all the same.
 *
 * @example
 * createAddressRules([]).permits('::ffff:127.0.0.1'); // false
 */
export function createAddressRules(
  allow: readonly string[],
  { onlyPublic = false }: { readonly onlyPublic?: boolean } = {},
): AddressRules {
  const local = networksWith(onlyPublic ? PRIVATE : { v4: [], v6: [] });
  const allowed = new BlockList();
  for (const text of allow) {
    const network = readNetwork(text);
    if (network === undefined) throw new RangeError(`${text} is no network such as 127.0.0.1/32`);
    allowed.addSubnet(network.address, network.prefix, network.family);
  }
  return {
    forbidden: onlyPublic ? 'this machine, of its link or of a private network' : 'this machine or of its link',
    permits(address) {
      // The zone of a link-local address names the link, not the address.
      const [bare = ''] = address.split('%');
      const version = isIP(bare);
      if (version === 0) return false;
      const family = version === 4 ? 'ipv4' : 'ipv6';
      return allowed.check(bare, family) || !local.check(bare, family);
    },
  };
}

/**
 * A network such as `127.0.0.0/8` or `::1/128`; undefined where the text is none.
 *
 * @example
 * readNetwork('127.0.0.1/32')?.prefix; // 32
 */
export function readNetwork(text: string) {
  const [, address = '', digits = ''] = /^([0-9a-fA-F:.]{2,45})\/(\d{1,3})$/.exec(text) ?? [];
  const version = isIP(address);
  const prefix = Number(digits);
  if (version === 0 || prefix > (version === 4 ? 32 : 128)) return undefined;
  return { address, prefix, family: version === 4 ? ('ipv4' as const) : ('ipv6' as const) };
}

type Networks = readonly (readonly [address: string, prefix: number])[];

/** The local networks and more. */
function networksWith(more: { readonly v4: Networks; readonly v6: Networks }): BlockList {
  const list = new BlockList();
  for (const [address, prefix] of [...LOCAL_V6, ...more.v6]) list.addSubnet(address, prefix, 'ipv6');
  for (const [address, prefix] of [...LOCAL_V4, ...more.v4]) {
    list.addSubnet(address, prefix, 'ipv4');
    for (const front of LAST_32_BITS) list.addSubnet(`${front}${address}`, 96 + prefix, 'ipv6');
    // 6to4 has it behind its first 16 bits.
    list.addSubnet(`2002:${hexOf(address)}::`, 16 + prefix, 'ipv6');
  }
  return list;
}

function hexOf(address: string): string {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
  return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
}
