import { describe, expect, it } from 'vitest';
import { countClicks } from './clicks.js';
import { useDemoWorld } from './harness.js';
import type { VisitOptions } from './world.js';

const world = useDemoWorld();

/** The links of a wall switch that has one link already. */
async function linksOf(options: VisitOptions) {
  const visit = await world.visit('/devices?q=wandtaster%20flur', options);
  await visit.page.getByRole('link', { name: 'Wandtaster Flur' }).first().click();
  await visit.page.locator('.tabs').locator('a[href$="/links"]').click();
  return visit;
}

describe('a direct link', () => {
  it('is made as a staircase light with five clicks, with a preview, and shown as one afterwards', async () => {
    const visit = await linksOf({ role: 'operator', language: 'de', width: 390 });
    const { page, faults, close } = visit;
    await page.getByText('Ein/Aus').first().waitFor();
    const clicks = await countClicks(page);
    await page.getByRole('button', { name: 'Verknüpfung anlegen' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog
      .getByLabel(/Dimmer/)
      .first()
      .click();
    await dialog.getByText('Ein Tastendruck schaltet für die eingestellte Zeit ein.').click();
    await dialog.getByLabel('Zeit (s)', { exact: true }).fill('120');
    await dialog.getByText('Genaue Änderungen').click();
    await dialog.getByText(/^Ein Tastendruck schaltet für 2 Minuten ein\./).waitFor();
    await dialog.getByText('SHORT_ON_TIME_FACTOR').waitFor();
    await dialog.getByText(/Wandtaster Flur schläft/).waitFor();
    expect(await visit.accessibility()).toEqual([]);
    await visit.screenshot('link-profile');
    await dialog.getByRole('button', { name: 'Verknüpfen', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await clicks()).toBe(5);
    await page.getByText('Treppenlicht').first().waitFor();
    await page.getByText(/Zeit 120 s/).waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('gets another profile in its dialog, in English on a desktop', async () => {
    const visit = await linksOf({ role: 'operator' });
    const { page, faults, close } = visit;
    await page
      .getByRole('button', { name: /^Edit the link/ })
      .first()
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('A key press switches off.').click();
    await visit.screenshot('link-edit');
    expect(await visit.accessibility()).toEqual([]);
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await page.locator('tr, [role=row]').getByText('Off', { exact: true }).waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('shows a refused setting at its field, and sends no setting without a number', async () => {
    const visit = await linksOf({ role: 'operator', language: 'de', width: 390 });
    const { page, close } = visit;
    await page
      .getByRole('button', { name: /^Verknüpfung .* bearbeiten$/ })
      .first()
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Ein Tastendruck schaltet für die eingestellte Zeit ein.').click();
    const time = dialog.getByLabel('Zeit (s)', { exact: true });
    await time.fill('99999999');
    await dialog.getByRole('button', { name: 'Übernehmen' }).click();
    await dialog
      .getByRole('alert')
      .getByText(/^Zeit \(s\): .*\d+ – \d+/)
      .waitFor();
    expect(await time.getAttribute('aria-invalid')).toBe('true');
    expect(await visit.accessibility()).toEqual([]);
    await visit.screenshot('link-refused');
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET') sent.push(request.url());
    });
    await time.fill('');
    await dialog.getByRole('button', { name: 'Übernehmen' }).click();
    await dialog.getByRole('alert').getByText('Zeit: Bitte eine Zahl eingeben').waitFor();
    expect(sent).toEqual([]);
    await close();
  });

  it('shows in its dialog what the receiver stores, after a profile and after single parameters', async () => {
    const visit = await linksOf({ role: 'operator' });
    const { page, faults, close } = visit;
    await page
      .getByRole('button', { name: /^Edit the link/ })
      .first()
      .click();
    const dialog = page.getByRole('dialog').first();
    const receiver = dialog.locator('details').filter({ hasText: 'Actions of the receiver' }).first();
    await receiver.locator('summary').first().click();
    await receiver.getByText('Short Profile Action Type').waitFor();
    const staircase = dialog.getByRole('radio', { name: /^Staircase light/ });
    await staircase.check();
    const time = dialog.getByLabel('Time (s)', { exact: true });
    await time.fill('3601');
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await expect.poll(() => time.inputValue()).toBe('3600');
    expect(await staircase.isChecked()).toBe(true);
    // The parameters from before the profile are gone.
    expect(await receiver.getByText('Short Profile Action Type').count()).toBe(0);
    await receiver.locator('summary').first().click();
    await receiver.getByLabel('Short Profile Action Type').selectOption('PROFILE_ACTION_TYPE_INACTIVE');
    await dialog.getByRole('button', { name: 'Review' }).click();
    await page
      .getByRole('dialog')
      .last()
      .getByRole('button', { name: /Send|Write/ })
      .click();
    await dialog.getByText('This link is set individually.').waitFor();
    expect(await staircase.isChecked()).toBe(false);
    const apply = dialog.getByRole('button', { name: 'Apply' });
    expect(await apply.getAttribute('aria-disabled')).toBe('true');
    await apply.focus();
    await dialog.getByRole('tooltip').getByText('Choose an effect first.').waitFor();
    expect(await visit.accessibility()).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });

  it('that stays without its profile is explained in the dialog, and the list is read again', async () => {
    const visit = await linksOf({ role: 'operator' });
    const { page, close } = visit;
    await page.locator('[role=row]').nth(1).waitFor();
    const reads: string[] = [];
    await page.route(/\/devices\/[^/]+\/links(\?|$)/, async (route) => {
      const method = route.request().method();
      if (method === 'GET') reads.push(route.request().url());
      if (method !== 'POST') return route.continue();
      const problem = { type: 'about:blank', title: 'Bad gateway', status: 502, code: 'upstream_unavailable' };
      const body = JSON.stringify({ ...problem, detail: 'refused. Done before: link', applied: ['link'] });
      await route.fulfill({ status: 502, contentType: 'application/problem+json', body });
    });
    await page.getByRole('button', { name: 'Add a link' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog
      .getByLabel(/Dimmer/)
      .first()
      .click();
    await dialog.getByText('A key press switches off.').click();
    await dialog.getByRole('button', { name: 'Link', exact: true }).click();
    await dialog.getByText('The link exists, but with its factory setting.').waitFor();
    await expect.poll(() => reads.length).toBe(1);
    await close();
  });

  it('keeps the chosen profile while the profiles are read again after lost events', async () => {
    let lose = () => {};
    let readings = 0;
    const visit = await linksOf({
      role: 'operator',
      prepare: async (page) => {
        page.on('request', (request) => {
          if (request.url().includes('/links/profiles')) readings += 1;
        });
        await page.routeWebSocket(/\/api\/v1\/events/, (socket) => {
          socket.connectToServer();
          lose = () => socket.send(JSON.stringify({ op: 'replay_lost', oldest_seq: 1 }));
        });
      },
    });
    const { page, close } = visit;
    await page
      .getByRole('button', { name: /^Edit the link/ })
      .first()
      .click();
    const dialog = page.getByRole('dialog');
    const other = dialog.getByRole('radio', { name: /switches for the set time|staircase/i }).first();
    await other.check();
    const before = readings;
    lose();
    await expect.poll(() => readings).toBeGreaterThan(before);
    await page.waitForLoadState('networkidle');
    expect(await other.isChecked()).toBe(true);
    await close();
  });

  it('is shown with its effect in the list of all links, which is read with its row', async () => {
    const visit = await world.visit('/links', { width: 1280 });
    const { page, faults, close } = visit;
    await page.getByRole('columnheader', { name: 'Effect of the link' }).waitFor();
    const row = page.locator('[role=row]').filter({ hasText: 'Wandthermostat Küche' });
    await row.getByText('Window open: lower the heating').waitFor();
    expect(await visit.accessibility()).toEqual([]);
    await visit.screenshot('links-with-profiles');
    expect(faults).toEqual([]);
    await close();
  });
});
