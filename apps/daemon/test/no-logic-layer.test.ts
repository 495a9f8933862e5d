import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CCU_USER, startWorld, type World } from './world.js';

const PATIENCE = { timeout: 20_000, interval: 20 } as const;
const DEVICE = '00F1C0DE00000E';
const STATE = `/devices/${DEVICE}/channels/1/data-points/STATE`;

let world: World;
const get = async (path: string) => (await world.call('GET', `/api/v1${path}`)).json;
const findings = async (): Promise<readonly { name: string; status: string; note?: string }[]> =>
  (await get('/health')).components.filter(({ name }: { readonly name: string }) => name.startsWith('ccu.home.'));

describe('a CCU without a logic layer', () => {
  beforeAll(async () => {
    world = await startWorld({ simulator: { product: 'lite', users: [CCU_USER] } });
  });
  afterAll(() => world.close());

  it('is ready and healthy, and reports once that it has none', async () => {
    const entry = async () => (await get('/system/ccu')).entries[0];
    await expect.poll(async () => (await entry()).readiness, PATIENCE).toMatchObject({ phase: 'ready', ready: true });
    await expect.poll(async () => (await entry()).model, PATIENCE).toBe('openccu-lite');
    await expect
      .poll(findings, PATIENCE)
      .toEqual([expect.objectContaining({ name: 'ccu.home.logic_layer', status: 'healthy' })]);
    expect((await get('/health')).status).toBe('healthy');
    expect(world.logged().match(/the CCU has no logic layer/g)).toHaveLength(1);
  });

  it('has its devices with names and rooms, their values, and takes writes', async () => {
    const named = world.simulator.house.devices().find(({ description }) => description.ADDRESS === DEVICE);
    await expect.poll(async () => (await get(`/devices/${DEVICE}`)).name, PATIENCE).toBe(named?.name);
    expect((await get('/rooms')).length ?? (await get('/rooms')).items.length).toBeGreaterThan(0);
    world.simulator.emit(`${DEVICE}:1`, 'STATE', 1);
    await expect.poll(async () => (await get(STATE)).value, PATIENCE).toBe(1);
    const actor = '00F1C0DE000005';
    const wire = () => world.simulator.house.value(`${actor}:4`, 'STATE')?.value;
    const wanted = wire() !== true;
    const path = `/api/v1/devices/${actor}/channels/4/data-points/STATE/value`;
    const written = await world.call('PUT', path, { body: { value: wanted } });
    expect(written.status, written.text).toBe(202);
    await expect.poll(wire, PATIENCE).toBe(wanted);
  });

  it.each(['/programs', '/sysvars', '/inbox'])('answers %s with the reason that there is none', async (path) => {
    const answer = await world.call('GET', `/api/v1${path}`);
    expect(answer.status, answer.text).toBe(422);
    expect(answer.json).toMatchObject({ code: 'unsupported', reason: 'no_logic_layer' });
    expect(answer.json.detail).toContain('home has no logic layer');
  });

  it('refuses operations of a logic layer, with the reason', async () => {
    const answer = await world.call('POST', '/api/v1/sysvars/fetch');
    expect(answer.status, answer.text).toBe(501);
    expect(answer.json.detail).toContain('no logic layer');
  });

  it('has no alarms, and the messages of its interfaces', async () => {
    const alarms = await world.call('GET', '/api/v1/alarm-messages');
    expect(alarms.status, alarms.text).toBe(200);
    const messages = await world.call('GET', '/api/v1/service-messages');
    expect(messages.status, messages.text).toBe(200);
  });
});

describe('a CCU without a logic layer that refuses the login', () => {
  it('is ready, with its devices by their addresses, and reports the reason for the missing names', async () => {
    world = await startWorld({ simulator: { product: 'lite', users: [CCU_USER] }, central: { password: 'wrong' } });
    try {
      await expect
        .poll(findings, PATIENCE)
        .toEqual([expect.objectContaining({ name: 'ccu.home.logic_layer', status: 'degraded' })]);
      expect((await get('/system/ccu')).entries[0].readiness).toMatchObject({ phase: 'ready', ready: true });
      expect(world.logged()).not.toContain('wrong');
    } finally {
      await world.close();
    }
  });
});
