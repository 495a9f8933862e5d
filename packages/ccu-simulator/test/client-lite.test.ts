import { describe, expect, it } from 'vitest';
import { CALM, startClientWorld } from './client-world.js';

const SWITCH = '00F1C0DE00000E:1';

describe('a CCU that has no logic layer', () => {
  it('is detected without a setting, is ready, and is logged once', async () => {
    const logged: string[] = [];
    await using world = await startClientWorld({
      simulator: { product: 'lite' },
      client: { log: ({ event }) => void logged.push(event) },
    });
    await world.connected();
    await expect.poll(() => world.ccu.hubStatus()).toMatchObject({ session: 'absent', names: 'read' });
    await expect.poll(() => world.ccu.readiness()).toMatchObject({ phase: 'ready', ready: true });
    await expect(world.ccu.hub.programs()).rejects.toMatchObject({
      code: 'unsupported',
      message: expect.stringContaining('no logic layer'),
    });
    expect(await world.ccu.hub.alarmMessages()).toEqual([]);
    expect(await world.ccu.hub.serviceMessages()).toEqual(expect.any(Array));
    expect(await world.ccu.hub.systemInfo()).toMatchObject({ model: 'openccu-lite', serial: expect.any(String) });
    expect(logged).not.toContain('session.refused');
    expect(world.simulator.received.scripts).toEqual([]);
    expect(world.simulator.received.jsonCalls).toEqual([]);
  });

  it('has its names, rooms and functions from the source of its own', async () => {
    await using world = await startClientWorld({ simulator: { product: 'lite' } });
    const loaded = await world.until((event) => event.type === 'names_loaded');
    if (loaded.type !== 'names_loaded') throw new Error(loaded.type);
    const wanted = new Map(
      world.simulator.house.devices().flatMap((each) => [[each.description.ADDRESS, each.name] as const]),
    );
    for (const { address, name } of loaded.names) if (!address.includes(':')) expect(name).toBe(wanted.get(address));
    expect(loaded.names.length).toBeGreaterThan(wanted.size);
    expect(loaded.names[0]).not.toHaveProperty('iseId');
    expect(loaded.rooms.some(({ channelAddresses }) => channelAddresses.length > 0)).toBe(true);
    expect(loaded.functions.some(({ channelAddresses }) => channelAddresses.length > 0)).toBe(true);
  });

  it('has its first values from the store of such a CCU, with their times and without radio', async () => {
    await using world = await startClientWorld({ simulator: { product: 'lite' }, interfaces: ['HmIP-RF'] });
    const loaded = await world.until((event) => event.type === 'values_loaded');
    if (loaded.type !== 'values_loaded') throw new Error(loaded.type);
    const states = loaded.values.filter(({ parameter }) => parameter === 'STATE');
    expect(states.length).toBeGreaterThan(3);
    for (const { channelAddress, parameter, value, setAt } of loaded.values) {
      const truth = world.simulator.house.value(channelAddress, parameter);
      expect([channelAddress, parameter, value, setAt]).toEqual([
        channelAddress,
        parameter,
        truth?.value,
        truth?.setAt,
      ]);
    }
    const asked = world.simulator.received.calls.map(({ method }) => method);
    expect(asked).not.toContain('getValue');
    expect(asked).not.toContain('getParamset');
  });

  it('accepts writes and reports values', async () => {
    await using world = await startClientWorld({ simulator: { product: 'lite' }, interfaces: ['HmIP-RF'] });
    await world.connected();
    world.simulator.emit(SWITCH, 'STATE', 1);
    await expect.poll(() => world.picture.values.get(`${SWITCH}.STATE`)).toBe(1);
    expect(Object.keys(await world.ccu.getParamset('HmIP-RF', SWITCH, 'VALUES'))).toContain('STATE');
    expect(await world.ccu.getLinks('HmIP-RF', '')).toEqual(expect.any(Array));
  });

  it('is ready without names where it refuses the login, and reports that', async () => {
    await using world = await startClientWorld({ simulator: { product: 'lite' }, client: { password: 'wrong' } });
    await world.connected();
    await expect.poll(() => world.ccu.hubStatus()).toMatchObject({ session: 'absent', names: 'refused' });
    await expect.poll(() => world.ccu.readiness()).toMatchObject({ phase: 'ready', ready: true });
  });

  it('is no such CCU for a moment in which a CCU with a logic layer does not answer', async () => {
    await using world = await startClientWorld({ client: { timings: { ...CALM, sessionRenewMs: 1 } } });
    await world.connected();
    world.simulator.faults.logicLayerAway(true);
    await expect(world.ccu.hub.programs()).rejects.toMatchObject({ code: 'booting' });
    expect(world.ccu.hubStatus().session).not.toBe('absent');
  });
});
