import { describe, expect, it } from 'vitest';
import { type Frame, openSocket, type Socket, subscribe } from './socket.js';
import { startWorld, type World } from './world.js';

/** Everything fast, so that tests wait for what happens and never for clocks. */
const FAST = {
  rpcTimeoutMs: 800,
  longRpcTimeoutMs: 5_000,
  pongTimeoutMs: 300,
  missedPongs: 2,
  circuitOpenMs: 30,
  rescanMinMs: 20,
  reconcileMs: 0,
  jsonTimeoutMs: 800,
} as const;
const PATIENCE = { timeout: 20_000, interval: 20 } as const;

interface Sample {
  readonly interfaceName: 'HmIP-RF' | 'CUxD';
  readonly device: string;
  readonly channel: number;
  readonly parameter: string;
}

const SAMPLES: readonly Sample[] = [
  { interfaceName: 'HmIP-RF', device: '00F1C0DE000011', channel: 1, parameter: 'ACTUAL_TEMPERATURE' },
  { interfaceName: 'CUxD', device: 'CUX0200001', channel: 1, parameter: 'TEMPERATURE' },
];

const isType = (type: string) => (frame: Frame) => frame.type === type;
const isNoted = (frame: Frame) => frame.type === 'system.status_changed' && frame.payload.healthy === false;

async function start({ interfaceName, device, channel, parameter }: Sample) {
  const world = await startWorld({
    simulator: { interfaces: [interfaceName] },
    central: { check_connection_interval: '50ms' },
    timings: FAST,
  });
  const socket = await openSocket(world);
  await subscribe(socket, ['*']);
  const id = `home-${interfaceName}`;
  const emit = (value: number) => world.simulator.emit(`${device}:${channel}`, parameter, value);
  const shown = async () => (await world.call('GET', `/api/v1/interfaces/${id}`)).json;
  const until = (state: string) => expect.poll(async () => (await shown()).state, PATIENCE).toBe(state);
  const valuePath = `/api/v1/devices/${device}/channels/${channel}/data-points/${parameter}`;
  const value = async () => (await world.call('GET', valuePath)).json.value;
  const component = async () => {
    const { components, status } = (await world.call('GET', '/api/v1/health')).json;
    return { status, ...components.find((each: { name: string }) => each.name === `ccu.${id}`) };
  };
  const devices = async () => (await world.call('GET', '/api/v1/devices?per_page=1')).json.total as number;
  /** A value that everybody hears of marks the end of all that was published before. */
  const framesUntil = async (last: number, from: number): Promise<readonly Frame[]> => {
    emit(last);
    await socket.until((frame) => frame.payload?.parameter === parameter && frame.payload.value === last);
    return socket.frames.slice(from);
  };
  /** Of the parameters that the CCU itself has; what is calculated from them follows. */
  const values = (frames: readonly Frame[]) =>
    frames
      .filter(isType('datapoint.value_changed'))
      .map(({ payload }) => payload)
      .filter((each) => each.parameter in world.simulator.house.values(`${each.device_address}:${each.channel}`))
      .map((each) => [each.parameter, each.value]);
  return {
    world,
    socket,
    id,
    emit,
    shown,
    until,
    value,
    component,
    devices,
    framesUntil,
    values,
    async [Symbol.asyncDispose]() {
      socket.close();
      await world.close();
    },
  };
}

/** The link is up, and the stream has told both the trouble and its end. */
async function healthyAgain(socket: Socket, world: World, id: string, from: number): Promise<void> {
  const told = (type: string) =>
    socket.frames
      .slice(from)
      .filter(isType(type))
      .map(({ payload }) => payload);
  await expect
    .poll(() => told('system.status_changed').at(-1), PATIENCE)
    .toMatchObject({ interface_id: id, healthy: true, connection_state: 'connected', callback_state: 'ok' });
  await expect
    .poll(async () => (await world.call('GET', '/api/v1/interfaces')).json, PATIENCE)
    .toMatchObject([{ id, connected: true, state: 'connected' }]);
  const turns = told('connectivity.changed').map(({ interface_id, reachable }) => [interface_id, reachable]);
  expect(turns.length).toBeGreaterThan(1);
  // Down, up, and so on: never the same twice.
  expect(turns).toEqual(turns.map((_, turn) => [id, turn % 2 === 1]));
}

describe.each(SAMPLES)('in trouble with $interfaceName, the gateway', (sample) => {
  it('says everywhere that nothing the CCU sends arrives, and makes up for it by itself', async () => {
    await using fault = await start(sample);
    const { world, socket, id } = fault;
    fault.emit(10.5);
    await socket.until((frame) => frame.payload?.value === 10.5);
    const from = socket.frames.length;
    world.simulator.faults.dropCallbacks(true);
    await fault.until('callback_unreachable');
    const note = expect.stringMatching(
      /^Calls work, but nothing the CCU sends arrives here: it cannot reach .+127\.0\.0\.1/,
    );
    expect(await fault.shown()).toMatchObject({ id, connected: false, state: 'callback_unreachable', note });
    expect(await fault.component()).toMatchObject({ status: 'degraded', note });
    const frame = await socket.until((each) => each.payload?.connection_state === 'callback_unreachable');
    expect(frame).toMatchObject({
      type: 'system.status_changed',
      topic: 'system.home.status',
      payload: { healthy: false, interface_id: id, callback_state: 'unreachable', reason: note },
    });
    fault.emit(11.5);
    await world.simulator.settled();
    expect(await fault.value()).toBe(10.5);
    world.simulator.faults.clear();
    await healthyAgain(socket, world, id, from);
    await expect.poll(fault.value, PATIENCE).toBe(11.5);
    const frames = await fault.framesUntil(12.5, from);
    expect(fault.values(frames)).toEqual([
      [sample.parameter, 11.5],
      [sample.parameter, 12.5],
    ]);
  });

  it('keeps the devices of a CCU that restarts, and publishes only what really changed meanwhile', async () => {
    await using fault = await start(sample);
    const { world, socket, id } = fault;
    const devices = await fault.devices();
    fault.emit(10.5);
    if (sample.interfaceName === 'HmIP-RF') world.simulator.emit('00F1C0DE000012:1', 'PRESS_SHORT', true);
    await socket.until((frame) => frame.payload?.value === 10.5);
    if (sample.interfaceName === 'HmIP-RF') await socket.until(isType('device.trigger'));
    const from = socket.frames.length;
    await world.simulator.faults.restart({ downMs: 400, bootSeconds: 0 });
    await expect.poll(() => socket.frames.slice(from).some(isNoted), PATIENCE).toBe(true);
    expect(await fault.devices()).toBe(devices);
    fault.emit(11.5);
    await healthyAgain(socket, world, id, from);
    await expect.poll(fault.value, PATIENCE).toBe(11.5);
    expect(await fault.devices()).toBe(devices);
    const frames = await fault.framesUntil(12.5, from);
    expect(fault.values(frames)).toEqual([
      [sample.parameter, 11.5],
      [sample.parameter, 12.5],
    ]);
    expect(frames.filter(isType('device.trigger'))).toEqual([]);
    expect(frames.filter(({ type }) => /^device\.(created|removed|deleted)/.test(type ?? ''))).toEqual([]);
  });

  it('waits for a CCU that boots, in words, while it goes on answering', async () => {
    await using fault = await start(sample);
    const { world, socket, id } = fault;
    const from = socket.frames.length;
    world.simulator.faults.boot(3_600);
    // CUxD has no way to say that it boots; it only hangs up.
    await fault.until(sample.interfaceName === 'CUxD' ? 'disconnected' : 'booting');
    const note = expect.stringMatching(/not ready yet|cannot be reached/);
    expect(await fault.shown()).toMatchObject({ connected: false, note });
    expect(await fault.component()).toMatchObject({ status: 'degraded', note });
    const said = socket.frames.slice(from).filter(isNoted);
    expect(said.at(-1)?.payload).toMatchObject({ interface_id: id, reason: note, degraded_interfaces: [id] });
    expect(await fault.devices()).toBeGreaterThan(0);
    world.simulator.faults.clear();
    await healthyAgain(socket, world, id, from);
  });

  it('believes nothing of the nonsense a CCU sends, and shows none of it', async () => {
    await using fault = await start(sample);
    const { world, socket, id } = fault;
    const devices = await fault.devices();
    fault.emit(10.5);
    await socket.until((frame) => frame.payload?.value === 10.5);
    const from = socket.frames.length;
    world.simulator.faults.garbage(true);
    fault.emit(11.5);
    await expect.poll(async () => (await fault.shown()).connected, PATIENCE).toBe(false);
    expect(await fault.value()).toBe(10.5);
    world.simulator.faults.clear();
    await healthyAgain(socket, world, id, from);
    await expect.poll(fault.value, PATIENCE).toBe(11.5);
    expect(await fault.devices()).toBe(devices);
    const frames = await fault.framesUntil(12.5, from);
    expect(fault.values(frames)).toEqual([
      [sample.parameter, 11.5],
      [sample.parameter, 12.5],
    ]);
  });

  it('publishes an event once that the CCU delivers twice, and stays connected', async () => {
    await using fault = await start(sample);
    const from = fault.socket.frames.length;
    fault.world.simulator.faults.duplicateEvents(true);
    for (const value of [10.5, 11.5]) fault.emit(value);
    const frames = await fault.framesUntil(12.5, from);
    expect(fault.values(frames)).toEqual([10.5, 11.5, 12.5].map((value) => [sample.parameter, value]));
    await fault.world.simulator.settled();
    expect(await fault.shown()).toMatchObject({ connected: true, state: 'connected' });
  });

  it('needs no session of the CCU to go on hearing its events', async () => {
    await using fault = await start(sample);
    const from = fault.socket.frames.length;
    fault.world.simulator.faults.exhaustSessions(true);
    const frames = await fault.framesUntil(12.5, from);
    expect(fault.values(frames)).toEqual([[sample.parameter, 12.5]]);
    expect(await fault.shown()).toMatchObject({ connected: true, state: 'connected' });
  });
});
