import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Lease } from '../model/lease.js';
import type { LeaseEntry, LeaseTable } from '../model/lease-table.js';
import { type Act, createDrivenTime, judgeActs } from '../testing/index.js';
import { openLeaseKeeper } from './keeper.js';
import { createMemoryLeases } from './memory.js';

const ttlMs = 10_000;
const STEP_MS = 250;
const SLOW_MS = 2_400;
const LOST_MS = 2_000;
const keys = ['home', 'garden'];

/** Processes that want the same leases, with their acts written down. */
function openHouse(names: readonly string[], random: () => number = () => 0.5, delay: () => number = () => 0) {
  const time = createDrivenTime(random);
  const { environment } = time;
  const pause = (ms: number) => new Promise<void>((resolve) => void environment.after(ms, resolve));
  const leases = createMemoryLeases({ ttlMs, elapsed: environment.elapsed });
  const tables = new Map<string, ReturnType<typeof leases.open>>();
  const mended = new Map<string, Parameters<LeaseTable['onHealth']>[0]>();
  const wanted = new Map<string, readonly Lease[]>();
  for (const [index, name] of names.entries()) {
    const inner = leases.open();
    const table = {
      ...inner,
      async read(key: string) {
        await pause(delay());
        return await inner.read(key);
      },
      async write(key: string, entry: LeaseEntry, after: number) {
        await pause(delay());
        const written = pause(delay()).then(async () => await inner.write(key, entry, after));
        // It may arrive when it was given up.
        if (delay() > LOST_MS) {
          written.catch(() => {});
          throw new Error('no answer');
        }
        const revision = await written;
        await pause(delay());
        return revision;
      },
      onHealth(listener: Parameters<LeaseTable['onHealth']>[0]) {
        mended.set(name, listener);
        return () => {};
      },
    };
    tables.set(name, table);
    // Each has an identity of its own.
    const ownRandom = () => (random() + index / names.length) % 1;
    const keeper = openLeaseKeeper({ table, name, environment: { ...environment, random: ownRandom } });
    const all = keys.map((key) => keeper.want(key));
    wanted.set(name, all);
  }
  const acts: Act[] = [];
  const holder = (key: string) =>
    names.find((name) => wanted.get(name)?.some((lease) => lease.key === key && lease.mayAct()));
  return {
    leases,
    acts,
    holder,
    cut(name: string, isCut: boolean) {
      tables.get(name)?.cut(isCut);
      // As a table does that has lost its connection, if only for a moment.
      if (!isCut) mended.get(name)?.({ state: 'connected' });
    },
    async pass(ms: number) {
      for (let left = ms; left > 0; left -= STEP_MS) {
        await time.advance(Math.min(STEP_MS, left));
        for (const [process, all] of wanted) {
          for (const { key, term } of all) {
            if (term?.mayAct()) acts.push({ process, key, token: term.token, at: environment.elapsed() });
          }
        }
      }
    },
    /** Resolves with how long it took until each key has a holder. */
    async held(): Promise<number> {
      const since = environment.elapsed();
      while (keys.some((key) => holder(key) === undefined)) await this.pass(STEP_MS);
      return environment.elapsed() - since;
    },
  };
}

describe('leases after an outage', () => {
  it('are taken at once where all were cut off for longer than a lease, since their records are as they were', async () => {
    const house = openHouse(['one', 'other']);
    await house.held();
    for (const name of ['one', 'other']) house.cut(name, true);
    await house.pass(3 * ttlMs);
    expect(keys.map(house.holder)).toEqual([undefined, undefined]);
    for (const name of ['one', 'other']) house.cut(name, false);
    expect(await house.held()).toBeLessThan(ttlMs / 2);
    expect(judgeActs(house.acts)).toEqual([]);
  });

  it('are waited for where another one has renewed its own meanwhile, also where the records were removed', async () => {
    const house = openHouse(['one', 'other']);
    await house.held();
    house.cut('other', true);
    await house.pass(2 * ttlMs);
    expect(keys.map(house.holder)).toEqual(['one', 'one']);
    house.cut('one', true);
    house.leases.empty();
    house.cut('other', false);
    await house.pass(2 * ttlMs);
    expect(keys.map(house.holder)).toEqual(['other', 'other']);
    expect(judgeActs(house.acts)).toEqual([]);
  });

  it('are waited for where an own request comes late, after the record of another holder was removed', async () => {
    const time = createDrivenTime(() => 0);
    const { environment } = time;
    const leases = createMemoryLeases({ ttlMs, elapsed: environment.elapsed });
    const inner = leases.open();
    let arrive = async () => {};
    const table: LeaseTable = {
      ...inner,
      async write(...asked) {
        arrive = async () => void (await inner.write(...asked));
        throw new Error('no answer');
      },
    };
    const lease = openLeaseKeeper({ table, name: 'one', environment }).want('home');
    await time.advance(ttlMs);
    const late = arrive;
    await leases.open().write('home', { state: 'held', holder: 'other-1', name: 'other' }, 0);
    leases.empty();
    await late();
    let writes = 0;
    table.write = (...asked) => {
      writes += 1;
      return inner.write(...asked);
    };
    await time.advance(ttlMs - 1);
    expect(writes).toBeLessThan(3);
    expect([lease.mayAct(), (await table.read('home')).state]).toEqual([false, 'held']);
    await time.advance(1);
    expect(lease.mayAct()).toBe(true);
  });

  it('have one holder at most, whichever process is cut off, whatever is removed and however late answers are', async () => {
    const names = ['one', 'other', 'third'];
    const step = fc.record({
      what: fc.constantFrom('cut', 'mend', 'rob'),
      name: fc.constantFrom(...names),
      quarters: fc.integer({ min: 1, max: 60 }),
    });
    const chances = fc.infiniteStream(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }));
    const steps = fc.array(step, { minLength: 5, maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(steps, chances, fc.boolean(), async (all, chance, isSlow) => {
        const next = () => chance.next().value ?? 0;
        const house = openHouse(names, next, () => (isSlow ? next() * SLOW_MS : 0));
        for (const { what, name, quarters } of all) {
          if (what === 'rob') {
            const holders = keys.map(house.holder);
            for (const each of names) house.cut(each, holders.includes(each));
            house.leases.empty();
          } else house.cut(name, what === 'cut');
          await house.pass(quarters * STEP_MS);
        }
        expect(judgeActs(house.acts)).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });
});
