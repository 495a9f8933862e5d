import { type CcuEvent, createMemoryDescriptionCache } from '@ccu-gateway/ccu-client';
import { describe, expect, it } from 'vitest';
import { inventedHouse } from '../src/index.js';
import { type ClientWorld, startClientWorld } from './client-world.js';

const descriptionCache = createMemoryDescriptionCache();

/** The default installation with a remote that has its first two keys as a pair. */
function houseWithPair() {
  const house = inventedHouse();
  const { interfaceName, sender, receiver } = house.links.find((link) => link.interfaceName === 'BidCos-RF')!;
  const [remote = ''] = sender.split(':');
  const partner: Readonly<Record<string, string>> = { [`${remote}:1`]: `${remote}:2`, [`${remote}:2`]: `${remote}:1` };
  return {
    remote,
    house: {
      ...house,
      devices: house.devices.map((device) => ({
        ...device,
        channels: device.channels.map((channel) => {
          const GROUP = partner[channel.ADDRESS];
          return GROUP === undefined ? channel : { ...channel, GROUP };
        }),
      })),
      links: [...house.links, { interfaceName, sender: `${remote}:2`, receiver, name: 'Taste 2', description: '' }],
    },
  };
}

const bidcos = (world: ClientWorld) => world.simulator.house.devices('BidCos-RF')[0]!.description.ADDRESS;

describe('operations of a client at the interfaces of a simulated CCU', () => {
  it('reads the links of the key that was asked for, not those of its partner', async () => {
    const { house, remote } = houseWithPair();
    await using world = await startClientWorld({
      interfaces: ['BidCos-RF'],
      simulator: { house },
      client: { descriptionCache },
    });
    await world.connected();
    const links = await world.ccu.getLinks('BidCos-RF', `${remote}:1`);
    expect(links.map(({ sender }) => sender)).toEqual([`${remote}:1`]);
    expect((await world.ccu.getLinks('BidCos-RF', remote)).map(({ sender }) => sender)).toEqual([
      `${remote}:1`,
      `${remote}:2`,
    ]);
  });

  it.each([1, 2])('reads names of BidCos links that were encoded %d times too often', async (times) => {
    const { house } = houseWithPair();
    let name = 'Tür → Licht';
    for (let time = 0; time < times; time += 1) name = Buffer.from(name, 'utf8').toString('latin1');
    const links = house.links.map((link) => ({ ...link, name, description: name }));
    await using world = await startClientWorld({
      interfaces: ['BidCos-RF'],
      simulator: { house: { ...house, links } },
      client: { descriptionCache },
    });
    await world.connected();
    const [link] = await world.ccu.getLinks('BidCos-RF', '');
    expect(link).toMatchObject({ name: 'Tür → Licht', description: 'Tür → Licht' });
  });

  it('shows no signal strength that an HmIP device has not measured', async () => {
    await using world = await startClientWorld({ interfaces: ['HmIP-RF'], client: { descriptionCache } });
    await world.connected();
    const device = '00F1C0DE000001';
    world.simulator.emit(`${device}:0`, 'RSSI_PEER', 0);
    const entry = (await world.ccu.rssi('HmIP-RF')).find((each) => each.device === device);
    expect(entry).toMatchObject({ heardByDevice: -68, heardByPeer: undefined });
  });

  it('registers after an init without an id, which removes registrations of an earlier run', async () => {
    await using world = await startClientWorld({ interfaces: ['BidCos-RF'], client: { descriptionCache } });
    await world.connected();
    const inits = world.simulator.received.of('init').map(({ params }) => params.map((param) => String(param.value)));
    const [url = ''] = inits[0] ?? [];
    expect(inits).toEqual([[url], [url, 'test-sim-BidCos-RF']]);
    expect(url).toMatch(/^http:/);
    await world.ccu.close();
    expect(world.simulator.received.of('init').at(-1)?.params).toHaveLength(1);
    expect(world.simulator.registrations()).toEqual([]);
  });

  it('receives events of a BidCos interface also under a name that would not fit into its list of clients', async () => {
    const name = 'Zürich-Österreich-Füssen-'.repeat(2);
    await using world = await startClientWorld({ interfaces: ['BidCos-RF'], client: { descriptionCache, name } });
    await world.connected();
    const [{ url, interfaceId } = { url: '', interfaceId: '' }] = world.simulator.registrations();
    expect(url.length + interfaceId.length).toBeLessThanOrEqual(255);
  });

  describe('the use of a value', () => {
    const key = '00F1C0DE000012:2';
    const interfaces = ['HmIP-RF', 'BidCos-RF', 'BidCos-Wired', 'VirtualDevices', 'CUxD'] as const;
    const isPress = (event: CcuEvent) => event.type === 'value' && event.parameter === 'PRESS_SHORT';

    it('is reported to the CCU, starts the reports of its keys, and is read from it', async () => {
      await using world = await startClientWorld({ interfaces: ['HmIP-RF'], client: { descriptionCache } });
      await world.connected();
      world.simulator.emit(key, 'PRESS_SHORT', true);
      expect(await world.ccu.valueUsage('HmIP-RF', key)).toBeUndefined();
      expect(await world.ccu.reportValueUsage('HmIP-RF', key, 'PRESS_SHORT', 1)).toBe(true);
      expect(await world.ccu.valueUsage('HmIP-RF', key)).toEqual({ PRESS_SHORT: 1 });
      await world.simulator.settled();
      expect(world.events.filter(isPress)).toEqual([]);
      world.simulator.emit(key, 'PRESS_SHORT', true);
      expect(await world.until(isPress)).toMatchObject({ channelAddress: key });
    });

    it('waits for a device that sleeps', async () => {
      await using world = await startClientWorld({ interfaces: ['HmIP-RF'], client: { descriptionCache } });
      await world.connected();
      world.simulator.faults.asleep('00F1C0DE000012', true);
      expect(await world.ccu.reportValueUsage('HmIP-RF', key, 'PRESS_SHORT', 1)).toBe(false);
    });

    it('is refused where an interface does not support it, without a call', async () => {
      await using world = await startClientWorld({ interfaces, client: { descriptionCache } });
      await world.connected();
      for (const name of ['VirtualDevices', 'CUxD'] as const) {
        await expect(world.ccu.reportValueUsage(name, 'X:1', 'PRESS_SHORT', 1)).rejects.toMatchObject({
          code: 'unsupported',
          interfaceName: name,
        });
      }
      for (const name of ['BidCos-RF', 'BidCos-Wired'] as const) {
        await expect(world.ccu.valueUsage(name, 'X:1')).rejects.toMatchObject({ code: 'unsupported' });
        await expect(world.ccu.reportValueUsage(name, 'X:1', 'PRESS_SHORT', 1)).rejects.toMatchObject({
          code: 'fault',
          faultCode: -2,
        });
      }
      const asked = world.simulator.received.of('reportValueUsage').map(({ interfaceName }) => interfaceName);
      expect(asked).toEqual(['BidCos-RF', 'BidCos-Wired']);
      expect(world.simulator.received.of('getMetadata')).toEqual([]);
    });

    it('by a program is known', async () => {
      await using world = await startClientWorld({ interfaces: ['HmIP-RF'], client: { descriptionCache } });
      await world.connected();
      const channels = world.simulator.house.device('00F1C0DE000012')?.channels ?? [];
      const [, used, unused] = await Promise.all(channels.slice(0, 3).map(({ id }) => world.ccu.hub.hasPrograms(id)));
      expect([used, unused]).toEqual([true, false]);
    });
  });

  it('updates the firmware of a BidCos device', async () => {
    await using world = await startClientWorld({ interfaces: ['BidCos-RF'], client: { descriptionCache } });
    await world.connected();
    await world.ccu.updateFirmware('BidCos-RF', bidcos(world));
    expect(world.simulator.received.of('updateFirmware').map(({ params }) => params)).toEqual([
      [{ type: 'string', value: bidcos(world) }],
    ]);
  });

  it('restores no configuration on wired devices, because their interface has no method for it', async () => {
    await using world = await startClientWorld({
      interfaces: ['BidCos-RF', 'BidCos-Wired'],
      client: { descriptionCache },
    });
    await world.connected();
    const wired = world.simulator.house.devices('BidCos-Wired')[0]!.description.ADDRESS;
    await expect(world.ccu.restoreConfig('BidCos-Wired', wired)).rejects.toMatchObject({ code: 'unsupported' });
    expect(world.simulator.received.of('restoreConfigToDevice')).toEqual([]);
    await world.ccu.restoreConfig('BidCos-RF', bidcos(world));
    expect(world.simulator.received.of('restoreConfigToDevice')).toHaveLength(1);
  });
});
