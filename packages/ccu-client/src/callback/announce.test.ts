import { describe, expect, it } from 'vitest';
import { announcedHost, plainUrl } from './announce.js';
import { callbackName } from './routes.js';

const urlFor = (host: string) => `http://${host}:8120/cb/ccu/BidCos-RF`;
const found = async () => '192.0.2.7';
const none = async () => Promise.reject(new Error('ENOTFOUND'));
const plain = (host: string, lookUp: (host: string) => Promise<string> = found, interfaceId = 'gw-ccu-BidCos-RF') =>
  plainUrl(urlFor, { host, interfaceId }, lookUp);

describe('the callback address for rfd and hs485d', () => {
  it.each(['192.0.2.9', 'gateway.lan', 'a'.repeat(60)])('is %s unchanged', async (host) => {
    expect(await plain(host, none)).toBe(urlFor(host));
  });

  it.each(['3rd-floor.lan', '10', 'g'.repeat(250)])(
    'is the IPv4 address of %s, which they cannot call',
    async (host) => {
      expect(await plain(host)).toBe(urlFor('192.0.2.7'));
      await expect(plain(host, none)).rejects.toMatchObject({ code: 'invalid_argument' });
    },
  );

  it('is never an IPv6 address, which they cannot call either', async () => {
    for (const host of ['fe80::1', '::1']) {
      await expect(plain(host)).rejects.toMatchObject({
        code: 'invalid_argument',
        message: expect.stringContaining(host),
      });
    }
    expect(await plain('::ffff:192.0.2.9')).toBe(urlFor('192.0.2.9'));
  });
});

describe('the name of a CCU in callbacks', () => {
  it('is its own as far as there is room, and a digest beyond', () => {
    expect(callbackName('Büro')).toBe('B%C3%BCro');
    expect(callbackName('x'.repeat(64))).toBe('x'.repeat(64));
    const [one, other] = [callbackName('ü'.repeat(63)), callbackName('ü'.repeat(64))];
    for (const name of [one, other]) {
      expect(name.length).toBeLessThanOrEqual(64);
      expect(decodeURIComponent(name)).toMatch(/^ü+-[0-9a-f]{16}$/);
    }
    expect(one).not.toBe(other);
  });
});

describe('the callback address of a CCU', () => {
  it('is that of the route to the CCU', async () => {
    expect(await announcedHost({ boundTo: '', ccuHost: '127.0.0.1' })).toEqual({ host: '127.0.0.1', from: 'detected' });
  });

  it('is unknown without a route, and never that of all interfaces', async () => {
    for (const ccuHost of ['255.255.255.255', 'fe80::1']) {
      await expect(announcedHost({ boundTo: '', ccuHost })).rejects.toMatchObject({ code: 'unreachable' });
    }
  });
});
