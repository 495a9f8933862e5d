import type { Page } from 'playwright-core';

/**
 * Counts what a person does with pointer or keys on a page from now on: clicks, and keys that stand for one (Enter, shortcuts with
 * Ctrl). Text that is typed into a field is none. Ends with the document.
 */
export async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const counter = { clicks: 0 };
    Object.assign(window, { counter });
    // A key on a button and a click on a label cause a further click, and no further press of the pointer.
    const onPress = (event: PointerEvent) => {
      if (event.isTrusted) counter.clicks += 1;
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Enter' || event.key === ' ' || (event.ctrlKey && event.key !== 'Control')) counter.clicks += 1;
    };
    document.addEventListener('pointerdown', onPress, true);
    document.addEventListener('keydown', onKey, true);
  });
  return () => page.evaluate(() => (window as unknown as { counter: { clicks: number } }).counter.clicks);
}
