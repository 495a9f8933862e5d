import { describe, expect, it } from 'vitest';
import { useDemoWorld } from './harness.js';

const world = useDemoWorld();

describe('the event inspector', () => {
  it('keeps the shown rows while paused with p, stores new events, and shows them afterwards', async () => {
    const { page, faults, close } = await world.visit('/events');
    await page.locator('.event-row').nth(2).waitFor();
    await page.keyboard.press('p');
    await page.waitForURL(/paused=1/);
    const goOn = page.getByRole('button', { name: /^Go on \(\+\d+\)$/ });
    const waiting = async () => Number(/\d+/.exec((await goOn.textContent()) ?? '')?.[0]);
    await goOn.waitFor();
    const counted = await waiting();
    const before = await page.locator('.event-row').first().textContent();
    await expect.poll(waiting, { timeout: 20_000 }).toBeGreaterThan(counted);
    expect(await page.locator('.event-row').first().textContent()).toBe(before);
    await page.keyboard.press('p');
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    await page.waitForFunction((text) => document.querySelector('.event-row')?.textContent !== text, before);
    expect(faults).toEqual([]);
    await close();
  });

  it('opens an event by keyboard, and its address shows it again', async () => {
    const { page, close } = await world.visit('/events');
    await page.locator('.event-row').first().waitFor();
    await page.keyboard.press('p');
    await page.locator('.event-row').first().focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/event=\d+/);
    const detail = page.getByRole('complementary');
    const text = await detail.locator('pre').textContent();
    await page.reload();
    await detail.locator('pre').waitFor();
    expect(await detail.locator('pre').textContent()).toBe(text);
    await close();
  });

  it('shows the matches of a topic before it is added, refuses a wrong one, and requests the right one from the gateway', async () => {
    const { page, close } = await world.visit('/events');
    const field = page.getByRole('combobox', { name: 'Add topic' });
    await field.fill('devices/#/x');
    await page.keyboard.press('Enter');
    await page.getByText('# and * only at the end').waitFor();
    await field.fill('devices/+/lifecycle');
    await page.getByText(/^matches \d+ topics$/).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/topics=devices/);
    await page.getByRole('button', { name: 'Remove devices/+/lifecycle' }).waitFor();
    await close();
  });
});
