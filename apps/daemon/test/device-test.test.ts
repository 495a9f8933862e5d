import { describe, expect, it, vi } from 'vitest';
import { startWorld, type World } from './world.js';

const only = ['00F1C0DE000007'];

const LAMP = '00F1C0DE000007';
const test = (world: World, address = LAMP, as: 'operator' | 'viewer' = 'operator') =>
  world.call('POST', `/api/v1/devices/${address}/test`, { as });
const notes = async (world: World) =>
  (await world.call('GET', '/api/v1/audit?limit=50&op=device_test')).json.map(({ note }: { note: string }) => note);

describe('the test of a device', () => {
  it('ends without an answer of a dead device after its limit, and is recorded as such', async () => {
    await using world = await startWorld({ only });
    world.simulator.faults.unreachable(LAMP, true);
    const { status, json } = await test(world);
    expect([status, json.passed, json.timed_out]).toEqual([200, false, true]);
    expect(json).not.toHaveProperty('completed_at');
    expect(await notes(world)).toEqual(['no answer']);
  });

  it('waits for a sleeping device, which answers once it woke up', async () => {
    await using world = await startWorld({ only });
    world.simulator.faults.asleep(LAMP, true);
    const answer = test(world);
    await vi.waitFor(() => expect(world.simulator.received.scripts).toContain('com_test_result'), 20_000);
    world.simulator.faults.asleep(LAMP, false);
    expect((await answer).json).toMatchObject({ passed: true, timed_out: false });
  });

  it('is refused to viewers, for unknown devices, for those without radio, and where the CCU refuses it', async () => {
    await using world = await startWorld();
    expect((await test(world, LAMP, 'viewer')).status).toBe(403);
    expect((await test(world, 'NOBODY')).status).toBe(404);
    const { items } = (await world.call('GET', '/api/v1/devices')).json;
    const without = items.find((each: { communication_test_supported: boolean }) => !each.communication_test_supported);
    expect(await test(world, without.address)).toMatchObject({ status: 422, json: { code: 'unsupported' } });
    world.simulator.faults.refuseCalls(true, 'com_test_start');
    expect((await test(world)).status).toBe(502);
    expect(await notes(world)).toEqual([]);
  });
});
