import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSocket, subscribe } from './socket.js';
import { startWorld, type World } from './world.js';

const SWITCH = '00F1C0DE000005';
const VALUE = `/api/v1/devices/${SWITCH}/channels/4/data-points/STATE`;
const TOPIC = `device.${SWITCH}.channels.4.data_points.STATE`;

describe('the way from a CCU to a client and back', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld({ firstStart: true });
  });
  afterAll(() => world.close());

  it('shows an event of the CCU as a frame with the topic, the type and the payload of the catalogue', async () => {
    const socket = await openSocket(world);
    await subscribe(socket, ['devices/#']);
    world.simulator.emit('00F1C0DE000001:1', 'ACTUAL_TEMPERATURE', 17.3);
    const frame = await socket.until(
      (each) => each.payload?.parameter === 'ACTUAL_TEMPERATURE' && each.payload.value === 17.3,
    );
    expect(frame).toMatchObject({
      kind: 'change',
      topic: 'device.00F1C0DE000001.channels.1.data_points.ACTUAL_TEMPERATURE',
      type: 'datapoint.value_changed',
      payload: {
        central: 'home',
        device_address: '00F1C0DE000001',
        channel: 1,
        paramset_key: 'VALUES',
        available: true,
      },
    });
    expect(frame.ts).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{9}Z$/);
    socket.close();
  });

  it('sends a value to the CCU with the type of its description, and the confirmed value comes back', async () => {
    const socket = await openSocket(world);
    await subscribe(socket, [TOPIC]);
    const before = (await world.call('GET', VALUE)).json.value;
    world.simulator.received.clear();
    const answer = await world.call('PUT', `${VALUE}/value`, { as: 'operator', body: { value: !before } });
    expect([answer.status, answer.text]).toEqual([202, '']);
    const frame = await socket.until((each) => each.type === 'datapoint.value_changed');
    expect(frame.payload).toMatchObject({ value: !before, previous: before });
    const sent = world.simulator.received.calls.filter(({ method }) => /^(setValue|putParamset)$/.test(method));
    expect(JSON.stringify(sent.map(({ params }) => params))).toContain(`{"type":"boolean","value":${!before}}`);
    await expect.poll(async () => (await world.call('GET', VALUE)).json.value).toBe(!before);
    socket.close();
  });

  it('sends an integer to a FLOAT as a double', async () => {
    world.simulator.received.clear();
    const path = '/api/v1/devices/00F1C0DE000001/channels/1/data-points/SET_POINT_TEMPERATURE/value';
    expect((await world.call('PUT', path, { body: { value: 21 } })).status).toBe(202);
    const sent = world.simulator.received.calls.filter(({ method }) => /^(setValue|putParamset)$/.test(method));
    expect(JSON.stringify(sent)).toContain('{"type":"double","value":21}');
  });

  it.each([
    ['a word for a number', '00F1C0DE000007/channels/4/data-points/LEVEL', { value: 'bright' }, 400],
    ['a number out of range', '00F1C0DE000007/channels/4/data-points/LEVEL', { value: 7 }, 400],
    ['a body without a value', '00F1C0DE000007/channels/4/data-points/LEVEL', {}, 400],
    ['an unknown field', '00F1C0DE000007/channels/4/data-points/LEVEL', { value: 0, speed: 3 }, 400],
    ['malformed JSON', '00F1C0DE000007/channels/4/data-points/LEVEL', '{"value":', 400],
    ['an unknown parameter', '00F1C0DE000007/channels/4/data-points/NOPE', { value: 0 }, 404],
    ['an unknown channel', '00F1C0DE000007/channels/99/data-points/LEVEL', { value: 0 }, 404],
    ['an unknown device', 'NOBODY00000000/channels/1/data-points/LEVEL', { value: 0 }, 404],
    [
      'a parameter that cannot be written',
      '00F1C0DE000001/channels/1/data-points/ACTUAL_TEMPERATURE',
      { value: 1 },
      400,
    ],
  ])('refuses %s with a problem document and sends nothing', async (_what, path, body, status) => {
    world.simulator.received.clear();
    const answer = await world.call('PUT', `/api/v1/devices/${path}/value`, { body });
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    expect(answer.json).toMatchObject({ status, code: expect.any(String), request_id: expect.any(String) });
    if (answer.json.code === 'validation') expect(answer.json.errors.length).toBeGreaterThan(0);
    expect(world.simulator.received.calls.filter(({ method }) => /setValue|putParamset/.test(method))).toEqual([]);
  });

  it('calls a key press a trigger that is not a value', async () => {
    const socket = await openSocket(world);
    await subscribe(socket, ['*']);
    world.simulator.emit('00F1C0DE000012:1', 'PRESS_SHORT', true);
    const frame = await socket.until((each) => each.type === 'device.trigger');
    expect(frame).toMatchObject({
      topic: 'device.00F1C0DE000012.channels.1.trigger',
      payload: { event_type: 'homematic.keypress', parameter: 'PRESS_SHORT', channel: 1 },
    });
    socket.close();
  });

  it('leaves no gap between a snapshot and a subscription with its number', async () => {
    const snapshot = await world.call('GET', '/api/v1/snapshot?include=data_points');
    expect(snapshot.json.devices.length).toBeGreaterThan(29);
    world.simulator.emit('00F1C0DE000001:1', 'ACTUAL_TEMPERATURE', 18.1);
    const socket = await openSocket(world);
    const { epoch } = await subscribe(socket, ['*'], snapshot.json.seq);
    expect(epoch).toBe(snapshot.json.epoch);
    await socket.until((each) => each.payload?.parameter === 'ACTUAL_TEMPERATURE' && each.payload.value === 18.1);
    expect(socket.frames.some((each) => each.op === 'replay_lost')).toBe(false);
    socket.close();
  });

  it('puts no password, token or session of the CCU into its log', async () => {
    expect(world.logged()).toContain('interface state');
    expect(world.logged()).not.toContain('geheim-und-lang');
    for (const token of Object.values(world.tokens)) expect(world.logged()).not.toContain(token);
  });

  // Last, for nothing is kept from here on.
  it('reports that its database is gone, and continues with everything that needs none', async () => {
    expect((await world.call('GET', '/api/v1/health', { as: 'stranger' })).json.status).toBe('healthy');
    rmSync(join(world.dataDir, 'ccu-gateway.db'));
    const { json } = await world.call('GET', '/api/v1/health', { as: 'stranger' });
    expect(json.status).toBe('degraded');
    expect(json.components).toContainEqual(
      expect.objectContaining({ name: 'storage', status: 'degraded', note: expect.stringContaining('restart') }),
    );
    const socket = await openSocket(world);
    await subscribe(socket, ['*']);
    world.simulator.emit('00F1C0DE000001:1', 'ACTUAL_TEMPERATURE', 17.9);
    await socket.until((each) => each.payload?.parameter === 'ACTUAL_TEMPERATURE' && each.payload.value === 17.9);
    socket.close();
  });
});
