import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useGatewayWorld } from './harness.js';

const { gateway, world } = useGatewayWorld();

/** Each token that is made and taken back is two entries. */
const TOKENS = 520;

async function fillAudit(): Promise<void> {
  const one = async (index: number) => {
    const body = { subject: `p-${index}-q`, role: 'viewer', expires_in_days: 1 };
    const { fingerprint } = (await gateway.api('POST', '/auth/tokens/v2', body)) as { fingerprint: string };
    await gateway.api('DELETE', `/auth/tokens/v2/${fingerprint}`);
  };
  for (let start = 0; start < TOKENS; start += 20)
    await Promise.all(Array.from({ length: 20 }, (_, index) => one(start + index)));
}

const optionOf = (page: Page, facet: string, value: string) =>
  page.getByRole('combobox', { name: facet }).locator('option', { hasText: value }).first().getAttribute('value');

describe('the audit', () => {
  it('of more than a thousand entries has the rows in view only, loads older ones, and has its filters in the address', async () => {
    await fillAudit();
    const { page, faults, close } = await world.visit('/audit');
    const grid = page.getByRole('grid');
    const rows = page.locator('.table-row');
    await page.getByText('1,000 entries').waitFor();
    expect(await rows.count()).toBeLessThan(60);
    expect(await grid.getAttribute('aria-rowcount')).toBe('1001');
    await rows.first().focus();
    await page.keyboard.press('End');
    await page.locator('.table-row[aria-rowindex="1001"]:focus').waitFor();
    expect(await rows.count()).toBeLessThan(60);
    await page.getByRole('button', { name: 'Load older entries' }).click();
    await page.getByText(/^1,0[4-9]\d entries$/).waitFor();
    await page.getByRole('combobox', { name: 'Action' }).selectOption(await optionOf(page, 'Action', 'token.create'));
    await page.getByRole('searchbox').fill('p-400-q');
    const found = page.getByText(/^1 of 1,0\d\d entries$/);
    await found.waitFor();
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ action: 'token.create', q: 'p-400-q' });
    await page.reload();
    await page.getByText('1 of 1,000 entries').waitFor();
    expect(await page.getByRole('searchbox').inputValue()).toBe('p-400-q');
    await rows.first().focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByText('p-400-q').first().waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Reset filters' }).click();
    await page.waitForURL(`${gateway.url}/audit`);
    expect(faults).toEqual([]);
    await close();
  });
});

describe('the problems', () => {
  it('are chosen by kind in the address, and gone when they are acknowledged', async () => {
    const { page, faults, close } = await world.visit('/problems');
    const entries = page.locator('.inbox-entry');
    await page.getByRole('button', { name: /^Out of reach \d/ }).click();
    await page.waitForURL(/about=unreachable/);
    const sticky = entries.filter({ has: page.getByRole('button', { name: 'Acknowledge' }) });
    await expect.poll(() => entries.count()).toBe(1);
    await page.reload();
    await sticky.waitFor();
    await sticky.getByRole('button', { name: 'Acknowledge' }).click();
    await sticky.waitFor({ state: 'detached' });
    await page.goto(`${gateway.url}/problems`);
    const all = page.getByRole('button', { name: 'Acknowledge all' });
    await expect.poll(() => all.getAttribute('aria-disabled')).toBe('true');
    const reason = page.locator(`[id="${await all.getAttribute('aria-describedby')}"]`);
    expect(await reason.textContent()).not.toContain('role');
    expect(faults).toEqual([]);
    await close();
  });
});

describe('the log', () => {
  it('follows, pauses and continues with all new lines, at the level chosen for a while', async () => {
    const { page, faults, close } = await world.visit('/logs');
    await page.getByText('live', { exact: true }).last().waitFor();
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Change level' }).click();
    await dialog.getByRole('combobox', { name: /^For everything/ }).selectOption('debug');
    await dialog.getByRole('button', { name: 'Set' }).first().click();
    await dialog.getByRole('combobox', { name: 'Component' }).fill('auth');
    await dialog.getByRole('combobox', { name: 'Level' }).last().selectOption('error');
    await dialog.getByRole('button', { name: 'Set' }).last().click();
    await dialog.getByText('auth = error').waitFor();
    await dialog.getByRole('button', { name: 'Take back' }).click();
    await dialog.getByText('auth = error').waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');

    await page.getByRole('combobox', { name: 'Level' }).selectOption('warn');
    await page.waitForURL(/level=warn/);
    await page.reload();
    expect(await page.getByRole('combobox', { name: 'Level' }).inputValue()).toBe('warn');
    await page.getByRole('combobox', { name: 'Level' }).selectOption('debug');
    await page.locator('.table-row').first().waitFor();

    await page.getByRole('button', { name: 'Pause' }).click();
    await page.waitForURL(/paused=1/);
    const first = () => page.locator('.table-row').first().textContent();
    const held = await first();
    await gateway.api('POST', '/interfaces/home-HmIP-RF/reconnect');
    await page.getByRole('button', { name: /^Go on \(\+\d+\)$/ }).waitFor();
    expect(await first()).toBe(held);
    await page.getByRole('button', { name: /^Go on/ }).click();
    await expect.poll(first).not.toBe(held);
    expect(faults).toEqual([]);
    await close();
  });
});
