import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Frame, openSocket, type Socket, subscribe } from './socket.js';
import { startWorld, type World } from './world.js';

const only = ['00F1C0DE000001'];

const THERMOSTAT = '00F1C0DE000001';
const CHANNEL = `/api/v1/devices/${THERMOSTAT}/channels/1`;
const PARAMETER = 'P1_ENDTIME_MONDAY_1';

const isRolledBack = (frame: Frame) => frame.type === 'datapoint.optimistic_rolled_back';

describe('a write to a sleeping device', () => {
  let world: World;
  let socket: Socket;

  async function listen(): Promise<void> {
    socket = await openSocket(world);
    await subscribe(socket, ['devices/#']);
  }

  async function restart(): Promise<void> {
    socket.close();
    world = await world.restart();
    await listen();
  }

  const pointOf = async (parameter: string) =>
    (await world.call('GET', `${CHANNEL}/data-points/${parameter}`)).json as { value: unknown; pending?: true };
  const configure = async (value: number) =>
    await world.call('PUT', `/api/v1/devices/${THERMOSTAT}:1/paramsets/MASTER`, { body: { [PARAMETER]: value } });
  const readBacks = () =>
    world.simulator.received.of('getParamset').filter(({ params }) => params[1]?.value === 'MASTER').length;

  beforeAll(async () => {
    world = await startWorld({ only });
    await listen();
  });
  afterAll(async () => {
    socket.close();
    await world.close();
  });

  it('is shown as pending across a restart, and confirmed when the device wakes', async () => {
    const before = (await pointOf('SET_POINT_TEMPERATURE')).value;
    world.simulator.faults.asleep(THERMOSTAT, true);
    const answer = await world.call('PUT', `${CHANNEL}/data-points/SET_POINT_TEMPERATURE/value`, {
      body: { value: 28.5 },
    });
    expect(answer.status).toBe(202);
    await restart();
    await expect.poll(async () => (await pointOf('SET_POINT_TEMPERATURE')).pending).toBe(true);
    expect((await pointOf('SET_POINT_TEMPERATURE')).value).toBe(before);
    world.simulator.faults.asleep(THERMOSTAT, false);
    await socket.until(({ payload }) => payload?.parameter === 'SET_POINT_TEMPERATURE' && payload.value === 28.5);
    expect(await pointOf('SET_POINT_TEMPERATURE')).toMatchObject({ value: 28.5 });
    expect(await pointOf('SET_POINT_TEMPERATURE')).not.toHaveProperty('pending');
  });

  it('that is configuration is read back after a restart when the device has taken it', async () => {
    world.simulator.faults.asleep(THERMOSTAT, true);
    expect((await configure(375)).status).toBe(202);
    await restart();
    const before = readBacks();
    world.simulator.faults.asleep(THERMOSTAT, false);
    await expect.poll(readBacks, { timeout: 10_000 }).toBeGreaterThan(before);
    await restart();
    expect(socket.frames.filter(isRolledBack)).toEqual([]);
    expect(world.simulator.house.master(`${THERMOSTAT}:1`)).toMatchObject({ [PARAMETER]: 375 });
  });

  it('that the device lost is rolled back on the stream after a restart', async () => {
    const { simulator } = world;
    simulator.emit(`${THERMOSTAT}:0`, 'CONFIG_PENDING', true);
    await expect
      .poll(
        async () =>
          (await world.call('GET', `/api/v1/devices/${THERMOSTAT}/channels/0/data-points/CONFIG_PENDING`)).json.value,
      )
      .toBe(true);
    simulator.faults.swallowWrites(true);
    expect((await configure(500)).status).toBe(202);
    await restart();
    expect(socket.frames.filter(isRolledBack)).toEqual([]);
    simulator.emit(`${THERMOSTAT}:0`, 'CONFIG_PENDING', false);
    const frame = await socket.until(isRolledBack);
    expect(frame).toMatchObject({
      topic: `device.${THERMOSTAT}.channels.1.data_points.${PARAMETER}`,
      payload: { paramset_key: 'MASTER', parameter: PARAMETER, reason: 'mismatch', sent: 500 },
    });
    simulator.faults.clear();
    await restart();
    expect(socket.frames.filter(isRolledBack)).toEqual([]);
  });
});

describe('a write that still waits when the gateway stops', () => {
  it('is refused with the reason, and never sent', async () => {
    await using world = await startWorld({
      only,
      // It waits for others to join it, longer than the gateway lives.
      timings: { coalesceMs: 3_600_000 },
    });
    const point = `${CHANNEL}/data-points/SET_POINT_TEMPERATURE`;
    // The first one of a channel waits for no other.
    expect((await world.call('PUT', `${point}/value`, { body: { value: 20 } })).status).toBe(202);
    await expect.poll(async () => (await world.call('GET', point)).json.pending).not.toBe(true);
    const write = world.call('PUT', `${point}/value`, { body: { value: 27 } });
    await expect.poll(async () => (await world.call('GET', point)).json.pending).toBe(true);
    await world.gateway.stop('test');
    const answer = await write;
    expect([answer.status, answer.json.code, answer.json.reason]).toEqual([503, 'service_unready', 'closed']);
    expect(world.simulator.received.of('setValue')).toHaveLength(1);
  });
});
