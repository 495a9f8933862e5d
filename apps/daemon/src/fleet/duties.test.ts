import { createEventStream } from '@ccu-gateway/event-stream';
import { createMemoryLeases, openLeaseKeeper } from '@ccu-gateway/fleet';
import { createDrivenTime } from '@ccu-gateway/fleet/testing';
import { GatewayError } from '@ccu-gateway/gateway-core';
import { createCentralDirectory } from '@ccu-gateway/gateway-core/parts';
import { OUTCOME_UNKNOWN } from '@ccu-gateway/gateway-core/use-cases';
import { describe, expect, it } from 'vitest';
import { createCentralsLook } from '../centrals/centrals-look.js';
import { central as centralSchema } from '../config/schema/centrals.js';
import { createLogLevels } from '../log/levels.js';
import { createLog } from '../log/log.js';
import { createLogRecords } from '../log/records.js';
import { bridgesOfFleet, CENTRALS_CHANGED, followCentrals, followSettings } from './duties.js';

const log = createLog({
  levels: createLogLevels('debug', {}, () => 0),
  records: createLogRecords(10),
  format: 'json',
  out: { write: () => {} },
  now: () => 0,
});

describe('bridges of a fleet', () => {
  it('are open at one gateway, and at the next one when that stops; never at one that only serves', async () => {
    let drawn = 0;
    // Another one each time, because gateways are distinguished by it.
    const time = createDrivenTime(() => {
      drawn = (drawn + 0.137) % 1;
      return drawn;
    });
    const { environment } = time;
    const leases = createMemoryLeases({ ttlMs: 1_000, elapsed: environment.elapsed });
    const seen = new Map<string, string>();
    const gateways = [];
    for (const [name, role] of [
      ['serve', 'serve'],
      ['first', 'all'],
      ['second', 'link'],
    ] as const) {
      const keeper = openLeaseKeeper({ table: leases.open(), name, environment });
      const note = (kind: string) => ({
        reconfigure: async (settings: object) => void seen.set(`${name} ${kind}`, JSON.stringify(settings)),
        rest: async () => void seen.set(`${name} ${kind}`, 'rest'),
      });
      const duty = { fleet: { keeper, role, caughtUp: async () => {} }, states: undefined, time: environment, log };
      const bridges = bridgesOfFleet({ mqtt: note('mqtt'), webhooks: note('webhooks'), notify: note('notify') }, duty);
      // Two settings that differ in their text.
      await bridges.mqtt.reconfigure({ brokers: { house: 1 } } as never);
      await bridges.webhooks.reconfigure({ endpoints: { there: 1 } } as never);
      bridges.join();
      gateways.push({ name, keeper });
      await time.advance(3_000);
    }
    const open = () => [...seen].filter(([, text]) => text.includes('1')).map(([who]) => who);
    expect(open()).toEqual(['first mqtt', 'first webhooks']);
    await gateways[1]?.keeper.close();
    await time.advance(3_000);
    expect(open()).toEqual(['second mqtt', 'second webhooks']);
  });
});

it('bridges of a fleet begin where the gateway before them was, once that is known and this one has come there', async () => {
  const { environment, advance } = createDrivenTime();
  const leases = createMemoryLeases({ ttlMs: 1_000, elapsed: environment.elapsed });
  const keeper = openLeaseKeeper({ table: leases.open(), name: 'first', environment });
  const did: string[] = [];
  let isAway = true;
  let arrive: () => void = () => {};
  const bridge = { reconfigure: async () => void did.push('open'), rest: async () => void did.push('rest') };
  const duty = {
    fleet: {
      ...{ keeper, role: 'all' as const },
      caughtUp: () =>
        new Promise<void>((resolve) => {
          arrive = resolve;
        }),
    },
    states: {
      async takeOver() {
        did.push('read');
        if (isAway) throw new Error('away');
      },
      handOver: () => void did.push('hand over'),
    },
    time: environment,
    log,
  };
  const bridges = bridgesOfFleet({ mqtt: bridge, webhooks: bridge, notify: bridge }, duty);
  bridges.join();
  await advance(3_000);
  await bridges.mqtt.reconfigure({ brokers: {} });
  await bridges.webhooks.reconfigure({ endpoints: {} });
  expect(did).toEqual(['read', 'rest', 'rest']);
  isAway = false;
  await advance(6_000);
  expect(did.splice(0)).toEqual(['read', 'rest', 'rest', 'read']);
  arrive();
  await advance(0);
  expect(did.splice(0)).toEqual(['open', 'open']);
  await keeper.close();
  await advance(0);
  expect(did).toEqual(['hand over', 'rest', 'rest', 'rest']);
});

it('a bridge of a fleet that cannot be opened on duty is tried again, and keeps no other one closed', async () => {
  const { environment, advance } = createDrivenTime();
  const leases = createMemoryLeases({ ttlMs: 1_000, elapsed: environment.elapsed });
  const keeper = openLeaseKeeper({ table: leases.open(), name: 'first', environment });
  let tries = 0;
  const broken = {
    async reconfigure() {
      tries += 1;
      throw new GatewayError('validation', 'No such file');
    },
    rest: async () => {},
  };
  const did: string[] = [];
  const well = { reconfigure: async () => void did.push('open'), rest: async () => {} };
  const fleet = { keeper, role: 'all' as const, caughtUp: async () => {} };
  const duty = { fleet, states: undefined, time: environment, log };
  const bridges = bridgesOfFleet({ mqtt: broken, webhooks: well, notify: well }, duty);
  await bridges.mqtt.reconfigure({ brokers: {} });
  await bridges.webhooks.reconfigure({ endpoints: {} });
  bridges.join();
  await advance(3_000);
  expect([tries, did]).toEqual([1, ['open']]);
  await advance(60_000);
  expect(tries).toBe(2);
  await keeper.close();
});

it('a bridge of a fleet is not opened with what was read for a term that ended meanwhile', async () => {
  const { environment, advance } = createDrivenTime();
  let tell: (event: object) => void = () => {};
  const reads: (() => void)[] = [];
  const did: string[] = [];
  const bridge = { reconfigure: async () => void did.push('open'), rest: async () => void did.push('rest') };
  const lease = {
    on(listener: typeof tell) {
      tell = listener;
    },
  };
  const held = () => ({ type: 'held', term: { mayAct: () => true, ended: new AbortController().signal } });
  // A keeper that has one lease.
  const fleet = { keeper: { want: () => lease }, role: 'all' as const, caughtUp: async () => {} } as never;
  const states = { takeOver: () => new Promise<void>((resolve) => reads.push(resolve)), handOver: () => {} };
  const bridges = bridgesOfFleet(
    { mqtt: bridge, webhooks: bridge, notify: bridge },
    { fleet, states, time: environment, log },
  );
  await bridges.mqtt.reconfigure({ brokers: {} });
  await bridges.webhooks.reconfigure({ endpoints: {} });
  did.length = 0;
  bridges.join();
  tell(held());
  await advance(0);
  tell({ type: 'lost' });
  tell(held());
  reads[0]?.();
  await advance(0);
  expect([reads.length, did.filter((each) => each === 'open')]).toEqual([2, []]);
  reads[1]?.();
  await advance(0);
  expect(did.filter((each) => each === 'open')).toEqual(['open', 'open']);
});

const unread = () => new GatewayError('service_unready', 'The database cannot be reached');

describe('settings of a fleet', () => {
  it('are read once this gateway hears of changes, after a write that seemed to fail, and again until they could be read', async () => {
    const { environment, advance } = createDrivenTime();
    const stream = createEventStream({ ringFrames: 4 });
    let reads = 0;
    let failures: unknown[] = [];
    let doubt: () => void = () => {};
    const config = {
      async reload() {
        reads += 1;
        const failure = failures.shift();
        if (failure !== undefined) throw failure;
      },
      onDoubt(listener: () => void) {
        doubt = listener;
      },
      notInForce: () => [],
    };
    const stop = followSettings(stream, config, environment, log);
    const readsAfter = async (act: () => void, ...next: readonly unknown[]) => {
      reads = 0;
      failures = [...next];
      act();
      await advance(60_000);
      return reads;
    };
    const change = () => {
      stream.publish({ topic: 'system.config', type: 'config.changed', payload: { section: 'logging' } });
      stream.flush();
    };
    expect(await readsAfter(() => {})).toBe(1);
    expect(await readsAfter(doubt)).toBe(1);
    expect(await readsAfter(change, unread(), unread())).toBe(3);
    // The check for a remaining authentication source runs in a transaction that may have been kept.
    const inDoubt = new GatewayError('upstream_unavailable', 'No answer', { reason: OUTCOME_UNKNOWN });
    expect(await readsAfter(doubt, inDoubt)).toBe(2);
    stop();
    expect(await readsAfter(doubt)).toBe(0);
    await stream.close();
  });

  it('are tried again where one of them cannot be in force here, until it is', async () => {
    const { environment, advance } = createDrivenTime();
    const stream = createEventStream({ ringFrames: 4 });
    let reads = 0;
    let left = [{ section: 'mqtt', error: new GatewayError('validation', 'Not here') }];
    const config = {
      async reload() {
        reads += 1;
      },
      onDoubt: () => {},
      notInForce: () => left,
    };
    const stop = followSettings(stream, config, environment, log);
    await advance(130_000);
    expect(reads).toBe(3);
    left = [];
    await advance(180_000);
    expect(reads).toBe(4);
    stop();
    await stream.close();
  });

  it('are looked at once where many CCUs tell that something is missing', async () => {
    const { environment, advance } = createDrivenTime();
    const reloaded: (string | undefined)[] = [];
    let lose: () => void = () => {};
    followSettings(
      {
        subscribe: (_topics, _listener, { onLost }) => {
          lose = () => onLost({ reason: 'overflow', oldestSeq: 2, seq: 1 });
          return { close: () => {} };
        },
      },
      { reload: async (section) => void reloaded.push(section), onDoubt: () => {}, notInForce: () => [] },
      environment,
      log,
    );
    await advance(5_000);
    reloaded.length = 0;
    for (let count = 0; count < 400; count += 1) lose();
    await advance(5_000);
    expect(reloaded).toEqual([undefined]);
    lose();
    await advance(5_000);
    expect(reloaded).toEqual([undefined, undefined]);
  });

  it('are in force here when another gateway has changed them', async () => {
    const stream = createEventStream({ ringFrames: 4 });
    const reloaded: string[] = [];
    const config = {
      async reload(section = 'all') {
        reloaded.push(section);
        if (section === 'broken') throw new Error('no');
      },
      onDoubt: () => {},
      notInForce: () => [],
    };
    const stop = followSettings(stream, config, createDrivenTime().environment, log);
    const change = (payload: object) =>
      stream.publish({ topic: 'system.config', type: 'config.changed', payload: { ...payload } });
    for (const payload of [{ section: 'logging' }, { section: 'broken' }, { section: 7 }, {}]) change(payload);
    stream.publish({ topic: 'system.other', type: 'x', payload: { section: 'mqtt' } });
    stream.flush();
    await expect.poll(() => reloaded).toEqual(['logging', 'broken']);
    stop();
    change({ section: 'mqtt' });
    stream.flush();
    expect(reloaded).toEqual(['logging', 'broken']);
    await stream.close();
  });
});

it('CCUs of a fleet that are as they were cause no look at sessions and sockets, and a change of many causes one', async () => {
  const central = (index: number, host: string) =>
    centralSchema.parse({ name: `ccu${index}`, host, interfaces: ['HmIP-RF'] });
  const house = (host: string) => Array.from({ length: 300 }, (_, index) => central(index, host));
  let kept = house('192.0.2.1');
  let changes = 0;
  const directory = createCentralDirectory(kept, () => {
    changes += 1;
  });
  let tell: (text: string) => void = () => {};
  const taken: string[] = [];
  const connected = kept.map(({ name }) => name);
  const look = createCentralsLook(
    {
      administration: { inForce: async () => kept },
      directory,
      centrals: {
        add() {},
        change: async ({ host }) => void taken.push(host),
        remove: async () => {},
        names: () => connected,
      },
    },
    createDrivenTime().environment,
    log,
  );
  const fleet = {
    onTold(listener: typeof tell) {
      tell = listener;
    },
  };
  followCentrals(fleet, look);
  tell(CENTRALS_CHANGED);
  await expect.poll(() => taken.length).toBe(300);
  expect(changes).toBe(0);
  kept = house('192.0.2.2');
  tell(CENTRALS_CHANGED);
  await expect.poll(() => taken.length).toBe(600);
  expect(changes).toBe(1);
});

describe('CCUs of a fleet', () => {
  it('are read once this gateway hears of changes, and again until they could be read', async () => {
    const { environment, advance } = createDrivenTime();
    let tell: (text: string | undefined) => void = () => {};
    let failures: unknown[] = [unread(), unread()];
    let reads = 0;
    const administration = {
      async inForce() {
        reads += 1;
        const failure = failures.shift();
        if (failure !== undefined) throw failure;
        return [];
      },
    };
    const directory = { load: () => {} };
    const centrals = { add: () => {}, change: async () => {}, remove: async () => {}, names: () => [] };
    const fleet = {
      onTold(listener: typeof tell) {
        tell = listener;
      },
    };
    const look = createCentralsLook({ administration, directory, centrals }, environment, log);
    followCentrals(fleet, look);
    await advance(60_000);
    expect(reads).toBe(3);
    failures = [unread()];
    tell(CENTRALS_CHANGED);
    await advance(60_000);
    expect(reads).toBe(5);
    failures = [new GatewayError('validation', 'Not here')];
    tell(undefined);
    await advance(60_000);
    expect(reads).toBe(6);
    look.stop();
    tell(undefined);
    await advance(60_000);
    expect(reads).toBe(6);
  });
});
