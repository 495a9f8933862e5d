import type { Lease, LeaseEvent, LeaseKeeper } from '../model/lease.js';
import { type Act, judgeActs } from './acts.js';
import type { TestFramework } from './framework.js';

/** One process with leases. */
export interface LeaseProcess {
  readonly keeper: LeaseKeeper;
  /** Cuts it off: it gets no answers, and its writes do not arrive. It is not notified. */
  cut(isCut: boolean): void;
}

/** A fleet of which each test has its own. */
export interface LeaseHarness {
  readonly ttlMs: number;
  /** The clock of all processes. */
  readonly elapsed: () => number;
  open(name: string): Promise<LeaseProcess>;
  /** Removes all records, as an operator of the broker may do. */
  empty(): Promise<void>;
  /** Lets time pass until it is so, in steps that are short against the TTL; fails when it never is. */
  until(condition: () => boolean): Promise<void>;
  dispose(): Promise<void>;
}

/** Properties of the harness that a test needs. */
export interface LeaseSubject {
  /** No lease may end because a machine was busy: the TTL has to be long against any such moment. */
  readonly isSteady: boolean;
}

/**
 * The suite that leases pass on every table.
 *
 * @example
 * describeLeases({ describe, it, expect }, 'leases in memory', () => memoryHarness());
 */
export function describeLeases(
  { describe, it, expect }: TestFramework,
  name: string,
  makeHarness: (subject: LeaseSubject) => Promise<LeaseHarness>,
): void {
  const checkOf = (subject: LeaseSubject) => (title: string, body: (harness: LeaseHarness) => Promise<void>) =>
    it(title, async () => {
      const harness = await makeHarness(subject);
      try {
        await body(harness);
      } finally {
        await harness.dispose();
      }
    });
  const check = checkOf({ isSteady: false });
  const checkSteady = checkOf({ isSteady: true });

  describe(name, () => {
    checkSteady('gives a lease to one of several, and to the next at once when it is released', async (fleet) => {
      const [one, other] = [await fleet.open('one'), await fleet.open('other')];
      const [mine, theirs] = [one.keeper.want('home'), other.keeper.want('home')];
      const watched = watch(fleet, { one: mine, other: theirs });
      await watched.until(() => mine.mayAct() || theirs.mayAct());
      const [first, second] = mine.mayAct() ? [mine, theirs] : [theirs, mine];
      const [token, releasedAt] = [first.term?.token ?? 0, fleet.elapsed()];
      const released = first.release();
      // Before anything was sent.
      expect(first.mayAct()).toBe(false);
      await watched.until(() => second.mayAct());
      await released;
      expect(second.term?.token ?? 0).toBeGreaterThan(token);
      // Without the notice, the TTL would have to pass.
      expect(fleet.ttlMs).toBeGreaterThan(fleet.elapsed() - releasedAt);
      expect(watched.judge()).toEqual([]);
    });

    checkSteady('renews for as long as the holder lives', async (fleet) => {
      const [one, other] = [await fleet.open('one'), await fleet.open('other')];
      const [mine, theirs] = [one.keeper.want('home'), other.keeper.want('home')];
      const events: LeaseEvent[] = [];
      mine.on((event) => events.push(event));
      theirs.on((event) => events.push(event));
      await fleet.until(() => mine.mayAct() || theirs.mayAct());
      const end = fleet.elapsed() + 3 * fleet.ttlMs;
      await fleet.until(() => fleet.elapsed() >= end);
      expect(events.map(({ type }) => type)).toEqual(['held']);
      expect(mine.mayAct() !== theirs.mayAct()).toBe(true);
      expect(mine.holder).toBe(mine.mayAct() ? 'one' : 'other');
      expect(theirs.holder).toBe(mine.holder);
    });

    check('hands over when the holder is cut off, which stops in time and has a new term later', async (fleet) => {
      const one = await fleet.open('one');
      const mine = one.keeper.want('home');
      const watched = watch(fleet, { one: mine });
      await watched.until(() => mine.mayAct());
      const term = mine.term;
      const events: LeaseEvent[] = [];
      mine.on((event) => events.push(event));
      const theirs = watched.add('other', (await fleet.open('other')).keeper.want('home'));
      one.cut(true);
      await watched.until(() => theirs.mayAct());
      expect(term?.mayAct()).toBe(false);
      expect(term?.ended.aborted).toBe(true);
      one.cut(false);
      await theirs.release();
      await watched.until(() => mine.mayAct());
      expect(term?.mayAct()).toBe(false);
      expect(events.map(({ type }) => type)).toEqual(['held', 'lost', 'held']);
      expect(events[1]).toEqual({ type: 'lost', token: term?.token, reason: 'expired' });
      expect(mine.term?.token ?? 0).toBeGreaterThan(term?.token ?? 0);
      expect(watched.judge()).toEqual([]);
    });

    check(
      'ends a term when the records are removed, and gives no other before its right would have ended',
      async (fleet) => {
        const one = await fleet.open('one');
        const mine = one.keeper.want('home');
        const watched = watch(fleet, { one: mine });
        await watched.until(() => mine.mayAct());
        watched.add('other', (await fleet.open('other')).keeper.want('home'));
        const reasons: string[] = [];
        mine.on((event) => event.type === 'lost' && reasons.push(event.reason));
        const emptiedAt = fleet.elapsed();
        await fleet.empty();
        await watched.until(() => reasons.length > 0);
        await watched.until(() => watched.anybody());
        expect(reasons).toEqual(['vanished']);
        expect(fleet.elapsed() - emptiedAt).toBeGreaterThanOrEqual(fleet.ttlMs / 2);
        expect(watched.judge()).toEqual([]);
      },
    );

    check('shares keys among those that want them, each held by one', async (fleet) => {
      const keys = Array.from({ length: 40 }, (_, index) => `ccu ${index}.öst/>*`);
      const processes = [await fleet.open('one'), await fleet.open('other')];
      const leases = processes.map(({ keeper }) => keys.map((key) => keeper.want(key)));
      const held = () => leases.map((all) => all.filter((lease) => lease.mayAct()).length);
      await fleet.until(() => held().reduce((sum, count) => sum + count) === keys.length);
      expect(Math.min(...held())).toBeGreaterThan(4);
      await processes[0]?.keeper.close();
      await fleet.until(() => held()[1] === keys.length);
      expect(held()[0]).toBe(0);
    });

    check('has no two leases of one key in a process, and stands by no more after a release', async (fleet) => {
      const { keeper } = await fleet.open('one');
      const lease = keeper.want('home');
      expect(refusal(() => keeper.want('home'))).toBe('the lease "home" is wanted already');
      await fleet.until(() => lease.mayAct());
      await Promise.all([lease.release(), lease.release()]);
      expect(keeper.leases).toEqual([]);
      const again = keeper.want('home');
      await fleet.until(() => again.mayAct());
      expect(lease.mayAct()).toBe(false);
      await keeper.close();
      expect(refusal(() => keeper.want('home'))).toBe('the keeper is closed');
    });
  });
}

function refusal(work: () => unknown): string {
  try {
    work();
    return 'none';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Notes the holders that act while time passes. */
function watch(fleet: LeaseHarness, leases: Readonly<Record<string, Lease>>) {
  const watched = new Map(Object.entries(leases));
  const acts: Act[] = [];
  const note = () => {
    for (const [process, lease] of watched) {
      const [at, term] = [fleet.elapsed(), lease.term];
      if (term?.mayAct()) acts.push({ process, key: lease.key, token: term.token, at });
    }
  };
  return {
    add(process: string, lease: Lease): Lease {
      watched.set(process, lease);
      return lease;
    },
    anybody: () => [...watched.values()].some((lease) => lease.mayAct()),
    until: (condition: () => boolean) =>
      fleet.until(() => {
        note();
        return condition();
      }),
    judge: () => judgeActs(acts),
  };
}
