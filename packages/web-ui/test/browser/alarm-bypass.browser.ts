import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { useGatewayWorld } from './harness.js';

const WINDOW = '00F1C0DE00000D:1';

/** A zone with a window that may be left out, and a door that never is. */
const { gateway, world } = useGatewayWorld({}, async (started) => {
  const config = { modes: { full: { exit_delay_ms: 0, entry_delay_ms: 30_000 } } };
  await started.api('POST', '/alarm/zones', { id: 'all', name: 'Erdgeschoss', config });
  const [{ central }] = ((await started.api('GET', '/devices?per_page=1')) as { items: [{ central: string }] }).items;
  const sensor = (id: string, name: string, channel_address: string, bypass: string) => ({
    ...{ central, interface_id: 'HmIP-RF', channel_address, parameter: 'STATE', id, type: 'window', name },
    config: { modes: ['full'], reaction: 'instant', bypass },
  });
  await started.api('PUT', '/alarm/zones/all/sensors', [
    sensor('window', 'Fenster Küche', WINDOW, 'allowed'),
    sensor('door', 'Haustür', '00F1C0DE00000E:1', 'never'),
  ]);
});

it('arms with an open window that a person leaves out, and never without a door that must watch', async () => {
  const visit = await world.visit('/alarm', { language: 'de', width: 390 });
  const { page, faults, close } = visit;
  const card = page.getByRole('region', { name: 'Erdgeschoss' });
  const arm = card.getByRole('button', { name: 'Scharf schalten: Abwesend' });
  await arm.waitFor();
  await gateway.emit(WINDOW, 'STATE', 1);
  await gateway.emit('00F1C0DE00000E:1', 'STATE', 1);
  const choices = card.getByRole('group', { name: 'Beim Scharfschalten auslassen' });
  const door = choices.getByRole('checkbox', { name: /^Haustür offen · muss wachen/ });
  await door.waitFor();
  expect(await door.isDisabled()).toBe(true);
  await choices.getByRole('checkbox', { name: /^Fenster Küche offen/ }).check();
  expect(await arm.getAttribute('aria-disabled')).toBe('true');
  await gateway.emit('00F1C0DE00000E:1', 'STATE', 0);
  await door.waitFor({ state: 'detached' });
  await expect.poll(() => arm.getAttribute('aria-disabled')).toBeNull();
  expect(await visit.accessibility()).toEqual([]);
  await visit.screenshot('alarm-bypass');
  await arm.click();
  await card.getByText('Ausgelassen: Fenster Küche').waitFor();
  await card.getByRole('button', { name: 'Unscharf schalten' }).click();
  // The next arming asks again.
  const again = choices.getByRole('checkbox', { name: /^Fenster Küche offen/ });
  await again.waitFor();
  expect(await again.isChecked()).toBe(false);
  await gateway.emit(WINDOW, 'STATE', 0);
  await choices.waitFor({ state: 'detached' });
  expect(faults).toEqual([]);
  await close();
});

it('chimes on the display on a wall for a door that opens in a disarmed zone, and on no other page', async () => {
  const [door] = (await gateway.api('GET', '/alarm/zones/all/sensors')) as [{ readonly config: object }];
  await gateway.api('PUT', '/alarm/zones/all/sensors', [{ ...door, config: { ...door.config, chime: true } }]);
  const prepare = async (page: Page) => {
    await page.addInitScript(() => {
      const start = OscillatorNode.prototype.start;
      OscillatorNode.prototype.start = function (...when) {
        document.documentElement.dataset.tones = `${Number(document.documentElement.dataset.tones ?? 0) + 1}`;
        return start.apply(this, when);
      };
    });
  };
  const wall = await world.visit('/alarm', { prepare });
  await wall.page.getByRole('button', { name: 'Display on a wall' }).click();
  const other = await world.visit('/alarm', { prepare });
  const tones = ({ page }: { readonly page: Page }) =>
    page.evaluate(() => Number(document.documentElement.dataset.tones ?? 0));
  for (const { page } of [wall, other]) await page.getByRole('region', { name: 'Erdgeschoss' }).waitFor();
  await expect
    .poll(async () => {
      await gateway.emit(WINDOW, 'STATE', 0);
      await gateway.emit(WINDOW, 'STATE', 1);
      return tones(wall);
    })
    .toBeGreaterThan(0);
  expect(await tones(other)).toBe(0);
  expect([...wall.faults, ...other.faults]).toEqual([]);
  await wall.close();
  await other.close();
});
