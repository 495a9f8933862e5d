import type { Ccu } from '@ccu-gateway/ccu-client';
import { createSharedMemoryLog, createSharedMemoryStore, openSharedStream } from '@ccu-gateway/event-stream';
import { createMemoryLeases, openLeaseKeeper } from '@ccu-gateway/fleet';
import { createDrivenTime } from '@ccu-gateway/fleet/testing';
import { describe, expect, it } from 'vitest';
import type { LocalCentrals } from '../centrals/centrals.js';
import type { CentralConfig } from '../config/index.js';
import { createLogLevels } from '../log/levels.js';
import { createLog } from '../log/log.js';
import { createLogRecords } from '../log/records.js';
import { createHouseFeed } from './feed/house-feed.js';
import { createHeldCentrals } from './held-centrals.js';

const records = createLogRecords(100);
const log = createLog({
  ...{ levels: createLogLevels('debug', {}, () => 0), records, format: 'json' },
  ...{ out: { write: () => {} }, now: () => 0 },
});
// Only its name is checked here.
const central = (name: string, host = 'a') => ({ name, host }) as CentralConfig;

/** Gateways of a fleet that write down their actions on CCUs. */
function startFleet() {
  let drawn = 0;
  const time = createDrivenTime(() => {
    drawn = (drawn + 0.137) % 1;
    return drawn;
  });
  const { environment } = time;
  const leases = createMemoryLeases({ ttlMs: 1_000, elapsed: environment.elapsed });
  const store = createSharedMemoryStore('a');
  const done: string[] = [];

  async function join(name: string, role: 'all' | 'link' | 'serve', writersOpen: Promise<void> = Promise.resolve()) {
    const permits = new Map<string, () => void>();
    const note = (what: string) => done.push(`${name} ${what}`);
    const feed = createHouseFeed({
      newId: () => 'id',
      now: () => 0,
      onFollowed: () => {},
      onRepaired: () => {},
      warn: () => {},
    });
    const memory = createSharedMemoryLog(store);
    const openWriter = (source: string) => writersOpen.then(() => memory.openWriter(source));
    const shared = { ...memory, openWriter };
    const stream = await openSharedStream({ log: shared, onHidden: feed.take, onBreak: feed.broken });
    const keeper = openLeaseKeeper({ table: leases.open(), name, environment });
    let behind: Promise<void> = Promise.resolve();
    const local: LocalCentrals = {
      ...{ all: () => [], names: () => [], add: () => {}, reconfigure: () => {} },
      // Only its presence is checked here.
      get: (ccu) => (permits.has(ccu) ? ({ name: ccu } as Ccu) : undefined),
      permit: (ccu) => permits.get(ccu)?.(),
      close: async () => {},
      introduce: () => {},
      connect({ name: ccu, host }, permit = () => {}) {
        note(`connects ${ccu} ${host}`);
        permits.set(ccu, permit);
      },
      async release(ccu) {
        permits.delete(ccu);
        note(`releases ${ccu}`);
      },
      change: async ({ name: ccu, host }) => void note(`changes ${ccu} ${host}`),
      remove: async (ccu) => void note(`removes ${ccu}`),
    };
    const centrals = createHeldCentrals({
      local,
      fleet: { feed, keeper, stream, role, caughtUp: () => behind },
      changed: () => {},
      log,
    });
    /** Records of the log are missing here until the returned function is called. */
    const fallBehind = () => {
      let catchUp = () => {};
      behind = new Promise((resolve) => {
        catchUp = resolve;
      });
      return catchUp;
    };
    return { centrals, keeper, store, permits, stream, feed, fallBehind };
  }
  const settle = async () => {
    for (let round = 0; round < 30; round += 1) await time.advance(100);
  };
  return { join, done, settle, time, store };
}

describe('the CCUs of a gateway of a fleet', () => {
  it('are held with a line that names whose records in the log are those of the term', async () => {
    const { join, settle } = startFleet();
    const { centrals, store } = await join('only', 'all');
    centrals.add(central('line'));
    await settle();
    const held = records.list({ limit: 100 }).find(({ fields }) => fields?.central === 'line');
    expect(held?.fields).toMatchObject({ event: 'fleet.held', token: expect.any(Number) });
    const ids = store.records.filter(({ source }) => source === 'ccu:line').map(({ id }) => id);
    expect(ids).not.toEqual([]);
    for (const id of ids) expect(id).toMatch(new RegExp(`^${held?.fields?.publisher}-\\d+$`));
  });

  it('are connected with by one of those that want them, and by the next one when that stops', async () => {
    const { join, done, settle } = startFleet();
    const [serve, first] = [await join('serve', 'serve'), await join('first', 'all')];
    serve.centrals.add(central('home'));
    first.centrals.add(central('home'));
    await settle();
    const second = await join('second', 'link');
    second.centrals.add(central('home'));
    await settle();
    expect(done).toEqual(['first connects home a']);
    expect(second.feed.copyOf('home')).not.toBe('held');
    await second.centrals.change(central('home', 'b'));
    expect(done).toHaveLength(1);
    await first.centrals.close();
    await settle();
    // The second one has heard of other settings meanwhile.
    expect(done.slice(1)).toEqual(['first releases home', 'second connects home b']);
    expect(second.feed.copyOf('home')).toBe('held');
    await second.centrals.change(central('home', 'c'));
    await second.centrals.remove('home');
    expect(done.slice(3)).toEqual(['second changes home c', 'second removes home', 'second releases home']);
    expect(second.centrals.names()).toEqual([]);
    expect(serve.centrals.names()).toEqual(['home']);
  });

  it('are given back before they are wanted anew where they are added again while they are removed', async () => {
    const { join, done, settle } = startFleet();
    const only = await join('only', 'all');
    only.centrals.add(central('home'));
    await settle();
    const removed = only.centrals.remove('home');
    only.centrals.add(central('home', 'b'));
    const again = only.centrals.remove('home');
    only.centrals.add(central('home', 'c'));
    await Promise.all([removed, again]);
    await settle();
    expect(done).toEqual([
      ...['only connects home a', 'only removes home', 'only releases home'],
      'only connects home c',
    ]);
    expect(only.keeper.leases.map(({ key }) => key)).toEqual(['ccu:home']);
    await only.centrals.remove('home');
    expect([only.keeper.leases, only.centrals.names()]).toEqual([[], []]);
  });

  it('may be asked nothing any more when the lease has ended, whatever has become of the process', async () => {
    const { join, settle, time } = startFleet();
    const only = await join('only', 'all');
    only.centrals.add(central('home'));
    await settle();
    const permit = only.permits.get('home');
    expect(permit).not.toThrow();
    // It was stopped for so long: no timer has run since.
    time.jump(5_000);
    expect(permit).toThrow(/the lease of home has ended/);
    expect(() => only.centrals.permit('home')).toThrow(/the lease of home has ended/);
  });

  it('may be asked beside their client by the gateway that is connected with them, and by no other one', async () => {
    const { join, settle } = startFleet();
    const [first, serve] = [await join('first', 'all'), await join('serve', 'serve')];
    for (const { centrals } of [first, serve]) centrals.add(central('home'));
    await settle();
    expect(() => first.centrals.permit('home')).not.toThrow();
    expect(() => serve.centrals.permit('home')).toThrow(/not connected with home/);
    await first.centrals.close();
    expect(() => first.centrals.permit('home')).toThrow(/not connected with home/);
  });

  it('are not published by a gateway whose lease ended first', async () => {
    const { join, done, settle, time, store } = startFleet();
    let open = () => {};
    const writersOpen = new Promise<void>((resolve) => {
      open = resolve;
    });
    const only = await join('only', 'all', writersOpen);
    only.centrals.add(central('home'));
    await settle();
    expect(done).toEqual(['only connects home a']);
    time.jump(5_000);
    open();
    await settle();
    expect(done.slice(1)).toEqual(['only releases home', 'only connects home a']);
    // That of its second term.
    expect(store.records.filter(({ text }) => text.startsWith('{"piece"'))).toHaveLength(1);
  });

  it('are connected with only when all that the log has is known, and not at all where the lease is over by then', async () => {
    const { join, done, settle } = startFleet();
    const only = await join('only', 'all');
    const catchUp = only.fallBehind();
    only.centrals.add(central('home'));
    await settle();
    expect(done).toEqual([]);
    catchUp();
    await settle();
    expect(done).toEqual(['only connects home a']);
  });

  it('are not connected with where they are removed before all that the log has is known', async () => {
    const { join, done, settle } = startFleet();
    const only = await join('only', 'all');
    const catchUp = only.fallBehind();
    only.centrals.add(central('home'));
    await settle();
    const removed = only.centrals.remove('home');
    catchUp();
    await settle();
    await removed;
    expect(done).toEqual([]);
  });

  it('are let go where another gateway publishes for them, and wanted again', async () => {
    const { join, done, settle } = startFleet();
    const [only, foreign] = [await join('only', 'all'), await join('foreign', 'serve')];
    only.centrals.add(central('home'));
    await settle();
    const rival = foreign.stream.publisher('ccu:home', { onLost: () => {} });
    rival.publish({ topic: 'x', type: 'x', payload: {} });
    await settle();
    only.feed.publish('home', { topic: 'x', type: 'x', payload: {} });
    await settle();
    expect(done).toEqual(['only connects home a', 'only releases home', 'only connects home a']);
  });
});
