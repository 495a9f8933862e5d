import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startAedes } from '../../../mqtt-bridge/test/brokers.js';
import { useDemoWorld } from './harness.js';
import { unfoldMenu } from './menu.js';
import { configureBrokers } from './mqtt-brokers.js';

const world = useDemoWorld();
let broker: Awaited<ReturnType<typeof startAedes>>;
beforeAll(async () => {
  broker = await startAedes();
});
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return;
  // The test may have left it stopped.
  await broker.stop();
  await broker.start();
});
afterAll(() => broker?.remove());

/** One that is there, and one that is not. */
const bridge = () =>
  configureBrokers(world.demo, {
    house: { url: broker.url, home_assistant: { enabled: true } },
    lost: { url: 'mqtt://127.0.0.1:1', publish: ['status/#'], write: [], role: 'viewer' },
  });

const LAMP = '00F1C0DE00000C';

describe('the MQTT page', () => {
  it('is not in the navigation of a gateway without a broker, and leads to the settings at its address', async () => {
    const { page, faults, close } = await world.visit('/mqtt');
    await page.getByText('No MQTT broker').waitFor();
    await unfoldMenu(page);
    expect(await page.getByRole('navigation').getByRole('link', { name: 'MQTT' }).count()).toBe(0);
    await page.getByRole('link', { name: 'To the settings' }).click();
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('shows brokers with their errors, and the messages to each about a device', async () => {
    await bridge();
    const { page, faults, accessibility, screenshot, close } = await world.visit('/');
    await unfoldMenu(page);
    await page.getByRole('link', { name: 'MQTT' }).click();
    const connected = page.getByRole('region', { name: 'house', exact: true });
    await connected.getByText(/^connected/).waitFor();
    await connected.getByText('MQTT 3.1.1').waitFor();
    await connected.getByText(/^\d+ devices/).waitFor();
    const away = page.getByRole('region', { name: 'lost' });
    await away
      .getByText(/nothing listens there/)
      .first()
      .waitFor();
    await away.getByText('Not reachable.').waitFor();

    await page.getByRole('combobox', { name: /^Broker/ }).selectOption('lost');
    await page.getByRole('combobox', { name: /^Device/ }).selectOption(`demo/${LAMP}`);
    await page.getByText('All below').waitFor();
    expect(new URL(page.url()).searchParams.get('device')).toBe(`demo/${LAMP}`);
    await page.getByText(/Switched off for this broker/).waitFor();

    await page.getByRole('combobox', { name: /^Broker/ }).selectOption('house');
    await page.getByText(/announced to Home Assistant/).waitFor();
    const entities = page.getByRole('grid', { name: 'Home Assistant' });
    await entities.getByText('custom-005fLEVEL-00401').waitFor();
    await page.getByRole('grid', { name: 'Retained on the broker' }).getByText(`device/${LAMP}`).waitFor();
    await page.getByText('Whole message').click();
    await page.getByText('"serial_number": "00F1C0DE00000C"').waitFor();
    expect(await accessibility()).toEqual([]);
    await screenshot('mqtt');

    await broker.stop();
    await connected.getByText(/^not connected/).waitFor();
    await connected.getByText('Topics of other programs').waitFor();
    await broker.start();
    await connected.getByText(/^connected/).waitFor();

    await page.reload();
    await page.getByText(/announced to Home Assistant/).waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  it('has no room that is too narrow for it on a phone, in German and dark', async () => {
    await bridge();
    const visit = await world.visit(`/mqtt?device=demo/${LAMP}`, { language: 'de', theme: 'dark', width: 390 });
    await visit.page.getByText('Auf dem Broker gespeichert').waitFor();
    await visit.page.getByText(/Home Assistant gemeldet/).waitFor();
    expect(
      await visit.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
    ).toBeLessThanOrEqual(0);
    expect(await visit.accessibility()).toEqual([]);
    await visit.screenshot('mqtt');
    expect(visit.faults).toEqual([]);
    await visit.close();
  });
});
