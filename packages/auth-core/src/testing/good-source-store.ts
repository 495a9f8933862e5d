import type { AuthStores } from '../model/ports.js';
import { type OpenStores, onFresh, type TestFramework } from './framework.js';

/** Contract suite for stores of good sources. */
export function describeGoodSourceStore(framework: TestFramework, name: string, make: OpenStores<AuthStores>): void {
  const { describe, it, expect } = framework;
  const test = (title: string, body: (stores: AuthStores) => Promise<void>) => it(title, () => onFresh(make, body));
  const home = { account: 'root', source: '192.168.1.7', at: 1_700_000_000_000 };
  const away = { account: 'root', source: '2001:db8:1:1::/64', at: 1_700_000_000_001 };

  describe(`the store of good sources ${name}`, () => {
    test('returns stored sources, oldest first', async ({ goodSources }) => {
      await goodSources.put(away);
      await goodSources.put(home);
      expect(await goodSources.list()).toEqual([home, away]);
    });

    test('keeps one time for each account and source, the last', async ({ goodSources }) => {
      const later = { ...home, at: home.at + 86_400_000 };
      await goodSources.put(home);
      await goodSources.put({ ...home, account: 'vi' });
      await goodSources.put(later);
      expect(await goodSources.list()).toEqual([{ ...home, account: 'vi' }, later]);
    });

    test('removes the one named, and does nothing when there is none', async ({ goodSources }) => {
      await goodSources.put(home);
      await goodSources.put(away);
      await goodSources.remove('root', home.source);
      await goodSources.remove('nobody', home.source);
      expect(await goodSources.list()).toEqual([away]);
    });

    test('leaves the change counter alone: no credential begins or ends', async ({ goodSources, changes }) => {
      const before = await changes.current();
      await goodSources.put(home);
      await goodSources.remove('root', home.source);
      expect(await changes.current()).toBe(before);
    });
  });
}
