import { describe, expect, it } from 'vitest';
import { createManualTime, startQuietSimulator } from '../src/testing/index.js';
import { startClientWorld } from './client-world.js';

/** Observations at a real logic layer and a real rfd. */
describe('the simulated CCU does as a real one', () => {
  async function login(port: number | undefined, username: string, password: string): Promise<unknown> {
    const body = JSON.stringify({ method: 'Session.login', params: { username, password } });
    const response = await fetch(`http://127.0.0.1:${port}/api/homematic.cgi`, { method: 'POST', body });
    const { result } = (await response.json()) as { result: unknown };
    return result;
  }

  it('takes a space in a login for a plus', async () => {
    const users = [
      { name: 'a+b', password: 'p+q', level: 8 },
      { name: 'c', password: 'p q', level: 8 },
    ] as const;
    await using simulator = await startQuietSimulator({ users });
    const { jsonRpc } = simulator.ports;
    expect(await login(jsonRpc, 'a+b', 'p+q')).toEqual(expect.any(String));
    expect(await login(jsonRpc, 'a b', 'p q')).toEqual(expect.any(String));
    expect(await login(jsonRpc, 'c', 'p q')).toBeNull();
    expect(await login(jsonRpc, 'a%2Bb', 'p+q')).toBeNull();
  });

  it.each([
    ['ccu3', 3],
    ['openccu', 10],
  ] as const)('has as many sessions as a %s', async (product, limit) => {
    await using simulator = await startQuietSimulator({ product });
    for (let session = 0; session < limit; session += 1) {
      expect(await login(simulator.ports.jsonRpc, 'Admin', '')).toEqual(expect.any(String));
    }
    expect(await login(simulator.ports.jsonRpc, 'Admin', '')).toBeNull();
  });

  it('reports a silent radio module every 15 s, and once when it answers again', async () => {
    const time = createManualTime();
    await using world = await startClientWorld({ interfaces: ['BidCos-RF'], simulator: { timers: time.timers } });
    await world.connected();
    const told = () =>
      world.events.flatMap((event) => (event.type === 'value' && event.parameter === 'CONNECTED' ? [event.value] : []));
    world.simulator.faults.radioModuleGone(true);
    await expect.poll(told).toEqual([false]);
    await time.advance(30_000);
    await expect.poll(told).toEqual([false, false, false]);
    expect((await world.ccu.radioModules('BidCos-RF'))[0]?.connected).toBe(false);
    world.simulator.faults.radioModuleGone(false);
    await expect.poll(told).toEqual([false, false, false, true]);
    await time.advance(60_000);
    await world.simulator.settled();
    expect(told()).toHaveLength(4);
  });

  it('reports a press of the key of an HMIP-PS that was switched by a command', async () => {
    await using world = await startClientWorld({ interfaces: ['HmIP-RF'] });
    await world.connected();
    const plug = '00F1C0DE00001D';
    await world.ccu.reportValueUsage('HmIP-RF', `${plug}:1`, 'PRESS_SHORT', 1);
    await world.ccu.write({
      interfaceName: 'HmIP-RF',
      channelAddress: `${plug}:3`,
      paramsetKey: 'VALUES',
      values: { STATE: true },
    });
    await world.until(
      (event) => event.type === 'value' && event.channelAddress === `${plug}:1` && event.parameter === 'PRESS_SHORT',
    );
  });
});

it('an object of rfd without metadata is reported without any', async () => {
  await using world = await startClientWorld({ interfaces: ['BidCos-RF'] });
  await world.connected();
  expect(await world.ccu.getAllMetadata('BidCos-RF', 'SIM0000001')).toEqual({});
  await world.ccu.setMetadata('BidCos-RF', 'SIM0000001', 'NAME', 'x');
  expect(await world.ccu.getAllMetadata('BidCos-RF', 'SIM0000001')).toEqual({ NAME: 'x' });
});
