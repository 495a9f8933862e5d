import type { Page } from 'playwright-core';

/**
 * Counts what a person does with pointer or keys on a page from now on: clicks, and keys that stand for one (Enter, shortcuts with
 * Ctrl). Text that is typed into a field is none. Ends with the document.
 */
export async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const counter = { clicks: 0 };
    Object.assign(window, { counter });
    // A key on a button is a click as well, with a detail of 0; it is counted as a key.
    const onClick = (event: MouseEvent) => {
      if (event.isTrusted && event.detail > 0) counter.clicks += 1;
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Enter' || event.key === ' ' || (event.ctrlKey && event.key !== 'Control')) counter.clicks += 1;
    };
    document.addEventListener('click', onClick, true);
    document.addEventListener('keydown', onKey, true);
  });
  return () => page.evaluate(() => (window as unknown as { counter: { clicks: number } }).counter.clicks);
}
