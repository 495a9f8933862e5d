import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSocket, subscribe } from './socket.js';
import { startWorld, type World } from './world.js';

const DIMMER = '00F1C0DE000007';
const RADIATOR = '00F1C0DE000001';

describe('the families of devices, against a simulated CCU', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld();
  });
  afterAll(() => world.close());

  const sent = (method: RegExp) =>
    world.simulator.received.calls
      .filter((call) => method.test(call.method))
      .map(({ params }) => JSON.stringify(params));

  it('shows custom data points and turns a light on with one write', async () => {
    const { json } = await world.call('GET', `/api/v1/devices/${DIMMER}/cdps`);
    const light = json.find((each: { category: string }) => each.category === 'light');
    expect(light.supported_operations).toContain('turn_on');
    world.simulator.received.clear();
    const path = `/api/v1/devices/${DIMMER}/cdps/${encodeURIComponent(light.name)}/turn_on`;
    const answer = await world.call('POST', path, {
      as: 'operator',
      body: { params: { brightness: 128, ramp_time: 2 } },
    });
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(sent(/^(setValue|putParamset)$/)).toHaveLength(1);
    const [entry] = (await world.call('GET', '/api/v1/audit?op=custom&limit=1')).json;
    expect(entry).toMatchObject({
      note: 'turn_on',
      changes: expect.arrayContaining([{ parameter: 'LEVEL', after: expect.closeTo(0.502, 3) }]),
    });
    expect((await world.call('POST', path, { as: 'viewer' })).status).toBe(403);
  });

  it('refuses an operation that a device does not have, and sends nothing', async () => {
    world.simulator.received.clear();
    const { json } = await world.call('GET', `/api/v1/devices/${DIMMER}/cdps`);
    const path = `/api/v1/devices/${DIMMER}/cdps/${encodeURIComponent(json[0].name)}/fly`;
    expect((await world.call('POST', path)).status).toBeGreaterThanOrEqual(400);
    expect(sent(/^(setValue|putParamset)$/)).toEqual([]);
  });

  it('reads a MASTER paramset and writes one parameter of it, which is then read back', async () => {
    const path = `/api/v1/devices/${RADIATOR}:1/paramsets/MASTER`;
    const before = (await world.call('GET', path)).json;
    const changed = { TEMPERATURE_OFFSET: before.TEMPERATURE_OFFSET === 1 ? 0.5 : 1 };
    const answer = await world.call('PUT', path, { as: 'operator', body: changed });
    expect([answer.status, answer.text]).toEqual([202, '']);
    await expect
      .poll(async () => (await world.call('GET', path)).json.TEMPERATURE_OFFSET)
      .toBe(changed.TEMPERATURE_OFFSET);
  });

  it('reports a missing paramset of a device, without asking the CCU', async () => {
    world.simulator.received.clear();
    const answers: string[] = [];
    for (const device of world.simulator.house.devices()) {
      for (const { ADDRESS, PARAMSETS = [] } of [
        device.description,
        ...device.channels.map((each) => each.description),
      ]) {
        for (const key of ['VALUES', 'MASTER'].filter((each) => !PARAMSETS.includes(each))) {
          const { status } = await world.call('GET', `/api/v1/devices/${ADDRESS}/paramsets/${key}`);
          answers.push(`${key} ${status}`);
          const [address, channel] = ADDRESS.split(':');
          if (channel === undefined) continue;
          const file = await world.call(
            'GET',
            `/api/v1/devices/${address}/channels/${channel}/config/export?paramset=${key}`,
          );
          answers.push(`${key} ${file.status}`);
        }
      }
    }
    expect(new Set(answers)).toEqual(new Set(['VALUES 404', 'MASTER 404']));
    expect(world.simulator.received.calls.filter(({ faultCode }) => faultCode !== undefined)).toEqual([]);
  });

  it('reports without a request that the keys of a device are locked, and follows changes', async () => {
    const path = `/api/v1/devices/${RADIATOR}/cdps/BUTTON_LOCK`;
    const state = async () => (await world.call('GET', path)).json.state;
    await expect.poll(state).toEqual({ is_locked: false });
    const socket = await openSocket(world);
    await subscribe(socket, [`device.${RADIATOR}.cdps.BUTTON_LOCK`]);
    expect((await world.call('POST', `${path}/lock`, { as: 'operator', body: {} })).status).toBe(204);
    const frame = await socket.until((each) => each.type === 'custom_data_point.state_changed');
    expect(frame.payload).toMatchObject({ name: 'BUTTON_LOCK', state: { is_locked: true } });
    expect(await state()).toEqual({ is_locked: true });
    socket.close();
  });

  it('announces a written schedule, without a read by any client', async () => {
    const path = `/api/v1/devices/${RADIATOR}/channels/1/schedule`;
    const schedule = (await world.call('GET', path)).json;
    const socket = await openSocket(world);
    await subscribe(socket, [`device.${RADIATOR}.lifecycle`]);
    schedule.profiles.P1.weekdays.FRIDAY = { base_temperature: 16.5, periods: [] };
    expect((await world.call('PUT', path, { as: 'operator', body: schedule })).status).toBe(202);
    const frame = await socket.until((each) => each.type === 'schedules.changed');
    expect(frame.payload).toMatchObject({ device_address: RADIATOR, channel: 1 });
    socket.close();
  });

  it('refuses a whole paramset when one of its values is out of range', async () => {
    world.simulator.received.clear();
    const path = `/api/v1/devices/${RADIATOR}:1/paramsets/MASTER`;
    const answer = await world.call('PUT', path, { body: { TEMPERATURE_OFFSET: 99, NO_SUCH_THING: 1 } });
    expect(answer.status).toBe(400);
    expect(answer.json.errors.map((each: { field: string }) => each.field).toSorted()).toEqual([
      'NO_SUCH_THING',
      'TEMPERATURE_OFFSET',
    ]);
    expect(sent(/^putParamset$/)).toEqual([]);
  });

  it('lets no user write a paramset that another one has locked for editing', async () => {
    const path = `/api/v1/devices/${RADIATOR}:1/paramsets/MASTER`;
    const opened = await world.call('POST', '/api/v1/sessions/edit', {
      as: 'admin',
      body: { key: `channel:${RADIATOR}:1:MASTER` },
    });
    expect(opened.status).toBe(200);
    const refused = await world.call('PUT', path, { as: 'operator', body: { TEMPERATURE_OFFSET: 0 } });
    expect([refused.status, refused.json.code]).toEqual([423, 'locked']);
    await world.call('DELETE', '/api/v1/sessions/edit', { body: { key: `channel:${RADIATOR}:1:MASTER` } });
    expect((await world.call('PUT', path, { as: 'operator', body: { TEMPERATURE_OFFSET: 0 } })).status).toBe(202);
  });

  it('writes nothing for an unchanged schedule, and one call for a changed one', async () => {
    const path = `/api/v1/devices/${RADIATOR}/schedule`;
    const { json, status } = await world.call('GET', path);
    expect([status, json.kind]).toEqual([200, 'climate']);
    world.simulator.received.clear();
    expect((await world.call('PUT', path, { body: json })).status).toBe(202);
    expect(sent(/^putParamset$/)).toEqual([]);
    const monday = json.profiles.P1.weekdays.MONDAY;
    monday.periods = [{ start_time: '06:00', end_time: '08:00', temperature: 22 }];
    expect((await world.call('PUT', path, { body: json })).status).toBe(202);
    expect(sent(/^putParamset$/)).toHaveLength(1);
    const again = (await world.call('GET', path)).json.profiles.P1.weekdays.MONDAY;
    expect(again.periods).toEqual(monday.periods);
  });

  it('links two channels, shows the link and ends it', async () => {
    const { json: devices } = await world.call('GET', '/api/v1/devices?per_page=500');
    const remote = devices.items.find((each: { model: string }) => each.model === 'HmIP-WRC6').address;
    const linkable = await world.call(
      'GET',
      `/api/v1/devices/${remote}/channels/1/linkable-channels?role=sender&interface=HmIP-RF`,
    );
    expect(linkable.json.length).toBeGreaterThan(0);
    const elsewhere = `/api/v1/devices/${remote}/channels/1/linkable-channels?role=sender&interface=BidCos-RF`;
    expect((await world.call('GET', elsewhere)).json).toMatchObject({
      code: 'validation',
      errors: [{ field: 'query.interface', reason: 'must be HmIP-RF' }],
    });
    const ends = { sender_address: `${remote}:1`, receiver_address: linkable.json.at(-1).address };
    const path = `/api/v1/devices/${remote}/links`;
    expect((await world.call('POST', path, { body: { ...ends, name: 'Flur für Licht' } })).status).toBe(202);
    const links = async () => (await world.call('GET', path)).json as { receiver_address: string }[];
    expect((await links()).some((each) => each.receiver_address === ends.receiver_address)).toBe(true);
    const query = `sender=${encodeURIComponent(ends.sender_address)}&receiver=${encodeURIComponent(ends.receiver_address)}`;
    expect((await world.call('DELETE', `${path}?${query}`)).status).toBe(202);
    expect((await links()).some((each) => each.receiver_address === ends.receiver_address)).toBe(false);
  });

  it('answers each query of a batch on its own', async () => {
    const queries = [
      { address: RADIATOR, channel: 1, parameter: 'ACTUAL_TEMPERATURE' },
      { address: RADIATOR, channel: 1, parameter: 'NOPE' },
      { address: RADIATOR, channel: 99, parameter: 'LEVEL' },
      { address: 'NOBODY', channel: 1, parameter: 'LEVEL' },
      { address: DIMMER, channel: 3, parameter: 'LEVEL' },
    ];
    const flags = `/api/v1/devices/${DIMMER}/channels/3/flags`;
    await world.call('PUT', flags, { body: { hidden: true } });
    const { json } = await world.call('POST', '/api/v1/devices/values:batch', { as: 'viewer', body: { queries } });
    expect(
      json.results.map(
        (each: { error?: string; summary?: { parameter: string } }) => each.error ?? each.summary?.parameter,
      ),
    ).toEqual([
      'ACTUAL_TEMPERATURE',
      'parameter not found',
      'channel not found',
      'device not found',
      'parameter hidden',
    ]);
    await world.call('PUT', flags, { body: { hidden: false } });
    expect((await world.call('POST', '/api/v1/devices/values:batch', { body: { queries: [] } })).status).toBe(422);
  });

  it('names a device at the CCU, and all clients receive the name', async () => {
    const socket = await openSocket(world);
    await subscribe(socket, [`device.${DIMMER}.lifecycle`]);
    const answer = await world.call('PATCH', `/api/v1/devices/${DIMMER}`, {
      as: 'operator',
      body: { name: 'Dimmer "Küche"' },
    });
    expect(answer.status).toBe(202);
    await socket.until((frame) => frame.type === 'device.metadata_changed');
    expect((await world.call('GET', `/api/v1/devices/${DIMMER}`)).json.name).toBe('Dimmer "Küche"');
    socket.close();
  });

  it('keeps a channel locked across a restart', async () => {
    const flags = `/api/v1/devices/${DIMMER}/channels/4/flags`;
    expect((await world.call('PUT', flags, { as: 'operator', body: { locked: true } })).json).toEqual({
      hidden: false,
      locked: true,
    });
    world = await world.restart();
    await expect.poll(async () => (await world.call('GET', flags)).json).toEqual({ hidden: false, locked: true });
    const write = `/api/v1/devices/${DIMMER}/channels/4/data-points/LEVEL/value`;
    expect((await world.call('PUT', write, { body: { value: 0.5 } })).status).toBe(423);
    await world.call('PUT', flags, { body: { locked: false } });
  });

  it('answers a command of the WebSocket as its REST twin does, with the same role', async () => {
    const socket = await openSocket(world, 'viewer');
    // The restart before is not over while values are still loaded: what both show changes then.
    const readiness = async () => (await world.call('GET', '/api/v1/system/ccu')).json.entries[0]?.readiness;
    await expect.poll(readiness).toMatchObject({ ready: true });
    socket.send({ op: 'call', id: '1', command: 'cdp.list', args: { device: DIMMER } });
    const listed = await socket.until((frame) => frame.op === 'result' && frame.id === '1');
    expect(listed.data).toEqual((await world.call('GET', `/api/v1/devices/${DIMMER}/cdps`)).json);
    socket.send({
      op: 'call',
      id: '2',
      command: 'cdp.invoke',
      args: { device: DIMMER, name: listed.data[0].name, operation: 'turn_off' },
    });
    const refused = await socket.until((frame) => frame.op === 'result' && frame.id === '2');
    expect(refused.error.code).toBe('forbidden');
    socket.close();
  });
});
