import type { LogEntry } from '@ccu-gateway/ccu-client';
import { describe, expect, it } from 'vitest';
import { type DefinedDevice, inventedHouse } from '../src/index.js';
import { listenForCallbacks, startQuietSimulator } from '../src/testing/index.js';
import { type ClientWorld, startClientWorld } from './client-world.js';

/** A copy of an existing device, under another address. */
function another(address: string, of: string): DefinedDevice {
  const seed = inventedHouse().devices.find(({ description }) => description.ADDRESS === of)!;
  return JSON.parse(JSON.stringify(seed).replaceAll(of, address)) as DefinedDevice;
}

async function start(interfaceName: 'BidCos-RF' | 'BidCos-Wired' | 'VirtualDevices' | 'HmIP-RF', log?: LogEntry[]) {
  const world = await startClientWorld({
    interfaces: [interfaceName],
    client: { log: (entry) => void log?.push(entry) },
  });
  await world.connected();
  return world;
}

const announced = (world: ClientWorld, address: string) =>
  world.until(
    (event) => event.type === 'devices_described' && event.devices.some(({ ADDRESS }) => ADDRESS === address),
  );

describe('a device that is not paired', () => {
  it('is found by a search of the wired bus, once, and waits in the inbox', async () => {
    await using world = await start('BidCos-Wired');
    expect(await world.ccu.searchDevices('BidCos-Wired')).toBe(0);
    world.simulator.house.offerDevice(another('SIW0000002', 'SIW0000001'));
    world.simulator.house.offerDevice(another('SIM0000099', 'SIM0000001'));
    expect(await world.ccu.searchDevices('BidCos-Wired')).toBe(1);
    await announced(world, 'SIW0000002:4');
    expect(await world.ccu.searchDevices('BidCos-Wired')).toBe(0);
    expect((await world.ccu.hub.inbox()).map(({ address }) => address)).toContain('SIW0000002');
  });

  it('is found by its serial number, and an unknown serial number is refused', async () => {
    await using world = await start('BidCos-RF');
    await expect(world.ccu.addDevice('BidCos-RF', 'SIM0000099')).rejects.toMatchObject({
      code: 'fault',
      faultCode: -2,
    });
    world.simulator.house.offerDevice(another('SIM0000099', 'SIM0000001'));
    await world.ccu.addDevice('BidCos-RF', 'SIM0000099');
    await announced(world, 'SIM0000099:1');
    expect(world.simulator.house.device('SIM0000099')).toMatchObject({ ready: false });
  });
});

describe('the daemons report', () => {
  it('that a group is ready when a user takes it out of the inbox, and the client accepts it silently', async () => {
    const log: LogEntry[] = [];
    await using world = await start('VirtualDevices', log);
    world.simulator.house.addDevice(another('INT0000009', 'INT0000001'));
    await announced(world, 'INT0000009');
    await using listener = await listenForCallbacks();
    await callbacksTo(world, listener.url);
    await world.ccu.hub.acceptInboxDevice('INT0000009');
    await world.simulator.settled();
    const heard = listener.heard.filter(({ method }) => method === 'setReadyConfig');
    expect(heard.map(({ params }) => params[1])).toEqual(['INT0000009']);
    expect(log.filter(({ event }) => /malformed|unknown_method/.test(event))).toEqual([]);
    expect(world.state('VirtualDevices')).toBe('connected');
  });

  it('an error without a caller: a sleeping device cannot be reached when it wakes', async () => {
    const log: LogEntry[] = [];
    await using world = await start('HmIP-RF', log);
    const { faults } = world.simulator;
    faults.asleep('00F1C0DE000001', true);
    const values = { SET_POINT_TEMPERATURE: 25 };
    const channelAddress = '00F1C0DE000001:1';
    expect(await world.ccu.write({ interfaceName: 'HmIP-RF', channelAddress, paramsetKey: 'VALUES', values })).toBe(
      'pending',
    );
    faults.refuseWrites(true, '00F1C0DE000001');
    faults.asleep('00F1C0DE000001', false);
    await world.simulator.settled();
    await expect.poll(() => log.map(({ event }) => event)).toContain('callback.error');
    expect(JSON.stringify(log)).not.toContain('Generic error');
    expect(world.simulator.house.value(channelAddress, 'SET_POINT_TEMPERATURE')?.value).toBe(21);
  });
});

/** A second client of the same daemon, which records its callbacks. */
async function callbacksTo({ simulator }: ClientWorld, url: string): Promise<void> {
  const init = `<methodCall><methodName>init</methodName><params><param><value>${url}</value></param><param><value>second</value></param></params></methodCall>`;
  await fetch(`http://127.0.0.1:${simulator.ports.VirtualDevices}/groups`, { method: 'POST', body: init });
}

it('a device that is paired anew is reported as new, with its channels', async () => {
  await using simulator = await startQuietSimulator({ interfaces: ['HmIP-RF'] });
  await using listener = await listenForCallbacks();
  const init = `<methodCall><methodName>init</methodName><params><param><value>${listener.url}</value></param><param><value>test</value></param></params></methodCall>`;
  await fetch(`http://127.0.0.1:${simulator.ports['HmIP-RF']}/`, { method: 'POST', body: init });
  simulator.house.addDevice(another('00F1C0DE00000D', '00F1C0DE00000D'));
  await simulator.settled();
  const heard = listener.heard.filter(({ method }) => method === 'readdedDevice');
  expect(heard.map(({ params }) => params[1])).toEqual([['00F1C0DE00000D', '00F1C0DE00000D:0', '00F1C0DE00000D:1']]);
});
