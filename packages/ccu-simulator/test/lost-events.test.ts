import { createMemoryDescriptionCache } from '@ccu-gateway/ccu-client';
import { describe, expect, it } from 'vitest';
import { createRandom, pick } from '../src/environment/random.js';
import { until } from '../src/testing/index.js';
import { type ClientWorld, FAST, startClientWorld } from './client-world.js';

/** Shared, because these tests are about lost events and not about reading descriptions. */
const descriptionCache = createMemoryDescriptionCache();
const INTERFACES = ['HmIP-RF', 'BidCos-RF'] as const;

const start = () => startClientWorld({ interfaces: INTERFACES, client: { descriptionCache, timings: FAST } });

const unproved = ({ events }: ClientWorld, from: number) =>
  events.slice(from).flatMap((event) => (event.type === 'events_unproved' ? [event] : []));

describe('a client with callbacks that were dropped for a moment', () => {
  it('reports all changes before it reports the connection, and the time since when events may be lost', async () => {
    await using world = await start();
    await world.connected();
    await world.agrees();
    const from = world.events.length;
    world.simulator.faults.dropCallbacks(true);
    await world.until((event) => event.type === 'link_state' && event.status.state === 'suspect', from);
    const count = world.simulator.faults.burst(600, 'HmIP-RF') + world.simulator.faults.burst(200, 'BidCos-RF');
    expect(count).toBe(800);
    expect(world.differences().length).toBeGreaterThan(100);
    await world.simulator.settled();
    world.simulator.faults.dropCallbacks(false);
    await world.connected();
    expect(world.differences()).toEqual([]);
    await until(() => unproved(world, from).length >= INTERFACES.length, 'both interfaces');
    for (const { since, at, statesRead } of unproved(world, from)) {
      expect(since).toBeLessThanOrEqual(at);
      expect(statesRead).toBe(true);
    }
  });

  it.each(['HmIP-RF', 'BidCos-RF'] as const)('reads again after one answer to a ping of %s was lost', async (name) => {
    await using world = await start();
    await world.connected();
    const from = world.events.length;
    world.simulator.faults.losePongs(true, name);
    await world.until((event) => event.type === 'link_state' && event.status.state === 'suspect', from);
    world.simulator.faults.losePongs(false, name);
    await world.connected();
    // On a busy machine the other interface may answer a ping late, too.
    const lost = unproved(world, from).filter(
      ({ interfaceName, cause }) => interfaceName === name || cause === 'silent',
    );
    expect(lost).toMatchObject([{ interfaceName: name, cause: 'silent', statesRead: true }]);
  });

  it('is not connected while the values cannot be read again, and is when they can', async () => {
    await using world = await startClientWorld({ interfaces: ['CUxD'], client: { descriptionCache, timings: FAST } });
    await world.connected();
    await world.agrees();
    const from = world.events.length;
    world.simulator.faults.refuseCalls(true, 'values');
    world.simulator.faults.dropCallbacks(true);
    await world.until((event) => event.type === 'link_state' && event.status.state !== 'connected', from);
    world.simulator.emit('CUX0200001:1', 'TEMPERATURE', 3.5);
    await world.simulator.settled();
    world.simulator.faults.dropCallbacks(false);
    await world.until(
      (event) => event.type === 'link_state' && event.status.note?.includes('could not be read') === true,
      from,
    );
    expect(world.ccu.status()[0]).toMatchObject({ connected: false, state: 'suspect' });
    world.simulator.faults.refuseCalls(false, 'values');
    await world.connected();
    expect(world.differences()).toEqual([]);
  });

  it('asks the interface itself where the CCU runs no scripts', async () => {
    await using world = await startClientWorld({
      interfaces: ['HmIP-RF'],
      client: { descriptionCache, timings: FAST },
      prepare: ({ faults }) => faults.refuseScripts(true),
    });
    await world.connected();
    const from = world.events.length;
    world.simulator.faults.dropCallbacks(true);
    await world.until((event) => event.type === 'link_state' && event.status.state === 'suspect', from);
    world.simulator.emit('00F1C0DE000011:1', 'ACTUAL_TEMPERATURE', 13.25);
    await world.simulator.settled();
    world.simulator.faults.dropCallbacks(false);
    await world.connected();
    expect(world.picture.values.get('00F1C0DE000011:1.ACTUAL_TEMPERATURE')).toBe(13.25);
    expect(world.simulator.received.of('getValue')).toEqual([]);
  });
});

describe('after short outages of either direction', () => {
  it.each([1, 2, 3, 4, 5, 6])(
    'the client has the true state, and reported every difference (seed %i)',
    async (seed) => {
      const random = createRandom(seed);
      await using world = await start();
      await world.connected();
      await world.agrees();
      for (let outage = 0; outage < 5; outage += 1) {
        const name = pick(random, INTERFACES);
        const isBack = random() < 0.6;
        const from = world.events.length;
        if (isBack) world.simulator.faults.dropCallbacks(true, name);
        if (!isBack || random() < 0.3) world.simulator.faults.dropCalls(true, name);
        await world.until(
          (event) => event.type === 'link_state' && event.interfaceName === name && !event.status.connected,
          from,
        );
        world.simulator.faults.burst(Math.floor(random() * 100), name);
        await world.simulator.settled();
        world.simulator.faults.clear();
        if (random() < 0.5) world.ccu.reconnect(name);
        await world.connected();
      }
      await world.simulator.settled();
      await world.agrees();
    },
  );
});
