import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ipv6Groups, normaliseAddress, throttleSource } from './address.js';
import { isLoopback, isPrivate, matchCidrs } from './cidr.js';

const v4 = fc.ipV4();
const v6 = fc.ipV6();
const asNumber = (address: string) => address.split('.').reduce((total, octet) => total * 256 + Number(octet), 0);

describe('a CIDR', () => {
  it('holds exactly the addresses that share its prefix', () => {
    fc.assert(
      fc.property(v4, v4, fc.integer({ min: 1, max: 32 }), (network, address, prefix) => {
        const size = 2 ** (32 - prefix);
        const start = Math.floor(asNumber(network) / size) * size;
        const base = [24, 16, 8, 0].map((shift) => Math.floor(start / 2 ** shift) % 256).join('.');
        const inside = Math.floor(asNumber(address) / size) * size === start;
        expect(matchCidrs([`${base}/${prefix}`])(address)).toBe(inside);
        expect(matchCidrs([`${base}/${prefix}`])(base)).toBe(true);
      }),
    );
  });

  it('never holds an address of the other family', () => {
    fc.assert(
      fc.property(v4, (address) => {
        expect(matchCidrs(['fd00::/8', '2000::/3'])(address)).toBe(false);
        expect(matchCidrs(['0.0.0.0/0'])(normaliseAddress(`64:ff9b::${address}`))).toBe(false);
      }),
    );
  });

  it('that is invalid is refused with a readable reason', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[0-9a-f.:]{0,20}\/?[0-9]{0,3}$/)), (text) => {
        try {
          matchCidrs([text]);
        } catch (error) {
          expect((error as Error).message).not.toBe('');
          return;
        }
        expect(
          ipv6Groups(text.split('/')[0] ?? '') !== null || /^\d+\.\d+\.\d+\.\d+$/.test(text.trim().split('/')[0] ?? ''),
        ).toBe(true);
      }),
      { numRuns: 500 },
    );
    expect(matchCidrs(['::1'])('::1')).toBe(true);
  });
});

describe('an address', () => {
  it('inside IPv6 is the IPv4 address it maps, in every spelling', () => {
    fc.assert(
      fc.property(v4, (address) => {
        const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
        const hex = `::ffff:${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
        for (const text of [address, `::ffff:${address}`, `::FFFF:${address}`, hex, `0:0:0:0:0:ffff:${address}`])
          expect(normaliseAddress(text)).toBe(address);
      }),
    );
  });

  it('of any text does no harm', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), v6), (text) => {
        expect(typeof throttleSource(normaliseAddress(text))).toBe('string');
        expect([typeof isLoopback(text), typeof isPrivate(text)]).toEqual(['boolean', 'boolean']);
      }),
    );
  });

  it('shares its throttle with its own /64 only', () => {
    fc.assert(
      fc.property(v6, fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), (address, host) => {
        const groups = ipv6Groups(address);
        fc.pre(groups !== null && !/\./.test(normaliseAddress(address)));
        const network = (groups ?? []).slice(0, 4).map((group) => group.toString(16));
        const tail = host.toString(16).padStart(16, '0').match(/.{4}/g) ?? [];
        fc.pre(!(network.every((group) => group === '0') && tail.slice(0, 2).join('') === '0000ffff'));
        expect(throttleSource(normaliseAddress([...network, ...tail].join(':')))).toBe(
          throttleSource(normaliseAddress(address)),
        );
      }),
    );
    expect(throttleSource('10.0.0.1')).toBe('10.0.0.1');
  });
});
