import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { looksOf, SCREENS } from './screens.js';
import { startWebWorld, type WebWorld } from './world.js';

let world: WebWorld;
beforeAll(async () => {
  world = await startWebWorld();
});
afterAll(() => world?.close());

describe.each(SCREENS.map((screen, index) => ({ ...screen, index })))(
  'the screen $name',
  ({ name, path, role, index }) => {
    it.each(looksOf(index))(
      'is accessible, keeps to the policy and to its origin: $language, $theme, $width px',
      async (look) => {
        const visit = await world.visit(path, { ...look, role });
        expect(await visit.accessibility()).toEqual([]);
        const overflow = await visit.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(overflow).toBeLessThanOrEqual(0);
        expect(await visit.page.evaluate(() => document.documentElement.lang)).toBe(look.language);
        await visit.screenshot(name);
        expect(visit.faults).toEqual([]);
        await visit.close();
      },
    );
  },
);
