import { expect, it } from 'vitest';
import { useGatewayWorld } from './harness.js';

const { gateway, world } = useGatewayWorld();
const PASSPHRASE = 'richtig Pferd Batterie';

it('backs the gateway up with its key, verifies a file before it stores it, and restores only a verified one', async () => {
  // A gateway at a port of its choice would come back at another one.
  await gateway.stop();
  await gateway.start();
  const { page, faults, accessibility, screenshot, close } = await world.visit('/backups');
  const dialog = page.getByRole('dialog');
  const inDialog = (name: string) => dialog.getByRole('button', { name, exact: true });
  const own = async () => (await gateway.api('GET', '/backups/own')) as readonly { readonly id: string }[];

  await page.getByRole('button', { name: 'Back up the gateway' }).click();
  await dialog.getByLabel('With the key that opens stored passwords').check();
  await dialog.getByLabel('Passphrase', { exact: true }).fill('zu kurz');
  await inDialog('Back up the gateway').click();
  await dialog.getByRole('alert').filter({ hasText: 'at least 12 characters' }).waitFor();
  expect([await own(), await accessibility()]).toEqual([[], []]);
  await dialog.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE);
  await dialog.getByLabel('Passphrase again').fill(PASSPHRASE);
  await inDialog('Back up the gateway').click();
  await page.getByText('The gateway is backed up').waitFor();
  await page.getByText('key (sealed)').waitFor();
  await screenshot('own-backups');

  await page.getByRole('button', { name: 'Upload a gateway backup' }).click();
  const file = { name: 'holiday.tar.gz', mimeType: 'application/gzip', buffer: Buffer.from('no archive') };
  await dialog.locator('input[type=file]').setInputFiles(file);
  await inDialog('Upload').click();
  await dialog.getByRole('alert').filter({ hasText: 'it is no backup of a gateway' }).waitFor();
  await inDialog('Close').click();
  expect(await own()).toHaveLength(1);

  await page.getByRole('button', { name: 'Inspect' }).click();
  await inDialog('Verify').click();
  await dialog.getByText('The file is whole').waitFor();
  const later = { username: 'later', password: 'came after the backup', role: 'viewer' };
  await gateway.api('POST', '/users', later);
  await inDialog('Restore …').click();
  await dialog.getByLabel('Passphrase').fill('eine andere Passphrase');
  await inDialog('Check').click();
  await dialog.getByRole('alert').filter({ hasText: 'does not open the key' }).waitFor();
  await dialog.getByLabel('Passphrase').fill(PASSPHRASE);
  await inDialog('Check').click();
  await dialog.getByText('It can be restored.').waitFor();
  expect(await accessibility()).toEqual([]);
  await screenshot('own-restore');
  await inDialog('Restore now').click();
  await dialog.waitFor({ state: 'detached' });
  const restored = async () => {
    // It is away for a moment.
    const status = (await gateway.api('GET', '/backups/own/status').catch(() => undefined)) as
      | { readonly restored: { readonly state: string } | null }
      | undefined;
    return status?.restored?.state;
  };
  await expect.poll(restored, { timeout: 120_000 }).toBe('done');
  expect(JSON.stringify(await gateway.api('GET', '/users'))).not.toContain('later');
  // Refusals that the test wanted, and the gateway that went and came back, are said by the browser.
  expect(faults.filter((fault) => !/status of 4\d\d|ERR_|WebSocket/.test(fault))).toEqual([]);
  await close();

  world.forgetSessions();
  const again = await world.visit('/backups');
  await again.page.getByText(/^Restored .* from ccu-gateway-/).waitFor();
  await again.close();
});
