import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSocket, type Socket, subscribe } from './socket.js';
import { startWorld, type World } from './world.js';

const only = ['00F1C0DE000001', '00F1C0DE000012', 'SIM0000007', 'HmIP-RCV-1', 'BidCoS-RF', 'CUX1200001'];

const REMOTE = '00F1C0DE000012';
const KEY = `${REMOTE}:2`;
/** A program of the CCU starts with it. */
const USED = `${REMOTE}:1`;
const PATH = `/api/v1/devices/${REMOTE}/central-links`;

describe('links of keys with the CCU', () => {
  let world: World;
  let socket: Socket;
  beforeAll(async () => {
    world = await startWorld({ only });
    socket = await openSocket(world);
    await subscribe(socket, ['*']);
  });
  afterAll(async () => {
    socket.close();
    await world.close();
  });

  let marker = 20;
  /** Presses the key and says which of the presses were heard until something else, said after it, was. */
  async function press(channelAddress: string): Promise<readonly string[]> {
    const from = socket.frames.length;
    for (const parameter of ['PRESS_SHORT', 'PRESS_LONG']) world.simulator.emit(channelAddress, parameter, true);
    marker += 0.1;
    const said = Math.round(marker * 10) / 10;
    world.simulator.emit('00F1C0DE000001:1', 'ACTUAL_TEMPERATURE', said);
    await socket.until(({ payload }) => payload?.parameter === 'ACTUAL_TEMPERATURE' && payload.value === said);
    const heard = socket.frames.slice(from).filter(({ type }) => type === 'device.trigger');
    return heard.map(({ payload }) => `${payload.device_address}:${payload.channel} ${payload.parameter}`);
  }
  const status = async (address = REMOTE) =>
    (await world.call('GET', `/api/v1/devices/${address}/central-links`, { as: 'viewer' })).json;

  it('are not there at first, except for a key that a program uses, and no other key reports presses', async () => {
    expect(await status()).toEqual({
      supported: true,
      eligible_channels: 6,
      channels: [1, 2, 3, 4, 5, 6].map((number) => ({
        address: `${REMOTE}:${number}`,
        number,
        eligible: true,
        active: number === 1,
      })),
      active_state_known: true,
      active_channels: 1,
    });
    expect(await press(KEY)).toEqual([]);
    expect(await press(USED)).toEqual([`${USED} PRESS_SHORT`, `${USED} PRESS_LONG`]);
  });

  it('make a key report presses until they are removed', async () => {
    const created = await world.call('POST', `${PATH}?channel=${KEY}`, { as: 'operator' });
    expect([created.status, created.json]).toEqual([202, { touched: 1, skipped: 0, failed: 0 }]);
    expect(await status()).toMatchObject({ active_channels: 2 });
    expect(await press(KEY)).toEqual([`${KEY} PRESS_SHORT`, `${KEY} PRESS_LONG`]);
    const removed = await world.call('DELETE', PATH, { as: 'operator' });
    expect([removed.status, removed.json]).toEqual([202, { touched: 5, skipped: 2, failed: 0 }]);
    expect(await status()).toMatchObject({ active_channels: 1 });
    expect(await press(KEY)).toEqual([]);
    expect(await press(USED)).toHaveLength(2);
  });

  it('are not shown where the CCU does not tell of them', async () => {
    expect(await status('SIM0000007')).toEqual({
      supported: true,
      eligible_channels: expect.any(Number),
      channels: expect.arrayContaining([{ address: 'SIM0000007:1', number: 1, eligible: true }]),
      active_state_known: false,
    });
    expect(await status('HmIP-RCV-1')).toEqual({ supported: false, reason: 'virtual_remote' });
    expect(await status('CUX1200001')).toEqual({ supported: false, reason: 'interface_unsupported' });
    expect(await status('00F1C0DE000001')).toEqual({ supported: false, reason: 'no_keys' });
  });

  it('that the CCU refuses are refused with its reason, and nothing is written down', async () => {
    world.simulator.faults.refuseCalls(true, 'reportValueUsage');
    const before = (await world.call('GET', '/api/v1/audit?op=central_link&limit=1')).json;
    const answer = await world.call('POST', PATH, { as: 'operator' });
    expect([answer.status, answer.json.code]).toEqual([502, 'upstream_unavailable']);
    expect((await world.call('GET', '/api/v1/audit?op=central_link&limit=1')).json).toEqual(before);
    world.simulator.faults.refuseCalls(false, 'reportValueUsage');
  });

  it('of some keys are reported as such when others were refused', async () => {
    world.simulator.faults.refuseCalls(true, 'reportValueUsage', 1, 1);
    const answer = await world.call('POST', PATH, { as: 'operator' });
    expect([answer.status, answer.json]).toEqual([202, { touched: 5, skipped: 1, failed: 1 }]);
    const [entry] = (await world.call('GET', '/api/v1/audit?op=central_link&limit=1')).json;
    expect(entry).toMatchObject({
      action: 'central_link_create',
      outcome: 'partial',
      note: expect.stringMatching(`^${USED}, ${REMOTE}:3`),
    });
    world.simulator.faults.clear();
  });
});

describe('the setting that links keys with the CCU', () => {
  const linked = (world: World) =>
    world.simulator.received
      .of('reportValueUsage')
      .map(({ params: [address, use, count] }) => `${address?.value} ${use?.value} ${count?.value}`);
  const keysOf = (address: string) => [1, 2, 3, 4, 5, 6].map((number) => `${address}:${number} PRESS_SHORT 1`);

  it('does so at the start for every key of HmIP that no program uses, and for devices that are paired', async () => {
    await using world = await startWorld({ only, central: { behavior: { create_central_links: true } } });
    await expect
      .poll(() => linked(world), { timeout: 20_000 })
      .toEqual(expect.arrayContaining(keysOf(REMOTE).slice(1)));
    expect(linked(world)).not.toContain(`${USED} PRESS_SHORT 1`);
    expect(linked(world).filter((line) => !line.startsWith('00F1C0DE'))).toEqual([]);
    const remote = world.simulator.house.seededFrom.devices.find(({ description }) => description.ADDRESS === REMOTE);
    const twin = JSON.parse(JSON.stringify(remote).replaceAll(REMOTE, '00F1C0DE0000F0'));
    world.simulator.house.addDevice(twin);
    await expect
      .poll(() => linked(world), { timeout: 20_000 })
      .toEqual(expect.arrayContaining(keysOf('00F1C0DE0000F0')));
  });

  it('counts at once, and leaves the links that are there when it is switched off', async () => {
    await using world = await startWorld({ only });
    expect(linked(world)).toEqual([]);
    const { json: before } = await world.call('GET', '/api/v1/centrals/home');
    const { created_at: _c, updated_at: _u, createdAt: _C, updatedAt: _U, ...central } = before;
    const set = (wanted: boolean) =>
      world.call('PUT', '/api/v1/centrals/home', {
        body: { ...central, behavior: { ...central.behavior, create_central_links: wanted } },
      });
    const answer = await set(true);
    expect([answer.status, answer.text]).toEqual([204, '']);
    await expect
      .poll(() => linked(world), { timeout: 20_000 })
      .toEqual(expect.arrayContaining(keysOf(REMOTE).slice(1)));
    expect((await set(false)).status).toBe(204);
    const { json } = await world.call('GET', PATH);
    expect(json.active_channels).toBe(6);
    expect(linked(world).filter((line) => line.endsWith(' 0'))).toEqual([]);
  });
});
