import type { DescriptionCache } from '../model/ports.js';
import type { TestFramework } from './framework.js';

const HERE = { central: 'home', interfaceName: 'HmIP-RF' } as const;
const THERE = { central: 'cabin', interfaceName: 'HmIP-RF' } as const;
const DEVICE = { ADDRESS: '0001', TYPE: 'HmIP-PSM', PARAMSETS: ['MASTER'], VERSION: 3, UNKNOWN: [1, { A: 'ü' }] };
const STATE = { STATE: { TYPE: 'BOOL' as const, OPERATIONS: 7, DEFAULT: false, SPECIAL: [{ ID: 'X', VALUE: 1.005 }] } };

/**
 * Declares the tests that every `DescriptionCache` must pass. `make` returns an empty one, anew for each test.
 *
 * @example
 * import { describe, expect, it } from 'vitest';
 * describeDescriptionCache({ describe, it, expect }, () => createMemoryDescriptionCache());
 */
export function describeDescriptionCache(
  framework: TestFramework,
  make: () => DescriptionCache | Promise<DescriptionCache>,
): void {
  const { describe, it, expect } = framework;
  describe('a description cache', () => {
    it('is empty in the beginning', async () => {
      const cache = await make();
      expect(await cache.loadDevices(HERE)).toEqual(undefined);
      expect([...(await cache.loadParamsets(['a', 'b']))]).toEqual([]);
    });

    it('gives devices back as they were, for their own CCU and interface only', async () => {
      const cache = await make();
      await cache.saveDevices(HERE, [DEVICE]);
      expect(await cache.loadDevices(HERE)).toEqual([DEVICE]);
      expect(await cache.loadDevices(THERE)).toEqual(undefined);
      expect(await cache.loadDevices({ ...HERE, interfaceName: 'CUxD' })).toEqual(undefined);
    });

    it('replaces all devices of an interface', async () => {
      const cache = await make();
      await cache.saveDevices(HERE, [DEVICE, { ...DEVICE, ADDRESS: '0002' }]);
      await cache.saveDevices(HERE, [{ ...DEVICE, ADDRESS: '0003' }]);
      expect((await cache.loadDevices(HERE))?.map(({ ADDRESS }) => ADDRESS)).toEqual(['0003']);
    });

    it('returns only known paramset descriptions, and shares them', async () => {
      const cache = await make();
      await cache.saveParamsets(new Map([['key/1', STATE]]));
      await cache.saveParamsets(new Map([['key/2', {}]]));
      const found = await cache.loadParamsets(['key/2', 'key/1', 'key/3']);
      expect([...found.keys()].sort()).toEqual(['key/1', 'key/2']);
      expect(found.get('key/1')).toEqual(STATE);
    });

    it('overwrites a description that is saved again', async () => {
      const cache = await make();
      await cache.saveParamsets(new Map([['key', STATE]]));
      await cache.saveParamsets(new Map([['key', {}]]));
      expect((await cache.loadParamsets(['key'])).get('key')).toEqual({});
    });

    it('takes many keys at once', async () => {
      const cache = await make();
      const keys = Array.from({ length: 2_000 }, (_, i) => `HmIP-RF//HmIP-PSM/1.0/${i}`);
      await cache.saveParamsets(new Map(keys.map((key) => [key, STATE])));
      expect((await cache.loadParamsets(keys)).size).toEqual(2_000);
    });
  });
}
