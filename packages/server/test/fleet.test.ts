import type { FleetStatus } from '@ccu-gateway/contract/types';
import { expect, it } from 'vitest';
import { startWorld } from './world.js';

const STATUS: FleetStatus = {
  name: 'house',
  self: 'a1',
  broker: { state: 'outage', reason: 'no answer' },
  centrals: [{ central: 'home', holder: { id: 'a1', name: 'gateway-1', token: 4 }, copy: 'held' }],
  log: { epoch: 'e1', seq: 9, pending: 0 },
};

it('shows administrators the fleet, and that a gateway is alone', async () => {
  const report = async () => ({ enabled: true, fleet: STATUS });
  const figures = () => ({ outage: true, logPending: 0, centrals: [] });
  const world = await startWorld({ server: { gateways: { report, figures } } });
  const alone = await startWorld();
  const target = '/api/v1/diagnostics/fleet';
  const answers = await Promise.all([world, alone].map((each) => each.request({ target, as: 'admin' })));
  expect(await Promise.all(answers.map((answer) => answer.json()))).toEqual([
    { enabled: true, fleet: STATUS },
    { enabled: false },
  ]);
  expect((await world.request({ target, as: 'operator' })).status).toBe(403);
  await world.close();
  await alone.close();
});
