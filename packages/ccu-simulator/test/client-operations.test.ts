import { createMemoryDescriptionCache } from '@ccu-gateway/ccu-client';
import { describe, expect, it } from 'vitest';
import { inventedHouse } from '../src/index.js';
import { type ClientWorld, startClientWorld } from './client-world.js';

const descriptionCache = createMemoryDescriptionCache();

/** The invented house with a remote whose first two keys are a pair. */
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

describe('what a client asks of the interfaces of a simulated CCU', () => {
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

  it('shows no signal strength that an HmIP device has not measured', async () => {
    await using world = await startClientWorld({ interfaces: ['HmIP-RF'], client: { descriptionCache } });
    await world.connected();
    const device = '00F1C0DE000001';
    world.simulator.emit(`${device}:0`, 'RSSI_PEER', 0);
    const entry = (await world.ccu.rssi('HmIP-RF')).find((each) => each.device === device);
    expect(entry).toMatchObject({ heardByDevice: -68, heardByPeer: undefined });
  });

  it('registers after taking back what an earlier run may have left, by an init without an id', async () => {
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

  it('hears a BidCos interface also under a name that would not fit into its list of clients', async () => {
    const name = 'Zürich-Österreich-Füssen-'.repeat(2);
    await using world = await startClientWorld({ interfaces: ['BidCos-RF'], client: { descriptionCache, name } });
    await world.connected();
    const [{ url, interfaceId } = { url: '', interfaceId: '' }] = world.simulator.registrations();
    expect(url.length + interfaceId.length).toBeLessThanOrEqual(255);
  });

  it('updates the firmware of a BidCos device', async () => {
    await using world = await startClientWorld({ interfaces: ['BidCos-RF'], client: { descriptionCache } });
    await world.connected();
    await world.ccu.updateFirmware('BidCos-RF', bidcos(world));
    expect(world.simulator.received.of('updateFirmware').map(({ params }) => params)).toEqual([
      [{ type: 'string', value: bidcos(world) }],
    ]);
  });

  it('restores no configuration on wired devices, whose interface has no method for it', async () => {
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
