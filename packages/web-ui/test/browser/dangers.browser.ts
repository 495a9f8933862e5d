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

it('shows their number at the icon of the installed app, and asks for it nowhere else', async () => {
  const asked: string[] = [];
  const tab = await world.visit('/devices', {
    prepare: async (page) => {
      page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    },
  });
  await tab.page.getByRole('row').nth(3).waitFor();
  expect(asked).not.toContain('/api/v1/security');
  await tab.close();
  const { page, faults, close } = await world.visit('/devices', {
    prepare: async (page) => {
      await page.addInitScript(() => {
        const real = window.matchMedia.bind(window);
        const installed = Object.create(real('all'), { matches: { value: true } });
        window.matchMedia = (query) => (query === '(display-mode: standalone)' ? installed : real(query));
        Object.assign(navigator, {
          setAppBadge: async (count: number) => {
            document.documentElement.dataset.badge = String(count);
          },
        });
      });
    },
  });
  const badge = () => page.evaluate(() => document.documentElement.dataset.badge);
  await expect.poll(async () => Number(await badge())).toBeGreaterThan(0);
  const before = Number(await badge());
  await gateway.emit('00F1C0DE00000D:0', 'LOW_BAT', true);
  await expect.poll(async () => Number(await badge())).toBe(before + 1);
  expect(faults).toEqual([]);
  await close();
});
