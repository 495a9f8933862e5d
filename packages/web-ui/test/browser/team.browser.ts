import { inventedHouse, smokeDetectorTeam } from '@ccu-gateway/ccu-simulator';
import { describe, expect, it } from 'vitest';
import { useGatewayWorld } from './harness.js';

const members = [
  { serial: 'QEQ0000001', name: 'Rauchmelder Flur' },
  { serial: 'QEQ0000002', name: 'Rauchmelder Dach' },
];
const house = inventedHouse();
const { gateway, world } = useGatewayWorld({
  house: { ...house, devices: [...house.devices, ...smokeDetectorTeam(members)] },
});

describe('a smoke detector', () => {
  it('leaves its team with three clicks on a phone', async () => {
    const visit = await world.visit('/devices/home/QEQ0000002', { language: 'de', width: 390 });
    const { page, faults, close } = visit;
    await page.getByRole('button', { name: 'Gruppe', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Rauchmelder Flur, Rauchmelder Dach').waitFor();
    expect(await visit.accessibility()).toEqual([]);
    await visit.screenshot('team');
    await dialog.getByRole('radio', { name: 'In keiner Gruppe' }).click();
    await dialog.getByRole('button', { name: 'Speichern' }).click();
    await dialog.waitFor({ state: 'detached' });
    const teamOf = async () => (await gateway.api('GET', '/devices/QEQ0000002')) as { readonly member_of?: unknown };
    await expect.poll(async () => (await teamOf()).member_of, { timeout: 10_000 }).toBeUndefined();
    expect(faults).toEqual([]);
    await close();
  });

  it('is the only kind of device with a team', async () => {
    const { page, close } = await world.visit('/devices/home/00F1C0DE000007', {});
    await page.getByRole('button', { name: 'Test', exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Team', exact: true }).count()).toBe(0);
    await close();
  });
});
