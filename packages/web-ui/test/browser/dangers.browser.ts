import { expect, it } from 'vitest';
import { useGatewayWorld } from './harness.js';

const DETECTOR = '00F1C0DE000017:1';

const { gateway, world } = useGatewayWorld({}, async () => {});

it('shows water as a danger at once, and lets a person acknowledge and silence it', async () => {
  const visit = await world.visit('/alarm', { role: 'operator', language: 'de', width: 390 });
  const { page, faults, close } = visit;
  const card = page.getByRole('region', { name: 'Gefahren und Störungen' });
  await card.waitFor();
  const home = await world.visit('/');
  await gateway.emit(DETECTOR, 'ALARMSTATE', true);
  await home.page.getByRole('link', { name: 'danger', exact: true }).waitFor();
  await home.close();
  await card.getByText('Gefahr', { exact: true }).waitFor();
  const line = card.getByRole('listitem').filter({ hasText: 'Wassermelder Waschküche' });
  await line.getByText('Wasser', { exact: true }).click();
  await line.getByRole('button', { name: 'Quittieren' }).click();
  await line.getByText(/^quittiert von /).waitFor();
  await line.getByRole('button', { name: 'Eine Stunde stumm' }).click();
  await line.getByText(/stumm bis/).waitFor();
  expect(await card.getByText('Gefahr', { exact: true }).count()).toBe(0);
  expect(await visit.accessibility()).toEqual([]);
  await visit.screenshot('security-card');
  const leaveOut = line.getByRole('button', { name: 'Nie zählen' });
  expect(await leaveOut.getAttribute('aria-disabled')).toBe('true');
  expect(faults).toEqual([]);
  await close();
});

it('lets an administrator leave a detector out, and count it again', async () => {
  const { page, faults, close } = await world.visit('/alarm', { role: 'admin' });
  const card = page.getByRole('region', { name: 'Dangers and faults' });
  const line = card.getByRole('listitem').filter({ hasText: 'Wassermelder Waschküche' });
  await line.getByText('Water', { exact: true }).click();
  await line.getByRole('button', { name: 'Never count it' }).click();
  await card.getByText('Not counted', { exact: true }).click();
  const left = card.getByRole('listitem').filter({ hasText: 'Wassermelder Waschküche: Water' });
  await left.getByRole('button', { name: 'Count it again' }).click();
  await line.getByText('Water', { exact: true }).waitFor();
  expect(faults).toEqual([]);
  await close();
});
