import { expect, it } from 'vitest';
import { openSocket, subscribe } from './socket.js';
import { startWorld, type World } from './world.js';

const SMOKE = '00F1C0DE000013';
const WATER = '00F1C0DE000017';
const WINDOW = '00F1C0DE00000D';
const MOTION = '00F1C0DE000010';

const overviewOf = async (world: World) => (await world.call('GET', '/api/v1/security', { as: 'viewer' })).json;
const faultsOf = async (world: World): Promise<readonly Record<string, unknown>[]> =>
  (await world.call('GET', '/api/v1/security/faults', { as: 'viewer' })).json;
/** Present causes of a device, as class and level. */
const causesOf = async (world: World, address: string) =>
  (await faultsOf(world))
    .filter((each) => each.device_address === address)
    .map((each) => `${each.class} ${each.level}`);

it('counts each kind of cause that a CCU reports, keeps acknowledgements over a restart, and never takes an outage for an end', async () => {
  await using first = await startWorld({ central: { check_connection_interval: '1s' } });
  const contact = (await first.call('GET', '/api/v1/devices', { as: 'viewer' })).json.items.find(
    ({ model }: { readonly model: string }) => model === 'HM-Sec-SCo',
  ).address;
  const { simulator } = first;
  simulator.emit(`${SMOKE}:1`, 'SMOKE_DETECTOR_ALARM_STATUS', 1);
  simulator.emit(`${WATER}:1`, 'ALARMSTATE', true);
  simulator.emit(`${WINDOW}:0`, 'SABOTAGE', true);
  simulator.emit(`${contact}:1`, 'ERROR', 1);
  simulator.emit(`${MOTION}:0`, 'LOW_BAT', true);
  const expected = { [SMOKE]: 'smoke danger', [WATER]: 'water danger', [WINDOW]: 'sabotage danger' };
  for (const [address, cause] of Object.entries({ ...expected, [contact]: 'sabotage danger' })) {
    await expect.poll(() => causesOf(first, address)).toContain(cause);
  }
  await expect.poll(() => causesOf(first, MOTION)).toContain('battery attention');
  expect((await overviewOf(first)).level).toBe('danger');

  const [smoke] = (await first.call('GET', '/api/v1/security/classes/smoke', { as: 'viewer' })).json.faults;
  const acknowledge = `/api/v1/security/faults/${encodeURIComponent(smoke.id)}/acknowledge`;
  expect((await first.call('POST', acknowledge, { as: 'viewer' })).status).toBe(403);
  expect((await first.call('POST', acknowledge, { as: 'operator' })).status).toBe(204);

  const world = await first.restart();
  const shown = () => world.call('GET', '/api/v1/security/classes/smoke', { as: 'viewer' });
  expect((await shown()).json).toMatchObject({ level: 'danger', unacknowledged: 0, faults: [{ since: smoke.since }] });
  world.simulator.faults.boot(600);
  const central = async () => (await faultsOf(world)).find(({ kind }) => kind === 'ccu_down');
  await expect.poll(central).toMatchObject({ class: 'unreachable', source: 'central:home' });
  expect(await causesOf(world, WATER)).toContain('water danger');
  await world.close();
}, 60_000);

it('sends its broadcasts, and leaves out a source that an administrator names', async () => {
  await using world = await startWorld();
  const socket = await openSocket(world);
  await subscribe(socket, ['security/#']);
  world.simulator.emit(`${WATER}:1`, 'ALARMSTATE', true);
  const seen = (type: string) => socket.frames.find((frame) => frame.type === type)?.payload;
  await expect.poll(() => seen('security.notification')).toMatchObject({ class: 'water', reason: 'raised' });
  const faults = socket.frames.filter(({ type }) => type === 'security.fault_changed').map(({ payload }) => payload);
  expect(faults).toContainEqual(
    expect.objectContaining({ change: 'raised', fault: expect.objectContaining({ device_address: WATER }) }),
  );
  expect(seen('security.class_changed')).toMatchObject({ class: 'water', level: 'danger' });
  const source = `/api/v1/security/sources/${encodeURIComponent(`device:home:${WATER}`)}`;
  const leaveOut = (as: 'operator' | 'admin') => world.call('PUT', source, { as, body: { excluded: ['water'] } });
  expect((await leaveOut('operator')).status).toBe(403);
  expect((await leaveOut('admin')).json).toMatchObject({ kind: 'device', faults: 1, excluded: ['water'] });
  expect(await causesOf(world, WATER)).toEqual([]);
  socket.close();
}, 60_000);
