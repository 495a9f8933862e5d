import { describe, expect, it, onTestFinished } from 'vitest';
import { startService } from '../../../notify/test/world.js';
import { useDemoWorld } from './harness.js';
import { sectionsOf } from './sections.js';
import type { Visit } from './world.js';

const world = useDemoWorld();

async function expectNoSidewaysScroll({ page }: Visit): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
}

describe('the page of messages', () => {
  it('adds a channel that is tested first, sends a test, adds a rule, and shows the text of a message', async () => {
    const service = await startService();
    onTestFinished(() => service.close());
    const visit = await world.visit('/messages');
    const { page, faults } = visit;
    await page.getByText('No channel').waitFor();
    await page.getByText('The battery of Living room is good again').waitFor();
    expect(await visit.accessibility()).toEqual([]);
    await page.getByRole('button', { name: 'Add a channel' }).click();
    await page.getByLabel('Service', { exact: true }).selectOption('gotify');
    await page.getByLabel('Address of the service').fill(service.url);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').getByText('Token: is needed.').waitFor();
    await page.getByLabel('Token', { exact: true }).fill('canary-4711');
    await page.getByRole('button', { name: 'Test', exact: true }).click();
    await page.locator('.notice').getByText('The gateway does not connect to this address.').waitFor();
    await page.getByRole('checkbox', { name: 'Receiver on this machine' }).check();
    await page.getByRole('button', { name: 'Test', exact: true }).click();
    await page.locator('.notice').getByText('It works.').waitFor();
    expect(service.bodies()).toMatchObject([{ title: 'Test message of ccu-gateway' }]);
    expect(await visit.accessibility()).toEqual([]);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Send a test phone' }).click();
    await expect.poll(() => service.bodies().filter(({ title }) => /^Test/.test(String(title))).length).toBe(2);
    await page.getByRole('button', { name: 'Add a rule' }).click();
    await page.getByRole('checkbox', { name: 'Update of a CCU' }).check();
    await page.getByRole('checkbox', { name: 'phone' }).check();
    await page.getByLabel('Only if it lasts (minutes)').fill('10');
    await page.getByLabel('Quiet from').fill('22:00');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').getByText('Quiet until: a time such as 07:30.').waitFor();
    await page.getByLabel('Quiet until').fill('07:00');
    expect(await visit.accessibility()).toEqual([]);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByText('Device not reachable, Low battery, Update of a CCU').waitFor();
    expect(await sectionsOf(world.demo).section('notify')).toMatchObject({
      channels: { phone: { kind: 'gotify', token: '***' } },
      rules: {
        night: {
          ...{ on: ['unreachable', 'battery', 'firmware'], channels: ['phone'], lasts: '600s' },
          quiet: { from: '22:00', to: '07:00' },
        },
      },
    });
    await page.getByLabel('Message about').selectOption('smoke');
    await page.getByText('Smoke: Living room', { exact: true }).waitFor();
    expect(await visit.accessibility()).toEqual([]);
    await visit.screenshot('messages');
    expect(faults).toEqual([]);
    await visit.close();
  });

  it('shows a channel that fails, in German, dark and on a phone', async () => {
    const service = await startService();
    onTestFinished(() => service.close());
    service.answerStatus(503);
    await sectionsOf(world.demo).putSection('notify', {
      language: 'de',
      channels: { handy: { kind: 'ntfy', url: service.url, to: 'mein-topic', allow_networks: ['127.0.0.0/8'] } },
      rules: { batterie: { on: ['battery', 'smoke', 'water', 'ccu', 'unreachable', 'fault', 'radio'] } },
    });
    const visit = await world.visit('/messages', { language: 'de', theme: 'dark', width: 390 });
    const { page } = visit;
    await page.getByText('wartet auf den nächsten Versuch').waitFor();
    await page.getByText('Die Gegenstelle lehnt ab.').waitFor();
    expect(await visit.accessibility()).toEqual([]);
    await expectNoSidewaysScroll(visit);
    await visit.screenshot('messages-phone');
    await page.getByRole('button', { name: 'Bearbeiten batterie' }).click();
    await page.getByLabel('Worüber').selectOption('value');
    await page.getByLabel('Adresse des Geräts').waitFor();
    expect(await visit.accessibility()).toEqual([]);
    await expectNoSidewaysScroll(visit);
    await visit.close();
    await sectionsOf(world.demo).putSection('notify', {});
  });

  it('shows a viewer the state alone', async () => {
    const { page, faults, close } = await world.visit('/messages', { role: 'viewer' });
    await page.getByText('No channel').waitFor();
    expect(await page.getByRole('button', { name: 'Add a channel' }).count()).toBe(0);
    expect(faults).toEqual([]);
    await close();
  });
});
