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
  it('are written as their differences, and recognised afterwards', async () => {
    const { data: devices } = await call('devices.list');
    const remote = devices.find(({ model }: { model: string }) => model === 'HmIP-WRC6').address;
    const ends = { sender_channel_address: `${remote}:5`, receiver_channel_address: `${DIMMER}:4` };
    const active = (id: number) =>
      expect.poll(async () => (await call('links.get_profiles', ends)).data.active_profile_id).toBe(id);
    const before = (await call('links.get_profiles', { ...ends, locale: 'de' })).data;
    expect(before).toMatchObject({ interface_id: 'home-HmIP-RF', exists: false, active_profile_id: 0 });
    expect(before.profiles.at(-1)).toMatchObject({ id: 1, name: 'Werkseinstellung' });
    expect((await call('links.apply_profile', { ...ends, profile_id: 2 })).error).toMatchObject({ code: 'not_found' });

    await call('links.add', {
      sender: `${remote}:5`,
      receiver: `${DIMMER}:4`,
      profile_id: 5,
      settings: { time: 60, level: 40 },
    });
    await active(5);
    const { data: links } = await call('links.list', { device_address: remote, with_profiles: true, locale: 'de' });
    const made = links.find((each: { sender_address: string }) => each.sender_address === `${remote}:5`);
    expect(made.profile).toMatchObject({ id: 5, name: 'Treppenlicht' });
    expect(made.profile.settings).toContainEqual({ id: 'time', label: 'Zeit', value: 60, unit: 's' });

    world.simulator.received.clear();
    const again = { ...ends, profile_id: 5, settings: { time: 60, level: 50 } };
    const { data: preview } = await call('links.preview_profile', again);
    expect(preview.changes.map(({ parameter }: { parameter: string }) => parameter)).toEqual([
      'SHORT_ON_LEVEL',
      'LONG_ON_LEVEL',
    ]);
    expect(written()).toEqual([]);
    expect((await call('links.apply_profile', again)).data).toMatchObject({
      written: 2,
      waits: [{ address: remote, until: 'key_press' }],
    });
    expect(written()).toHaveLength(1);
    expect((await call('links.apply_profile', again)).data.written).toBe(0);

    const other = { SHORT_MULTIEXECUTE: true };
    const at = { address: `${DIMMER}:4`, peer_address: `${remote}:5` };
    expect((await call('links.put_paramset', { ...at, parameters: other })).error).toBeUndefined();
    await active(0);
  });

  it('are refused with the field that is wrong, before a link is made', async () => {
    const { data: devices } = await call('devices.list');
    const remote = devices.find(({ model }: { model: string }) => model === 'HmIP-WRC6').address;
    const add = (more: object) => call('links.add', { sender: `${remote}:2`, receiver: `${DIMMER}:4`, ...more });
    world.simulator.received.clear();
    expect((await add({ profile_id: 5, settings: { brightness: 3 } })).error).toMatchObject({
      errors: [{ field: 'settings.brightness' }],
    });
    expect((await add({ profile_id: 4711 })).error).toMatchObject({ code: 'not_found' });
    const self = { sender_channel_address: `${DIMMER}:4`, receiver_channel_address: `${DIMMER}:4` };
    expect((await call('links.get_profiles', self)).error).toMatchObject({ errors: [{ field: 'sender_address' }] });
    expect(world.simulator.received.of('addLink')).toEqual([]);
  });

  it('are written to older devices too, whose link parameters are described without any operation', async () => {
    const { data } = await call('links.list_all');
    const { sender_address, receiver_address } = data.links.find(
      ({ interface_id }: { interface_id: string }) => interface_id === 'home-BidCos-RF',
    );
    const ends = { sender_channel_address: sender_address, receiver_channel_address: receiver_address };
    world.simulator.received.clear();
    const applied = await call('links.apply_profile', { ...ends, profile_id: 5, settings: { time: 90 } });
    expect(applied.data).toMatchObject({ success: true });
    expect(world.simulator.received.of('putParamset')).toHaveLength(1);
    expect((await call('links.get_profiles', ends)).data).toMatchObject({
      active_profile_id: 5,
      active_settings: { time: 90 },
    });
  });

  it('that sound a siren are written only after a confirmation', async () => {
    const { data: devices } = await call('devices.list');
    const remote = devices.find(({ model }: { model: string }) => model === 'HmIP-WRC6').address;
    const { data: fitting } = await call('links.linkable_channels', { device_address: remote });
    const siren = fitting.find(({ channel_type }: { channel_type: string }) =>
      /^ALARM_SWITCH/.test(channel_type),
    ).address;
    const link = { sender: `${remote}:1`, receiver: siren, profile_id: 1 };
    world.simulator.received.clear();
    expect((await call('links.add', link)).error).toMatchObject({ errors: [{ field: 'confirm' }] });
    expect(world.simulator.received.of('addLink')).toEqual([]);
    expect((await call('links.add', { ...link, confirm: true })).error).toBeUndefined();
    expect(world.simulator.received.of('addLink')).toHaveLength(1);
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
