import { inventedHouse } from '@ccu-gateway/ccu-simulator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startBroker } from './mqtt-broker.js';
import { startWorld, type World } from './world.js';

const [HMIP, BIDCOS] = ['INT0000001', 'INT0000002'] as const;
const [LIVING, SLEEPING] = ['00F1C0DE000001', '00F1C0DE000002'] as const;
const PATIENCE = { timeout: 20_000, interval: 20 } as const;

describe('a heating group with a dead member', () => {
  let broker: Awaited<ReturnType<typeof startBroker>>;
  let world: World;
  beforeAll(async () => {
    broker = await startBroker();
    const rooms = [{ name: 'Erdgeschoß', channelAddresses: [LIVING, SLEEPING, HMIP].map((each) => `${each}:1`) }];
    world = await startWorld({
      simulator: {
        interfaces: ['HmIP-RF', 'BidCos-RF', 'VirtualDevices'],
        house: { ...inventedHouse(), rooms },
      },
      config: { mqtt: { brokers: { house: { url: broker.url } } } },
    });
  }, 90_000);
  afterAll(async () => {
    await world.close();
    await broker.stop();
  });

  const get = async (path: string) => (await world.call('GET', `/api/v1${path}`)).json;
  const problems = async () =>
    (await get('/problems')).filter(({ name }: { readonly name: string }) => name === 'Heizgruppe Erdgeschoß');

  it('stays available and names the member, in its description, the problems and MQTT', async () => {
    expect(await get(`/devices/${HMIP}`)).toMatchObject({ available: true, members_guessed: true });
    world.simulator.emit(`${SLEEPING}:0`, 'UNREACH', true);
    world.simulator.emit(`${HMIP}:0`, 'UNREACH', true);
    await expect
      .poll(async () => (await get(`/devices/${HMIP}`)).members, PATIENCE)
      .toEqual([
        { address: LIVING, name: 'Heizkörper Wohnzimmer', available: true },
        { address: SLEEPING, name: 'Heizkörper "Schlafzimmer"', available: false },
      ]);
    expect(await get(`/devices/${HMIP}`)).toMatchObject({ available: true, availability: { IsReachable: true } });
    expect(await problems()).toMatchObject([
      { kind: 'member_perhaps_unreachable', severity: 'warning', members: ['Heizkörper "Schlafzimmer"'] },
    ]);
    const told = () => JSON.parse(broker.newest.get(`ccu/home/device/${HMIP}`) ?? '{}');
    await expect.poll(told, PATIENCE).toMatchObject({ available: true, members_unavailable: [SLEEPING] });
  });

  it('is unavailable when the last member is, and back with the first', async () => {
    world.simulator.emit(`${LIVING}:0`, 'UNREACH', true);
    await expect.poll(async () => (await get(`/devices/${HMIP}`)).available, PATIENCE).toBe(false);
    expect(await problems()).toMatchObject([{ kind: 'device_unreachable' }]);
    world.simulator.emit(`${LIVING}:0`, 'UNREACH', false);
    await expect.poll(async () => (await get(`/devices/${HMIP}`)).available, PATIENCE).toBe(true);
    world.simulator.emit(`${SLEEPING}:0`, 'UNREACH', false);
    world.simulator.emit(`${HMIP}:0`, 'UNREACH', false);
    await expect.poll(problems, PATIENCE).toEqual([]);
  });

  it('of BidCos thermostats without a room stays available, too', async () => {
    world.simulator.emit(`${BIDCOS}:0`, 'UNREACH', true);
    await expect
      .poll(async () => (await get(`/devices/${BIDCOS}/channels/0/data-points/UNREACH`)).value, PATIENCE)
      .toBe(true);
    expect(await get(`/devices/${BIDCOS}`)).toMatchObject({ available: true });
  });
});
