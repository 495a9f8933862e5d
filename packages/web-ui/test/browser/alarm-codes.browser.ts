import { expect, it } from 'vitest';
import { useGatewayWorld } from './harness.js';

/** A zone with the front door, and the address of a remote control. */
let remote = '';
let central = '';
const { gateway, world } = useGatewayWorld({}, async (started) => {
  const config = { modes: { full: { exit_delay_ms: 0, entry_delay_ms: 30_000 } } };
  await started.api('POST', '/alarm/zones', { id: 'all', name: 'Erdgeschoss', config });
  const { items } = (await started.api('GET', '/devices?per_page=500')) as {
    readonly items: readonly { readonly central: string; readonly address: string; readonly model: string }[];
  };
  central = items[0]?.central ?? '';
  remote = items.find(({ model }) => model.startsWith('HM-RC-4'))?.address ?? '';
  const point = { interface_id: 'HmIP-RF', channel_address: '00F1C0DE00000E:1', parameter: 'STATE' };
  const door = { ...point, central, id: 'door', type: 'door', config: { modes: ['full'] } };
  await started.api('PUT', '/alarm/zones/all/sensors', [door]);
});

it('binds a key of a remote control to disarming, which its press then does, and removes it', async () => {
  const visit = await world.visit('/alarm', { role: 'admin', language: 'de', width: 390 });
  const { page, faults, close } = visit;
  const codes = page.getByRole('region', { name: 'Codes' });
  await codes.getByRole('button', { name: 'Code hinzufügen' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Jürgens Schlüsselbund');
  await dialog.getByLabel('Art').selectOption('key');
  await dialog.getByLabel('Taste oder Tastenfeld').selectOption(`${central} ${remote}:1 PRESS_SHORT`);
  expect(await visit.accessibility()).toEqual([]);
  await visit.screenshot('alarm-code');
  await dialog.getByRole('button', { name: 'Speichern' }).click();
  const line = codes.getByRole('listitem').filter({ hasText: 'Jürgens Schlüsselbund' });
  await line.waitFor();

  const zone = page.getByRole('region', { name: 'Erdgeschoss' });
  await zone.getByRole('button', { name: 'Scharf schalten: Abwesend' }).click();
  await zone.getByText('Scharf', { exact: true }).waitFor();
  await gateway.emit(`${remote}:1`, 'PRESS_SHORT', true);
  await zone.getByText('Unscharf', { exact: true }).waitFor();

  await line.getByRole('button', { name: 'Entfernen' }).click();
  await dialog.getByRole('button', { name: 'Entfernen' }).click();
  await codes.getByText('Noch kein Code').waitFor();
  expect(faults).toEqual([]);
  await close();
});

it('adds a PIN and sets another one', async () => {
  const { page, faults, close } = await world.visit('/alarm', { role: 'admin' });
  const codes = page.getByRole('region', { name: 'Codes' });
  await codes.getByRole('button', { name: 'Add a code' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Anna');
  await dialog.getByLabel('PIN').fill('12');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByRole('alert').waitFor();
  await dialog.getByLabel('PIN').fill('4711');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const line = codes.getByRole('listitem').filter({ hasText: 'Anna' });
  await line.getByRole('button', { name: 'Set the PIN' }).click();
  await dialog.getByLabel('PIN').fill('0815');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  const zone = page.getByRole('region', { name: 'Erdgeschoss' });
  await zone.getByRole('button', { name: 'Arm: Away' }).click();
  for (const digit of '0815') await zone.getByRole('button', { name: `Digit ${digit}` }).click();
  await zone.getByRole('button', { name: 'Disarm' }).click();
  await zone.getByText('Disarmed', { exact: true }).waitFor();
  expect(faults).toEqual([]);
  await close();
});

it('shows the sensors that a walk through the rooms has not reached yet', async () => {
  const visit = await world.visit('/alarm', { role: 'operator', language: 'de', width: 390 });
  const { page, faults, close } = visit;
  const zone = page.getByRole('region', { name: 'Erdgeschoss' });
  await zone.getByText('Testen', { exact: true }).click();
  await zone.getByRole('button', { name: 'Sensortest beginnen' }).click();
  await zone.getByText(/^0 von 1 Sensoren/).waitFor();
  await gateway.emit('00F1C0DE00000E:1', 'STATE', 1);
  await zone.getByText(/^1 von 1 Sensoren/).waitFor();
  expect(await visit.accessibility()).toEqual([]);
  await zone.getByRole('button', { name: 'Sensortest beenden' }).click();
  await zone.getByRole('button', { name: 'Sensortest beginnen' }).waitFor();
  await gateway.emit('00F1C0DE00000E:1', 'STATE', 0);
  expect(faults).toEqual([]);
  await close();
});
