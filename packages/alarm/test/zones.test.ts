import { describe, expect, it } from 'vitest';
import { alarmWorld, anna, output, sensor, zone } from './world.js';

describe('arming', () => {
  it('waits for the exit delay, and then watches', () => {
    const world = alarmWorld().ready();
    expect(world.arm()).toBeUndefined();
    expect(world.zone()).toMatchObject({ state: 'arming', mode: 'full', countdown: { remainingMs: 30_000 } });
    world.pass(29_000);
    expect(world.zone().state).toBe('arming');
    world.pass(1_000);
    expect(world.zone().state).toBe('armed');
    expect(world.journal()).toMatchObject([
      { event: 'arming', actor: 'anna', source: 'rest' },
      { event: 'armed', actor: 'anna' },
    ]);
  });

  it('is refused with the list of blockers, and changes nothing', () => {
    const world = alarmWorld().ready();
    world.send({ kind: 'sensor', sensor: 'case', isActive: true });
    world.send({ kind: 'health', sensor: 'window', isUnreachable: true, isLowBattery: true });
    world.send({ kind: 'health', sensor: 'motion', isSabotaged: true });
    world.send({ kind: 'central', central: 'home', isConnected: false });
    expect(world.arm()).toEqual({
      code: 'blocked',
      blockers: [
        { zone: 'ground', sensor: 'window', reason: 'unreachable' },
        { zone: 'ground', sensor: 'window', reason: 'low_battery' },
        { zone: 'ground', sensor: 'motion', reason: 'sabotage' },
        { zone: 'ground', sensor: 'case', reason: 'open' },
        { zone: 'ground', central: 'home', reason: 'central_lost' },
      ],
    });
    expect(world.zone().state).toBe('disarmed');
  });

  it('is refused while a sensor has reported no value', () => {
    const world = alarmWorld();
    world.send({ kind: 'central', central: 'home', isConnected: true });
    expect(world.arm('perimeter')).toMatchObject({ code: 'blocked', blockers: [{ reason: 'unknown' }, {}, {}] });
  });

  it('with force bypasses sensors that cannot watch, except those that are never bypassed', () => {
    const zones = [zone({ sensors: [sensor('door'), sensor('window'), sensor('case', { bypass: 'never' })] })];
    const world = alarmWorld({ zones }).ready();
    world.sensor('window');
    expect(world.arm('perimeter', { isForced: true })).toBeUndefined();
    expect(world.zone()).toMatchObject({ state: 'armed', bypassed: ['window'] });
    world.disarm();
    world.sensor('case');
    expect(world.arm('perimeter', { isForced: true })).toMatchObject({ blockers: [{ sensor: 'case' }] });
  });

  it('with force goes on without a CCU, and the zone is degraded', () => {
    const world = alarmWorld().ready();
    world.send({ kind: 'central', central: 'home', isConnected: false });
    expect(world.arm('perimeter', { isForced: true })).toBeUndefined();
    expect(world.zone()).toMatchObject({ state: 'armed', bypassed: [], lostCentrals: ['home'] });
  });

  it('leaves out open windows by itself where that is chosen, and others on request', () => {
    const world = alarmWorld().ready();
    world.sensor('window');
    expect(world.arm('perimeter', { bypass: ['door'] })).toBeUndefined();
    expect(world.zone().bypassed).toEqual(['door', 'window']);
    world.sensor('door');
    expect(world.zone().state).toBe('armed');
  });

  it('refuses an unknown sensor, one that is never bypassed, a mode of another zone, and a bypass of everything', () => {
    const world = alarmWorld().ready();
    expect(world.arm('full', { bypass: ['roof'] })).toMatchObject({
      field: 'bypass',
      reason: expect.stringContaining('roof'),
    });
    expect(world.arm('full', { bypass: ['case'] })).toMatchObject({ field: 'bypass' });
    expect(world.arm('full', { mode: 'night' })).toMatchObject({ code: 'invalid', field: 'mode' });
    expect(world.arm('full', { zone: 'attic' })).toEqual({ code: 'not_found', field: 'zone' });
    const one = alarmWorld({ zones: [zone({ sensors: [sensor('door')] })] }).ready();
    expect(one.arm('full', { bypass: ['door'] })).toEqual({ code: 'conflict', reason: 'nothing_to_watch' });
  });

  it('is refused in another mode until the zone was disarmed', () => {
    const world = alarmWorld().ready();
    world.arm();
    expect(world.arm('perimeter')).toEqual({ code: 'conflict', reason: 'already_armed' });
    expect(world.zone().mode).toBe('full');
  });

  it('of the master arms every zone with the mode, or none', () => {
    const zones = [
      zone({ sensors: [sensor('door')] }),
      zone({ id: 'attic', sensors: [sensor('hatch')], outputs: [] }),
      zone({
        id: 'shed',
        sensors: [sensor('gate', { modes: ['night'] })],
        outputs: [],
        modes: { night: { exitDelayMs: 0, entryDelayMs: 0 } },
      }),
    ];
    const world = alarmWorld({ zones }).ready();
    world.sensor('hatch');
    expect(world.arm('full', { zone: 'master' })).toMatchObject({ blockers: [{ zone: 'attic', sensor: 'hatch' }] });
    expect(world.zone().state).toBe('disarmed');
    world.sensor('hatch', false);
    expect(world.arm('full', { zone: 'master' })).toBeUndefined();
    expect(['ground', 'attic', 'shed'].map((id) => world.zone(id).state)).toEqual(['arming', 'arming', 'disarmed']);
    expect(world.arm('full', { zone: 'master' })).toEqual({ code: 'conflict', reason: 'already_armed' });
    world.disarm(anna, 'master');
    expect(world.zone('attic').state).toBe('disarmed');
  });
});

/** An armed world after its exit delay. */
function armed(...args: Parameters<typeof alarmWorld>) {
  const world = alarmWorld(...args).ready();
  world.arm();
  world.pass(30_000);
  world.effects.length = 0;
  return world;
}

describe('an armed zone', () => {
  it('gives the entry delay to the door, and triggers at its end', () => {
    const world = armed();
    world.sensor('door');
    world.sensor('motion');
    expect(world.zone()).toMatchObject({ state: 'pending', countdown: { kind: 'entry_delay', remainingMs: 20_000 } });
    world.pass(19_000);
    expect([world.zone().state, world.writes()]).toEqual(['pending', []]);
    world.pass(1_000);
    expect(world.zone()).toMatchObject({ state: 'triggered', incident: { id: 1, sensor: 'door', isSounding: true } });
    expect(world.writes()).toEqual(['on 180']);
    expect(world.effects).toContainEqual({ kind: 'notify', zone: 'ground', reason: 'alarm', incident: 1 });
  });

  it('triggers at once for an instant sensor, also during the entry delay, and for a follower without one', () => {
    const instant = armed();
    instant.sensor('door');
    instant.sensor('window');
    expect(instant.zone().incident?.sensor).toBe('window');
    const follower = armed();
    follower.sensor('motion');
    expect(follower.zone().state).toBe('triggered');
  });

  it('starts the entry delay for a door that was left open, and not for motion', () => {
    const world = alarmWorld().ready();
    world.arm();
    world.sensor('motion');
    world.sensor('door');
    world.pass(30_000);
    expect(world.zone()).toMatchObject({ state: 'pending', countdown: { kind: 'entry_delay' } });
    const away = alarmWorld().ready();
    away.arm();
    away.sensor('motion');
    away.pass(30_000);
    expect(away.zone().state).toBe('armed');
  });

  it('counts a group as soon as enough of its sensors were active within the time', () => {
    const group = { id: 'pair', count: 2, withinMs: 10_000 };
    const sensors = ['a', 'b'].map((id) => sensor(id, { kind: 'motion', group: 'pair' }));
    const world = armed({ zones: [zone({ groups: [group], sensors })] });
    const report = (id: string) => {
      world.sensor(id);
      world.sensor(id, false);
    };
    report('a');
    report('a');
    world.pass(11_000);
    report('b');
    expect([world.zone().state, world.events()]).toEqual(['armed', ['unconfirmed', 'unconfirmed', 'unconfirmed']]);
    world.pass(9_000);
    report('a');
    expect(world.zone().state).toBe('triggered');
  });

  it('counts a group with those of its sensors that watch, where others are left out or have another mode', () => {
    const group = { id: 'trio', count: 2, withinMs: 10_000 };
    const motion = (id: string, change: object = {}) => sensor(id, { kind: 'motion', group: 'trio', ...change });
    const others = [motion('b'), motion('c', { modes: ['perimeter'] })];
    const world = alarmWorld({ zones: [zone({ groups: [group], sensors: [motion('a'), ...others] })] }).ready();
    world.arm('full', { bypass: ['b'] });
    world.pass(30_000);
    world.sensor('a');
    expect(world.zone().state).toBe('triggered');
    world.disarm();
    world.sensor('a', false);
    world.arm('full');
    world.pass(30_000);
    world.sensor('a');
    expect(world.zone().state).toBe('armed');
    world.sensor('b');
    expect(world.zone().state).toBe('triggered');
  });

  it('leaves out an entry door that was left open where it leaves itself out, unless nothing else watches', () => {
    const terrace = sensor('terrace', { kind: 'door', reaction: 'entry', bypass: 'automatic' });
    const world = alarmWorld({ zones: [zone({ sensors: [terrace, sensor('window')] })] }).ready();
    world.sensor('terrace');
    world.arm();
    world.pass(30_000);
    expect(world.zone()).toMatchObject({ state: 'armed', bypassed: ['terrace'] });
    expect(world.journal()).toContainEqual(
      expect.objectContaining({ class: 'bypass', event: 'left_open', details: { sensor: 'terrace' } }),
    );
    world.sensor('window');
    expect(world.zone().state).toBe('triggered');
    const alone = alarmWorld({ zones: [zone({ sensors: [terrace] })] }).ready();
    alone.sensor('terrace');
    alone.arm();
    alone.pass(30_000);
    expect(alone.zone()).toMatchObject({ state: 'pending', bypassed: [] });
  });

  it('reports an opened case that does not count in its mode, or that is left out', () => {
    const sensors = [
      sensor('door', { kind: 'door' }),
      sensor('case', { kind: 'tamper', modes: [] }),
      sensor('box', { kind: 'tamper' }),
    ];
    const world = alarmWorld({ zones: [zone({ sensors })] }).ready();
    world.arm('full', { bypass: ['box'] });
    world.pass(30_000);
    for (const id of ['case', 'box']) world.sensor(id);
    expect(world.zone().state).toBe('armed');
    expect(world.journal().filter(({ event }) => event === 'tamper')).toHaveLength(2);
    expect(world.effects.filter(({ kind }) => kind === 'notify')).toMatchObject([
      { reason: 'tamper' },
      { reason: 'tamper' },
    ]);
  });

  it('warns with the pre-alarm first, and a second sensor ends it', () => {
    const outputs = [output('siren'), output('lamp', { class: 'alarm_light', stages: ['pre_alarm'] })];
    const world = armed({ zones: [zone({ preAlarmMs: 15_000, outputs })] });
    world.sensor('window');
    expect([world.zone().state, world.writes('lamp'), world.writes()]).toEqual(['pending', ['on 15'], []]);
    expect(world.zone().countdown).toMatchObject({ isPreAlarm: true });
    world.sensor('motion');
    expect([world.zone().state, world.writes('lamp'), world.writes()]).toEqual([
      'triggered',
      ['on 15', 'off'],
      ['on 180'],
    ]);
  });

  it('sounds for its time, stays triggered in the cool-down, and watches again', () => {
    const world = armed();
    world.sensor('window');
    world.pass(180_000);
    expect([world.zone().state, world.writes().at(-1)]).toEqual(['triggered', 'off']);
    world.pass(60_000);
    expect(world.zone()).toMatchObject({ state: 'armed', mode: 'full', unacknowledged: 1 });
    expect(world.events()).toContain('rearmed');
    world.send({ kind: 'acknowledge', zone: 'ground', by: anna });
    expect(world.zone().unacknowledged).toBeUndefined();
  });

  it('stays triggered until a disarm where it does not re-arm', () => {
    const world = armed({ zones: [zone({ rearms: false })] });
    world.sensor('window');
    world.pass(1_000_000);
    expect(world.zone().state).toBe('triggered');
    world.disarm();
    expect(world.zone()).toMatchObject({ state: 'disarmed', unacknowledged: 1 });
  });

  it('sounds again for another sensor, and for the same one after the sounding', () => {
    const world = armed();
    world.sensor('window');
    world.sensor('window', false);
    world.send({ kind: 'output', output: 'siren', isOn: true });
    world.pass(100_000);
    world.sensor('window');
    world.sensor('motion');
    expect(world.writes()).toEqual(['on 180', 'on 180']);
    world.pass(180_000);
    world.sensor('window', false);
    world.sensor('window');
    expect(world.writes().slice(-2)).toEqual(['off', 'on 180']);
  });

  it('bypasses a sensor after its limit of alarms, until it is armed again', () => {
    const world = armed({ zones: [zone({ swingerLimit: 2 })] });
    for (let round = 0; round < 3; round += 1) {
      world.sensor('window');
      world.sensor('window', false);
      world.pass(240_000);
    }
    expect(world.events().filter((event) => event === 'triggered')).toHaveLength(2);
    expect([world.zone().bypassed, world.events().includes('swinger')]).toEqual([['window'], true]);
    world.disarm();
    expect(world.zone().bypassed).toEqual([]);
  });

  it('is silenced without a disarm, and another sensor sounds again', () => {
    const world = armed();
    world.sensor('window');
    world.send({ kind: 'silence', zone: 'ground', by: anna });
    expect(world.zone()).toMatchObject({ state: 'triggered', incident: { isSilenced: true } });
    world.sensor('window', false);
    world.sensor('window');
    expect(world.writes()).toEqual(['on 180', 'off']);
    world.sensor('motion');
    expect(world.writes().at(-1)).toBe('on 180');
  });

  it('takes a sabotage for an activation', () => {
    const world = armed();
    world.send({ kind: 'health', sensor: 'motion', isSabotaged: true });
    expect(world.zone().incident?.sensor).toBe('motion');
  });
});

describe('a disarmed zone', () => {
  it('triggers for smoke, and is disarmed again afterwards', () => {
    const world = alarmWorld().ready();
    world.sensor('smoke');
    expect(world.zone()).toMatchObject({ state: 'triggered', incident: { sensor: 'smoke' } });
    world.pass(240_000);
    expect(world.zone()).toMatchObject({ state: 'disarmed', unacknowledged: 1 });
  });

  it('reports an opened case without a siren, and chimes where that is chosen', () => {
    const zones = [zone({ sensors: [sensor('door', { chimes: true }), sensor('case', { kind: 'tamper' })] })];
    const world = alarmWorld({ zones }).ready();
    world.sensor('door');
    world.sensor('case');
    expect(world.effects).toEqual([
      { kind: 'chime', zone: 'ground', sensor: 'door' },
      { kind: 'journal', entry: expect.objectContaining({ class: 'fault', event: 'tamper' }) },
      { kind: 'notify', zone: 'ground', reason: 'tamper' },
    ]);
  });

  it('records each sensor of a walk test, and triggers for smoke all the same', () => {
    const world = alarmWorld().ready();
    world.send({ kind: 'walk_test_start', zone: 'ground', by: anna });
    world.sensor('door');
    world.sensor('case');
    expect(world.state().zones.ground?.walkTest?.seen).toEqual({ door: world.now(), case: world.now() });
    expect(world.arm()).toEqual({ code: 'conflict', reason: 'walk_test' });
    world.sensor('smoke');
    expect(world.zone().state).toBe('triggered');
    world.pass(30 * 60_000);
    expect(world.journal().find(({ event }) => event === 'walk_test_ended')?.details).toEqual({
      missed: ['window', 'motion', 'smoke'],
    });
  });

  it('starts no walk test while it is armed', () => {
    expect(armed().send({ kind: 'walk_test_start', zone: 'ground', by: anna })).toMatchObject({ reason: 'armed' });
  });
});

describe('a CCU that is not proven connected', () => {
  it('triggers after the chosen time, once for each loss', () => {
    const world = armed({ zones: [zone({ centralLostMs: 120_000 })] });
    world.send({ kind: 'central', central: 'home', isConnected: false });
    world.pass(119_000);
    expect(world.zone()).toMatchObject({ state: 'armed', lostCentrals: ['home'] });
    world.pass(1_000);
    expect(world.journal().find(({ event }) => event === 'triggered')?.details).toEqual({
      cause: 'central_lost',
      central: 'home',
    });
    world.pass(600_000);
    expect(world.zone().state).toBe('armed');
    world.send({ kind: 'central', central: 'home', isConnected: true });
    world.send({ kind: 'central', central: 'home', isConnected: false });
    world.pass(120_000);
    expect(world.zone().state).toBe('triggered');
  });

  it('does not trigger for a time that the clock of the machine skipped, and does after the chosen time', () => {
    const world = armed({ zones: [zone({ centralLostMs: 120_000 })] });
    world.send({ kind: 'central', central: 'home', isConnected: false });
    world.pass(30_000);
    world.jump(3_600_000);
    world.pass(89_000);
    expect(world.zone().state).toBe('armed');
    world.pass(2_000);
    expect(world.zone().state).toBe('triggered');
  });

  it('does not hold a running entry delay', () => {
    const world = armed();
    world.sensor('door');
    world.send({ kind: 'central', central: 'home', isConnected: false });
    world.pass(20_000);
    expect(world.zone().state).toBe('triggered');
  });
});

describe('a restart', () => {
  it('triggers for an entry delay that ended while the process was away, and records it', () => {
    const world = armed();
    world.sensor('door');
    world.jump(3_600_000);
    world.send({ kind: 'started', unreadable: [] });
    expect(world.writes()).toEqual(['on 180']);
    expect(world.journal().find(({ event }) => event === 'triggered')?.details).toEqual({
      cause: 'sensor',
      sensor: 'door',
      while_away: true,
    });
  });

  it('continues an alarm with the rest of its time, and an exit delay', () => {
    const world = armed();
    world.sensor('window');
    world.jump(60_000);
    world.send({ kind: 'started', unreadable: [] });
    expect(world.writes()).toEqual(['on 180', 'on 120']);
    const leaving = alarmWorld().ready();
    leaving.arm();
    leaving.jump(20_000);
    leaving.send({ kind: 'started', unreadable: [] });
    expect(leaving.zone().countdown?.remainingMs).toBe(10_000);
  });

  it('stops a siren whose time ended meanwhile, until the device confirms', () => {
    const world = armed();
    world.sensor('window');
    world.jump(3_600_000);
    world.send({ kind: 'started', unreadable: [] });
    world.pass(2_000);
    expect(world.writes()).toEqual(['on 180', 'off', 'off']);
    expect(world.zone().state).toBe('armed');
  });

  it('finds no CCU connected', () => {
    const world = armed();
    world.send({ kind: 'started', unreadable: [] });
    expect(world.zone()).toMatchObject({ state: 'armed', lostCentrals: ['home'] });
  });
});

it('a clock that jumps back prolongs no delay and disarms nothing', () => {
  const world = armed();
  world.sensor('door');
  world.pass(10_000);
  world.jump(-86_400_000);
  world.send({ kind: 'tick' });
  world.pass(10_000);
  expect(world.zone().state).toBe('triggered');
  world.jump(86_400_000);
  world.send({ kind: 'tick' });
  expect(world.zone()).toMatchObject({ state: 'armed', mode: 'full' });
});
