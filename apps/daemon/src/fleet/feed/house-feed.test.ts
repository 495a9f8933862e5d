import type { CcuEvent } from '@ccu-gateway/ccu-client';
import { factsOf } from '@ccu-gateway/ccu-client/interfaces';
import type { ModelEvent } from '@ccu-gateway/device-model';
import {
  createSharedMemoryLog,
  createSharedMemoryStore,
  openSharedStream,
  type SharedLoss,
  type SharedMemoryStore,
} from '@ccu-gateway/event-stream';
import { describe, expect, it, vi } from 'vitest';
import { createHouseFeed, type HouseFeed, type PackedState } from './house-feed.js';
import { sourceOfCentral, sourceOfGateway } from './source.js';

const STATE = '/interfaces';
const interfaces = [factsOf('CUxD')];
const link = (connected: boolean): CcuEvent => ({
  type: 'link_state',
  central: 'home',
  interfaceName: 'CUxD',
  at: 5,
  previous: 'probing',
  status: { central: 'home', interfaceName: 'CUxD', state: connected ? 'connected' : 'probing', connected },
});

/** A gateway of a fleet, without its leases. */
async function join(store: SharedMemoryStore, state?: PackedState) {
  let ids = 0;
  const warned: string[] = [];
  const followed: ModelEvent[] = [];
  const repaired: string[] = [];
  const feed = createHouseFeed({
    newId: () => `id-${++ids}`,
    now: () => 10,
    onFollowed: (event) => followed.push(event),
    onRepaired: (central) => repaired.push(central),
    warn: (message) => warned.push(message),
  });
  const log = createSharedMemoryLog(store);
  const begins = state !== undefined && feed.begin('home', state) && { hiddenSince: state.seq };
  const missing: (readonly string[])[] = [];
  const onBreak = (loss: SharedLoss) => {
    feed.broken(loss);
    missing.push(feed.known().filter((central) => feed.copyOf(central) === 'missing'));
  };
  const stream = await openSharedStream({ log, onHidden: feed.take, onBreak, ...begins });
  const caughtUp = async () => {
    const { lastSeq } = await log.state();
    await vi.waitFor(() => expect(stream.seq).toBe(lastSeq));
  };
  async function hold(central = 'home', lostBefore = 0) {
    const publisher = stream.publisher(sourceOfCentral(central), { onLost: () => {}, lostBefore });
    feed.hold(central, publisher);
    return publisher;
  }
  const change = (...events: Parameters<HouseFeed['house']['apply']>[0][]) => {
    for (const event of events) for (const said of feed.house.apply(event)) feed.publish('home', said);
  };
  return { feed, stream, warned, missing, followed, repaired, caughtUp, hold, change };
}

/** Published events that clients get. */
async function eventsOf(store: SharedMemoryStore) {
  const { records } = await createSharedMemoryLog(store).page({ since: 0, limit: 100 });
  return records.filter(({ hidden }) => !hidden).map(({ text }) => JSON.parse(text));
}

const shown = ({ feed: { house } }: { readonly feed: HouseFeed }) => ({
  centrals: house.centrals(),
  [STATE]: house.interfaces(),
});

describe('the house of a fleet', () => {
  it('is the same at who holds a CCU and at who follows', async () => {
    const store = createSharedMemoryStore('a');
    const [holder, other] = [await join(store), await join(store)];
    const publisher = await holder.hold();
    holder.feed.house.addCentral('home', { host: 'ccu', interfaces });
    holder.feed.tellState('home');
    holder.change(link(true));
    await vi.waitFor(() => expect(shown(other)).toEqual(shown(holder)));
    expect(other.feed.house.interfaces()).toMatchObject([{ connected: true }]);
    expect(other.feed.copyOf('home')).toBe('following');
    expect(other.followed.map(({ type }) => type)).toContain('connectivity.changed');
    expect(holder.feed.copyOf('home')).toBe('held');
    expect(publisher.pending).toBe(0);
  });

  it('counts as left where its end is not known, until its holder gives it back', async () => {
    const store = createSharedMemoryStore('a');
    const [first, second] = [await join(store), await join(store)];
    expect(second.feed.wasLeft('home')).toBe(false);
    second.feed.suspectLeft('home');
    expect(second.feed.wasLeft('home')).toBe(true);
    const publisher = await first.hold();
    first.feed.giveBack('home');
    first.feed.letGo('home');
    await publisher.close();
    await vi.waitFor(() => expect(second.feed.wasLeft('home')).toBe(false));
    second.feed.suspectLeft('home');
    expect(second.feed.wasLeft('home')).toBe(false);
    // A loss from now on may have begun with the next holder.
    second.feed.broken({});
    expect(second.feed.wasLeft('home')).toBe(true);
  });

  it('goes on at the next holder from the last state, and is connected only after that one is', async () => {
    const store = createSharedMemoryStore('a');
    const [first, second, other] = [await join(store), await join(store), await join(store)];
    const publisher = await first.hold();
    first.feed.house.addCentral('home', { host: 'ccu', interfaces, serial: 'NEQ1' });
    first.feed.tellState('home');
    first.change(link(true));
    await vi.waitFor(() => expect(shown(second)).toEqual(shown(first)));
    expect(second.feed.wasLeft('home')).toBe(true);
    first.feed.giveBack('home');
    first.feed.letGo('home');
    await publisher.close();
    await vi.waitFor(() => expect(second.feed.wasLeft('home')).toBe(false));
    await second.hold();
    await vi.waitFor(() =>
      expect(other.feed.house.interfaces()).toMatchObject([{ connected: false, state: 'stopped' }]),
    );
    await vi.waitFor(() => expect(shown(first)).toEqual(shown(second)));
    expect(other.feed.house.centrals()).toMatchObject([{ serial: 'NEQ1' }]);
    second.change(link(true));
    await vi.waitFor(() => expect(shown(other)).toEqual(shown(second)));
    expect(first.feed.copyOf('home')).toBe('following');
  });

  it('begins with a numbered state and what came after it', async () => {
    const store = createSharedMemoryStore('a');
    const holder = await join(store);
    await holder.hold();
    holder.feed.house.addCentral('home', { host: 'ccu', interfaces });
    const state = await holder.feed.numberedState('home');
    if (state === undefined) throw new Error('no state');
    holder.change(link(true));
    await holder.caughtUp();
    const late = await join(store, state);
    await vi.waitFor(() => expect(shown(late)).toEqual(shown(holder)));
    expect(late.feed.house.interfaces()).toMatchObject([{ connected: true }]);
    holder.feed.letGo('home');
    expect(await holder.feed.numberedState('home')).toBeUndefined();
  });

  it('waits for a state where a record is missing or wrong, and reports the fault', async () => {
    const store = createSharedMemoryStore('a');
    const [holder, other] = [await join(store), await join(store)];
    const publisher = await holder.hold();
    holder.feed.house.addCentral('home', { host: 'ccu', interfaces });
    const retell = async () => {
      holder.feed.tellState('home');
      await vi.waitFor(() => expect(other.feed.copyOf('home')).toBe('following'));
    };
    await retell();
    other.feed.broken({});
    expect(other.feed.copyOf('home')).toBe('missing');
    await retell();
    for (const [text, said] of [
      [
        '{"call":"removeCentral","central":"cabin","at":1,"args":[]}',
        'an update of the holder of a CCU cannot be used',
      ],
      ['{"call":"explode","central":"home","at":1,"args":[]}', 'an update of the holder of a CCU cannot be used'],
      ['{"piece":{"id":"x","index":1,"count":2,"base64":""}}', undefined],
      ['{"piece":{"id":"x","index":0,"count":1,"base64":"AAAA"}}', undefined],
    ] as const) {
      const before = other.warned.length;
      publisher.hide(text);
      await vi.waitFor(() => expect(other.feed.copyOf('home')).toBe('missing'));
      expect(other.warned.slice(before)).toEqual(said === undefined ? [] : [said]);
      await retell();
    }
    expect(shown(other)).toEqual(shown(holder));
  });

  it('is reported as repaired where it shows other values than before, and only then', async () => {
    const store = createSharedMemoryStore('a');
    const [holder, other] = [await join(store), await join(store)];
    await holder.hold();
    holder.feed.house.addCentral('home', { host: 'ccu', interfaces });
    const retell = async () => {
      holder.feed.tellState('home');
      await holder.caughtUp();
      await other.caughtUp();
    };
    await retell();
    other.repaired.length = 0;
    other.feed.broken({});
    await retell();
    expect([other.feed.copyOf('home'), other.repaired]).toEqual(['following', []]);
    other.feed.broken({});
    holder.change(link(true));
    await retell();
    expect([shown(other), other.repaired]).toEqual([shown(holder), ['home']]);
    // Events report the parts that it follows.
    holder.change(link(false));
    await retell();
    expect([shown(other), other.repaired]).toEqual([shown(holder), ['home']]);
  });

  it('goes on following the other CCUs where something of one is missing, and follows that one from its new state on', async () => {
    const store = createSharedMemoryStore('a');
    const [holder, next, other] = [await join(store), await join(store), await join(store)];
    for (const central of ['home', 'flat', 'cabin']) {
      await holder.hold(central);
      holder.feed.house.addCentral(central, { host: 'ccu', interfaces });
      holder.feed.tellState(central);
    }
    const copies = () => ['home', 'flat', 'cabin'].map(other.feed.copyOf);
    await vi.waitFor(() => expect(copies()).toEqual(['following', 'following', 'following']));
    // Its holder has crashed.
    holder.feed.letGo('cabin');
    await next.hold('cabin', 1);
    holder.change(link(true));
    await vi.waitFor(() => expect(other.missing).toEqual([['cabin']]));
    await vi.waitFor(() => expect(copies()).toEqual(['following', 'following', 'following']));
    const shownHome = () => other.feed.house.interfaces({ central: 'home' });
    await vi.waitFor(() => expect(shownHome()).toMatchObject([{ connected: true }]));
    expect(other.warned).toEqual([]);
  });

  it('counts only what was given back and lost something since as left', async () => {
    const store = createSharedMemoryStore('a');
    const [first, second] = [await join(store), await join(store)];
    for (const central of ['home', 'flat']) {
      const publisher = await first.hold(central);
      first.feed.giveBack(central);
      first.feed.letGo(central);
      await publisher.close();
    }
    const left = () => ['home', 'flat'].map(second.feed.wasLeft);
    await vi.waitFor(() => expect(second.stream.seq).toBe(store.lastSeq));
    second.feed.broken({ source: sourceOfCentral('flat') });
    expect(left()).toEqual([false, true]);
    second.feed.broken({ source: sourceOfGateway('one') });
    expect(left()).toEqual([false, true]);
    second.feed.broken({});
    expect(left()).toEqual([true, true]);
  });

  it('shows nobody connected where nobody holds the CCU', async () => {
    const store = createSharedMemoryStore('a');
    const [holder, other] = [await join(store), await join(store)];
    await holder.hold();
    holder.feed.house.addCentral('home', { host: 'ccu', interfaces });
    holder.feed.tellState('home');
    holder.change(link(true));
    await vi.waitFor(() => expect(other.feed.house.interfaces()).toMatchObject([{ connected: true }]));
    other.feed.abandoned('home');
    expect(other.feed.house.interfaces()).toMatchObject([{ connected: false }]);
    holder.feed.abandoned('home');
    expect(holder.feed.house.interfaces()).toMatchObject([{ connected: true }]);
  });

  it('sends clients that no gateway was connected, also where the next holder has shown that already', async () => {
    const store = createSharedMemoryStore('a');
    const [first, second] = [await join(store), await join(store)];
    await first.hold();
    first.feed.house.addCentral('home', { host: 'ccu', interfaces });
    first.feed.tellState('home');
    first.change(link(true));
    await vi.waitFor(() => expect(second.feed.house.interfaces()).toMatchObject([{ connected: true }]));
    second.feed.abandoned('home');
    await second.hold();
    await second.caughtUp();
    const told = (await eventsOf(store)).filter(({ type }) => type === 'connectivity.changed');
    expect(told.map(({ payload }) => payload.reachable)).toEqual([true, false]);
    expect(second.feed.house.interfaces()).toMatchObject([{ connected: false, state: 'stopped' }]);
  });

  it('is removed by its holder also where its state is missing: none of it will come', async () => {
    const store = createSharedMemoryStore('a');
    const [holder, other] = [await join(store), await join(store)];
    holder.feed.house.addCentral('home', { host: 'x', interfaces });
    const publisher = await holder.hold();
    await vi.waitFor(() => expect(other.feed.copyOf('home')).toBe('following'));
    other.feed.broken({});
    expect([other.feed.has('home'), other.feed.copyOf('home')]).toEqual([true, 'missing']);
    holder.feed.house.removeCentral('home');
    await publisher.close();
    await other.caughtUp();
    expect([other.feed.has('home'), other.feed.copyOf('home')]).toEqual([false, 'missing']);
    expect(other.warned).toEqual([]);
  });

  it('is forgotten where it was removed and no gateway holds it, and not where this one does', async () => {
    const store = createSharedMemoryStore('a');
    const [holder, other] = [await join(store), await join(store)];
    holder.feed.house.addCentral('home', { host: 'x', interfaces });
    const publisher = await holder.hold();
    await publisher.close();
    await other.caughtUp();
    expect(other.feed.has('home')).toBe(true);
    holder.feed.forget('home');
    expect(holder.feed.has('home')).toBe(true);
    holder.feed.letGo('home');
    for (const { feed } of [holder, other]) {
      feed.forget('home');
      expect([feed.has('home'), feed.copyOf('home')]).toEqual([false, 'missing']);
    }
    expect(other.warned).toEqual([]);
  });
});
