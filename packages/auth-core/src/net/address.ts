import { isIPv6 } from 'node:net';

/** A peer address without zone id, IPv4 in its own form also when it came mapped into IPv6. Unreadable text stays as it is. */
export function normaliseAddress(address: string): string {
  if (!address.includes(':')) return address;
  const bare = (address.split('%', 1)[0] ?? '').toLowerCase();
  const groups = ipv6Groups(bare);
  if (groups?.slice(0, 5).some((group) => group !== 0) !== false || groups[5] !== 0xffff) return bare;
  const [high = 0, low = 0] = groups.slice(6);
  return `${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`;
}

/** The 16-bit groups of an IPv6 address, or null. */
export function ipv6Groups(address: string): readonly number[] | null {
  if (!isIPv6(address) || address.includes('%')) return null;
  const dotted = /^(.*:)(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(address);
  const [, head = '', a = 0, b = 0, c = 0, d = 0] = dotted ?? [];
  const text = dotted
    ? `${head}${(Number(a) * 256 + Number(b)).toString(16)}:${(Number(c) * 256 + Number(d)).toString(16)}`
    : address;
  const [left = '', right] = text.split('::');
  const groups = (part: string) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)));
  if (right === undefined) return groups(left);
  const before = groups(left);
  const after = groups(right);
  return [...before, ...new Array<number>(8 - before.length - after.length).fill(0), ...after];
}

/** The address that belongs to one caller alone: the IPv4 address or the IPv6 /64. */
export function throttleSource(address: string): string {
  const groups = ipv6Groups(address);
  if (!groups) return address;
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/**
 * The network of a throttle source: a typical allocation of one provider, a /16 of IPv4 and a /32 of IPv6. Another
 * source in it costs an attacker next to nothing.
 */
export function networkOf(source: string): string {
  const separator = source.includes(':') ? ':' : '.';
  return source.split(separator).slice(0, 2).join(separator);
}
