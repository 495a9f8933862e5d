import { describe, expect, it } from 'vitest';
import { alarmWorld, byCode, code, sensor, zone } from './world.js';

type World = ReturnType<typeof alarmWorld>;

/** A schedule of the ground floor elapses. */
const elapse = (world: World, change: object = {}) =>
  world.send({
    kind: 'scheduled',
    zone: 'ground',
    mode: 'full',
    arms: true,
    occurrence: '2026-06-01 22:00',
    isMissed: false,
    ...change,
  });
const reminders = (world: World) => world.effects.filter(({ kind }) => kind === 'remind');

describe('a schedule that arms', () => {
  it('arms with the exit delay, also where people need a code', () => {
    const zones = [zone({ needsCode: { arm: true, disarm: true } })];
    const world = alarmWorld({ zones, codes: [code('cleo')] }).ready();
    elapse(world);
    expect(world.zone()).toMatchObject({ state: 'arming', mode: 'full' });
    world.pass(30_000);
    expect(world.zone().state).toBe('armed');
    expect(world.journal()).toMatchObject([
      { event: 'arming', actor: 'schedule', source: 'engine' },
      { event: 'armed', actor: 'schedule' },
    ]);
    expect(reminders(world)).toEqual([]);
  });

  it('never forces: an open sensor refuses it by name, and a reminder follows', () => {
    const zones = [zone({ sensors: [sensor('door'), sensor('window')] })];
    const world = alarmWorld({ zones }).ready();
    world.sensor('window');
    world.send({ kind: 'health', sensor: 'door', isLowBattery: true });
    elapse(world, { mode: 'perimeter' });
    expect(world.zone().state).toBe('disarmed');
    expect(world.journal().at(-1)).toMatchObject({
      class: 'fault',
      event: 'schedule_refused',
      zone: 'ground',
      details: { code: 'blocked', blockers: ['door low_battery', 'window open'], occurrence: '2026-06-01 22:00' },
    });
    expect(reminders(world)).toEqual([{ kind: 'remind', zone: 'ground', mode: 'perimeter' }]);
    world.sensor('window', false);
    world.pass(600_000);
    expect(world.zone().state).toBe('disarmed');
  });

  it('leaves out sensors that leave themselves out', () => {
    const world = alarmWorld().ready();
    world.sensor('window');
    elapse(world, { mode: 'perimeter' });
    expect(world.zone()).toMatchObject({ state: 'armed', bypassed: ['window'] });
  });

  it('leaves a zone in its mode alone, also in the exit delay', () => {
    const world = alarmWorld().ready();
    world.arm();
    elapse(world);
    world.pass(30_000);
    elapse(world, { occurrence: '2026-06-01 22:01' });
    expect(world.zone()).toMatchObject({ state: 'armed', mode: 'full' });
    expect(world.journal().map(({ actor }) => actor)).toEqual(['anna', 'anna']);
    expect(reminders(world)).toEqual([]);
  });

  it.each([
    ['is armed in another mode', (world: World) => world.arm('perimeter'), 'armed', 'already_armed'],
    ['is in the exit delay to another mode', (world: World) => world.arm('full'), 'arming', 'already_armed'],
    [
      'has an entry delay',
      (world: World) => {
        world.arm('perimeter');
        world.sensor('door');
      },
      'pending',
      'already_armed',
    ],
    ['has an alarm', (world: World) => world.sensor('smoke'), 'triggered', 'triggered'],
    [
      'has a walk test',
      (world: World) =>
        world.send({ kind: 'walk_test_start', zone: 'ground', by: { ...byCode('x'), authority: { kind: 'admin' } } }),
      'disarmed',
      'walk_test',
    ],
  ])('changes nothing where the zone %s, and reminds', (_, prepare, state, reason) => {
    const zones = [
      zone({
        modes: { ...zone().modes, night: { exitDelayMs: 0, entryDelayMs: 20_000 } },
        sensors: zone().sensors.map((each) => ({ ...each, modes: [...each.modes, 'night' as const] })),
      }),
    ];
    const world = alarmWorld({ zones }).ready();
    prepare(world);
    const before = world.state().zones.ground;
    elapse(world, { mode: 'night' });
    expect(world.zone().state).toBe(state);
    expect(world.state().zones.ground).toEqual({ ...before, occurrences: ['2026-06-01 22:00'] });
    expect(world.journal().at(-1)).toMatchObject({ event: 'schedule_refused', details: { code: reason } });
    expect(reminders(world)).toHaveLength(1);
  });

  it('waits for a CCU that is not connected, as after a start', () => {
    const world = alarmWorld().ready();
    world.send({ kind: 'started', unreadable: [] });
    elapse(world, { mode: 'perimeter' });
    world.pass(60_000);
    expect([world.zone().state, reminders(world)]).toEqual(['disarmed', []]);
    world.send({ kind: 'central', central: 'home', isConnected: true });
    expect(world.zone()).toMatchObject({ state: 'armed', mode: 'perimeter' });
    expect(reminders(world)).toEqual([]);
  });

  it('is refused when the CCU is not connected after five minutes', () => {
    const world = alarmWorld().ready();
    world.send({ kind: 'central', central: 'home', isConnected: false });
    elapse(world);
    world.pass(299_000);
    expect(world.events()).not.toContain('schedule_refused');
    world.pass(1_000);
    expect(world.journal().at(-1)).toMatchObject({ details: { blockers: ['central:home central_lost'] } });
    expect(reminders(world)).toHaveLength(1);
    world.send({ kind: 'central', central: 'home', isConnected: true });
    expect(world.zone().state).toBe('disarmed');
  });

  it('does not come after a disarm that was given while it waited', () => {
    const world = alarmWorld().ready();
    world.send({ kind: 'central', central: 'home', isConnected: false });
    elapse(world);
    world.disarm();
    world.send({ kind: 'central', central: 'home', isConnected: true });
    expect(world.zone().state).toBe('disarmed');
  });

  it('refuses one that waits when the next one comes', () => {
    const world = alarmWorld().ready();
    world.send({ kind: 'central', central: 'home', isConnected: false });
    elapse(world);
    elapse(world, { mode: 'perimeter', occurrence: '2026-06-01 22:02' });
    world.send({ kind: 'central', central: 'home', isConnected: true });
    expect(world.zone()).toMatchObject({ state: 'armed', mode: 'perimeter' });
    expect(reminders(world)).toEqual([{ kind: 'remind', zone: 'ground', mode: 'full' }]);
  });
});

describe('a schedule that reminds', () => {
  it('reminds where the zone is not in the mode, and never arms', () => {
    const world = alarmWorld().ready();
    elapse(world, { arms: false });
    expect(world.zone().state).toBe('disarmed');
    expect(world.journal()).toMatchObject([{ class: 'arm', event: 'reminder', details: { mode: 'full' } }]);
    expect(reminders(world)).toEqual([{ kind: 'remind', zone: 'ground', mode: 'full' }]);
  });

  it('is quiet where the zone is in the mode', () => {
    const world = alarmWorld().ready();
    world.arm();
    elapse(world, { arms: false });
    expect(reminders(world)).toEqual([]);
  });
});

describe('an occurrence of a schedule', () => {
  it('counts once', () => {
    const world = alarmWorld().ready();
    elapse(world, { mode: 'perimeter' });
    world.disarm();
    elapse(world, { mode: 'perimeter' });
    elapse(world, { arms: false });
    expect(world.zone().state).toBe('disarmed');
    expect(reminders(world)).toEqual([]);
  });

  it('that was missed is an entry of the journal, and nothing else', () => {
    const world = alarmWorld().ready();
    elapse(world, { isMissed: true });
    elapse(world, { isMissed: true });
    elapse(world);
    expect(world.journal()).toMatchObject([{ event: 'schedule_missed', details: { occurrence: '2026-06-01 22:00' } }]);
    expect([world.zone().state, reminders(world)]).toEqual(['disarmed', []]);
  });

  it('of a removed zone is ignored, and the number of remembered ones is bounded', () => {
    const world = alarmWorld().ready();
    elapse(world, { zone: 'attic' });
    expect(world.effects).toEqual([]);
    for (let day = 0; day < 200; day += 1) elapse(world, { arms: false, occurrence: `day ${day}` });
    expect(world.state().zones.ground?.occurrences).toHaveLength(64);
  });
});
