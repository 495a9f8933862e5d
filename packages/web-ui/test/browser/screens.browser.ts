import type { Page } from 'playwright-core';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { startAedes } from '../../../mqtt-bridge/test/brokers.js';
import { useDemoWorld } from './harness.js';
import { configureBrokers } from './mqtt-brokers.js';
import { type Screen, screensByLook } from './screens.js';
import type { Role, Visit } from './world.js';

let broker: Awaited<ReturnType<typeof startAedes>> | undefined;
const world = useDemoWorld(async (demo) => {
  broker ??= await startAedes();
  await configureBrokers(demo, {
    house: { url: broker.url, home_assistant: { enabled: true } },
    lost: { url: 'mqtt://127.0.0.1:1', publish: ['status/#'], write: [], role: 'viewer' },
  });
});
afterAll(() => broker?.remove());

describe.each(screensByLook())('in $language, $theme, $width px', ({ screens, ...look }) => {
  // Loading a page again in the same tab costs half of what a new browser context costs.
  const open = new Map<Role, Visit>();
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await closeAll();
  });
  afterAll(closeAll);
  async function closeAll() {
    const closed = [...open.values()];
    open.clear();
    for (const visit of closed) await visit.close();
  }

  /** The page of its role, or one of its own where `prepare` stands for a part of the gateway. */
  async function visitOf({ path, role = 'admin', prepare }: Screen): Promise<Visit> {
    const visit = open.get(role);
    if (prepare !== undefined || visit === undefined) {
      const made = await world.visit(path, { ...look, role, prepare });
      if (prepare === undefined) open.set(role, made);
      return made;
    }
    await visit.goTo(path);
    return visit;
  }

  it.each(screens)('$name is accessible, keeps to the policy and to its origin', async (screen) => {
    const visit = await visitOf(screen);
    expect(await visit.accessibility()).toEqual([]);
    const overflow = await visit.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    expect(await cutOff(visit.page)).toEqual([]);
    expect(await visit.page.evaluate(() => document.documentElement.lang)).toBe(look.language);
    await visit.screenshot(screen.name);
    expect(visit.faults).toEqual([]);
    if (screen.prepare !== undefined) await visit.close();
  });
});

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
