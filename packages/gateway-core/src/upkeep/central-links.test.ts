import type { CcuEvent, ConnectionState, InterfaceName } from '@ccu-gateway/ccu-client';
import type { CentralLinkable } from '@ccu-gateway/device-model';
import { describe, expect, it } from 'vitest';
import type { Logger } from '../ports/log.js';
import { createCentralLinkKeeper } from './central-links.js';

const RF: InterfaceName = 'HmIP-RF';
const about = { central: 'home', interfaceName: RF, at: 0 };
const device = (address: string, keys = 1): CentralLinkable => ({
  central: 'home',
  interfaceName: RF,
  address,
  others: 1,
  channels: Array.from({ length: keys }, (_, index) => ({
    address: `${address}:${index + 1}`,
    number: index + 1,
    parameter: 'PRESS_SHORT',
  })),
});

/** A keeper with pauses that the test ends. */
function keeping(
  devices: readonly CentralLinkable[],
  { linked = [], refuses }: { readonly linked?: readonly string[] | undefined; readonly refuses?: string } = {},
  knows = true,
) {
  const created: string[] = [];
  const read: string[] = [];
  const warned: unknown[] = [];
  const listeners = new Set<(event: CcuEvent) => void>();
  const pauses: (() => void)[] = [];
  const log: Logger = {
    debug() {},
    info() {},
    warn: (_text, more) => void warned.push(more?.address),
    error() {},
  };
  const keeper = createCentralLinkKeeper({
    ccu: {
      name: 'home',
      on(listener) {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    },
    house: { centralLinks: { find: never, plan: never, silentKeys: () => devices } },
    links: {
      async readCentralLinks(keys) {
        read.push(...keys.map(({ address }) => address));
        return knows ? new Set(linked) : undefined;
      },
      async createCentralLink({ address }) {
        if (address === refuses) throw new Error('refused');
        created.push(address);
      },
    },
    time: {
      after(_delay, run) {
        pauses.push(run);
        return () => pauses.splice(0);
      },
    },
    gapMs: 100,
    log,
  });
  return {
    keeper,
    created,
    read,
    warned,
    say: (event: CcuEvent) => {
      for (const listener of listeners) listener(event);
    },
    /** Lets everything happen that needs no event. */
    async rest() {
      for (let turns = 0; turns < 20; turns += 1) {
        await new Promise((settle) => setImmediate(settle));
        pauses.shift()?.();
      }
    },
  };
}

const never = (): never => {
  throw new Error('not asked here');
};
const link = (state: ConnectionState, previous: ConnectionState): CcuEvent => ({
  ...about,
  type: 'link_state',
  previous,
  status: { central: 'home', interfaceName: RF, state, connected: state === 'connected' },
});
const paired = (address: string, source: 'NEW' | 'CACHE' = 'NEW'): CcuEvent => ({
  ...about,
  type: 'devices_described',
  source,
  complete: false,
  devices: [{ ADDRESS: address, TYPE: 'HmIP-WRC2' }],
  paramsets: {},
});

describe('keys of a CCU', () => {
  it('are left alone as long as links are not wanted', async () => {
    const world = keeping([device('A')]);
    world.say(link('connected', 'loading'));
    world.say(paired('A'));
    await world.rest();
    expect([world.read, world.created]).toEqual([[], []]);
  });

  it('are linked once an interface is connected, but for those that are', async () => {
    const world = keeping([device('A', 2), device('B')], { linked: ['A:2'] });
    world.keeper.want(true);
    await world.rest();
    expect(world.read).toEqual([]);
    world.say(link('connected', 'loading'));
    await world.rest();
    expect(world.read).toEqual(['A:1', 'A:2', 'B:1']);
    expect(world.created).toEqual(['A:1', 'B:1']);
    world.say(link('suspect', 'connected'));
    world.say(link('connected', 'suspect'));
    await world.rest();
    expect(world.created).toEqual(['A:1', 'B:1']);
  });

  it('are linked when they are paired, and not for the sake of those that were there', async () => {
    const devices = [device('A')];
    const world = keeping(devices, { linked: ['A:1'] });
    world.keeper.want(true);
    world.say(link('connected', 'loading'));
    await world.rest();
    devices.push(device('B'));
    world.say(paired('B'));
    world.say(paired('A', 'CACHE'));
    await world.rest();
    expect(world.read).toEqual(['A:1', 'B:1']);
    expect(world.created).toEqual(['B:1']);
  });

  it('are linked at once when that is wanted later, and left as they are when it no longer is', async () => {
    const world = keeping([device('A'), device('B')]);
    world.say(link('connected', 'loading'));
    world.keeper.want(true);
    await new Promise((settle) => setImmediate(settle));
    world.keeper.want(false);
    await world.rest();
    expect(world.created).toEqual(['A:1']);
  });

  it('are linked once more when the CCU does not report its links', async () => {
    const world = keeping([device('A')], {}, false);
    world.keeper.want(true);
    world.say(link('connected', 'loading'));
    await world.rest();
    expect(world.created).toEqual(['A:1']);
  });

  it('that are refused do not hold up the others, and are tried at the next connection', async () => {
    const world = keeping([device('A'), device('B')], { refuses: 'A:1' });
    world.keeper.want(true);
    world.say(link('connected', 'loading'));
    await world.rest();
    expect([world.created, world.warned]).toEqual([['B:1'], ['A:1']]);
    world.say(link('disconnected', 'connected'));
    world.say(link('connected', 'loading'));
    await world.rest();
    expect(world.warned).toEqual(['A:1', 'A:1']);
  });

  it('are no longer checked after the end', async () => {
    const world = keeping([device('A'), device('B')]);
    world.keeper.want(true);
    world.say(link('connected', 'loading'));
    await new Promise((settle) => setImmediate(settle));
    world.keeper.stop();
    world.say(link('connected', 'loading'));
    await world.rest();
    expect(world.created).toEqual(['A:1']);
  });
});
