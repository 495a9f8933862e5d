import type { CcuEvent, ConnectionState, InterfaceName, Link } from '@ccu-gateway/ccu-client';
import type { ConfigurationPlace, LinksRead, ModelEvent } from '@ccu-gateway/device-model';
import { describe, expect, it } from 'vitest';
import type { Logger } from '../ports/log.js';
import { createLinkKeeper } from './links.js';

const silent: Logger = { debug() {}, info() {}, warn() {}, error() {} };
const RF: InterfaceName = 'HmIP-RF';
const about = { central: 'home', interfaceName: RF, at: 0 };
const place = (address: string, isKnown = false): ConfigurationPlace => ({ ...about, address, isKnown });
const LINK: Link = { sender: 'A:7', receiver: 'X:1', name: '', description: '', flags: 0 };
const NEWS = { topic: 't', type: 'custom_data_point.state_changed', kind: 'change', key: 'k' } as ModelEvent;

/** A keeper with pauses that the test ends. */
function keeping(places: readonly ConfigurationPlace[], read: (address: string) => Promise<readonly Link[]>) {
  const asked: string[] = [];
  const taken: LinksRead[] = [];
  const published: ModelEvent[] = [];
  const listeners = new Set<(event: CcuEvent) => void>();
  const pauses: (() => void)[] = [];
  const keeper = createLinkKeeper({
    ccu: {
      name: 'home',
      on(listener) {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
      getLinks(_, address) {
        asked.push(address);
        return read(address);
      },
    },
    house: {
      links: {
        places: ({ devices } = {}) => places.filter(({ address }) => devices?.has(address) ?? true),
        take(links) {
          taken.push(links);
          return [NEWS];
        },
      },
    },
    publish: (event) => published.push(event),
    time: {
      now: () => 5,
      after(_delay, run) {
        pauses.push(run);
        return () => pauses.splice(0);
      },
    },
    gapMs: 100,
    log: silent,
  });
  const settle = () => new Promise((done) => setImmediate(done));
  return {
    keeper,
    asked,
    taken,
    published,
    pauses,
    say: (event: CcuEvent) => {
      for (const listener of listeners) listener(event);
    },
    async next() {
      await settle();
      pauses.shift()?.();
      await settle();
    },
  };
}

const link = (state: ConnectionState, previous: ConnectionState): CcuEvent => ({
  ...about,
  type: 'link_state',
  previous,
  status: { central: 'home', interfaceName: RF, state, connected: state === 'connected' },
});
const described = (source: 'CACHE' | 'NEW', addresses = ['A', 'B']): CcuEvent => ({
  ...about,
  type: 'devices_described',
  source,
  complete: false,
  devices: addresses.map((ADDRESS) => ({ ADDRESS, TYPE: 'X' })),
  paramsets: {},
});
const answer = async () => [LINK];

describe('the links that something shown depends on', () => {
  it('are read one after the other once an interface is connected, and dependent changes are published', async () => {
    const world = keeping([place('A'), place('B', true)], answer);
    world.say(link('connected', 'loading'));
    expect(world.asked).toEqual(['A']);
    await world.next();
    expect(world.asked).toEqual(['A', 'B']);
    await world.next();
    expect(world.taken).toEqual([
      { central: 'home', address: 'A', links: [LINK], at: 5 },
      { central: 'home', address: 'B', links: [LINK], at: 5 },
    ]);
    expect(world.published).toEqual([NEWS, NEWS]);
    world.say(link('connected', 'suspect'));
    expect(world.asked).toEqual(['A', 'B']);
  });

  it('are read of new devices, and again when the CCU reports changed links', async () => {
    const world = keeping([place('A', true), place('B')], answer);
    world.say(described('CACHE'));
    world.say(described('NEW', ['A', 'A:7']));
    expect(world.asked).toEqual([]);
    world.say(described('NEW', ['B:1']));
    expect(world.asked).toEqual(['B']);
    await world.next();
    world.say({ ...about, type: 'links_changed', address: 'X' });
    world.say({ ...about, type: 'links_changed', address: 'A' });
    expect(world.asked).toEqual(['B']);
    await world.next();
    await world.next();
    expect(world.asked).toEqual(['B', 'A', 'B']);
  });

  it('are read again when they were changed through this gateway', async () => {
    const world = keeping([place('A', true)], answer);
    world.keeper.lookAgain();
    await world.next();
    expect(world.asked).toEqual(['A']);
  });

  it('that cannot be read hold up no others', async () => {
    const world = keeping([place('A'), place('B')], async (address) => {
      if (address === 'A') throw new Error('away');
      return [LINK];
    });
    world.say(link('connected', 'loading'));
    await world.next();
    expect(world.taken.map(({ address }) => address)).toEqual(['B']);
  });

  it('are not read any more when the CCU is let go', async () => {
    const world = keeping([place('A'), place('B')], answer);
    world.say(link('connected', 'loading'));
    world.keeper.stop();
    await world.next();
    world.say(link('connected', 'loading'));
    expect(world.asked).toEqual(['A']);
  });
});
