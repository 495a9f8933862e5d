import { crc32, deflateSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useDemoWorld } from './harness.js';

const world = useDemoWorld();

/** A PNG of one colour, which a browser draws. */
function png(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const frame = Buffer.alloc(4);
    frame.writeUInt32BE(data.length);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([frame, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 0, 0, 0, 0], 8);
  const rows = Buffer.alloc(height * (width + 1), 0xdd);
  for (let row = 0; row < height; row += 1) rows[row * (width + 1)] = 0;
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const LAMP = 'Licht Keller';

/** Place of the middle of a device on the picture, as shares of its sides. */
async function placeOf(page: Page, name: RegExp) {
  const [plan, marker] = await Promise.all([
    page.locator('.plan').boundingBox(),
    page.locator('.plan').getByRole('button', { name }).boundingBox(),
  ]);
  return {
    x: (marker!.x + marker!.width / 2 - plan!.x) / plan!.width,
    y: (marker!.y + marker!.height / 2 - plan!.y) / plan!.height,
  };
}

describe('floor plans', () => {
  it('are made of a picture, get devices by mouse and keys, and operate them', async () => {
    const visit = await world.visit('/floorplans');
    const { page, faults } = visit;
    await page.getByText('There is no floor plan yet').waitFor();
    await page.getByRole('button', { name: 'Add floor plan' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Keller');
    await dialog
      .getByLabel('Picture')
      .setInputFiles({ name: 'plan.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') });
    await dialog.getByRole('button', { name: 'Add floor plan' }).click();
    await dialog
      .getByText(/The gateway accepts no such picture/)
      .first()
      .waitFor();
    expect(faults.filter((each) => !each.includes('400'))).toEqual([]);
    await dialog
      .getByLabel('Picture')
      .setInputFiles({ name: 'plan.png', mimeType: 'image/png', buffer: png(800, 600) });
    await dialog.getByRole('button', { name: 'Add floor plan' }).click();
    await page.waitForURL(/edit=1/);
    const picture = page.getByRole('img', { name: 'Floor plan Keller' });
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(800);

    await page.getByRole('combobox', { name: 'Device' }).selectOption({ label: LAMP });
    await page.getByRole('button', { name: 'Put on the plan' }).click();
    const marker = page.locator('.plan').getByRole('button', { name: new RegExp(`^${LAMP}, 50 % from the left`) });
    await marker.waitFor();
    const board = (await page.locator('.plan').boundingBox())!;
    await marker.hover();
    await page.mouse.down();
    await page.mouse.move(board.x + board.width * 0.25, board.y + board.height * 0.5, { steps: 4 });
    await page.mouse.up();
    const moved = await placeOf(page, new RegExp(LAMP));
    expect(moved.x).toBeCloseTo(0.25, 1);
    await page.locator('.plan').getByRole('button').focus();
    await page.keyboard.press('Shift+ArrowRight');
    expect((await placeOf(page, new RegExp(LAMP))).x).toBeCloseTo(moved.x + 0.05, 2);
    expect(await visit.accessibility()).toEqual([]);
    await visit.screenshot('floorplan-edit');
    // The list is read again after the write.
    await Promise.all([
      page.waitForResponse((answer) => answer.request().method() === 'GET' && answer.url().endsWith('/floorplans')),
      page.getByRole('button', { name: 'Save', exact: true }).click(),
    ]);
    await page.goto(new URL('/floorplans', world.demo.url).href);
    const lamp = page.locator('.plan').getByRole('button', { name: new RegExp(LAMP) });
    await lamp.waitFor();
    expect((await placeOf(page, new RegExp(LAMP))).x).toBeCloseTo(moved.x + 0.05, 2);
    const before = await lamp.getAttribute('aria-pressed');
    await lamp.click();
    await expect.poll(() => lamp.getAttribute('aria-pressed')).toBe(before === 'true' ? 'false' : 'true');
    await page.locator('.plan-list').getByRole('link', { name: LAMP }).waitFor();
    expect(await visit.accessibility()).toEqual([]);
    await visit.screenshot('floorplan');
    await visit.close();

    const phone = await world.visit('/floorplans', { role: 'viewer', width: 390, theme: 'dark', language: 'de' });
    await phone.page
      .locator('.plan')
      .getByRole('button', { name: new RegExp(LAMP) })
      .waitFor();
    const change = phone.page.getByRole('button', { name: 'Geräte platzieren' });
    expect(await change.getAttribute('aria-disabled')).toBe('true');
    expect(await phone.accessibility()).toEqual([]);
    await phone.screenshot('floorplan');
    expect(phone.faults).toEqual([]);
    await phone.page.goto(new URL('/floorplans?wall=1', world.demo.url).href);
    await phone.page.locator('.shell.wall .plan').waitFor();
    expect(await phone.page.locator('.plan-list').isVisible()).toBe(false);
    await phone.close();
  });
});
