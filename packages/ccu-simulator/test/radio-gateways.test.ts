import { describe, expect, it } from 'vitest';
import { inventedHouse } from '../src/index.js';
import { type ClientWorld, startClientWorld } from './client-world.js';

const house = inventedHouse();
const DEVICE = 'SIM0000001';
const [MODULE, ATTIC] = ['SIM0000000', 'SIM00000GW'] as const;
const radioGateways = [{ address: ATTIC, description: 'Dach', signals: { [DEVICE]: [-58, -61] as const } }];

async function start(more: { readonly missingMethods?: readonly string[] } = {}): Promise<ClientWorld> {
  const world = await startClientWorld({
    interfaces: ['BidCos-RF', 'HmIP-RF'],
    simulator: { house: { ...house, radioGateways, ...more } },
  });
  await world.connected();
  return world;
}

async function receiverOf({ ccu }: ClientWorld): Promise<readonly unknown[]> {
  await ccu.rescan('BidCos-RF');
  const device = ccu.listDevices('BidCos-RF').find(({ ADDRESS }) => ADDRESS === DEVICE);
  return [device?.INTERFACE, device?.ROAMING];
}

describe('radio gateways of a simulated CCU', () => {
  it('are listed beside its own module and measure signals of their own', async () => {
    await using world = await start();
    const modules = await world.ccu.radioModules('BidCos-RF');
    expect(modules.map(({ address, isDefault, connected }) => [address, isDefault, connected])).toEqual([
      [MODULE, true, true],
      [ATTIC, false, true],
    ]);
    const signals = (await world.ccu.rssi('BidCos-RF')).filter(({ peer }) => peer === ATTIC);
    expect(signals.find(({ device }) => device === DEVICE)).toMatchObject({ heardByDevice: -58, heardByPeer: -61 });
    expect(signals.find(({ device }) => device !== DEVICE)).toMatchObject({ heardByDevice: undefined });
    expect(await world.ccu.radioModules('HmIP-RF')).toHaveLength(1);
  });

  it('take over a device, and refuse unknown gateways, channels and other interfaces', async () => {
    await using world = await start();
    const { ccu, simulator } = world;
    expect(await receiverOf(world)).toEqual([MODULE, 0]);
    await ccu.setReceiver('BidCos-RF', DEVICE, ATTIC, true);
    expect(await receiverOf(world)).toEqual([ATTIC, 1]);
    await expect(ccu.setReceiver('BidCos-RF', DEVICE, 'NOBODY', false)).rejects.toMatchObject({ code: 'fault' });
    await expect(ccu.setReceiver('BidCos-RF', `${DEVICE}:1`, MODULE, false)).rejects.toMatchObject({ code: 'fault' });
    await expect(ccu.setReceiver('HmIP-RF', DEVICE, MODULE, false)).rejects.toMatchObject({ code: 'unsupported' });
    simulator.faults.refuseCalls(true, 'setBidcosInterface');
    await expect(ccu.setReceiver('BidCos-RF', DEVICE, MODULE, false)).rejects.toMatchObject({ code: 'fault' });
    simulator.faults.clear();
    simulator.faults.swallowWrites(true);
    await ccu.setReceiver('BidCos-RF', DEVICE, MODULE, false);
    expect(await receiverOf(world)).toEqual([ATTIC, 1]);
  });

  it('are unsupported where the firmware lacks their methods', async () => {
    await using world = await start({ missingMethods: ['rssiInfo', 'setBidcosInterface'] });
    await expect(world.ccu.rssi('BidCos-RF')).rejects.toMatchObject({ code: 'unsupported' });
    await expect(world.ccu.setReceiver('BidCos-RF', DEVICE, ATTIC, false)).rejects.toMatchObject({
      code: 'unsupported',
    });
    expect(await receiverOf(world)).toEqual([MODULE, 0]);
  });
});
