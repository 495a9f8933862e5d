import { inventedHouse } from '@ccu-gateway/ccu-simulator';
import { describe, expect, it } from 'vitest';
import { useGatewayWorld } from './harness.js';

const [DEVICE, ATTIC] = ['SIM0000001', 'SIM00000GW'] as const;
const radioGateways = [{ address: ATTIC, description: 'Dachboden', signals: { [DEVICE]: [-41, -43] as const } }];
const { gateway, world } = useGatewayWorld({ house: { ...inventedHouse(), radioGateways } });

describe('the radio gateways on the radio page', () => {
  it('get a device with two clicks on a phone, by the proposal', async () => {
    const visit = await world.visit('/radio', { language: 'de', width: 390 });
    const { page, faults, close } = visit;
    const row = page.locator('.receivers tbody tr', { hasText: 'Vorschlag' });
    await row.getByText(/Dachboden empfängt es \d+ dB besser\./).waitFor();
    expect(await page.locator('.receivers tbody tr').first().textContent()).toContain('Vorschlag');
    await row.getByText('-41 / -43').waitFor();
    expect(await visit.accessibility()).toEqual([]);
    await row.getByRole('button').hover();
    await visit.screenshot('receivers');
    await row.getByRole('button', { name: /^Wechseln …/ }).click();
    const dialog = page.getByRole('dialog');
    expect(await dialog.getByRole('radio', { name: /Dachboden/ }).isChecked()).toBe(true);
    expect(await visit.accessibility()).toEqual([]);
    await visit.screenshot('receivers-move');
    await gateway.fault('refuseCalls', { on: true, name: 'setBidcosInterface' });
    await dialog.getByRole('button', { name: 'Wechseln', exact: true }).click();
    await dialog.getByRole('alert').waitFor();
    await gateway.fault('refuseCalls', { on: false, name: 'setBidcosInterface' });
    await dialog.getByRole('button', { name: 'Wechseln', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await row.waitFor({ state: 'detached' });
    const { devices } = (await gateway.api('GET', '/diagnostics/rssi/matrix')) as {
      readonly devices: readonly { readonly address: string; readonly receiver: string }[];
    };
    expect(devices.find(({ address }) => address === DEVICE)?.receiver).toBe(ATTIC);
    expect(faults.filter((fault) => !/502/.test(String(fault)))).toEqual([]);
    await close();
  });
});
