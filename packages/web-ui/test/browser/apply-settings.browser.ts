import { describe, expect, it } from 'vitest';
import { useGatewayWorld } from './harness.js';

const { gateway, world } = useGatewayWorld();
const SOURCE = '00F1C0DE000001';
const settingsOf = async (device: string) =>
  (await gateway.api('GET', `/devices/${device}:1/paramsets/MASTER`)) as { readonly TEMPERATURE_OFFSET: number };

describe('the settings of a channel', () => {
  it('are given to others with five clicks on a phone, and the failure of one is kept apart', async () => {
    await gateway.api('PUT', `/devices/${SOURCE}:1/paramsets/MASTER`, { TEMPERATURE_OFFSET: 1.5 });
    const visit = await world.visit(`/devices/home/${SOURCE}/configure?channel=1`, { language: 'de', width: 390 });
    const { page, faults, close } = visit;
    await page.getByRole('button', { name: 'Auf andere übertragen …' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('checkbox').first().waitFor();
    for (const box of await dialog.getByRole('checkbox').all()) await box.check();
    await dialog.getByRole('button', { name: 'Vergleichen' }).click();
    await dialog.getByText('TEMPERATURE_OFFSET').first().waitFor();
    expect(await visit.accessibility()).toEqual([]);
    await visit.screenshot('apply-preview');
    await gateway.fault('refuseWrites', { on: true, device: '00F1C0DE000002' });
    await dialog.getByRole('button', { name: '2 Kanäle schreiben' }).click();
    await dialog.getByText('geschrieben', { exact: true }).waitFor();
    await dialog.getByText('fehlgeschlagen', { exact: true }).waitFor();
    await visit.screenshot('apply-result');
    expect(await settingsOf('00F1C0DE000003')).toMatchObject({ TEMPERATURE_OFFSET: 1.5 });
    expect(await settingsOf('00F1C0DE000002')).toMatchObject({ TEMPERATURE_OFFSET: 0 });

    await gateway.fault('clear');
    await dialog.getByRole('button', { name: 'Vergleichen' }).click();
    await dialog.getByRole('button', { name: '1 Kanal schreiben' }).click();
    await dialog.getByText('2 von 2 erledigt').waitFor();
    expect(await settingsOf('00F1C0DE000002')).toMatchObject({ TEMPERATURE_OFFSET: 1.5 });
    expect(faults).toEqual([]);
    await close();
  });
});

describe('a device whose configuration stays pending', () => {
  it('is sent its configuration again with two clicks', async () => {
    await gateway.fault('asleep', { on: true, device: SOURCE });
    await gateway.api('PUT', `/devices/${SOURCE}:1/paramsets/MASTER`, { TEMPERATURE_OFFSET: 2 });
    const visit = await world.visit(`/devices/home/${SOURCE}`, { language: 'de', width: 390 });
    const { page, faults, close } = visit;
    const button = page.getByRole('button', { name: 'Konfiguration erneut senden …' });
    await button.click();
    const dialog = page.getByRole('dialog');
    expect(await visit.accessibility()).toEqual([]);
    await visit.screenshot('config-repair');
    await dialog.getByRole('button', { name: 'Senden' }).click();
    await dialog.waitFor({ state: 'detached' });
    await gateway.fault('asleep', { on: false, device: SOURCE });
    await button.waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
    await close();
  });
});
