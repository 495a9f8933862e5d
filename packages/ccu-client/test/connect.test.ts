import { describe, expect, it } from 'vitest';
import type { CcuEvent } from '../src/index.js';
import { createMemoryDescriptionCache, createMemoryStateStore } from '../src/index.js';
import { startFakeCcu } from './fake-ccu.js';
import { FAST, isState, startWorld } from './world.js';

const states = (events: readonly CcuEvent[]) =>
  events.flatMap((event) =>
    event.type === 'link_state' && event.status.state !== event.previous ? [event.status.state] : [],
  );

describe('a connection to a CCU', () => {
  it('walks from probing to connected, with devices before values and names', async () => {
    await using world = await startWorld({
      prepare: (fake) => {
        fake.values.set('LEQ1234567:1.STATE', true);
      },
    });
    await world.connected();
    await world.until((event) => event.type === 'names_loaded');
    expect(states(world.events).slice(0, 4)).toEqual(['probing', 'registering', 'loading', 'connected']);
    const kinds = world.events.map((event) => event.type);
    expect(kinds.indexOf('devices_described')).toBeLessThan(kinds.indexOf('values_loaded'));
    expect(world.events.find((event) => event.type === 'devices_described')).toMatchObject({
      source: 'REFRESH',
      devices: [{ ADDRESS: 'LEQ1234567' }, { ADDRESS: 'LEQ1234567:1' }],
      paramsets: { 'LEQ1234567:1': { VALUES: { STATE: { TYPE: 'BOOL' } }, MASTER: { AES: {} } } },
    });
    expect(world.events.find((event) => event.type === 'values_loaded')).toMatchObject({
      values: [{ channelAddress: 'LEQ1234567:1', parameter: 'STATE', value: true, setAt: 1_000 }],
    });
    expect(world.ccu.readiness()).toEqual({ phase: 'ready', ready: true, interfacesLoaded: 1, interfacesTotal: 1 });
  });

  it('checks a quiet link as often as was set last', async () => {
    await using world = await startWorld({ timings: { ...FAST, checkIntervalMs: 3_600_000 } });
    world.ccu.reconfigure({ checkIntervalMs: 1 });
    await world.connected();
    const pings = () => world.fake.calls.filter(({ method }) => method === 'ping').length;
    const before = pings();
    await expect.poll(pings).toBeGreaterThan(before + 2);
  });

  it('passes events on in the turn they arrive and in their order', async () => {
    await using world = await startWorld();
    await world.connected();
    for (let i = 0; i < 20; i += 1) await world.fake.event('LEQ1234567:1', 'LEVEL', i / 20);
    await world.until((event) => event.type === 'value' && event.value === 0.95);
    const seen = world.events.flatMap((event) => (event.type === 'value' ? [event.value] : []));
    expect(seen).toEqual(Array.from({ length: 20 }, (_, i) => i / 20));
  });

  it('reports booting while the CCU starts, warms up, and then connects', async () => {
    await using world = await startWorld({
      prepare: (fake) => {
        fake.mood.booting = true;
      },
    });
    await world.until(isState('booting'));
    expect(world.ccu.readiness().ready).toBe(false);
    world.fake.mood.booting = false;
    await world.connected();
    expect(states(world.events)).toContain('warm_up');
  });

  it('explains that calls work but events do not arrive, and recovers by itself', async () => {
    await using world = await startWorld({
      prepare: (fake) => {
        fake.mood.deaf = true;
      },
    });
    const event = await world.until(isState('callback_unreachable'));
    expect(event.type === 'link_state' && event.status.connected).toBe(false);
    expect(event.type === 'link_state' && event.status.note).toContain(
      `http://127.0.0.1:${world.callbacks.port}/cb/…/ccu/BidCos-RF`,
    );
    expect(await world.ccu.loopTest('BidCos-RF')).toMatchObject({ ok: false, hop: 'callback' });
    world.fake.mood.deaf = false;
    await world.connected();
    expect(await world.ccu.loopTest('BidCos-RF')).toMatchObject({ ok: true });
  });

  it('detects a forgotten registration, registers again and reads all values', async () => {
    await using world = await startWorld();
    await world.connected();
    const from = world.events.length;
    world.fake.clients.clear();
    world.fake.values.set('LEQ1234567:1.STATE', true);
    await world.until(isState('suspect'), from);
    await world.until((event) => event.type === 'values_loaded' && event.values.length === 1, from);
    await world.until(isState('connected'), from);
    expect(world.fake.clients.size).toBe(1);
  });

  it('survives a CCU that goes away and comes back', async () => {
    await using world = await startWorld();
    await world.connected();
    const from = world.events.length;
    world.fake.mood.refuse = true;
    const gone = await world.until(isState('disconnected'), from);
    expect(gone.type === 'link_state' && gone.status.note).toContain('cannot be reached');
    world.fake.mood.refuse = false;
    await world.until(isState('connected'), from);
  });

  it('starts warm from its cache without a single description call', async () => {
    const descriptionCache = createMemoryDescriptionCache();
    {
      await using first = await startWorld({ descriptionCache });
      await first.connected();
    }
    await using second = await startWorld({ descriptionCache });
    await second.connected();
    expect(second.events.find((event) => event.type === 'devices_described')).toMatchObject({ source: 'CACHE' });
    expect(second.fake.calls.filter(({ method }) => method === 'getParamsetDescription')).toEqual([]);
    expect(second.events.filter((event) => event.type === 'devices_described')).toHaveLength(1);
  });

  it('logs out the session and deregisters the address that a crash left behind', async () => {
    const stateStore = createMemoryStateStore();
    await stateStore.save('ccu/session', 'left');
    await stateStore.save('ccu/BidCos-RF/callback', 'http://127.0.0.1:1/old');
    await using world = await startWorld({
      stateStore,
      prepare: (fake) => {
        (fake.sessions as Set<string>).add('left');
        fake.clients.set('http://127.0.0.1:1/old', 'old');
      },
    });
    await world.connected();
    await world.until((event) => event.type === 'names_loaded');
    expect([...world.fake.sessions]).toEqual(['sid1']);
    expect([...world.fake.clients.keys()]).not.toContain('http://127.0.0.1:1/old');
  });

  it('leaves nothing behind when closed', async () => {
    const world = await startWorld();
    await world.connected();
    await world.until((event) => event.type === 'names_loaded');
    await world.ccu.close();
    expect(world.fake.clients.size).toBe(0);
    expect(world.fake.sessions.size).toBe(0);
    await expect(world.ccu.getValue('BidCos-RF', 'LEQ1234567:1', 'STATE')).rejects.toMatchObject({ code: 'closed' });
    await world[Symbol.asyncDispose]();
  });

  it('passes on events of the CCU until it has accepted the deregistration, and nothing of other kinds', async () => {
    const world = await startWorld();
    await world.connected();
    const before = world.events.length;
    world.fake.mood.beforeDeregistration = async () => {
      await world.fake.newDevice('LEQ7654321');
      await world.fake.event('LEQ1234567:1', 'LEVEL', 0.5);
      await world.fake.event('LEQ0000001:1', 'LEVEL', 0.7);
    };
    await world.ccu.close();
    const last = world.events.slice(before);
    expect(last.flatMap((event) => (event.type === 'value' ? [event.value] : []))).toEqual([0.5, 0.7]);
    expect(last.filter(({ type }) => type === 'devices_described')).toEqual([]);
    expect(states(last)).toEqual(['stopped']);
    await world[Symbol.asyncDispose]();
  });

  it('opens exactly one session however many ask at once', async () => {
    await using world = await startWorld();
    await Promise.all(Array.from({ length: 10 }, () => world.ccu.hub.names()));
    expect(world.fake.logins).toBe(1);
  });

  it('reads devices that reported values without an announcement', async () => {
    await using world = await startWorld();
    await world.connected();
    world.fake.devices.set('NEW0000001', {
      ADDRESS: 'NEW0000001',
      TYPE: 'HM-LC-Sw1-FM',
      PARENT: '',
      PARAMSETS: [],
      VERSION: 1,
    });
    await world.fake.event('NEW0000001:1', 'STATE', true);
    await world.until(
      (event) => event.type === 'devices_described' && event.devices.some(({ ADDRESS }) => ADDRESS === 'NEW0000001'),
    );
  });

  it('reports a device that is paired as new, but not those that were there before', async () => {
    await using world = await startWorld();
    await world.until((event) => event.type === 'names_loaded');
    const sources = () => world.events.flatMap((event) => (event.type === 'devices_described' ? [event.source] : []));
    expect(sources()).toEqual(['REFRESH']);
    await world.fake.newDevice('NEW0000002');
    await world.until((event) => event.type === 'devices_described' && event.devices[0]?.ADDRESS === 'NEW0000002');
    expect(sources()).toEqual(['REFRESH', 'NEW']);
  });

  it('is ready although an interface is not there, but not before that was tried', async () => {
    const fake = await startFakeCcu();
    await using world = await startWorld({
      interfaces: [
        { name: 'BidCos-RF', port: fake.rpcPort },
        { name: 'CUxD', port: 1 },
      ],
    });
    expect(world.ccu.readiness()).toMatchObject({ ready: false, interfacesTotal: 2 });
    await world.until(
      (event) => event.type === 'link_state' && event.interfaceName === 'CUxD' && event.status.note !== undefined,
    );
    await world.connected();
    await world.until((event) => event.type === 'names_loaded');
    expect(world.ccu.readiness()).toEqual({ phase: 'ready', ready: true, interfacesLoaded: 1, interfacesTotal: 2 });
    await world.ccu.close();
    await fake.close();
  });

  it('reports a listener that throws and continues', async () => {
    await using world = await startWorld();
    world.ccu.on(() => {
      throw new Error('boom');
    });
    await world.connected();
    expect(world.log.filter(({ event }) => event === 'listener.failed')).toHaveLength(1);
  });
});

describe('calls with a signal', () => {
  it('end when it aborts, each with the same words', async () => {
    await using world = await startWorld();
    await world.until((event) => event.type === 'names_loaded');
    const stop = new AbortController();
    const calls = world.ccu.abortable(stop.signal);
    expect(await calls.hub.names()).toHaveLength(1);
    expect(await calls.getParamset('BidCos-RF', 'LEQ1234567:1', 'MASTER')).toEqual({});
    stop.abort();
    const ended = [
      calls.hub.programs(),
      calls.getValue('BidCos-RF', 'LEQ1234567:1', 'STATE'),
      calls.getLinks('BidCos-RF', 'LEQ1234567:1'),
      world.ccu.loopTest('BidCos-RF', { signal: stop.signal }),
      world.ccu.verifyLogin('Karl', 'secret', { signal: stop.signal }),
    ];
    for (const call of await Promise.allSettled(ended)) {
      expect(call).toMatchObject({ status: 'rejected', reason: { code: 'aborted' } });
    }
    expect(await world.ccu.hub.names()).toHaveLength(1);
  });
});

describe('a login of a CCU user', () => {
  it('is checked with a session of its own that is always closed', async () => {
    await using world = await startWorld();
    await world.connected();
    await world.until((event) => event.type === 'names_loaded');
    const before = world.fake.sessions.size;
    expect(await world.ccu.verifyLogin('Karl', 'secret')).toEqual({ name: 'Karl', level: 8 });
    expect(world.fake.sessions.size).toBe(before);
    await expect(world.ccu.verifyLogin('karl', 'wrong')).rejects.toMatchObject({ code: 'login_refused' });
    await expect(world.ccu.verifyLogin('nobody', 'secret')).rejects.toMatchObject({ code: 'login_refused' });
    expect(world.fake.sessions.size).toBe(before);
  });

  it('with an empty password never reaches the CCU', async () => {
    await using world = await startWorld();
    await world.connected();
    await world.until((event) => event.type === 'names_loaded');
    const before = world.fake.logins;
    await expect(world.ccu.verifyLogin('Karl', '')).rejects.toMatchObject({ code: 'login_refused' });
    await expect(world.ccu.verifyLogin('K\u212Aarl', 'secret')).rejects.toMatchObject({ code: 'login_refused' });
    expect(world.fake.logins).toBe(before);
  });
});
