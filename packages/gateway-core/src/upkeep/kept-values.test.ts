import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CcuEvent, DeviceDescription, InterfaceName } from '@ccu-gateway/ccu-client';
import type { KnownValue } from '@ccu-gateway/device-model';
import { describe, expect, it } from 'vitest';
import type { Logger } from '../ports/log.js';
import type { KeptValue } from '../ports/values.js';
import { createValueKeeper } from './kept-values.js';

const silent: Logger = { debug() {}, info() {}, warn() {}, error() {} };
const RF: InterfaceName = 'HmIP-RF';
const about = { central: 'home', interfaceName: RF, at: 0 };
const described = (...addresses: readonly string[]): CcuEvent => ({
  ...about,
  type: 'devices_described',
  source: 'CACHE',
  complete: false,
  devices: addresses.map((ADDRESS) => ({ ADDRESS }) as DeviceDescription),
  paramsets: {},
});
const known = (parameter: string): KnownValue => ({
  interfaceName: RF,
  channelAddress: 'D:1',
  parameter,
  value: 1,
  setAt: 5,
});
const stored = (parameter: string): KeptValue => {
  const { setAt, ...rest } = known(parameter);
  return { ...rest, at: setAt };
};

function keeping(flushMs = 1000) {
  const listeners = new Set<(event: CcuEvent) => void>();
  const pauses: (() => void)[] = [];
  const done: unknown[] = [];
  const world = {
    done,
    changed: [] as KnownValue[],
    saved: [] as KeptValue[],
    kept: [] as KeptValue[],
    refuse: false,
    delays: [] as number[],
  };
  const keeper = createValueKeeper({
    ccu: {
      name: 'home',
      on(listener) {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    },
    memory: {
      changedValues: () => world.changed.splice(0),
      restoreValues: (_central, values) => void done.push(['restore', values]),
    },
    store: {
      load: async () => world.kept,
      async save(_central, values) {
        if (world.refuse) throw new Error('disk full');
        if (values.length === 0) return;
        done.push(['save', values.map(({ parameter }) => parameter)]);
        world.saved.push(...values);
      },
      async forgetDevices(_central, addresses) {
        if (world.refuse) throw new Error('disk full');
        done.push(['forget', addresses]);
      },
    },
    time: {
      after(delay, run) {
        world.delays.push(delay);
        pauses.push(run);
        return () => pauses.splice(0);
      },
    },
    nextTurn: () => nextTurn(),
    flushMs,
    log: silent,
  });
  const endPause = () => pauses.shift()?.();
  return Object.assign(world, {
    keeper,
    endPause,
    say: (event: CcuEvent) => {
      for (const listener of listeners) listener(event);
    },
    /** Ends the pause, and answers when the writing after it is through. */
    async flush() {
      endPause();
      while (pauses.length === 0) await nextTurn();
    },
  });
}

describe('values of a CCU over a restart', () => {
  it('come back once, with the piece of the installation they belong to', async () => {
    const world = keeping();
    world.kept = [stored('A'), { ...stored('B'), channelAddress: 'E:1' }, { ...stored('C'), channelAddress: 'GONE:1' }];
    world.say(described('D', 'D:1'));
    world.say(described('D', 'D:1', 'E', 'E:1'));
    await nextTurn();
    expect(world.done).toEqual([
      ['restore', [known('A')]],
      ['restore', [{ ...known('B'), channelAddress: 'E:1' }]],
    ]);
  });

  it('stay away when the CCU was faster', async () => {
    const world = keeping();
    world.kept = [stored('A')];
    world.say({ ...about, type: 'values_loaded', values: [] });
    world.say(described('D', 'D:1'));
    await nextTurn();
    expect(world.done).toEqual([]);
  });

  it('are written down as far as they changed, and the rest at the stop', async () => {
    const world = keeping();
    await world.flush();
    world.changed = [known('A'), known('B')];
    await world.flush();
    world.changed = [known('C')];
    world.keeper.stop();
    expect(world.done).toEqual([
      ['save', ['A', 'B']],
      ['save', ['C']],
    ]);
    world.say(described('D', 'D:1'));
    await nextTurn();
    expect(world.done).toHaveLength(2);
  });

  it('are written in slices, and a stop in between loses none', async () => {
    const world = keeping();
    const names = Array.from({ length: 1200 }, (_, index) => `P${index}`);
    world.changed = names.map(known);
    world.endPause();
    world.keeper.stop();
    const saved = world.done.flatMap((each) => (each as [string, string[]])[1]);
    expect(saved).toEqual(names);
    expect(world.done).toHaveLength(2);
  });

  it('that could not be written down are written the next time, as they are then, and no others', async () => {
    const world = keeping();
    world.changed = [known('A'), known('B')];
    world.refuse = true;
    await world.flush();
    world.refuse = false;
    world.changed = [{ ...known('B'), value: 2 }, known('C')];
    await world.flush();
    await world.flush();
    expect(world.done).toEqual([['save', ['A', 'B', 'C']]]);
    expect(world.saved).toEqual([stored('A'), { ...stored('B'), value: 2 }, stored('C')]);
  });

  it('that could not be forgotten are forgotten the next time, before anything is written', async () => {
    const world = keeping();
    world.changed = [known('A'), { ...known('B'), channelAddress: 'E:1' }];
    world.refuse = true;
    await world.flush();
    world.say({ ...about, type: 'devices_removed', addresses: ['D'] });
    await nextTurn();
    expect(world.done).toEqual([]);
    world.refuse = false;
    await world.flush();
    expect(world.done).toEqual([
      ['forget', ['D']],
      ['save', ['B']],
    ]);
  });

  it('are not written when they are only defaults, unless stored ones were not compared with them', async () => {
    const world = keeping();
    world.say(described('D', 'D:1'));
    world.say({ ...about, type: 'values_loaded', values: [] });
    world.changed = [{ ...known('A'), onlyDefault: true }, known('B')];
    await world.flush();
    expect(world.done).toEqual([['save', ['B']]]);
    expect(world.saved).toEqual([stored('B')]);

    const late = keeping();
    late.say({ ...about, type: 'values_loaded', values: [] });
    late.say(described('D', 'D:1'));
    late.changed = [{ ...known('A'), onlyDefault: true }, known('B')];
    await late.flush();
    expect(late.saved).toEqual([stored('A'), stored('B')]);
  });

  it('are written once a second at most, for any setting', () => {
    expect([keeping(10).delays, keeping(60_000).delays]).toEqual([[1000], [60_000]]);
  });

  it('of a device that was removed are forgotten', () => {
    const world = keeping();
    world.say({ ...about, type: 'devices_removed', addresses: ['D'] });
    expect(world.done).toEqual([['forget', ['D']]]);
  });
});
