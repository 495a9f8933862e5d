import { afterAll, beforeAll, expect, it } from 'vitest';
import { fakeServices, hubHouse } from './fakes.js';
import { SWITCH } from './house.js';
import { startWorld, type World } from './world.js';

let world: World;
beforeAll(async () => {
  const house = hubHouse();
  world = await startWorld({ house, server: fakeServices(house).ports });
});
afterAll(() => world.close());

async function estimate(writes: readonly object[]) {
  const target = '/api/v1/diagnostics/radio/estimate';
  const answer = await world.request({ target, method: 'POST', as: 'viewer', json: { writes } });
  return { status: answer.status, body: (await answer.json()) as { readonly interfaces: readonly object[] } };
}

it('shows the sending time of each radio module', async () => {
  const answer = await world.request({ target: '/api/v1/diagnostics/radio/budget', as: 'viewer' });
  expect(answer.status).toBe(200);
  expect(await answer.json()).toEqual({
    interfaces: [
      {
        central: 'ccu1',
        interface_id: 'ccu1-HmIP-RF',
        interface: 'HmIP-RF',
        used: 41.3,
        forecast: 79.9,
        waiting: 3,
        waiting_in_background: 1,
        mode: 'free',
      },
    ],
  });
});

it('estimates intended writes by interface, with the forecast that they cause', async () => {
  const { status, body } = await estimate([
    { device_address: SWITCH },
    { device_address: SWITCH, paramset: 'MASTER', parameters: 9, count: 2 },
  ]);
  expect(status).toBe(200);
  expect(body.interfaces).toEqual([
    {
      central: 'ccu1',
      interface_id: 'ccu1-HmIP-RF',
      interface: 'HmIP-RF',
      radio: true,
      messages: 7,
      devices: 1,
      woken: 0,
      asleep: 0,
      unreachable: 0,
      share: 0.8,
      used: 41.3,
      forecast: 80.7,
      mode: 'spread',
    },
  ]);
});

it('refuses a device that does not exist, and a plan without writes', async () => {
  expect((await estimate([{ device_address: 'NOWHERE' }])).status).toBe(404);
  expect((await estimate([])).status).toBe(400);
  expect((await estimate([{ device_address: SWITCH, count: 0 }])).status).toBe(400);
});
