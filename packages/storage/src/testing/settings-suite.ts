import type { TestFramework } from '@ccu-gateway/auth-core/testing';
import { type OpenSharedWorld, onWorld, readable } from './world.js';

/** Texts that a database may take for something else. */
const ODD_TEXTS = [
  '\0',
  'a\0b',
  '\x01',
  '\x01\x02\0',
  "'; DROP TABLE users; --",
  '\\x00',
  '🏠',
  'ß',
  'İ',
  '%_',
  '\u2028',
];

/** Contract suite for sections, centrals, patterns and preferences. */
export function describeSettings(framework: TestFramework, name: string, open: OpenSharedWorld): void {
  const { describe, expect } = framework;
  const test = onWorld(framework, open);
  const roomy = { keys: 99, bytes: 9_999 };

  describe(`the shared settings ${name}`, () => {
    test('keeps sections, and knows none from those that are gone', async ({ stores: { sections } }) => {
      await sections.put('callback', { port: 1 });
      await sections.put('callback', { port: 2 });
      expect(await sections.all()).toEqual({ callback: { port: 2 } });
      expect(await sections.replace('callback', { port: 2 }, undefined)).toBe(true);
      expect(await sections.replace('callback', { port: 2 }, undefined)).toBe(false);
      expect(await sections.get('callback')).toBe(undefined);
    });

    test('replaces a section by one program, of those that have read the same', async ({ stores, other }) => {
      const at = (index: number) => (index % 2 === 0 ? stores : other).sections;
      for (const before of [undefined, { texts: ['a\0', 'ß', "'"], port: 1 }]) {
        await stores.sections.replace('mqtt', await stores.sections.get('mqtt'), before);
        const tries = Array.from({ length: 6 }, (_, port) => at(port).replace('mqtt', before, { port }));
        const done = await Promise.all(tries);
        expect(done.filter(Boolean).length).toBe(1);
        expect(await other.sections.get('mqtt')).toEqual({ port: done.indexOf(true) });
      }
    });

    test('replaces a fact by one program, of those that have read the same', async ({ stores, other }) => {
      const at = (index: number) => (index % 2 === 0 ? stores : other).facts;
      for (const before of [undefined, { texts: ['a\0', 'ß', "'"], count: 1 }]) {
        if (before !== undefined) await stores.facts.put('diagrams', before);
        const tries = Array.from({ length: 6 }, (_, count) => at(count).replace('diagrams', before, { count }));
        const done = await Promise.all(tries);
        expect(done.filter(Boolean).length).toBe(1);
        expect(await other.facts.get('diagrams')).toEqual({ count: done.indexOf(true) });
      }
    });

    test('lists centrals in the order of their creation, also within one moment and after the clock was set back', async ({
      stores,
      other,
      tick,
    }) => {
      for (const each of ['home', 'attic']) await stores.centrals.create({ name: each, enabled: true, config: {} });
      tick(-5000);
      await other.centrals.create({ name: 'aaa', enabled: true, config: {} });
      expect((await stores.centrals.list()).map((each) => each.name)).toEqual(['home', 'attic', 'aaa']);
    });

    test('gives centrals that are created at once different moments', async ({ stores, other }) => {
      const names = Array.from({ length: 20 }, (_, index) => `ccu${index}`);
      const made = await Promise.all(
        names.map((each, index) =>
          (index % 2 === 0 ? stores : other).centrals.create({ name: each, enabled: true, config: {} }),
        ),
      );
      expect(made.every(Boolean)).toBe(true);
      const times = (await stores.centrals.list()).map(({ createdAt }) => createdAt);
      expect(new Set(times).size).toBe(20);
    });

    test('keeps centrals with case-insensitive names', async ({ stores: { centrals }, tick }) => {
      expect(await centrals.create({ name: 'Home', enabled: true, config: { host: 'a' } })).toBe(true);
      expect(await centrals.create({ name: 'home', enabled: true, config: {} })).toBe(false);
      tick(1000);
      expect(await centrals.update('HOME', { enabled: false })).toBe(true);
      const times = { createdAt: 1_700_000_000_000, updatedAt: 1_700_000_001_000 };
      expect(await centrals.list()).toEqual([{ name: 'Home', enabled: false, config: { host: 'a' }, ...times }]);
      expect(await centrals.update('x', {})).toBe(false);
      expect(await centrals.delete('home')).toBe(true);
    });

    test('folds the case of the letters of English only', async ({ stores: { centrals } }) => {
      for (const each of ['Ä', 'ä', 'İ', 'i', 'K', '\u212a']) {
        expect(await centrals.create({ name: each, enabled: true, config: {} })).toBe(true);
      }
    });

    test('creates one central of a name that two programs request at once, in any case', async ({ stores, other }) => {
      const names = ['Home', 'HOME', 'home', 'hOME', 'HoMe', 'homE'];
      const made = await Promise.all(
        names.map((each, index) =>
          (index % 2 === 0 ? stores : other).centrals.create({ name: each, enabled: true, config: {} }),
        ),
      );
      expect(made.filter(Boolean).length).toBe(1);
    });

    test('changes centrals as a whole, and leaves those alone that are handed back as they came', async ({
      stores: { centrals },
      tick,
    }) => {
      const made = (each: string, host = 'a') => ({ name: each, enabled: true, config: { host } });
      await centrals.change(() => [made('home'), made('attic'), made('shed')]);
      tick(1000);
      const kept = await centrals.change((before) =>
        before.flatMap((each) => {
          if (each.name === 'attic') return [];
          return [each.name === 'shed' ? made('shed', 'b') : each];
        }),
      );
      expect(kept.map(({ name, config, updatedAt }) => [name, config.host, updatedAt])).toEqual([
        ['home', 'a', 1_700_000_000_000],
        ['shed', 'b', 1_700_000_001_000],
      ]);
      expect(await centrals.list()).toEqual(kept);
    });

    test('changes no central when the change is refused on the way, and passes on errors of its caller', async ({
      stores: { centrals },
    }) => {
      const made = (each: string) => ({ name: each, enabled: true, config: {} });
      const before = await centrals.change(() => [made('home'), made('attic')]);
      const refused = (decide: Parameters<typeof centrals.change>[0]) =>
        centrals.change(decide).catch((error: { readonly code?: string }) => error.code);
      expect(await refused(([, attic]) => [...(attic ? [attic] : []), made('shed'), made('SHED')])).toBe(
        'storage_failed',
      );
      const mine = Object.assign(new Error('not so'), { code: 'mine' });
      const throwing = () => {
        throw mine;
      };
      expect(await refused(throwing)).toBe('mine');
      expect(await centrals.list()).toEqual(before);
    });

    test('decides about centrals by the stored ones at the time of writing, also when two programs write at once', async ({
      stores,
      other,
    }) => {
      const count = (kept: Awaited<ReturnType<typeof stores.centrals.list>>) =>
        kept.length === 0
          ? [{ name: 'home', enabled: false, config: { changes: 1 } }]
          : kept.map(({ name, enabled, config }) => ({
              ...{ name, enabled },
              config: { changes: Number(config.changes) + 1 },
            }));
      await Promise.all([
        ...Array.from({ length: 10 }, (_, index) => (index % 2 === 0 ? stores : other).centrals.change(count)),
        ...[stores, other].map(({ centrals }) => centrals.update('home', { enabled: false })),
      ]);
      const kept = await other.centrals.list();
      expect(kept.map(({ name, config }) => [name, config])).toEqual([['home', { changes: 10 }]]);
    });

    test('bounds the stored values of one principal, in keys and in bytes', async ({ stores: { preferences } }) => {
      const put = (owner: string, key: string, value: unknown) =>
        preferences.put(owner, key, value, { keys: 2, bytes: 20 });
      expect(await put('local:a', 'k1', 'ü')).toBe(true);
      expect(await put('local:a', 'k2', 1)).toBe(true);
      expect(await put('local:a', 'k3', 1)).toBe(false);
      expect(await put('local:a', 'k2', 'x'.repeat(10))).toBe(true);
      expect(await put('local:a', 'k2', 'x'.repeat(11))).toBe(false);
      expect(await preferences.get('local:a', 'k2')).toBe('x'.repeat(10));
      expect(await preferences.get('local:a', 'k3')).toBe(undefined);
      expect(await put('local:b', 'k3', 1)).toBe(true);
      await preferences.delete('local:a', 'k1');
      expect(await put('local:a', 'k3', 1)).toBe(true);
    });

    test('holds these bounds also where two programs write at once', async ({ stores, other }) => {
      const put = (index: number) =>
        (index % 2 === 0 ? stores : other).preferences.put('local:a', `k${index}`, 1, { keys: 3, bytes: 999 });
      const done = await Promise.all(Array.from({ length: 20 }, (_, index) => put(index)));
      expect(done.filter(Boolean).length).toBe(3);
    });

    test('keeps preferences apart by principal', async ({ stores: { preferences } }) => {
      await preferences.put('local:a', 'ui', { dark: true }, roomy);
      await preferences.put('local:b', 'ui', null, roomy);
      expect(await preferences.get('local:a', 'ui')).toEqual({ dark: true });
      expect(await preferences.get('local:b', 'ui')).toBeNull();
      expect(await preferences.get('local:c', 'ui')).toBe(undefined);
      await preferences.deleteAll('local:a');
      expect(await preferences.get('local:a', 'ui')).toBe(undefined);
      await preferences.delete('local:b', 'ui');
      expect(await preferences.get('local:b', 'ui')).toBe(undefined);
    });

    test('keeps areas in their order, and decides by the stored ones when two programs write at once', async ({
      stores,
      other,
    }) => {
      expect(await stores.areas.list()).toEqual([]);
      const add = (id: string) => (index: number) =>
        (index % 2 === 0 ? stores : other).areas.change((kept) => [{ id, name: id, rooms: ['Küche'] }, ...kept]);
      await Promise.all(['a', 'b', 'c', 'd'].map((id, index) => add(id)(index)));
      const made = await other.areas.list();
      expect(made.map(({ id }) => id).sort()).toEqual(['a', 'b', 'c', 'd']);
      const turned = await stores.areas.change((kept) => kept.toReversed());
      expect(turned).toEqual(made.toReversed());
      expect(await other.areas.list()).toEqual(turned);
    });

    test('changes no area when the decision is refused, and passes on its error', async ({ stores: { areas } }) => {
      const kept = await areas.change(() => [{ id: 'a', name: "Erdgeschoß 'vorn'", rooms: ['Küche', 'Flur'] }]);
      const mine = Object.assign(new Error('not so'), { code: 'mine' });
      const throwing = () => {
        throw mine;
      };
      expect(await areas.change(throwing).catch((error: unknown) => error)).toBe(mine);
      expect(await areas.list()).toEqual(kept);
    });

    test('keeps any text as it is, and different ones apart', async (world) => {
      const { preferences, unignore } = world.stores;
      const texts = ODD_TEXTS.map((text) => readable(world, text));
      const by = readable(world, 'a\0b');
      for (const text of texts) await preferences.put('local:a', text, text, roomy);
      for (const text of texts) expect(await preferences.get('local:a', text)).toBe(text);
      const listed = (await unignore.replace('home', texts, by)).map(({ pattern }) => pattern);
      expect([...listed].sort()).toEqual([...texts].sort());
      expect((await unignore.list('home'))[0]?.updatedBy).toBe(by);
    });

    test('lists texts in the order of their bytes', async (world) => {
      const { unignore } = world.stores;
      const inOrder = ['A', 'B', 'Z', '_', 'a', 'a\0', 'a\x01', 'a\x02', 'b', '~', 'ä', '🏠'];
      const wanted = world.cutsAtNul ? inOrder.filter((text) => !text.includes('\0')) : inOrder;
      const patterns = wanted.toReversed();
      const listed = (await unignore.replace('home', patterns, 'anna')).map(({ pattern }) => pattern);
      expect(listed).toEqual(wanted);
    });

    test('replaces the visible parameters of a central and keeps the author of each', async ({
      stores: { unignore },
      tick,
    }) => {
      await unignore.replace('home', ['A', 'B'], 'anna');
      tick(10);
      expect(await unignore.replace('home', ['B', 'C', 'C'], 'bert')).toEqual([
        { pattern: 'B', updatedAt: 1_700_000_000_000, updatedBy: 'anna' },
        { pattern: 'C', updatedAt: 1_700_000_000_010, updatedBy: 'bert' },
      ]);
      expect(await unignore.list('other')).toEqual([]);
    });
  });
}
