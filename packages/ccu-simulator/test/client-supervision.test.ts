import { describe, expect, it } from 'vitest';
import { FAST, startClientWorld } from './client-world.js';

describe('a client at a CCU without a process for one interface', () => {
  it.each([
    { what: 'that its list does not name', listed: false, absentAfterMs: 60_000 },
    { what: 'that its list names all the same', listed: true, absentAfterMs: 50 },
  ])('reports an interface $what and is ready without it', async ({ listed, absentAfterMs }) => {
    await using world = await startClientWorld({
      interfaces: ['HmIP-RF', 'BidCos-RF', 'BidCos-Wired'],
      client: { timings: { ...FAST, absentAfterMs } },
      prepare: (simulator) => simulator.faults.deadBackend(true, 'BidCos-Wired', listed),
    });
    await world.until(
      (event) =>
        event.type === 'link_state' &&
        event.interfaceName === 'BidCos-Wired' &&
        event.status.note === 'The CCU answers, but runs no process for this interface.',
    );
    await world.reaches('HmIP-RF', 'connected');
    await world.reaches('BidCos-RF', 'connected');
    await expect.poll(() => world.ccu.readiness()).toMatchObject({ ready: true, phase: 'ready', interfacesTotal: 3 });
    world.simulator.faults.deadBackend(false, 'BidCos-Wired');
    await world.connected();
  });

  it('waits for one that the CCU lists and that still starts', async () => {
    await using world = await startClientWorld({
      interfaces: ['HmIP-RF', 'BidCos-RF'],
      client: { timings: { ...FAST, absentAfterMs: 600_000 } },
      prepare: (simulator) => simulator.faults.deadBackend(true, 'HmIP-RF'),
    });
    await world.reaches('BidCos-RF', 'connected');
    await world.reaches('HmIP-RF', 'booting');
    expect(world.ccu.readiness()).toMatchObject({ ready: false });
  });
});

describe('a client at a daemon that', () => {
  it('refuses one ping stays supervised: a broken way back is still noticed', async () => {
    await using world = await startClientWorld({
      interfaces: ['HmIP-RF'],
      client: { timings: FAST },
      prepare: (simulator) => simulator.faults.refuseCalls(true, 'ping', 0, 1),
    });
    await world.connected();
    world.simulator.faults.dropCallbacks(true);
    await world.reaches('HmIP-RF', 'callback_unreachable');
  });

  it('refuses every ping counts as connected while it calls, and only so long', async () => {
    await using world = await startClientWorld({
      interfaces: ['HmIP-RF'],
      client: { timings: { ...FAST, pingRetryMs: 300 } },
      prepare: (simulator) => simulator.faults.refuseCalls(true, 'ping'),
    });
    await world.connected();
    expect(world.ccu.status()[0]?.note).toContain('that events arrive proves the way back');
    world.simulator.faults.dropCallbacks(true);
    await world.reaches('HmIP-RF', 'suspect');
    world.simulator.faults.clear();
    await world.connected();
    await expect.poll(() => world.ccu.status()[0]?.note).toBeUndefined();
  });

  it('asks for the devices again and again is registered at three times and then only pinged', async () => {
    let now = 1_700_000_000_000;
    await using world = await startClientWorld({
      interfaces: ['BidCos-RF'],
      client: { clock: () => now, timings: FAST },
    });
    await world.connected();
    const registrations = () => world.simulator.received.of('init', 'BidCos-RF').length;
    const first = registrations();
    for (let asked = 0; asked < 8; asked += 1) {
      // Later than the call that belongs to the registration itself.
      now += 31_000;
      const pings = world.simulator.received.of('ping', 'BidCos-RF').length;
      world.simulator.tell('BidCos-RF', 'listDevices', []);
      await world.simulator.settled();
      await expect.poll(() => world.simulator.received.of('ping', 'BidCos-RF').length).toBeGreaterThan(pings);
      await world.connected();
    }
    // Each registration is two calls: out and in.
    expect(registrations() - first).toBe(6);
  });
});
