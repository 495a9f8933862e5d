import { describe, expect, it } from 'vitest';
import { openSocket, subscribe } from './socket.js';
import { startWorld } from './world.js';

const only = ['00F1C0DE000001'];

const emitAndWait = async (world: Awaited<ReturnType<typeof startWorld>>, value: number) => {
  const socket = await openSocket(world);
  await subscribe(socket, ['devices/#']);
  world.simulator.emit('00F1C0DE000001:1', 'ACTUAL_TEMPERATURE', value);
  const frame = await socket.until((each) => each.payload?.value === value);
  socket.close();
  return frame;
};

describe('a restart of the gateway', () => {
  it('lets a client resume with its number and its token, closes open sockets with 1001, and deregisters at the CCU', async () => {
    const world = await startWorld({ firstStart: true, only });
    const first = await emitAndWait(world, 11.1);
    await emitAndWait(world, 12.2);
    const open = await openSocket(world);
    const [code, again] = await Promise.all([open.closed, world.restart()]);
    expect(code).toBe(1001);
    const socket = await openSocket(again);
    await subscribe(socket, ['devices/#', 'system.daemon_status'], first.seq);
    const done = await socket.until((each) => each.op === 'replay_done' || each.op === 'replay_lost');
    expect(done.op).toBe('replay_done');
    const replayed = socket.frames.filter((each) => each.payload?.parameter === 'ACTUAL_TEMPERATURE');
    expect(replayed.map((each) => each.payload.value)).toContain(12.2);
    expect(replayed.every((each) => each.seq > first.seq)).toBe(true);
    const told = (type: string) => socket.frames.filter((each) => each.type === type).map((each) => each.payload);
    expect(told('daemon_status.changed')).toMatchObject([{ status: 'offline' }, { status: 'online' }]);
    expect(told('device.availability_changed')).toEqual([]);
    socket.close();

    const headers = { authorization: `Bearer ${world.tokens.admin}` };
    const answer = await fetch(`${again.url}/api/v1/auth/me`, { headers });
    expect(await answer.json()).toMatchObject({ subject: 'test-admin', role: 'admin', scheme: 'bearer' });
    expect(world.simulator.registrations().length).toBeGreaterThan(0);
    await again.gateway.stop('test');
    expect(world.simulator.registrations()).toEqual([]);
    await again.close();
  });
});

describe('values over a restart', () => {
  it('are shown as remembered while the CCU is silent, and as live once it has answered', async () => {
    const options = {
      simulator: { interfaces: ['HmIP-RF'] },
      waitForCcu: false,
      timings: { retryMinMs: 20, retryMaxMs: 50 },
    } as const;
    const world = await startWorld(options);
    const path = '/api/v1/devices/00F1C0DE000001/channels/1/data-points/ACTUAL_TEMPERATURE';
    const sourceOf = async (of: typeof world) => (await of.call('GET', path)).json?.source;
    await expect.poll(() => sourceOf(world), { timeout: 30_000 }).toBe('live');
    const frame = await emitAndWait(world, 17.5);
    world.simulator.faults.boot(3600);
    const again = await world.restart();
    await expect.poll(() => sourceOf(again), { timeout: 30_000 }).toBe('cache');
    expect((await again.call('GET', path)).json).toMatchObject({ value: 17.5, modified_at: frame.payload.modified_at });
    again.simulator.faults.boot(0);
    await expect.poll(() => sourceOf(again), { timeout: 30_000 }).toBe('live');
    await again.close();
  });
});

describe('a CCU in trouble', () => {
  it('is shown as missing while the gateway already answers, and its devices appear when it comes', async () => {
    const world = await startWorld({
      waitForCcu: false,
      simulator: { users: [{ name: 'Gateway', password: 'x', level: 8 }], interfaces: ['HmIP-RF'] },
    });
    expect((await world.call('GET', '/api/v1/info', { as: 'stranger' })).status).toBe(200);
    world.simulator.faults.boot(1);
    await expect
      .poll(async () =>
        (await world.call('GET', '/api/v1/interfaces')).json.some((each: { connected: boolean }) => !each.connected),
      )
      .toBe(true);
    await world.close();
  });

  it('does not empty the list of devices, and is registered again without help', async () => {
    const world = await startWorld({ simulator: { interfaces: ['HmIP-RF'] } });
    const count = (await world.call('GET', '/api/v1/devices?per_page=1')).json.total;
    await world.simulator.faults.restart({ downMs: 50, bootSeconds: 0 });
    expect((await world.call('GET', '/api/v1/devices?per_page=1')).json.total).toBe(count);
    await expect.poll(() => world.simulator.registrations().length, { timeout: 20_000 }).toBeGreaterThan(0);
    await expect.poll(async () => (await emitOnce(world)) === 13.3, { timeout: 20_000 }).toBe(true);
    expect((await world.call('GET', '/api/v1/devices?per_page=1')).json.total).toBe(count);
    await world.close();
  });
});

async function emitOnce(world: Awaited<ReturnType<typeof startWorld>>): Promise<number> {
  world.simulator.emit('00F1C0DE000001:1', 'ACTUAL_TEMPERATURE', 13.3);
  await world.simulator.settled();
  const path = '/api/v1/devices/00F1C0DE000001/channels/1/data-points/ACTUAL_TEMPERATURE';
  return (await world.call('GET', path)).json.value;
}
