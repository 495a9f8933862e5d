import { type Gateway, ProblemError } from '@ccu-gateway/client';
import { describe, expect, it } from 'vitest';
import { createEditLock } from './edit-lock.js';

const PLACE = { key: 'channel:A:1:MASTER', central: 'home' };
const ANNA = { subject: 'anna', since: '2026-01-01T12:00:00.000Z' };

/** A gateway with one lock, and a timer that runs when told. */
function world() {
  let holder: 'free' | 'me' | typeof ANNA = 'free';
  let stale = 0;
  const calls: string[] = [];
  const timers = new Set<() => void>();
  const answers: Readonly<Record<string, () => unknown>> = {
    getEditSession: () => ({ key: PLACE.key, own: holder === 'me', ...(holder === 'free' ? {} : { holder }) }),
    openEditSession() {
      if (typeof holder === 'object') throw new ProblemError(423, { code: 'locked', holder });
      const before = holder === 'me';
      holder = 'me';
      return { held_before: before, since: ANNA.since };
    },
    renewEditSession() {
      if (holder !== 'me') throw new ProblemError(410, { code: 'gone' });
    },
    closeEditSession() {
      if (holder === 'me') holder = 'free';
    },
    takeOverEditSession() {
      holder = 'free';
    },
  };
  const call = async (operation: string) => {
    calls.push(operation);
    return answers[operation]?.();
  };
  const lock = createEditLock({
    gateway: { call } as unknown as Gateway,
    place: PLACE,
    timer(run) {
      timers.add(run);
      return () => timers.delete(run);
    },
    onStale() {
      stale += 1;
    },
  });
  const settle = () => new Promise((done) => setImmediate(done));
  return {
    lock,
    calls,
    settle,
    stale: () => stale,
    held: () => holder,
    give(to: typeof holder) {
      holder = to;
    },
    async round() {
      const due = [...timers];
      timers.clear();
      for (const run of due) run();
      await settle();
    },
    waiting: () => timers.size,
  };
}

describe('the lock on an edited paramset', () => {
  it('is taken with the first change and released after the last one; viewing takes nothing', async () => {
    const { lock, held, settle, calls } = world();
    lock.watch();
    await settle();
    expect([held(), calls]).toEqual(['free', ['getEditSession']]);
    lock.begin();
    await settle();
    expect([held(), lock.state.value]).toEqual(['me', { kind: 'own' }]);
    lock.end();
    await settle();
    expect([held(), lock.state.value]).toEqual(['free', { kind: 'free' }]);
  });

  it('is kept alive while something is changed, and by nothing after that', async () => {
    const { lock, calls, settle, round, waiting } = world();
    lock.watch();
    lock.begin();
    await settle();
    await round();
    await round();
    expect(calls.filter((each) => each === 'renewEditSession')).toHaveLength(2);
    lock.stop();
    await settle();
    expect([calls.at(-1), waiting()]).toEqual(['closeEditSession', 0]);
  });

  it('names the caller that holds it and the time, and reloads values that this caller may have changed', async () => {
    const { lock, give, settle, round, stale } = world();
    give(ANNA);
    lock.watch();
    await settle();
    expect(lock.state.value).toEqual({ kind: 'other', holder: ANNA });
    lock.begin();
    await settle();
    expect(lock.state.value).toEqual({ kind: 'other', holder: ANNA });
    give('free');
    await round();
    expect([lock.state.value, stale()]).toEqual([{ kind: 'own' }, 1]);
  });

  it('is refused with its holder when another caller was faster', async () => {
    const { lock, give, settle } = world();
    lock.watch();
    await settle();
    give(ANNA);
    lock.begin();
    await settle();
    expect(lock.state.value).toEqual({ kind: 'other', holder: ANNA });
  });

  it('is shared with another window of the same user, which is reported, and not released under that window', async () => {
    const { lock, give, settle, held, calls } = world();
    give('me');
    lock.watch();
    lock.begin();
    await settle();
    expect(lock.state.value).toEqual({ kind: 'own', sharedSince: ANNA.since });
    lock.end();
    await settle();
    expect([held(), lock.state.value, calls.includes('closeEditSession')]).toEqual(['me', { kind: 'free' }, false]);
  });

  it('is seen to be lost, with the caller that has it now, and taken over again on demand only', async () => {
    const { lock, give, settle, round, calls, stale, held } = world();
    lock.watch();
    lock.begin();
    await settle();
    give(ANNA);
    await round();
    expect(lock.state.value).toEqual({ kind: 'lost', holder: ANNA });
    await round();
    expect(calls).not.toContain('takeOverEditSession');
    await lock.takeOver();
    expect([held(), lock.state.value, stale()]).toEqual(['me', { kind: 'own' }, 1]);
  });

  it('that expired is lost as well, and is never taken from another user', async () => {
    const { lock, give, settle, calls } = world();
    lock.watch();
    lock.begin();
    await settle();
    give('free');
    lock.check();
    await settle();
    expect(lock.state.value).toEqual({ kind: 'lost', holder: undefined });
    await lock.takeOver();
    expect(lock.state.value).toEqual({ kind: 'own' });
    expect(calls).not.toContain('takeOverEditSession');
  });

  it('that was lost is not freed for its new holder when the change is discarded', async () => {
    const { lock, give, settle, held } = world();
    lock.watch();
    lock.begin();
    await settle();
    give(ANNA);
    lock.check();
    await settle();
    lock.end();
    await settle();
    expect([held(), lock.state.value]).toEqual([ANNA, { kind: 'other', holder: ANNA }]);
  });

  it('is asked for again after the gateway was out of reach', async () => {
    const { lock, settle, round, calls } = world();
    const failing = createEditLock({
      gateway: {
        call: async () => {
          calls.push('failed');
          throw new TypeError('no network');
        },
      } as unknown as Gateway,
      place: PLACE,
      timer: () => () => {},
      onStale: () => {},
    });
    failing.watch();
    failing.begin();
    await settle();
    expect(failing.state.value).toEqual({ kind: 'free' });
    failing.check();
    await settle();
    expect(calls.filter((each) => each === 'failed')).toHaveLength(3);
    lock.stop();
    await round();
  });
});
