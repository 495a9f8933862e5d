import type { CcuEvent, ConnectionState, InterfaceName, WireValue } from '@ccu-gateway/ccu-client';
import type { ConfigurationPlace } from '@ccu-gateway/device-model';
import { describe, expect, it } from 'vitest';
import type { Logger } from '../ports/log.js';
import { createConfigurationKeeper } from './configurations.js';

const silent: Logger = { debug() {}, info() {}, warn() {}, error() {} };
const RF: InterfaceName = 'HmIP-RF';
const place = (address: string, isKnown = false): ConfigurationPlace => ({
  central: 'home',
  interfaceName: RF,
  address,
  isKnown,
});
const about = { central: 'home', interfaceName: RF, at: 0 };

/** A keeper with pauses that the test ends. */
function keeping(places: readonly ConfigurationPlace[], read: (address: string) => Promise<void> = async () => {}) {
  const asked: string[] = [];
  const listeners = new Set<(event: CcuEvent) => void>();
  const pauses: (() => void)[] = [];
  const keeper = createConfigurationKeeper({
    ccu: {
      name: 'home',
      on(listener) {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    },
    house: {
      configurations: ({ devices } = {}) =>
        places.filter(({ address }) => devices?.has(address.split(':')[0] ?? '') ?? true),
    },
    paramsets: {
      async readParamset({ address }) {
        asked.push(address);
        await read(address);
        return {};
      },
    },
    time: {
      after(_delay, run) {
        pauses.push(run);
        return () => pauses.splice(0);
      },
    },
    gapMs: 100,
    log: silent,
  });
  return {
    keeper,
    asked,
    pauses,
    say: (event: CcuEvent) => {
      for (const listener of listeners) listener(event);
    },
    /** Lets everything that can go on without time go on, then ends one pause. */
    async next() {
      await new Promise((settle) => setImmediate(settle));
      pauses.shift()?.();
      await new Promise((settle) => setImmediate(settle));
    },
  };
}

const link = (state: ConnectionState, previous: ConnectionState): CcuEvent => ({
  ...about,
  type: 'link_state',
  previous,
  status: { central: 'home', interfaceName: RF, state, connected: state === 'connected' },
});
const value = (channelAddress: string, parameter: string, wire: WireValue): CcuEvent => ({
  ...about,
  type: 'value',
  channelAddress,
  parameter,
  value: wire,
});

describe('the configuration of devices', () => {
  it('is read one after the other once an interface is connected', async () => {
    const world = keeping([place('A:0'), place('B:0', true)]);
    world.say(link('connected', 'loading'));
    expect(world.asked).toEqual(['A:0']);
    await world.next();
    expect(world.asked).toEqual(['A:0', 'B:0']);
    await world.next();
    world.say(link('suspect', 'connected'));
    world.say(link('connected', 'suspect'));
    expect(world.asked).toEqual(['A:0', 'B:0']);
  });

  it('is read again when a device has applied another one, from any source', async () => {
    const world = keeping([place('A:0', true), place('A:1', true), place('B:0', true)]);
    world.say(value('A:0', 'CONFIG_PENDING', false));
    expect(world.asked).toEqual([]);
    world.say(value('A:0', 'CONFIG_PENDING', true));
    expect(world.asked).toEqual([]);
    world.say(value('A:0', 'CONFIG_PENDING', false));
    await world.next();
    await world.next();
    expect(world.asked).toEqual(['A:0', 'A:1']);
  });

  it('is not read again when its writer has done so', async () => {
    const world = keeping([place('A:0', true), place('A:1', true)]);
    world.say(value('A:0', 'CONFIG_PENDING', true));
    world.say(value('A:0', 'CONFIG_PENDING', false));
    world.say({ ...about, type: 'configuration_read', address: 'A:1', values: {} });
    await world.next();
    await world.next();
    expect(world.asked).toEqual(['A:0']);
  });

  it('is read when a device that was waiting at the start has taken it', async () => {
    const world = keeping([place('A:0', true)]);
    const waiting = { channelAddress: 'A:0', parameter: 'CONFIG_PENDING', value: true };
    world.say({ ...about, type: 'values_loaded', values: [waiting] });
    world.say(value('A:0', 'CONFIG_PENDING', false));
    await world.next();
    expect(world.asked).toEqual(['A:0']);
  });

  it('of new devices and of parameters that became visible is read where it is not known', async () => {
    const world = keeping([place('A:0', true), place('B:0'), place('C:0')]);
    const devices = ['A', 'B', 'B:0'].map((ADDRESS) => ({ ADDRESS, TYPE: 'X' }));
    const described = { ...about, type: 'devices_described', complete: false, devices, paramsets: {} } as const;
    world.say({ ...described, source: 'CACHE' });
    expect(world.asked).toEqual([]);
    world.say({ ...described, source: 'NEW' });
    await world.next();
    await world.next();
    // The description of two devices asks for no configuration of a third one.
    expect(world.asked).toEqual(['B:0']);
    world.keeper.lookAgain();
    await world.next();
    await world.next();
    expect(world.asked).toEqual(['B:0', 'B:0', 'C:0']);
  });

  it('that cannot be read does not keep the others from being read, and nothing is read after the end', async () => {
    const world = keeping([place('A:0'), place('B:0'), place('C:0')], () => Promise.reject(new Error('away')));
    world.say(link('connected', 'loading'));
    await world.next();
    expect(world.asked).toEqual(['A:0', 'B:0']);
    world.keeper.stop();
    await world.next();
    world.say(link('connected', 'loading'));
    expect(world.asked).toEqual(['A:0', 'B:0']);
  });
});
