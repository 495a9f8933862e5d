import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorld, type World } from './world.js';

const [LIVING, SLEEPING, DIMMER] = ['00F1C0DE000001', '00F1C0DE000002', '00F1C0DE000007'] as const;
const PATIENCE = { timeout: 20_000, interval: 20 } as const;
const KIND = 'hmip.heating';

describe('heating groups', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld({ simulator: { interfaces: ['HmIP-RF', 'BidCos-RF', 'VirtualDevices'] } });
  }, 90_000);
  afterAll(() => world.close());

  const call = (method: string, path: string, body?: object, as?: 'operator' | 'viewer') =>
    world.call(method, `/api/v1${path}`, { ...(body && { body }), ...(as && { as }) });
  const get = async (path: string) => (await call('GET', path)).json;
  const groups = async () => (await get('/groups')).entries[0].groups;

  it('are made of devices that fit, changed and dissolved, and the model learns their members', async () => {
    expect((await get('/groups/types')).types).toContainEqual({ id: KIND, label_key: 'Hmip_Heating_Control' });
    const { assignable, leftover } = await get(`/groups/suitable-members?type_id=${KIND}`);
    expect(assignable).toContainEqual(
      expect.objectContaining({ address: LIVING, device_name: 'Heizkörper Wohnzimmer' }),
    );
    expect(assignable.map(({ address }: { address: string }) => address)).not.toContain(DIMMER);
    expect(leftover).toEqual([]);

    const made = await call('POST', '/groups', { type_id: KIND, name: 'Größe & Bad', members: [LIVING, SLEEPING] });
    expect([made.status, made.json]).toMatchObject([
      201,
      {
        id: 3,
        name: 'Größe & Bad',
        device_address: 'INT0000003',
        members: [{ address: LIVING }, { address: SLEEPING }],
      },
    ]);
    await expect.poll(async () => (await call('GET', '/devices/INT0000003')).status, PATIENCE).toBe(200);
    expect(await get('/devices/INT0000003')).toMatchObject({ members: [{ address: LIVING }, { address: SLEEPING }] });
    expect((await get('/devices/INT0000003')).members_guessed).toBeUndefined();
    expect((await get(`/devices/${LIVING}`)).member_of).toEqual(['INT0000003']);
    world.simulator.emit(`${SLEEPING}:0`, 'UNREACH', true);
    await expect.poll(async () => (await get('/devices/INT0000003')).members[1].available, PATIENCE).toBe(false);
    expect(await get('/devices/INT0000003')).toMatchObject({ available: true });

    world = await world.restart({});
    const learned = async () => (await get('/devices/INT0000003')).members_guessed;
    await expect.poll(learned, { ...PATIENCE, message: 'a start reads the groups' }).toBeUndefined();
    expect(await get('/devices/INT0000003')).toMatchObject({ members: [{ address: LIVING }, { address: SLEEPING }] });

    expect((await get(`/groups/suitable-members?type_id=${KIND}`)).leftover).toHaveLength(2);
    expect((await call('PUT', '/groups/3', { name: 'Bad', members: [LIVING] })).status).toBe(204);
    expect(await groups()).toMatchObject([{ id: 3, name: 'Bad', members: [{ address: LIVING, available: true }] }]);
    expect((await call('DELETE', '/groups/3')).status).toBe(204);
    expect(await groups()).toEqual([]);
    await expect.poll(async () => (await call('GET', '/devices/INT0000003')).status, PATIENCE).toBe(404);
    expect((await get(`/devices/${LIVING}`)).member_of).toBeUndefined();
    const actions = (await get('/audit?op=heating_group')).map(({ action }: { action: string }) => action);
    expect(actions).toEqual(['heating_group_delete', 'heating_group_update', 'heating_group_create']);
    world.simulator.emit(`${SLEEPING}:0`, 'UNREACH', false);
  }, 90_000);

  it('refuse a member of another kind, one of another group, and an unknown kind, each by its field', async () => {
    const wanted = { type_id: KIND, name: 'Falsch' };
    const before = world.simulator.house.heatingGroups();
    expect((await call('POST', '/groups', { ...wanted, members: [LIVING, DIMMER] })).json).toMatchObject({
      code: 'validation',
      errors: [{ field: 'members.1', reason: expect.stringContaining(LIVING) }],
    });
    expect((await call('POST', '/groups', { ...wanted, members: [LIVING, LIVING] })).json).toMatchObject({
      errors: [{ field: 'members.1', reason: 'is named twice' }],
    });
    expect((await call('POST', '/groups', { ...wanted, type_id: 'x' })).json).toMatchObject({
      errors: [{ field: 'type_id', reason: expect.stringContaining(KIND) }],
    });
    expect((await call('POST', '/groups', { ...wanted, name: '浴室' })).json).toMatchObject({
      errors: [{ field: 'name' }],
    });
    expect((await call('PUT', '/groups/77', { name: 'x' })).status).toBe(404);
    expect((await call('DELETE', '/groups/77')).status).toBe(404);
    expect((await call('DELETE', '/groups/x')).status).toBe(400);
    expect((await call('POST', '/groups', wanted, 'operator')).status).toBe(403);
    expect(world.simulator.house.heatingGroups()).toEqual(before);

    const { json } = await call('POST', '/groups', { ...wanted, name: 'Eins', members: [LIVING] });
    expect((await call('POST', '/groups', { ...wanted, members: [LIVING] })).json).toMatchObject({
      errors: [{ field: 'members.0', reason: 'is a member of another group' }],
    });
    world.simulator.faults.refuseCalls(true, 'group/save');
    expect((await call('PUT', `/groups/${json.id}`, { name: 'Zwei' })).json).toMatchObject({
      status: 502,
      reason: 'fault',
    });
    world.simulator.faults.clear();
    expect(await groups()).toMatchObject([{ name: 'Eins' }]);
    expect((await call('DELETE', `/groups/${json.id}`)).status).toBe(204);
  }, 90_000);
});
