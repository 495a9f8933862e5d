import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { useDemoWorld } from './harness.js';

const world = useDemoWorld();

it('plans all available updates, pauses, reorders and ends them, and shows the ended ones', async () => {
  const { page, faults, close } = await world.visit('/firmware', {
    // The demo has no device whose image was transferred.
    async prepare(page) {
      let paused = false;
      let ids = ['a', 'b'];
      const update = (id: string) => ({
        ...{
          id,
          central: 'demo',
          interface: 'HmIP-RF',
          device_address: id.toUpperCase(),
          name: `Lamp ${id}`,
          by: 'admin',
        },
        ...{ from: '1.0.0', to: '1.2.0', state: 'queued', tries: 0, added_at: '2026-01-01T00:00:00Z' },
        ...(paused ? { waits_for: 'paused' } : { waits_for: 'turn', behind: (ids[0] ?? '').toUpperCase() }),
      });
      await page.route('**/api/v1/firmware/plan**', async (route) => {
        const request = route.request();
        if (request.method() === 'PATCH') {
          const body = request.postDataJSON() as { readonly paused?: boolean; readonly order?: readonly string[] };
          paused = body.paused ?? paused;
          if (body.order !== undefined) ids = [...body.order, ...ids.filter((id) => !body.order?.includes(id))];
        }
        if (request.method() === 'DELETE') ids = ids.filter((id) => !request.url().endsWith(`/${id}`));
        const ended = ['a', 'b'].filter((id) => !ids.includes(id));
        await route.fulfill({
          json: {
            ...{ when: 'now', night_from: 1380, night_to: 300, max_duty_cycle: 30, paused },
            updates: ids.map(update),
            history: ended.map((id) => ({ ...update(id), state: 'aborted', ended_at: '2026-01-01T01:00:00Z' })),
          },
        });
      });
    },
  });
  const list = page.getByRole('list', { name: 'Planned updates' });
  await list.getByText('Waits for Lamp a.').first().waitFor();
  await page.getByRole('button', { name: 'Pause' }).click();
  await list.getByText('Waits: the plan is paused.').first().waitFor();
  await list.getByRole('button', { name: 'First Lamp b' }).click();
  await expect.poll(() => list.getByRole('listitem').first().textContent()).toContain('Lamp b');
  await list.getByRole('button', { name: 'Abort Lamp a' }).click();
  await page.getByText('1 ended update').click();
  await page.getByText('aborted').waitFor();
  expect(faults).toEqual([]);
  await close();
});

it('shows a viewer the plan without the right to change it', async () => {
  const { page, faults, close } = await world.visit('/firmware', { role: 'viewer' });
  await page.getByText('Nothing is planned.').waitFor();
  expect(await page.getByLabel('Updates begin').isDisabled()).toBe(true);
  expect(faults).toEqual([]);
  await close();
});

/** One device of the demo has an update; the plan begins at any time and has another update. */
async function withOneUpdate(page: Page, sent: (readonly [method: string, body: unknown])[]): Promise<void> {
  await page.route('**/api/v1/snapshot**', async (route) => {
    const answer = await route.fetch();
    const snapshot = (await answer.json()) as { readonly devices: readonly { readonly address: string }[] };
    const devices = snapshot.devices.map((device) =>
      device.address === '00F1C0DE000001'
        ? { ...device, update_available: true, update_status: 'update_available' }
        : device,
    );
    await route.fulfill({ response: answer, json: { ...snapshot, devices } });
  });
  const update = { central: 'demo', interface: 'HmIP-RF', by: 'admin', from: '1.0.0', to: '1.2.0', tries: 0 };
  const updates = [
    { ...update, id: 'a', device_address: 'A', name: 'Lamp', state: 'queued', added_at: '2026-01-01T00:00:00Z' },
  ];
  let plan = { when: 'now', night_from: 1380, night_to: 300, max_duty_cycle: 30, paused: false, updates, history: [] };
  await page.route('**/api/v1/firmware/plan**', async (route) => {
    const request = route.request();
    if (request.method() !== 'GET') {
      const body: unknown = request.postDataJSON();
      sent.push([request.method(), body]);
      if (request.method() === 'PATCH') plan = { ...plan, ...(body as object) };
      else {
        const added = { ...updates[0]!, id: 'b', device_address: '00F1C0DE000001', name: 'Thermostat' };
        plan = { ...plan, updates: [...updates, added] };
      }
    }
    await route.fulfill({ json: plan });
  });
}

it('plans the update of one device for a night with chosen times', async () => {
  const sent: (readonly [method: string, body: unknown])[] = [];
  const visit = await world.visit('/firmware', {
    ...{ language: 'de', width: 390 },
    prepare: (page) => withOneUpdate(page, sent),
  });
  const { page, faults, close } = visit;
  await page.getByRole('button', { name: /^Aktualisieren/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'Nachts, 23:00 bis 05:00' }).check();
  await dialog.getByText('Ab dann beginnen alle geplanten Updates nur nachts.').waitFor();
  expect(await visit.accessibility()).toEqual([]);
  await visit.screenshot('firmware-plan-one');
  await dialog.getByRole('button', { name: 'Einplanen' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(sent).toEqual([
    ['PATCH', { when: 'night' }],
    ['POST', { devices: [{ address: '00F1C0DE000001', central: 'demo' }] }],
  ]);
  const row = page.getByRole('grid').locator('[role=row]').filter({ hasText: 'geplant' });
  await row.waitFor();
  expect(await row.getByRole('button').count()).toBe(0);
  const from = page.getByLabel('Nacht von');
  await from.fill('22:30');
  await from.blur();
  await expect.poll(() => sent.at(-1)).toEqual(['PATCH', { night_from: 22 * 60 + 30 }]);
  await from.fill('05:00');
  await from.blur();
  await expect.poll(() => from.inputValue()).toBe('22:30');
  expect(sent).toHaveLength(3);
  await visit.screenshot('firmware-night');
  expect(await visit.accessibility()).toEqual([]);
  expect(faults).toEqual([]);
  await close();
});

it('keeps a time of the night that is being typed while values of the installation change', async () => {
  let values = 0;
  const { page, close } = await world.visit('/firmware', {
    async prepare(page) {
      page.on('websocket', (socket) =>
        socket.on('framereceived', ({ payload }) => {
          if (String(payload).includes('value_changed')) values += 1;
        }),
      );
      const plan = { when: 'night', night_from: 1380, night_to: 300, max_duty_cycle: 30, paused: false };
      await page.route('**/api/v1/firmware/plan**', (route) =>
        route.fulfill({ json: { ...plan, updates: [], history: [] } }),
      );
    },
  });
  const from = page.getByLabel('Night from');
  await from.fill('22:30');
  const before = values;
  // Each of them draws the page again.
  await expect.poll(() => values - before).toBeGreaterThan(4);
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  expect(await from.inputValue()).toBe('22:30');
  await close();
});
