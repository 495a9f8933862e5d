import { expect, it } from 'vitest';
import { startWorld } from './world.js';
it('t', async () => {
  const t0 = Date.now();
  const world = await startWorld({ timings: { checkIntervalMs: 100 } });
  console.log('world', Date.now() - t0);
  const measured = async () => (await world.call('GET', '/api/v1/interfaces/home-HmIP-RF')).json.carrier_sense;
  await expect.poll(measured, { timeout: 50000, interval: 50 }).toBe(2);
  console.log('measured', Date.now() - t0);
  const section = '/api/v1/config/sections/history';
  const before = (await world.call('GET', section)).json;
  await world.call('PUT', section, { body: { ...before, max_days: 31 } });
  console.log('changed', Date.now() - t0);
  const of = async () => (await world.call('GET', `/api/v1/history?interfaces=home-HmIP-RF`)).json.series;
  await expect.poll(async () => (await of())[1].values.length, { timeout: 50000, interval: 50 }).toBeGreaterThan(0);
  console.log('seen', Date.now() - t0);
  await world.close();
  console.log('closed', Date.now() - t0);
}, 60000);
