import type { Page } from 'playwright-core';

/** Opens the groups of the menu that are folded: their links can be neither found nor clicked. */
export async function unfoldMenu(page: Page): Promise<void> {
  const menu = page.getByRole('navigation');
  await menu.getByRole('link').first().waitFor();
  const folded = menu.locator('details:not([open]) > summary');
  while ((await folded.count()) > 0) await folded.first().click();
}
