import { describe, expect, it } from 'vitest';
import { type Caller, serviceCaller } from '../src/index.js';
import { createWorld, SWITCH } from './world.js';

const STRANGER: Caller = { principal: null, signal: new AbortController().signal };
const from = { central: 'ccu1', interfaceName: 'HmIP-RF', at: 1 } as const;
const state = { address: SWITCH, channel: 3, parameter: 'STATE' } as const;

describe('a part of the gateway without a web server', () => {
  it('writes a value, reads it back, and is named in the history', async () => {
    const world = createWorld();
    const bridge = world.core.as(serviceCaller({ name: 'my-bridge', role: 'operator' }));
    await bridge.devices.setValue({ ...state, value: true });
    expect(bridge.devices.getValue(state)).toMatchObject({ value: true });
    expect(world.recorded).toMatchObject([
      { action: 'data_point_write', user: 'my-bridge', scheme: 'service', deviceAddress: SWITCH, parameter: 'STATE' },
    ]);
  });

  it('is refused as a viewer: nothing is written, nothing is recorded', () => {
    const world = createWorld();
    const display = world.core.as(serviceCaller({ name: 'display', role: 'viewer' }));
    expect(() => display.devices.setValue({ ...state, value: true })).toThrow(
      expect.objectContaining({ code: 'forbidden', details: { reason: 'forbidden_role' } }),
    );
    expect(world.recorded).toEqual([]);
    expect(display.devices.getValue(state).value).not.toBe(true);
  });

  it('is refused without a principal, even to read', () => {
    expect(() => createWorld().core.as(STRANGER).devices.list()).toThrow(
      expect.objectContaining({ code: 'unauthorized' }),
    );
  });

  it('receives the fault of a value in the words of the model', async () => {
    const bridge = createWorld().core.as(serviceCaller({ name: 'my-bridge', role: 'operator' }));
    await expect(bridge.devices.setValue({ ...state, value: 'yes' })).rejects.toMatchObject({
      code: 'validation',
      details: { errors: [{ field: 'value' }] },
    });
    await expect(bridge.devices.setValue({ ...state, address: 'NOTHING', value: true })).rejects.toMatchObject({
      code: 'not_found',
      details: { reason: 'device_not_found' },
    });
  });

  it('reads the whole installation with the number of the newest event in it', () => {
    const world = createWorld();
    world.setAway(true);
    const display = world.core.as(serviceCaller({ name: 'display', role: 'viewer' }));
    const taken = display.snapshot.take({ include: ['data_points'] });
    expect(taken).toMatchObject({
      seq: world.events.seq,
      epoch: world.events.epoch,
      sysvars: [{ name: 'Away', value: true }],
    });
    const [channel] = (taken.device_channels?.[0]?.channels ?? []).filter(({ number }) => number === state.channel);
    const points = display.devices.dataPoints({ address: SWITCH, channel: state.channel });
    expect(channel?.data_points?.map(({ parameter }) => parameter)).toEqual(['STATE']);
    expect(points.map(({ parameter }) => parameter)).toEqual(['STATE']);
    expect(display.hub.dataPoints({ central: 'ccu1' })).toMatchObject([{ central: 'ccu1' }]);
    expect(display.hub.readiness({ central: 'ccu1' })).toMatchObject({ interfaces_total: 1 });
    expect(() => display.hub.readiness({ central: 'nowhere' })).toThrow(expect.objectContaining({ code: 'not_found' }));
    expect(() => display.snapshot.take({ central: 'nowhere' })).toThrow(expect.objectContaining({ code: 'not_found' }));
  });

  it('reads a device with all known data, with any role, and reports a missing one', () => {
    const { core } = createWorld();
    const display = core.as(serviceCaller({ name: 'display', role: 'viewer' }));
    const view = display.devices.view({ central: 'ccu1', address: SWITCH });
    expect(view.device).toMatchObject({ address: SWITCH, central: 'ccu1', model: 'HmIP-PS' });
    expect([...view.dataPoints.keys()]).toEqual(view.device.channels.map(({ number }) => number));
    expect(view.dataPoints.get(state.channel)).toEqual([display.devices.getValue(state)]);
    expect(view.customDataPoints).toEqual(display.customDataPoints.list({ device: SWITCH }));
    expect(view.customDataPoints).toHaveLength(1);
    for (const nowhere of [{ central: 'nowhere', address: SWITCH }, { address: 'NOTHING' }]) {
      expect(() => display.devices.view(nowhere)).toThrow(expect.objectContaining({ code: 'not_found' }));
    }
    expect(() => core.as(STRANGER).devices.view({ address: SWITCH })).toThrow(
      expect.objectContaining({ code: 'unauthorized' }),
    );
  });

  it("reports the state of a CCU's links, and its lists that are unknown until they were read", () => {
    const { core, house } = createWorld();
    const { hub } = core.as(serviceCaller({ name: 'display', role: 'viewer' }));
    expect(hub.interfaces()).toMatchObject([{ central_id: 'ccu1', interface: 'HmIP-RF', connected: true }]);
    expect(hub.interfaces({ central: 'ccu1' })).toEqual(hub.interfaces());
    expect(hub.unread({ central: 'ccu1' })).toEqual(['programs', 'sysvars', 'rooms', 'functions']);
    house.applyHub('ccu1', { at: 1, programs: [], sysvars: [] });
    expect(hub.unread({ central: 'ccu1' })).toEqual(['rooms', 'functions']);
    house.apply({ ...from, type: 'names_loaded', names: [], rooms: [], functions: [] });
    expect(hub.unread({ central: 'ccu1' })).toEqual([]);
    for (const ask of [hub.interfaces, hub.unread]) {
      expect(() => ask({ central: 'nowhere' })).toThrow(expect.objectContaining({ code: 'not_found' }));
    }
    const stranger = core.as(STRANGER).hub;
    for (const ask of [stranger.interfaces, stranger.unread]) {
      expect(() => ask({ central: 'ccu1' })).toThrow(expect.objectContaining({ code: 'unauthorized' }));
    }
  });

  it('hears events in process', () => {
    const world = createWorld();
    const heard: unknown[] = [];
    world.core.events.subscribe(['hub.*'], (event) => heard.push(event.payload), { onLost: () => {} });
    world.setAway(false);
    world.setAway(true);
    world.events.flush();
    expect(heard).toContainEqual(expect.objectContaining({ value: true, previous: false }));
  });
});
