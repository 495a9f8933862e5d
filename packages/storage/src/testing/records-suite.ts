import type { TestFramework } from '@ccu-gateway/auth-core/testing';
import { type OpenSharedWorld, onWorld, readable } from './world.js';

/** Contract suite for sealed values and incidents. */
export function describeRecords(framework: TestFramework, name: string, open: OpenSharedWorld): void {
  const { describe, expect } = framework;
  const test = onWorld(framework, open);

  describe(`the shared records ${name}`, () => {
    test('writes sealed values anew with the path they were sealed for, all or none', async ({ stores }) => {
      const { centrals, sections, reseal } = stores;
      await centrals.create({ name: 'home', enabled: true, config: { host: 'h', password: 'enc:v1:a:1' } });
      await sections.put('north.rest.auth.oidc', { client_secret: 'enc:v1:a:2', list: ['enc:v1:a:3', 'plain'] });
      const refused = await reseal((_, path) => {
        if (path.startsWith('centrals')) throw new Error('wrong key');
        return 'x';
      }).catch((error: unknown) => error);
      expect((refused as Error).message).toBe('wrong key');
      expect(await reseal((sealed, path) => `enc:v1:b:${sealed.at(-1)}@${path}`)).toBe(3);
      const config = { host: 'h', password: 'enc:v1:b:1@centrals.home.password' };
      expect((await centrals.list())[0]?.config).toEqual(config);
      expect(await sections.get('north.rest.auth.oidc')).toEqual({
        client_secret: 'enc:v1:b:2@north.rest.auth.oidc.client_secret',
        list: ['enc:v1:b:3@north.rest.auth.oidc.list.0', 'plain'],
      });
    });

    test('lists incidents newest first and clears them', async (world) => {
      const { incidents } = world.stores;
      const summary = readable(world, 's\0');
      const incident = { central: 'home', component: 'link', severity: 'error', summary, detail: null } as const;
      for (let at = 1; at <= 3; at += 1) await incidents.add({ ...incident, at, central: at === 2 ? null : 'home' });
      expect((await incidents.query({ limit: 10 })).map(({ at }) => at)).toEqual([3, 2, 1]);
      const [first] = await incidents.query({ central: 'home', since: 1, until: 3, limit: 10 });
      expect(first).toEqual({ ...incident, id: first?.id, at: 1 });
      expect((await incidents.query({ limit: 1 })).length).toBe(1);
      await incidents.clear();
      expect(await incidents.query({ limit: 10 })).toEqual([]);
    });
  });
}
