import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { startAedes } from '../../../mqtt-bridge/test/brokers.js';
import { useDemoWorld } from './harness.js';
import { configureBrokers } from './mqtt-brokers.js';
import { looksOf, SCREENS } from './screens.js';

let broker: Awaited<ReturnType<typeof startAedes>> | undefined;
const world = useDemoWorld(async (demo) => {
  broker ??= await startAedes();
  await configureBrokers(demo, {
    house: { url: broker.url, home_assistant: { enabled: true } },
    lost: { url: 'mqtt://127.0.0.1:1', publish: ['status/#'], write: [], role: 'viewer' },
  });
});
afterAll(() => broker?.remove());

describe.each(SCREENS.map((screen, index) => ({ ...screen, index })))(
  'the screen $name',
  ({ name, path, role, prepare, index }) => {
    it.each(looksOf(index))(
      'is accessible, keeps to the policy and to its origin: $language, $theme, $width px',
      async (look) => {
        const visit = await world.visit(path, { ...look, role, prepare });
        expect(await visit.accessibility()).toEqual([]);
        const overflow = await visit.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(overflow).toBeLessThanOrEqual(0);
        expect(await cutOff(visit.page)).toEqual([]);
        expect(await visit.page.evaluate(() => document.documentElement.lang)).toBe(look.language);
        await visit.screenshot(name);
        expect(visit.faults).toEqual([]);
        await visit.close();
      },
    );
  },
);

/** Cells of tables that stand out of them, where they cannot be seen or clicked. */
const cutOff = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('[role=grid]')].flatMap((table) => {
      const { right } = table.getBoundingClientRect();
      return [...table.querySelectorAll('[role=columnheader], [role=gridcell], [role=gridcell] button')]
        .filter((cell) => cell.getBoundingClientRect().right > right + 1)
        .map((cell) => `${table.getAttribute('aria-label')}: ${cell.textContent}`);
    }),
  );
