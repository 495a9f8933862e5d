import { type DefinedDevice, inventedHouse } from '@ccu-gateway/ccu-simulator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Frame, openSocket, type Socket, subscribe } from './socket.js';
import { startWorld, type World } from './world.js';

/** A device as one of the house, under another address. */
function another(address: string, of: string): DefinedDevice {
  const seed = inventedHouse().devices.find(({ description }) => description.ADDRESS === of);
  return JSON.parse(JSON.stringify(seed).replaceAll(of, address)) as DefinedDevice;
}

const PATIENCE = { timeout: 20_000, interval: 20 } as const;

const isAbout = (type: string, address: string) => (frame: Frame) =>
  frame.type === type && frame.payload.device_address === address;

describe('through the gateway', () => {
  let world: World;
  let socket: Socket;
  beforeAll(async () => {
    world = await startWorld({ simulator: { interfaces: ['BidCos-Wired', 'HmIP-RF'] } });
    socket = await openSocket(world);
    await subscribe(socket, ['*']);
  });
  afterAll(() => world.close());

  const inbox = async () =>
    (await world.call('GET', '/api/v1/inbox')).json.map(({ address }: { readonly address: string }) => address);

  it('a device on the wired bus is found, announced, and taken out of the inbox', async () => {
    world.simulator.house.offerDevice(another('SIW0000002', 'SIW0000001'));
    const search = { body: { interface: 'home-BidCos-Wired' } };
    const found = await world.call('POST', '/api/v1/install-mode/search', search);
    expect(found.status, found.text).toBe(200);
    expect(found.json).toMatchObject({ interface: 'BidCos-Wired', found: 1 });
    expect(await socket.until(isAbout('device.created', 'SIW0000002'))).toMatchObject({
      payload: { interface_id: 'home-BidCos-Wired', model: 'HMW-LC-Sw2-DR' },
    });
    await expect.poll(inbox).toContain('SIW0000002');
    expect((await world.call('POST', '/api/v1/devices/SIW0000002/accept')).status).toBe(202);
    await expect.poll(inbox).not.toContain('SIW0000002');
    expect(world.simulator.house.device('SIW0000002')).toMatchObject({ ready: true });
    const state = '/api/v1/devices/SIW0000002/channels/3/data-points/STATE';
    await expect.poll(async () => (await world.call('GET', state)).json, PATIENCE).toMatchObject({ observed: true });
    expect((await world.call('POST', '/api/v1/install-mode/search', search)).json).toMatchObject({ found: 0 });
  });

  it('a device that is paired anew stays the same device', async () => {
    const address = '00F1C0DE00000D';
    const from = socket.frames.length;
    const before = (await world.call('GET', `/api/v1/devices/${address}`)).json;
    world.simulator.received.clear();
    world.simulator.house.addDevice(another(address, address));
    const described = () => world.simulator.received.of('getParamsetDescription').map(({ params }) => params[0]?.value);
    await expect.poll(described).toContain(`${address}:1`);
    world.simulator.emit(`${address}:1`, 'STATE', 1);
    await socket.until((frame) => frame.payload?.device_address === address && frame.payload.parameter === 'STATE');
    const about = socket.frames.slice(from).filter((frame) => frame.payload?.device_address === address);
    expect(about.filter(({ type }) => /created|removed/.test(type ?? ''))).toEqual([]);
    expect((await world.call('GET', `/api/v1/devices/${address}`)).json).toMatchObject({
      name: before.name,
      ise_id: before.ise_id,
      channels_count: before.channels_count,
    });
  });

  it('link parameters are on their way until the receiver has taken them', async () => {
    const [receiver, sender] = ['00F1C0DE000007', '00F1C0DE000012:1'];
    const isPending = (value: boolean) => (frame: Frame) =>
      isAbout('datapoint.value_changed', receiver)(frame) &&
      frame.payload.parameter === 'CONFIG_PENDING' &&
      frame.payload.value === value;
    world.simulator.faults.asleep(receiver, true);
    const path = `/api/v1/devices/${receiver}:4/link-ps/${sender}`;
    const answer = await world.call('PUT', path, { as: 'operator', body: { SHORT_ON_LEVEL: 0.4 } });
    expect(answer.status, answer.text).toBe(202);
    await socket.until(isPending(true));
    expect((await world.call('GET', path)).json).toMatchObject({ SHORT_ON_LEVEL: 1 });
    world.simulator.faults.asleep(receiver, false);
    await socket.until(isPending(false));
    expect((await world.call('GET', path)).json).toMatchObject({ SHORT_ON_LEVEL: 0.4 });
    expect(socket.frames.filter(isAbout('datapoint.optimistic_rolled_back', receiver))).toEqual([]);
  });
});
