import { inventedHouse } from '@ccu-gateway/ccu-simulator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorld, type World } from '../world.js';
import { type Controller, startController } from './controller.js';

/** The gateway runs where this suite runs, and the controllers on the other machine of its network. */
const other = process.env.CCU_GATEWAY_OTHER_MACHINE ?? '';
const LAMP = '00F1C0DE00001D';
const SHOWN = ['01', '04', '07', '08', '0A', '0D', '10', '12', '13', '1D'].map((end) => `00F1C0DE0000${end}`);

interface Remote {
  readonly number: number;
  readonly types: readonly number[];
  readonly clusters: readonly number[];
  readonly parts: readonly number[];
  readonly serial?: string;
}

let world: World;
let home: Controller;
const house = inventedHouse();
const lampDevice = house.devices.find(({ description }) => description.ADDRESS === LAMP);

beforeAll(async () => {
  const devices = house.devices.filter(({ description }) => SHOWN.includes(description.ADDRESS));
  world = await startWorld({
    simulator: { house: { ...house, devices, links: [], rooms: [], functions: [], programs: [] } },
    config: { matter: { enabled: true, name: 'House' } },
  });
  home = await startController(other, 'Test home');
});
afterAll(async () => {
  await home?.close();
  await world?.close();
});

async function matter(method: string, path: string, body?: unknown) {
  const { status, json } = await world.call(method, `/api/v1/matter/${path}`, body === undefined ? {} : { body });
  expect(status, JSON.stringify(json)).toBeLessThan(300);
  return json;
}
const listens = () => expect.poll(async () => (await matter('GET', 'status')).listening).toBe(true);
const lampNumber = async () =>
  ((await home.ask('endpoints')) as readonly Remote[]).find(({ serial }) => serial === `${LAMP}:3`)?.number;
/** The lamp itself says that it is on or off. */
const lampSays = (on: boolean) => world.simulator.emit(`${LAMP}:2`, 'STATE', on);
const hearsLamp = async (on: boolean) =>
  home.ask('hears', { endpoint: await lampNumber(), cluster: 'onOff', attribute: 'onOff', value: on });

describe('a controller on another machine', () => {
  it('finds the bridge by mDNS, adds it, and reads the descriptor of each of its endpoints', async () => {
    await listens();
    const { manual_code: code } = await matter('POST', 'commissioning/window', { duration_seconds: 180 });
    await home.ask('commission', { code });
    const endpoints = (await home.ask('endpoints')) as readonly Remote[];
    const numbers = endpoints.map(({ number }) => number);
    expect(endpoints.find(({ number }) => number === 0)?.parts.toSorted()).toEqual(
      numbers.filter((number) => number !== 0).toSorted(),
    );
    expect(endpoints.filter(({ types, clusters }) => types.length === 0 || !clusters.includes(29))).toEqual([]);
    const { items } = await matter('GET', 'exposable');
    const chosen = items.filter(({ enabled }: { enabled: boolean }) => enabled);
    const { endpoint_count: count } = await matter('GET', 'status');
    const bridged = endpoints.filter(({ types }) => types.includes(0x13));
    expect([bridged.length, chosen.length > 10]).toEqual([count, true]);
    expect(bridged.map(({ serial, types }) => `${serial} ${types[0]}`).toSorted()).toEqual(
      chosen
        .map(
          (each: { device_address: string; channel_no: number; device_type: number }) =>
            `${each.device_address}:${each.channel_no} ${each.device_type}`,
        )
        .toSorted(),
    );
  });

  it('receives changes of the CCU, and switches through it under the name of its home', async () => {
    lampSays(true);
    await hearsLamp(true);
    const before = world.simulator.received.calls.length;
    await home.ask('command', { endpoint: await lampNumber(), cluster: 'onOff', command: 'off' });
    const calls = world.simulator.received.calls.slice(before);
    expect(calls.map(({ params }) => params.map(({ value }) => value))).toContainEqual([`${LAMP}:3`, 'STATE', false]);
    await hearsLamp(false);
    const audited = (await world.call('GET', `/api/v1/audit?device=${LAMP}`)).json;
    expect(audited).toContainEqual(
      expect.objectContaining({ subject: 'matter:1', scheme: 'matter', peer_address: 'Test home' }),
    );
  });

  it('loses a device that is removed, and finds it under its number when it is added again', async () => {
    const number = await lampNumber();
    world.simulator.house.removeDevice(LAMP);
    await home.ask('misses', { endpoint: number });
    if (lampDevice === undefined) throw new Error('the house has no lamp');
    world.simulator.house.addDevice(lampDevice);
    await expect.poll(lampNumber).toBe(number);
    lampSays(true);
    await hearsLamp(true);
  });

  it('receives changes after a restart of the gateway, by the previous subscription and without adding it again', async () => {
    const subscription = await home.ask('subscription');
    expect(subscription).toMatchObject({ active: true, id: expect.any(Number) });
    world = await world.restart();
    await listens();
    expect(await matter('GET', 'status')).toMatchObject({ fabric_count: 1, commissioning_window_open: false });
    lampSays(false);
    await hearsLamp(false);
    expect(await home.ask('subscription')).toEqual(subscription);
  });

  it('shares the bridge with a second home, which alone it leaves then', async () => {
    const second = await startController(other, 'Second home', 5541);
    try {
      const { manual_code: code } = await matter('POST', 'share', { duration_seconds: 180 });
      await second.ask('commission', { code });
      const labels = async () => (await matter('GET', 'fabrics')).fabrics.map(({ label }: { label: string }) => label);
      expect(await labels()).toEqual(['Test home', 'Second home']);
      await second.ask('command', { endpoint: await lampNumber(), cluster: 'onOff', command: 'on' });
      await hearsLamp(true);
      await matter('DELETE', 'fabrics/2');
      expect(await labels()).toEqual(['Test home']);
      lampSays(false);
      await hearsLamp(false);
    } finally {
      await second.close();
    }
  });
});
