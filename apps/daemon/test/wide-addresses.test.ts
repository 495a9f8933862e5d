import { type DefinedDevice, inventedHouse } from '@ccu-gateway/ccu-simulator';
import { encodeSegment } from '@ccu-gateway/mqtt-bridge';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startBroker } from './mqtt-broker.js';
import { openSocket, type Socket, subscribe } from './socket.js';
import { startWorld, type World } from './world.js';

const PATIENCE = { timeout: 20_000, interval: 20 } as const;
const ADDRESSES = [
  'HU-Philips hue',
  'HU-Hue Surimu ',
  ' HU-Hue Surimu',
  'HU-Büro/Küche 50 % #1+2.x',
  'HU.a.b',
  'HU_A',
  'HU-A',
  'hu-a',
  'HU%20A',
  '*QEQ0000009',
  '#',
  '+',
  '*',
  'A,B;C=D&E?F',
  '"quoted\'',
  "'; drop table --",
  '…',
  '\\x',
  '$sys',
] as const;

/** The switch of the house under another address. */
function another(address: string): DefinedDevice {
  const seed = inventedHouse().devices.find(({ description }) => description.ADDRESS === 'SIM0000001')!;
  const renamed = JSON.stringify(seed).replaceAll('SIM0000001', JSON.stringify(address).slice(1, -1));
  return { ...(JSON.parse(renamed) as DefinedDevice), name: `Licht ${ADDRESSES.indexOf(address as never)}` };
}

const listed = (address: string) => /[\u0100-\uffff]/.test(address) === false;

describe('a device with blanks, umlauts and signs in its address', () => {
  // The wire to a BidCos interface is Latin-1.
  const addresses = ADDRESSES.filter(listed);
  let broker: Awaited<ReturnType<typeof startBroker>>;
  let world: World;
  let socket: Socket;
  beforeAll(async () => {
    broker = await startBroker();
    const house = { ...inventedHouse(), programs: [], links: [], rooms: [], functions: [], sysvars: [] };
    world = await startWorld({
      simulator: { interfaces: ['BidCos-RF'], house: { ...house, devices: addresses.map(another) } },
      config: { mqtt: { brokers: { house: { url: broker.url, home_assistant: { enabled: true } } } } },
    });
    socket = await openSocket(world);
    await subscribe(socket, ['devices/+/channels/+/data_points/STATE']);
  }, 90_000);
  afterAll(async () => {
    socket.close();
    await world.close();
    await broker.stop();
  });

  const path = (address: string) => `/api/v1/devices/${encodeURIComponent(address)}`;
  const get = async (at: string) => (await world.call('GET', at)).json;
  const shownOf = async (address: string) =>
    (await get(`${path(address)}/channels/1/data-points/STATE`)).value as unknown;
  const kept = (address: string) =>
    JSON.parse(broker.newest.get(`ccu/home/status/${encodeSegment(address)}/1/STATE`) ?? 'null');

  it('is listed under its address, named, and found by it', async () => {
    const { items } = await get('/api/v1/devices?per_page=500');
    expect(items.map((each: { readonly address: string }) => each.address).sort()).toEqual([...addresses].sort());
    for (const address of addresses) {
      expect(await get(path(address))).toMatchObject({ address, name: `Licht ${ADDRESSES.indexOf(address)}` });
      expect(await get(path(`${address}:1`)), `${address}:1`).toMatchObject({ address });
    }
    expect((await get('/api/v1/health')).components).not.toContainEqual(
      expect.objectContaining({ name: 'ccu.home.left_out' }),
    );
  });

  it('has ids of its own everywhere', async () => {
    const ids = new Set<string>();
    for (const address of addresses) {
      const [point] = (await get(`${path(address)}/channels/1/data-points`)).filter(
        ({ parameter }: { readonly parameter: string }) => parameter === 'STATE',
      );
      ids.add(point.unique_id);
    }
    expect(ids.size).toBe(addresses.length);
    const discovered = () =>
      [...broker.kept.keys()].filter((topic) => topic.startsWith('homeassistant/device/')).length;
    await expect.poll(discovered, PATIENCE).toBeGreaterThanOrEqual(addresses.length);
  });

  it('is switched over REST and MQTT, and reports it by frame and topic', async () => {
    for (const address of addresses) {
      const written = await world.call('PUT', `${path(address)}/channels/1/data-points/STATE/value`, {
        body: { value: true },
      });
      expect(written.status, `${address}: ${written.text}`).toBeLessThan(300);
      const frame = await socket.until(({ payload }) => payload?.device_address === address && payload.value === true);
      expect(frame.topic).toBe(`device.${address}.channels.1.data_points.STATE`);
      await expect.poll(() => kept(address), PATIENCE).toMatchObject({ val: true });
      broker.send(`ccu/home/set/${encodeSegment(address)}/1/STATE`, 'false');
      await expect.poll(() => shownOf(address), PATIENCE).toBe(false);
      expect(world.simulator.house.value(`${address}:1`, 'STATE')?.value).toBe(false);
    }
  }, 60_000);

  it('keeps its value over a restart', async () => {
    for (const address of addresses) world.simulator.emit(`${address}:1`, 'STATE', true);
    for (const address of addresses) await expect.poll(() => shownOf(address), PATIENCE).toBe(true);
    socket.close();
    world = await world.restart();
    socket = await openSocket(world);
    for (const address of addresses) await expect.poll(() => shownOf(address), PATIENCE).toBe(true);
  }, 60_000);
});
