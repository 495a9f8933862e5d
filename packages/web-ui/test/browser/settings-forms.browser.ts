import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { hasMosquitto, startMosquitto, withoutMosquitto } from '../../../mqtt-bridge/test/brokers.js';
import { startReceiver } from '../../../webhook-bridge/test/receiver.js';
import { useDemoWorld } from './harness.js';
import { freeUdpPort, sectionsOf } from './sections.js';
import type { Visit } from './world.js';

const world = useDemoWorld();

/** A broker that asks for a user and a password. */
async function startGuardedBroker() {
  const folder = mkdtempSync(join(tmpdir(), 'mosquitto-users-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'users');
  execFileSync('mosquitto_passwd', ['-b', '-c', file, 'gateway', 'broker-password'], { stdio: 'ignore' });
  const broker = await startMosquitto(['allow_anonymous false', `password_file ${file}`]);
  onTestFinished(() => broker.remove());
  return broker;
}

/** Steps of a person: fields and clicks are counted. */
function counted(page: Page) {
  let steps = 0;
  return {
    steps: () => steps,
    async fill(label: string, text: string) {
      steps += 1;
      await page.getByLabel(label, { exact: true }).fill(text);
    },
    async click(role: 'button' | 'link' | 'checkbox', name: string) {
      steps += 1;
      await page.getByRole(role, { name, exact: true }).click();
    },
  };
}

async function expectNoSidewaysScroll({ page }: Visit): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
}

describe('the form of an MQTT broker', () => {
  it.skipIf(!hasMosquitto)(
    `connects a mosquitto with a password in at most 12 fields and clicks from the settings${withoutMosquitto}`,
    async () => {
      const broker = await startGuardedBroker();
      const { hostname, port } = new URL(broker.url);
      const visit = await world.visit('/settings');
      const { page, faults } = visit;
      const person = counted(page);
      await person.click('link', 'MQTT');
      await person.click('button', 'Add a broker');
      await person.fill('Host', `http://${hostname}/`);
      await person.fill('Port', port);
      await person.fill('User', 'gateway');
      await person.fill('Password', 'wrong-password');
      await person.click('checkbox', 'Announce all devices to Home Assistant');
      await person.click('button', 'Test');
      await page.locator('.notice').getByText('User name or password is refused.').waitFor();
      await person.fill('Password', 'broker-password');
      await person.click('button', 'Test');
      await page.locator('.notice').getByText('It works.').waitFor();
      expect(await visit.accessibility()).toEqual([]);
      await visit.screenshot('settings-broker');
      await person.click('button', 'Save');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      expect(person.steps()).toBeLessThanOrEqual(12);
      await page.getByRole('link', { name: 'State and preview' }).click();
      const card = page.getByRole('region', { name: 'home', exact: true });
      await card.getByText(/^connected/).waitFor();
      await card.getByText(/^\d+ devices/).waitFor();
      expect(faults).toEqual([]);
      await visit.close();
    },
  );

  it('keeps the stored password, asks for it again at another address, and removes the broker', async () => {
    await sectionsOf(world.demo).putSection('mqtt', {
      brokers: { attic: { url: 'mqtt://127.0.0.1:1', username: 'gw', password: 'canary-4711', qos: 0 } },
    });
    const { page, faults, close } = await world.visit('/settings?section=mqtt');
    await page.getByRole('button', { name: 'Edit attic' }).click();
    expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('');
    await page.getByLabel('Port', { exact: true }).fill('2');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').getByRole('alert').getByText('Enter it again').waitFor();
    await page.getByLabel('Port', { exact: true }).fill('1');
    await page.getByLabel('Beginning of all topics').fill('house');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await sectionsOf(world.demo).section('mqtt')).toMatchObject({
      brokers: { attic: { qos: 0, prefix: 'house', password: '***', username: 'gw' } },
    });
    await page.getByRole('button', { name: 'Remove attic' }).click();
    await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: 'Remove' }).click();
    await page.getByText('No MQTT broker').waitFor();
    // Saving was refused once.
    expect(faults.filter((fault) => !/status of 400/.test(fault))).toEqual([]);
    await close();
  });

  it('fits a phone, in German and dark', async () => {
    const visit = await world.visit('/settings?section=mqtt&add=1', { language: 'de', theme: 'dark', width: 390 });
    await visit.page.getByRole('button', { name: 'Speichern' }).click();
    await visit.page.getByRole('alert').getByText('Host: ein Name').waitFor();
    expect(await visit.accessibility()).toEqual([]);
    await expectNoSidewaysScroll(visit);
    await visit.screenshot('settings-broker');
    await visit.close();
  });
});

describe('the form of a webhook', () => {
  it('delivers a test event before it is saved, with a secret that was generated here', async () => {
    const receiver = await startReceiver();
    onTestFinished(() => receiver.close());
    const visit = await world.visit('/settings?section=webhooks', { width: 390 });
    const { page, faults } = visit;
    const person = counted(page);
    await person.click('button', 'Add a webhook');
    await person.fill('Address (URL)', receiver.url);
    await person.click('button', 'Generate a secret');
    await person.click('button', 'Test');
    await page.locator('.notice').getByText('The gateway does not connect to this address.').waitFor();
    await person.click('checkbox', 'Receiver on this machine');
    await person.click('button', 'Test');
    await page.locator('.notice').getByText('It works.').waitFor();
    expect(receiver.received.map(({ body }) => body.type)).toEqual(['test']);
    expect(await visit.accessibility()).toEqual([]);
    await expectNoSidewaysScroll(visit);
    await visit.screenshot('settings-webhook');
    await person.click('button', 'Save');
    await page.getByRole('button', { name: 'Edit automation' }).click();
    expect(await page.getByLabel('Secret of the signature').inputValue()).toBe('');
    expect(person.steps()).toBeLessThanOrEqual(7);
    expect(faults).toEqual([]);
    await visit.close();
  });
});

describe('the section of single sign-on', () => {
  it('tries the entered provider, and saves nothing', async () => {
    const visit = await world.visit('/settings?section=north.rest.auth.oidc', { language: 'de', width: 390 });
    const { page } = visit;
    await page.getByLabel('Anmeldedienst').fill('http://127.0.0.1:9999');
    await page.getByLabel('Client-ID').fill('gateway');
    await page.getByLabel('Rückkehradresse nach der Anmeldung').fill('http://127.0.0.1/back');
    await page.getByRole('button', { name: 'Testen' }).click();
    await page.locator('.notice').getByText('So lässt es sich nicht verwenden.').waitFor();
    expect(await visit.accessibility()).toEqual([]);
    await expectNoSidewaysScroll(visit);
    await visit.screenshot('settings-oidc');
    expect(await sectionsOf(world.demo).section('north.rest.auth.oidc')).toMatchObject({ issuer: '' });
    await visit.close();
  });
});

describe('the section of Matter', () => {
  it('switches the bridge on, and leads to the code for a home', async () => {
    await sectionsOf(world.demo).putSection('matter', { enabled: false, port: await freeUdpPort() });
    const visit = await world.visit('/settings?section=matter');
    const { page } = visit;
    const person = counted(page);
    await person.click('button', 'Switch on Matter');
    await person.click('link', 'To pairing and devices');
    await page.getByRole('heading', { level: 1, name: 'Matter' }).waitFor();
    // The bridge loads its whole protocol when it is switched on: seconds of work for the processor.
    await page.getByText('Running', { exact: true }).waitFor({ timeout: 110_000 });
    await person.click('button', 'Open the window');
    await page.getByRole('img', { name: 'Setup code as QR code' }).waitFor();
    expect(person.steps()).toBe(3);
    expect(await visit.accessibility()).toEqual([]);
    expect(await page.getByText('That did not work').count()).toBe(0);
    await visit.screenshot('settings-matter-on');
    await sectionsOf(world.demo).putSection('matter', { enabled: false });
    await visit.close();
  }, 240_000);
});

describe('the other sections', () => {
  it('write maps of names line by line, and show the lines of HTTPS for the file', async () => {
    const visit = await world.visit('/settings?section=logging&expert=1', { width: 390 });
    const { page } = visit;
    await page.getByLabel('Levels of single parts').fill('gateway.ccu = debug');
    await page.getByRole('button', { name: 'Review changes' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await sectionsOf(world.demo).section('logging')).toMatchObject({ overrides: { 'gateway.ccu': 'debug' } });
    await page.goto(`${world.demo.url}/settings?section=file`);
    await page.getByRole('combobox', { name: /^Certificate/ }).selectOption('self-signed');
    await page.getByText('mode: "self-signed"').waitFor();
    expect(await visit.accessibility()).toEqual([]);
    await expectNoSidewaysScroll(visit);
    await visit.screenshot('settings-https');
    await visit.close();
  });
});
