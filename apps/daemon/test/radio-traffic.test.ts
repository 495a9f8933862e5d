import { expect, it } from 'vitest';
import { openSocket, subscribe } from './socket.js';
import { startWorld, type World } from './world.js';

const THERMOSTAT = '00F1C0DE000001';
const PATIENCE = { timeout: 50_000, interval: 50 } as const;

async function traffic(world: World) {
  const answer = await world.call('GET', '/api/v1/diagnostics/radio');
  expect(answer.status, answer.text).toBe(200);
  return answer.json;
}

it('lists the reports of a device and the writers to it over this gateway', async () => {
  const world = await startWorld();
  const socket = await openSocket(world);
  await subscribe(socket, ['devices/#']);
  const before = (await traffic(world)).reports.find(
    (row: { device_address: string }) => row.device_address === THERMOSTAT,
  );
  world.simulator.emit(`${THERMOSTAT}:1`, 'ACTUAL_TEMPERATURE', 11.1);
  await socket.until((each) => each.payload?.value === 11.1);
  const reported = async () =>
    (await traffic(world)).reports.find((row: { device_address: string }) => row.device_address === THERMOSTAT);
  await expect.poll(async () => (await reported())?.count, PATIENCE).toBeGreaterThan(before?.count ?? 0);
  expect((await traffic(world)).writes).toEqual([]);
  const target = `/api/v1/devices/${THERMOSTAT}/channels/1/data-points/SET_POINT_TEMPERATURE/value`;
  const written = await world.call('PUT', target, { body: { value: 19 } });
  expect(written.status, written.text).toBeLessThan(300);
  const { writes } = await traffic(world);
  expect(writes).toMatchObject([
    {
      subject: expect.any(String),
      central: 'home',
      interface_id: 'home-HmIP-RF',
      device_address: THERMOSTAT,
      count: 1,
    },
  ]);
  expect(writes[0].hours).toHaveLength(24);
  socket.close();
  await world.close();
});
