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
