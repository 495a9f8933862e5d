import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createAddressRules, readNetwork } from './networks.js';

const rules = createAddressRules([]);

/** The first bits of an address, as a number of its own: nothing of the code under test takes part. */
function bitsOf(address: string): { readonly bits: bigint; readonly length: 32 | 128 } {
  if (!address.includes(':')) {
    return { bits: address.split('.').reduce((sum, part) => sum * 256n + BigInt(part), 0n), length: 32 };
  }
  const [front = '', back] = address.split('::');
  const groups = (text: string) => (text === '' ? [] : text.split(':'));
  const missing = back === undefined ? 0 : 8 - groups(front).length - groups(back).length;
  const all = [...groups(front), ...Array<string>(missing).fill('0'), ...groups(back ?? '')];
  return { bits: all.reduce((sum, group) => sum * 65_536n + BigInt(`0x${group}`), 0n), length: 128 };
}

const within = (address: string, network: string, prefix: number) => {
  const [one, other] = [bitsOf(address), bitsOf(network)];
  const shift = BigInt(one.length - prefix);
  return one.length === other.length && one.bits >> shift === other.bits >> shift;
};

const isLocalV4 = (address: string) =>
  [
    ['0.0.0.0', 8],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
    ['224.0.0.0', 4],
    ['240.0.0.0', 4],
  ].some(([network, prefix]) => within(address, String(network), Number(prefix)));

/** Often near the edges of the refused networks. */
const v4 = fc
  .tuple(
    fc.constantFrom(0, 1, 10, 126, 127, 128, 168, 169, 170, 192, 223, 224, 239, 240, 255),
    fc.constantFrom(0, 1, 253, 254, 255),
    fc.nat(255),
    fc.nat(255),
  )
  .map((parts) => parts.join('.'));

const hex = (address: string) => {
  const { bits } = bitsOf(address);
  return `${(bits >> 16n).toString(16)}:${(bits & 0xffffn).toString(16)}`;
};

const FORMS: readonly (readonly [name: string, write: (address: string) => string])[] = [
  ['dotted', (address) => address],
  ['mapped, dotted', (address) => `::ffff:${address}`],
  ['mapped, in hexadecimal', (address) => `::ffff:${hex(address)}`],
  ['mapped, written out', (address) => `0:0:0:0:0:FFFF:${hex(address)}`],
  ['compatible', (address) => `::${address}`],
  ['translated', (address) => `::ffff:0:${address}`],
  ['NAT64', (address) => `64:ff9b::${address}`],
  ['6to4', (address) => `2002:${hex(address)}::1`],
];

describe('the addresses that requests may go to', () => {
  it.each(FORMS)('are those of other machines, however an IPv4 address is written: %s', (name, write) => {
    fc.assert(
      fc.property(v4, (address) => {
        // ::a.b.c.d below ::2 is another address: the unspecified one and the loopback one of IPv6.
        expect(rules.permits(write(address)), `${name} ${address}`).toBe(!isLocalV4(address));
      }),
      { numRuns: 300 },
    );
  });

  it('are not those of this machine and of its link in IPv6', () => {
    const group = fc.nat(0xffff).map((number) => number.toString(16));
    const first = fc.constantFrom(
      '2001',
      'fd00',
      'fe7f',
      'fe80',
      'febf',
      'fec0',
      'feff',
      'fdff',
      'ff00',
      'ff02',
      '3000',
    );
    fc.assert(
      fc.property(first, fc.array(group, { minLength: 7, maxLength: 7 }), (one, others) => {
        const address = [one, ...others].join(':');
        const isLocal = [
          ['fe80::', 10],
          ['fec0::', 10],
          ['ff00::', 8],
        ].some(([network, prefix]) => within(address, String(network), Number(prefix)));
        expect(rules.permits(address), address).toBe(!isLocal);
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    '::',
    '::1',
    '0:0:0:0:0:0:0:1',
    'fe80::1%eth0',
    'fd00:ec2::254',
    '64:ff9b:1::a00:1',
    '',
    'localhost',
    '1.2.3',
  ])('are not %j', (address) => {
    expect(rules.permits(address)).toBe(false);
  });

  it.each(['192.168.1.5', '10.0.0.1', '172.16.3.4', '100.64.0.1', '8.8.8.8', 'fd12::1', '2001:db8::1'])(
    'are %s',
    (address) => {
      expect(rules.permits(address)).toBe(true);
    },
  );

  it('are others where a network is allowed, and only those in it', () => {
    const allowed = createAddressRules(['127.0.0.1/32', 'fe80::/64']);
    expect(allowed.permits('127.0.0.1')).toBe(true);
    expect(allowed.permits('::ffff:127.0.0.1')).toBe(true);
    expect(allowed.permits('fe80::1%eth0')).toBe(true);
    expect(allowed.permits('127.0.0.2')).toBe(false);
    expect(allowed.permits('::1')).toBe(false);
    expect(allowed.permits('fe80:0:0:1::1')).toBe(false);
  });

  it('cannot be widened by an invalid network', () => {
    for (const text of [
      '',
      '127.0.0.1',
      '127.0.0.1/33',
      '::1/129',
      '0x7f.1/8',
      'localhost/8',
      '127.0.0.1/',
      '1.2.3.4/08 ',
    ]) {
      expect(readNetwork(text), text).toBeUndefined();
      expect(() => createAddressRules([text])).toThrow(RangeError);
    }
  });
});
