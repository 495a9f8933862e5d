import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSocket, type Socket } from './socket.js';
import { startWorld, type World } from './world.js';

const DIMMER = '00F1C0DE000007';

let world: World;
let socket: Socket;
let last = 0;
beforeAll(async () => {
  world = await startWorld();
  socket = await openSocket(world, 'operator');
});
afterAll(async () => {
  socket.close();
  await world.close();
});

async function call(command: string, args: Readonly<Record<string, unknown>> = {}) {
  last += 1;
  const id = String(last);
  socket.send({ op: 'call', id, command, args });
  return socket.until((frame) => frame.op === 'result' && frame.id === id);
}
const written = () => world.simulator.received.of('putParamset');

describe('profiles of a link', () => {
  it('are the defaults of the device for a new link, and applying one sends only the differences', async () => {
    const { data: devices } = await call('devices.list');
    const remote = devices.find(({ model }: { model: string }) => model === 'HmIP-WRC6').address;
    const ends = { sender_channel_address: `${remote}:1`, receiver_channel_address: `${DIMMER}:4` };
    const active = (id: number) =>
      expect.poll(async () => (await call('links.get_profiles', ends)).data.active_profile_id).toBe(id);
    await call('links.add', { sender: `${remote}:1`, receiver: `${DIMMER}:4` });
    const before = (await call('links.get_profiles', { ...ends, locale: 'de' })).data;
    expect(before).toMatchObject({ interface_id: 'home-HmIP-RF', profiles: [{ id: 1, name: 'Werkseinstellung' }] });
    const { values } = before.profiles[0];
    expect(Object.keys(values).length).toBeGreaterThan(3);
    await call('links.apply_profile', { ...ends, profile_id: 1 });
    await active(1);

    const [name, value] = Object.entries(values).find(([, each]) => typeof each === 'boolean' || each === 0) as [
      string,
      boolean | number,
    ];
    const other = { [name]: typeof value === 'boolean' ? !value : 1 };
    const at = { address: `${DIMMER}:4`, peer_address: `${remote}:1` };
    expect((await call('links.put_paramset', { ...at, parameters: other })).error).toBeUndefined();
    await active(0);
    world.simulator.received.clear();
    const applied = await call('links.apply_profile', { ...ends, profile_id: 1 });
    expect(applied.data).toEqual({ success: true, profile_id: 1, written: 1, interface_id: 'home-HmIP-RF' });
    expect(written().map(({ params }) => Object.keys((params[2] as { value: object }).value))).toEqual([[name]]);
    await active(1);

    world.simulator.received.clear();
    expect((await call('links.apply_profile', { ...ends, profile_id: 1 })).data.written).toBe(0);
    expect(written()).toEqual([]);
    expect((await call('links.apply_profile', { ...ends, profile_id: 7 })).error).toMatchObject({
      code: 'not_found',
      reason: 'not_found',
    });
  });
});

describe('the history of changes', () => {
  it('begins anew for all clients, while the audit log keeps the old entries', async () => {
    await call('sysvars.set', { name: 'Strompreis', value: 31 });
    const actions = async () =>
      (await call('change_history.list')).data.map(({ action }: { action: string }) => action);
    expect(await actions()).toContain('sysvar_write');
    expect((await call('change_history.clear')).data).toEqual({ cleared: true });
    expect(await actions()).toEqual([]);
    const audit = (await world.call('GET', '/api/v1/audit?op=sysvar_write')).json;
    expect(audit).toMatchObject([{ action: 'sysvar_write' }]);
  });
});

describe('a subscription', () => {
  it('receives the kind of the data point with a changed value on request; others do not', async () => {
    const plain = await openSocket(world);
    const topics = [`device.${DIMMER}.*`];
    plain.send({ op: 'subscribe', topics });
    socket.send({ op: 'subscribe', topics, classify: true });
    for (const each of [plain, socket]) await each.until((frame) => frame.op === 'subscribed');
    world.simulator.emit(`${DIMMER}:3`, 'LEVEL', 0.42);
    const ours = (frame: { readonly payload?: { readonly value?: unknown } }) => frame.payload?.value === 0.42;
    const [bare, classified] = [await plain.until(ours), await socket.until(ours)];
    expect(bare.payload).not.toHaveProperty('category');
    const point = await world.call('GET', `/api/v1/devices/${DIMMER}/channels/3/data-points/LEVEL`);
    const { category, data_point_type } = point.json;
    expect(category).toBeTypeOf('string');
    expect(classified).toEqual({ ...bare, payload: { ...bare.payload, category, data_point_type } });
    plain.close();
  });
});

describe('diagnostics', () => {
  it('show the circuit of every interface, the names of devices and the sources of service messages', async () => {
    const links = (await world.call('GET', '/api/v1/diagnostics/reliability')).json;
    expect(links.length).toBeGreaterThan(0);
    for (const link of links) expect(link).toMatchObject({ circuit_state: 0, state: { closed: true } });
    const device = (await world.call('GET', `/api/v1/devices/${DIMMER}`)).json;
    expect(device).toMatchObject({ model_label: expect.any(String), model_icon: expect.stringMatching(/^mdi:/) });
    const points = (await world.call('GET', `/api/v1/devices/${DIMMER}/channels/0/data-points`)).json;
    const marked = points.filter(
      (point: { additional_information?: { service_message?: boolean } }) =>
        point.additional_information?.service_message === true,
    );
    expect(marked.map(({ parameter }: { parameter: string }) => parameter)).toContain('UNREACH');
    expect(marked.length).toBeLessThan(points.length);
  });
});

describe('a command that is refused', () => {
  it('names the fields and their bounds like its REST twin', async () => {
    const answer = await world.call('PUT', '/api/v1/sysvars/Strompreis', { body: { value: 501 } });
    const { error } = await call('sysvars.set', { name: 'Strompreis', value: 501 });
    const { reason, errors } = answer.json;
    expect(error).toMatchObject({ reason, errors });
    expect(errors).toMatchObject([{ field: 'value', max: 500 }]);
  });
});
