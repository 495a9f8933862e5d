import { describe, expect, it } from 'vitest';
import { lockedFor, panelsOf, pinsFor } from '../src/index.js';
import { admin, alarmWorld, anna, byCode, code, key, START, sensor, zone } from './world.js';

const needsCode = { arm: false, disarm: true };
const sensors = [sensor('door'), sensor('window')];
const ground = zone({ needsCode, sensors });

describe('a zone that needs a code to be disarmed', () => {
  function armed(...codes: Parameters<typeof code>[]) {
    const world = alarmWorld({ zones: [ground], codes: codes.map((each) => code(...each)) }).ready();
    world.arm('perimeter');
    return world;
  }

  it('is disarmed by a code, or by an administrator, and not by an operator', () => {
    const world = armed(['cleo']);
    expect(world.disarm(anna)).toEqual({ code: 'invalid_code' });
    expect(world.zone().state).toBe('armed');
    expect(world.disarm(byCode('cleo'))).toBeUndefined();
    expect(world.zone().state).toBe('disarmed');
    world.arm('perimeter');
    expect(world.disarm(admin)).toBeUndefined();
  });

  it('is disarmed by an account where no PIN may do it, and its panel asks for none', () => {
    const world = armed(['cleo', { perms: { arm: true, disarm: false, silence: true } }]);
    expect(panelsOf(world.plan(), world.state())[0]?.needsCodeToDisarm).toBe(false);
    expect(world.disarm(anna)).toBeUndefined();
  });

  it.each([
    ['has ended', { validUntil: START }],
    ['is not valid yet', { validFrom: START + 3_600_000 }],
    ['is disabled', { isEnabled: false }],
  ])('is not disarmed by an operator without a code where its only PIN %s', (_, change) => {
    const world = armed(['cleo', change]);
    expect(panelsOf(world.plan(), world.state())[0]?.needsCodeToDisarm).toBe(true);
    expect(world.disarm(anna)).toEqual({ code: 'invalid_code' });
    expect(world.disarm(admin)).toBeUndefined();
  });

  it('is not disarmed by an operator without a code after its one-time PIN was used', () => {
    const world = armed(['guest', { isOneTime: true }]);
    world.disarm(byCode('guest'));
    world.arm('perimeter');
    expect(world.disarm(anna)).toEqual({ code: 'invalid_code' });
  });

  it.each([
    ['unknown', 'nobody', {}],
    ['disabled', 'cleo', { isEnabled: false }],
    ['of another zone', 'cleo', { zones: ['attic'] }],
    ['not valid yet', 'cleo', { validFrom: START + 3_600_000 }],
    ['not valid any more', 'cleo', { validUntil: START }],
    ['without the permission', 'cleo', { perms: { arm: true, disarm: false, silence: true } }],
  ])('refuses a code that is %s', (_, used, change) => {
    const world = armed(['other'], ['cleo', change]);
    expect(world.disarm(byCode(used))).toEqual({ code: 'invalid_code' });
    const pins = pinsFor(world.plan(), world.state(), { verb: 'disarm', zones: [ground] }).map(({ id }) => id);
    expect(pins).toEqual(used === 'cleo' ? ['other'] : ['other', 'cleo']);
  });

  it('takes a one-time code once, and not for a refused command', () => {
    const world = armed(['guest', { isOneTime: true }]);
    world.disarm(byCode('guest'));
    world.arm('perimeter');
    expect(world.disarm(byCode('guest'))).toEqual({ code: 'invalid_code' });
    const refused = armed(['guest', { isOneTime: true }]);
    expect(refused.arm('perimeter', { by: byCode('guest') })).toMatchObject({ reason: 'already_armed' });
    expect(refused.disarm(byCode('guest'))).toBeUndefined();
  });

  it('is disarmed by a code under duress, which calls for help', () => {
    const world = armed(['forced', { isDuress: true }]);
    world.disarm(byCode('forced'));
    expect(world.zone()).toMatchObject({ state: 'disarmed' });
    expect(world.effects).toContainEqual({ kind: 'notify', zone: 'ground', reason: 'duress' });
    expect(world.writes()).toEqual([]);
  });

  it('has the same entries after a code under duress as after another one, apart from a detail', () => {
    const entriesOf = (isDuress: boolean, act: (world: ReturnType<typeof armed>) => void) => {
      const world = armed(['code', { isDuress }]);
      act(world);
      return world.journal().map(({ details: { duress, ...details } = {}, ...entry }) => ({
        entry: { ...entry, details },
        duress,
      }));
    };
    const acts = [
      (world: ReturnType<typeof armed>) => world.disarm(byCode('code')),
      (world: ReturnType<typeof armed>) => world.send({ kind: 'silence', zone: 'ground', by: byCode('code') }),
    ];
    for (const act of acts) {
      const [forced, usual] = [entriesOf(true, act), entriesOf(false, act)];
      expect(forced.map(({ entry }) => entry)).toEqual(usual.map(({ entry }) => entry));
      expect([forced.at(-1)?.duress, usual.at(-1)?.duress]).toEqual([true, undefined]);
    }
  });
});

describe('a bound key', () => {
  const press = { kind: 'press', point: { ...key('fob').binding!.point } } as const;

  it('acts once for each press, also where the event comes again', () => {
    const world = alarmWorld({ zones: [ground], codes: [key('fob')] }).ready();
    world.arm('perimeter');
    world.send({ ...press, pressedAt: 5 });
    expect(world.zone().state).toBe('disarmed');
    world.arm('perimeter');
    world.send({ ...press, pressedAt: 5 });
    world.send({ ...press, pressedAt: 4 });
    expect(world.zone().state).toBe('armed');
    world.send({ ...press, pressedAt: 6 });
    expect(world.zone().state).toBe('disarmed');
    expect(world.journal().at(-1)).toMatchObject({ event: 'disarmed', actor: 'fob', source: 'keypad' });
  });

  it('is chosen by the slot that a keypad reports', () => {
    const codes = [key('one', { value: 1, verb: 'arm', mode: 'perimeter' }), key('two', { value: 2 })];
    const world = alarmWorld({ zones: [ground], codes }).ready();
    world.send({ ...press, value: 3, pressedAt: 1 });
    expect(world.zone().state).toBe('disarmed');
    world.send({ ...press, value: 1, pressedAt: 2 });
    expect(world.zone().state).toBe('armed');
  });

  it('with a code for its value acts by it, whatever the order of the codes', () => {
    const every = key('every', { verb: 'arm', mode: 'perimeter' });
    const one = key('one', { verb: 'disarm', value: true });
    for (const codes of [
      [every, one],
      [one, every],
    ]) {
      const world = alarmWorld({ zones: [ground], codes }).ready();
      world.send({ ...press, value: false, pressedAt: 1 });
      expect(world.zone().state).toBe('armed');
      world.send({ ...press, value: true, pressedAt: 2 });
      expect(world.zone().state).toBe('disarmed');
    }
  });

  it('that is refused is recorded', () => {
    const world = alarmWorld({ zones: [ground], codes: [key('fob', { verb: 'arm', mode: 'full' })] }).ready();
    world.send({ kind: 'health', sensor: 'door', isUnreachable: true });
    world.send({ ...press, pressedAt: 1 });
    expect(world.journal().at(-1)).toMatchObject({
      event: 'key_refused',
      actor: 'fob',
      details: { code: 'blocked', blockers: ['door unreachable'] },
    });
  });

  it('that does not arm reminds of each zone that is not in the mode, and not of a disarm', () => {
    const attic = zone({ id: 'attic', sensors: [sensor('hatch')], outputs: [] });
    const arming = key('fob', { verb: 'arm', mode: 'full', zone: 'master' });
    const off = key('off', { value: 2 });
    const codes = [arming, { ...off, perms: { arm: true, disarm: true, silence: true }, isEnabled: false }];
    const world = alarmWorld({ zones: [ground, attic], codes }).ready();
    const reminders = () => world.effects.filter(({ kind }) => kind === 'remind');
    world.arm('full', { zone: 'attic' });
    world.send({ kind: 'health', sensor: 'door', isUnreachable: true });
    world.send({ ...press, pressedAt: 1 });
    expect(reminders()).toEqual([{ kind: 'remind', zone: 'ground', mode: 'full' }]);
    world.send({ kind: 'health', sensor: 'door', isUnreachable: false });
    world.send({ ...press, pressedAt: 2 });
    expect(world.zone().state).toBe('arming');
    world.send({ ...press, pressedAt: 3 });
    world.send({ ...press, value: 2 });
    expect([world.events().filter((event) => event === 'key_refused').length, reminders().length]).toEqual([3, 1]);
  });
});

describe('wrong PINs', () => {
  /** An account tries every second; the seconds of the tries that were allowed. */
  function attack(seconds: number, world = alarmWorld({ codes: [code('cleo')] })) {
    const allowed: number[] = [];
    for (let second = 0; second < seconds; second += 1) {
      if (world.send({ kind: 'code_try', account: 'mallory' }) === undefined) allowed.push(second);
      world.pass(1_000);
    }
    return { world, allowed };
  }

  it('are tried by an account at most five times a minute, and ever more slowly', () => {
    const { allowed } = attack(3_600);
    const most = Math.max(...allowed.map((from) => allowed.filter((each) => each >= from && each < from + 60).length));
    expect(most).toBe(5);
    expect(allowed.length).toBeLessThan(80);
  });

  it('are tried by an account at most five times a minute between accepted ones, too', () => {
    const world = alarmWorld({ codes: [code('cleo')] });
    let failed = 0;
    for (let second = 0; second < 59; second += 1) {
      if (world.send({ kind: 'code_try', account: 'mallory' }) === undefined) {
        if (second % 5 === 4) world.send({ kind: 'code_accepted', account: 'mallory' });
        else failed += 1;
      }
      world.pass(1_000);
    }
    expect(failed).toBe(5);
  });

  it('lock no person out for ever: the lock ends by itself, and an accepted code resets it', () => {
    const { world } = attack(3_600);
    world.pass(15 * 60_000);
    expect(lockedFor(world.state().lock, 'mallory', world.state().clock)).toBe(0);
    world.send({ kind: 'code_try', account: 'mallory' });
    world.send({ kind: 'code_accepted', account: 'mallory' });
    expect(world.state().lock.accounts).toEqual({});
  });

  it('of one account keep no other from its code', () => {
    const world = alarmWorld({ codes: [code('cleo')] });
    for (let second = 0; second < 3_600; second += 1) {
      world.send({ kind: 'code_try', account: 'mallory' });
      expect(lockedFor(world.state().lock, 'anna', world.state().clock)).toBe(0);
      world.pass(1_000);
    }
  });

  it('of several accounts are at most ten a minute, of which two are for accounts without a failure', () => {
    const world = alarmWorld({ codes: [code('cleo')] });
    const tried = (account: string) => world.send({ kind: 'code_try', account }) === undefined;
    const failing = Array.from({ length: 30 }, (_, index) => tried(`mallory ${index % 2}`));
    expect(failing.filter(Boolean)).toHaveLength(8);
    expect([tried('anna'), tried('anna')]).toEqual([true, false]);
    expect([tried('ben'), tried('cleo')]).toEqual([true, false]);
  });

  it('are remembered of a bounded number of accounts', () => {
    const world = alarmWorld({ codes: [code('cleo')] });
    for (let index = 0; index < 300; index += 1) {
      world.pass(10_000);
      world.send({ kind: 'code_try', account: `account ${index}` });
    }
    expect(Object.keys(world.state().lock.accounts)).toHaveLength(200);
    expect(lockedFor(world.state().lock, 'account 299', world.state().clock)).toBe(0);
  });

  it('are named in the journal, without the PIN', () => {
    const world = alarmWorld({ codes: [code('cleo')] });
    world.send({ kind: 'code_refused', by: 'anna', source: 'ws', zone: 'ground' });
    expect(world.journal()).toEqual([
      { at: START, class: 'fault', event: 'code_refused', zone: 'ground', actor: 'anna', source: 'ws' },
    ]);
  });
});

it('an ended code stays ended when the clock jumps back', () => {
  const world = alarmWorld({
    zones: [ground],
    codes: [code('cleo', { validUntil: START + 60_000 }), code('other')],
  }).ready();
  world.pass(60_000);
  world.arm('perimeter');
  world.jump(-3_600_000);
  expect(world.disarm(byCode('cleo'))).toEqual({ code: 'invalid_code' });
  expect(world.disarm(byCode('other'))).toBeUndefined();
});
