import { expect, it } from 'vitest';
import type { Demo } from './daemon.js';
import { useDemoWorld } from './harness.js';

/** Sends to the gateway as its administrator, without the page. */
async function send({ url, admin }: Demo, method: string, path: string, body: unknown): Promise<void> {
  const authorization = `Basic ${Buffer.from(`${admin.username}:${admin.password}`).toString('base64')}`;
  const headers = { authorization, 'content-type': 'application/json' };
  const answer = await fetch(`${url}/api/v1/alarm/${path}`, { method, headers, body: JSON.stringify(body) });
  expect(answer.ok, await answer.text()).toBe(true);
}

/** A zone that a PIN disarms. Its door is a value that the demo never changes: it opens and closes its contacts by itself. */
const world = useDemoWorld(async (demo) => {
  const config = { modes: { full: { exit_delay_ms: 0, entry_delay_ms: 30_000 } } };
  await send(demo, 'POST', 'zones', { id: 'all', name: 'Erdgeschoss', config });
  const at = { channel_address: '00F1C0DE000017:1', parameter: 'ALARMSTATE' };
  const point = { central: 'demo', interface_id: 'HmIP-RF', ...at };
  const door = { ...point, id: 'door', type: 'door', name: 'Haustür', config: { modes: ['full'], reaction: 'entry' } };
  await send(demo, 'PUT', 'zones/all/sensors', [door]);
  const perms = { arm: true, disarm: true, silence: true };
  await send(demo, 'POST', 'codes', { name: 'Anna', kind: 'pin', pin: '4711', perms, enabled: true });
});

it('arms a zone, and disarms it with the keypad', async () => {
  const visit = await world.visit('/alarm', { role: 'operator', language: 'de', width: 390 });
  const { page, faults, close } = visit;
  // The page of another person follows by events.
  const home = await world.visit('/', { role: 'viewer' });
  await home.page.getByRole('link', { name: 'alarm off' }).waitFor();
  const arm = page.getByRole('button', { name: 'Scharf schalten: Abwesend' });
  await expect.poll(() => arm.getAttribute('aria-disabled')).toBeNull();
  await arm.click();
  const card = page.getByRole('region', { name: 'Erdgeschoss' });
  await card.getByText('Scharf', { exact: true }).waitFor();
  await home.page.getByRole('link', { name: 'alarm on' }).waitFor();
  const disarm = card.getByRole('button', { name: 'Unscharf schalten' });
  expect(await disarm.getAttribute('aria-disabled')).toBe('true');
  expect(await visit.accessibility()).toEqual([]);
  await visit.screenshot('alarm-armed');
  for (const digit of '4711') await card.getByRole('button', { name: `Ziffer ${digit}` }).click();
  await disarm.click();
  await card.getByText('Unscharf', { exact: true }).waitFor();
  await home.page.getByRole('link', { name: 'alarm off' }).click();
  await home.page.getByRole('heading', { level: 1, name: 'Alarm' }).waitFor();
  await home.close();
  expect(await card.getByLabel('PIN').count()).toBe(0);
  expect(faults).toEqual([]);
  await close();
});

it('shows a viewer the state, and the reason why nothing can be armed', async () => {
  const { page, close } = await world.visit('/alarm', { role: 'viewer' });
  await page.getByRole('button', { name: 'Display on a wall' }).click();
  const arm = page.getByRole('button', { name: 'Arm: Away' });
  await arm.waitFor();
  expect(await arm.getAttribute('aria-disabled')).toBe('true');
  expect(await page.getByRole('button', { name: 'Set up a zone' }).count()).toBe(0);
  await close();
});

it('sets up a second zone with a window and the siren', async () => {
  const visit = await world.visit('/alarm', { role: 'admin' });
  const { page, faults, close } = visit;
  await page.getByRole('button', { name: 'Set up a zone' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Kitchen');
  await dialog.getByLabel(/^Fenster Küche.*STATE/).selectOption('instant');
  await dialog.getByRole('checkbox', { name: 'Sirene Flur' }).check();
  await dialog.getByLabel('System variable that shows the state').selectOption('Anwesenheit');
  await dialog.getByLabel('The variable is true').selectOption('while the zone is armed');
  await dialog.getByRole('button', { name: 'Add a schedule' }).click();
  const schedule = dialog.getByRole('group', { name: 'Schedule 1' });
  for (const day of ['Sat', 'Sun']) await schedule.getByLabel(day).uncheck();
  await schedule.getByLabel('Time').fill('23:15');
  await schedule.getByLabel('Mode').selectOption('perimeter');
  expect(await visit.accessibility()).toEqual([]);
  await visit.screenshot('alarm-setup');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const card = page.getByRole('region', { name: 'Kitchen' });
  await card.getByText('Disarmed', { exact: true }).waitFor();
  await card.getByText('Test', { exact: true }).click();
  await card.getByText('Sirene Flur:3').waitFor();
  expect(await card.getByText('Anwesenheit').count()).toBe(0);
  await card.getByText('Mon, Tue, Wed, Thu, Fri 23:15: At home').waitFor();
  expect(faults).toEqual([]);
  await close();
});

it('changes the schedules of a zone, and names the one that cannot be saved', async () => {
  const visit = await world.visit('/alarm', { role: 'admin', language: 'de', width: 390 });
  const { page, faults, close } = visit;
  const card = page.getByRole('region', { name: 'Erdgeschoss' });
  await card.getByRole('button', { name: 'Zeitpläne bearbeiten' }).click();
  const dialog = page.getByRole('dialog');
  const add = dialog.getByRole('button', { name: 'Zeitplan hinzufügen' });
  await add.click();
  await add.click();
  await dialog.getByRole('button', { name: 'Speichern' }).click();
  await dialog.getByText('Zeitplan 2 hat Tag und Uhrzeit eines anderen.').waitFor();
  const second = dialog.getByRole('group', { name: 'Zeitplan 2' });
  await second.getByLabel('Uhrzeit').fill('06:30');
  await second.getByLabel('Bereich scharf schalten').uncheck();
  expect(await visit.accessibility()).toEqual([]);
  await visit.screenshot('alarm-schedules');
  await dialog.getByRole('button', { name: 'Zeitplan 1 löschen' }).click();
  await dialog.getByRole('button', { name: 'Speichern' }).click();
  await card.getByText('Täglich 06:30: Erinnerung an Abwesend').waitFor();
  expect(faults).toEqual([]);
  await close();
});

it('names the door that kept a schedule from arming', async () => {
  const { page, faults, close } = await world.visit('/', { role: 'admin', language: 'de', width: 390 });
  const details = { mode: 'full', occurrence: '2026-06-01 22:00', code: 'blocked', blockers: ['door open'] };
  const refused = { class: 'fault', event: 'schedule_refused', zone_id: 'all', actor: 'schedule', hash: '', details };
  await page.route('**/api/v1/alarm/journal?*', (route) =>
    route.fulfill({ json: [{ id: 1, when: '2026-06-01T20:00:00.000Z', ...refused }] }),
  );
  await page.getByRole('link', { name: 'Alarm', exact: false }).first().click();
  await page.getByText('Konnte nicht nach Zeitplan scharf werden: Haustür (offen)').waitFor();
  expect(faults).toEqual([]);
  await close();
});
