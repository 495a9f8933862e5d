import { describe, expect, it } from 'vitest';
import { createEditLocks, lockPlaceOf, paramsetLock } from './edit-locks.js';

const AT = Date.UTC(2026, 0, 1);
const LASTS_MS = 5 * 60_000;
const me = { principal: 'local:me', subject: 'me' };
const other = { principal: 'local:other', subject: 'other' };
const place = paramsetLock({ central: 'home', address: 'OEQ0000001:1' }, 'MASTER');

/** Locks with tokens `t1`, `t2` and so on, and a clock that a test sets. */
function locksAt(start = AT) {
  let count = 0;
  const clock = { at: start, now: () => clock.at };
  return { clock, locks: createEditLocks({ clock, newToken: () => `t${++count}` }) };
}

describe('edit locks', () => {
  it("send a caller the holder of another principal's lock, and never its token", async () => {
    const { locks } = locksAt();
    await locks.open(place, me);
    const holder = { key: place.key, ...me, since: AT, expiresAt: AT + LASTS_MS };
    expect(await locks.open(place, other)).toEqual({ heldBy: holder });
    expect(await locks.holderOf(place)).toEqual(holder);
    expect(await locks.otherHolder(place, { principal: other.principal })).toEqual(holder);
    expect(await locks.otherHolder(place, { principal: other.principal, token: 't1' })).toBeUndefined();
    expect(await locks.otherHolder(place, { principal: me.principal, token: 'wrong' })).toBeUndefined();
  });

  it('keep the time at which a lock was taken while it is renewed', async () => {
    const { clock, locks } = locksAt();
    expect(await locks.open(place, me)).toMatchObject({ heldBefore: false });
    clock.at += 60_000;
    const renewed = { since: AT, expiresAt: clock.at + LASTS_MS };
    expect(await locks.open(place, me)).toMatchObject({ heldBefore: true, token: 't1', ...renewed });
    await locks.takeOver(place);
    expect(await locks.holderOf(place)).toBeUndefined();
    expect(await locks.open(place, me)).toMatchObject({ heldBefore: false, since: clock.at });
  });

  it('end by themselves after five minutes', async () => {
    const { clock, locks } = locksAt();
    await locks.open(place, me);
    clock.at += LASTS_MS;
    expect(await locks.otherHolder(place, other)).toBeUndefined();
    expect(await locks.renew(place, me)).toBe('gone');
    expect(await locks.open(place, other)).toMatchObject({ subject: 'other' });
  });

  it('free the one that was renewed longest ago where there are too many', async () => {
    const { locks } = locksAt();
    await locks.open(place, me);
    for (let index = 0; index < 10_050; index++) await locks.open({ key: `k${index}` }, me);
    expect(await locks.otherHolder(place, other)).toBeUndefined();
    expect(await locks.otherHolder({ key: 'k10049' }, other)).toMatchObject(me);
  });

  it('of one principal free only its own, two hundred of which are kept', async () => {
    const { locks } = locksAt();
    await locks.open(place, other);
    for (let index = 0; index < 10_050; index++) await locks.open({ key: `k${index}` }, me);
    expect(await locks.otherHolder(place, me)).toMatchObject({ subject: 'other' });
    const held = await Promise.all(Array.from({ length: 10_050 }, (_, index) => locks.holderOf({ key: `k${index}` })));
    expect(held.filter((each) => each !== undefined)).toHaveLength(200);
    for (let index = 9_850; index < 10_050; index++) await locks.release({ key: `k${index}` }, me);
    await locks.open({ key: 'again' }, me);
    expect(await locks.holderOf({ key: 'again' })).toBeDefined();
  });

  it('of many principals free the one that was renewed longest ago', async () => {
    const { locks } = locksAt();
    await locks.open(place, me);
    for (let index = 0; index < 10_000; index++)
      await locks.open({ key: `k${index}` }, { principal: `local:${index}`, subject: 'x' });
    expect(await locks.holderOf(place)).toBeUndefined();
    expect(await locks.holderOf({ key: 'k0' })).toBeDefined();
  });

  it('are freed all at once for a CCU, and only for that one', async () => {
    const { locks } = locksAt();
    const cabin = paramsetLock({ central: 'cabin', address: 'OEQ0000001:1' }, 'MASTER');
    const free = { key: 'program:7' };
    for (const each of [place, cabin, free]) await locks.open(each, me);
    locks.forget((central) => central === 'home');
    const held = await Promise.all([place, cabin, free].map((each) => locks.holderOf(each)));
    expect(held.map((each) => each?.key)).toEqual([undefined, cabin.key, free.key]);
  });
});

describe('the place of a lock', () => {
  const gone = { ok: false, code: 'not_found', what: 'device', message: 'no such device' } as const;
  const nothing = { resolve: () => gone };
  const house = (...names: readonly string[]) => ({ ...nothing, centralNames: () => names });

  it('is the same at every gateway, for any order of its CCUs, and for a device that it does not know yet', () => {
    const wanted = { key: 'program:7', central: 'cabin' };
    expect(lockPlaceOf(house('home', 'cabin'), 'program:7', undefined)).toEqual(wanted);
    expect(lockPlaceOf(house('cabin', 'home'), 'program:7', 'home')).toEqual(wanted);
    expect(lockPlaceOf(house('home', 'cabin'), 'channel:GONE:1:MASTER', undefined)).toMatchObject({ central: 'cabin' });
    expect(lockPlaceOf(house(), 'channel:GONE:1:MASTER', 'home')).toEqual(
      paramsetLock({ central: 'home', address: 'GONE:1' }, 'MASTER'),
    );
    expect(lockPlaceOf(house('home'), 'channel:GONE:1:MASTER', 'hmoe')).toMatchObject({ central: 'home' });
    expect(lockPlaceOf(house(), 'program:7', undefined)).toEqual({ key: 'program:7' });
  });
});
