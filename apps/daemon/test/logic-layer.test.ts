import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openSocket } from './socket.js';
import { startWorld, type World } from './world.js';

let world: World;
beforeAll(async () => {
  world = await startWorld();
  await vi.waitFor(async () => expect((await entry()).serial).toBeDefined(), { timeout: 50_000, interval: 50 });
  await vi.waitFor(async () => expect(await ids()).not.toEqual([]), { timeout: 50_000, interval: 50 });
});
afterAll(() => world.close());

const get = async (path: string) => (await world.call('GET', `/api/v1${path}`)).json;
const entry = async () => (await get('/system/ccu')).entries[0];
const components = async (): Promise<readonly { name: string; note?: string }[]> => (await get('/health')).components;

/** Ids that have the serial number of the CCU in them. */
async function ids(): Promise<readonly string[]> {
  const remote = world.simulator.house
    .devices()
    .find(({ description }) => /^(HmIP-RCV|BidCoS|INT)/i.test(description.ADDRESS));
  const points = await get(`/devices/${remote?.description.ADDRESS}/channels/1/data-points`);
  return Array.isArray(points) ? points.map(({ unique_id: id }: { unique_id: string }) => id) : [];
}

describe('a CCU with a logic layer that goes away', () => {
  it('is not ready and not healthy until it is back, which comes on the stream, and its devices work on', async () => {
    const socket = await openSocket(world);
    socket.send({ op: 'subscribe', topics: ['central.*'] });
    await socket.until((frame) => frame.op === 'subscribed');
    expect((await entry()).readiness).toMatchObject({ ready: true, phase: 'ready' });

    world.simulator.faults.logicLayerAway(true);
    expect((await world.call('POST', '/api/v1/sysvars/fetch')).status).toBe(502);
    const gone = await socket.until((frame) => frame.type === 'central.readiness_changed');
    expect(gone.payload).toMatchObject({ central: 'home', ready: false, phase: 'loading_hub' });
    expect((await entry()).readiness).toMatchObject({ ready: false, phase: 'loading_hub' });
    const away = (await components()).find(({ name }) => name === 'ccu.home.logic_layer');
    expect(away?.note).toContain('ReGaHss');
    expect((await components()).some(({ note }) => note?.includes('refuses user name or password'))).toBe(false);
    const device = '/devices/00F1C0DE00000E/channels/1/data-points/STATE';
    world.simulator.emit('00F1C0DE00000E:1', 'STATE', 1);
    await vi.waitFor(async () => expect((await get(device)).value).toBe(1), { timeout: 5_000, interval: 20 });

    const before = socket.frames.length;
    world.simulator.faults.logicLayerAway(false);
    const back = await socket.until(
      (frame) => frame.type === 'central.readiness_changed' && socket.frames.indexOf(frame) >= before,
    );
    expect(back.payload).toMatchObject({ ready: true, phase: 'ready' });
    expect((await components()).some(({ name }) => name === 'ccu.home.logic_layer')).toBe(false);
  });

  it('keeps its serial number and with it the ids of its devices over a restart of the gateway', async () => {
    const before = { ids: await ids(), entry: await entry() };
    world.simulator.faults.logicLayerAway(true);
    world = await world.restart({ waitForHub: false });
    expect(await entry()).toMatchObject({
      serial: before.entry.serial,
      model: before.entry.model,
      version: before.entry.version,
    });
    expect(await ids()).toEqual(before.ids);
    expect(await ids()).not.toEqual([]);
    expect(before.ids[0]).toContain(before.entry.serial.toLowerCase().slice(-10).replaceAll('-', '_'));
  });

  it('has no empty lists for unread objects: they are refused, null or named', async () => {
    for (const list of ['programs', 'sysvars', 'rooms', 'functions', 'inbox', 'alarm-messages', 'service-messages']) {
      const answer = await world.call('GET', `/api/v1/${list}`);
      expect([list, answer.status, answer.json.code, answer.json.reason, answer.json.centrals]).toEqual([
        list,
        503,
        'service_unready',
        'not_read',
        ['home'],
      ]);
    }
    expect((await world.call('GET', '/api/v1/programs/4711')).status).toBe(503);
    expect((await world.call('PUT', '/api/v1/sysvars/Anwesenheit', { body: { value: true } })).status).toBe(503);
    expect((await get('/hub/data-points'))[0]).toMatchObject({
      alarm_messages: { value: null },
      service_messages: { value: null },
      inbox: { value: null },
      update: { observed: false },
    });
    expect((await get('/snapshot')).not_read).toEqual([
      { central: 'home', lists: ['programs', 'sysvars', 'rooms', 'functions'] },
    ]);
    const socket = await openSocket(world);
    for (const command of [
      'programs.list',
      'sysvars.list',
      'inbox.list',
      'alarm_messages.list',
      'service_messages.list',
    ]) {
      socket.send({ op: 'call', id: command, command, args: {} });
      const answer = await socket.until((frame) => frame.op === 'result' && frame.id === command);
      expect([command, answer.error?.code]).toEqual([command, 'service_unready']);
    }
  });

  it('lists everything as soon as it is read', async () => {
    world.simulator.faults.logicLayerAway(false);
    await vi.waitFor(async () => expect((await world.call('GET', '/api/v1/programs')).status).toBe(200), {
      timeout: 50_000,
      interval: 100,
    });
    expect((await world.call('GET', '/api/v1/programs')).headers.get('x-not-read')).toBeNull();
    expect((await world.call('GET', '/api/v1/programs/4711')).status).toBe(404);
  });
});
