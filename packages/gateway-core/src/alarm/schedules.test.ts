import { type AlarmState, newState, planOf, type ScheduleConfig, type ZoneConfig } from '@ccu-gateway/alarm';
import { alarmSensor, alarmZone } from '@ccu-gateway/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alarmWorld, localTimesIn } from '../../test/alarm-world.js';
import * as alarm from '../families/gateway/alarm.js';
import { createSchedules } from './schedules.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const EVERY_DAY: ScheduleConfig['days'] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

/** Schedules of one zone on a clock that the test sets. */
function clockWorld(timeZone: string, schedules: readonly Omit<ScheduleConfig, 'mode' | 'arms'>[]) {
  const zone = { id: 'ground', sensors: [], outputs: [], schedules: [] } as unknown as ZoneConfig;
  const full = schedules.map((each) => ({ ...each, mode: 'full' as const, arms: true }));
  const plan = planOf({ zones: [{ ...zone, schedules: full }], codes: [] });
  const times = localTimesIn(timeZone);
  const clock = { now: 0, isRight: true };
  const time = { now: () => clock.now, after: () => () => {} };
  const found = createSchedules({ time, localTime: (at) => times.format(at), clockIsRight: () => clock.isRight });
  const taken: string[] = [];
  return {
    clock,
    taken,
    schedules: found,
    /** Sets the clock, and takes what has elapsed as the engine does. */
    at(when: string | number) {
      clock.now = typeof when === 'number' ? when : Date.parse(when);
      const zones = { ground: { occurrences: taken.map((each) => each.replace('missed ', '')) } };
      const state = { ...newState(0), zones } as unknown as AlarmState;
      for (const event of found.elapsed({ plan, state })) {
        if (event.kind === 'scheduled') taken.push(`${event.isMissed ? 'missed ' : ''}${event.occurrence}`);
      }
      return taken;
    },
  };
}

describe('the time of a schedule', () => {
  it('comes once on each of its days, by the clock of the wall', () => {
    const world = clockWorld('Europe/Berlin', [{ days: ['mon', 'wed'], time: '22:00' }]);
    // A Monday.
    const start = Date.parse('2026-06-01T10:00:00Z');
    world.schedules.resumeAt(start);
    for (let second = 0; second < 4 * 86_400; second += 20) world.at(start + second * 1_000);
    expect(world.taken).toEqual(['2026-06-01 22:00', '2026-06-03 22:00']);
  });

  it('that the change to summer time leaves out comes with the next minute that exists', () => {
    const world = clockWorld('Europe/Berlin', [{ days: EVERY_DAY, time: '02:30' }]);
    world.schedules.resumeAt(Date.parse('2026-03-29T00:00:00Z'));
    expect(world.at('2026-03-29T00:59:59Z')).toEqual([]);
    expect(world.at('2026-03-29T01:00:00Z')).toEqual(['2026-03-29 02:30']);
    expect(world.at('2026-03-29T01:30:00Z')).toHaveLength(1);
  });

  it('that the change to winter time shows twice comes with the first', () => {
    const world = clockWorld('Europe/Berlin', [{ days: EVERY_DAY, time: '02:30' }]);
    world.schedules.resumeAt(Date.parse('2026-10-25T00:00:00Z'));
    expect(world.at('2026-10-25T00:29:59Z')).toEqual([]);
    expect(world.at('2026-10-25T00:30:00Z')).toEqual(['2026-10-25 02:30']);
    for (let minute = 0; minute < 120; minute += 1) world.at(Date.parse('2026-10-25T00:31:00Z') + minute * MINUTE_MS);
    expect(world.taken).toHaveLength(1);
  });

  it.each(['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'America/Santiago'])(
    'comes once a day in %s, also on the days that change the clock',
    (timeZone) => {
      const times = localTimesIn(timeZone);
      const hour = 2 * HOUR_MS;
      const year = Array.from({ length: 2 * 366 * 12 }, (_, at) => Date.UTC(2026, 0, 1) + at * hour);
      const changes = year.filter((at) => offset(times, at) !== offset(times, at - hour));
      expect(changes.length === 0).toBe(timeZone === 'Asia/Kathmandu');
      fc.assert(
        fc.property(fc.constantFrom(...changes, Date.UTC(2026, 4, 1)), fc.nat(1439), (change, minute) => {
          const time = new Date(minute * MINUTE_MS).toISOString().slice(11, 16);
          const world = clockWorld(timeZone, [{ days: EVERY_DAY, time }]);
          const start = change - 36 * HOUR_MS;
          world.schedules.resumeAt(start);
          for (let at = start; at < change + 36 * HOUR_MS; at += MINUTE_MS) world.at(at);
          expect(new Set(world.taken).size).toBe(world.taken.length);
          const dates = new Set(
            Array.from({ length: 72 }, (_, at) => times.format(start + at * HOUR_MS).slice(0, 10)).slice(1),
          );
          // The first and the last of them are cut.
          const whole = [...dates].slice(1, -1);
          for (const date of whole) expect(world.taken.filter((each) => each.startsWith(date))).toHaveLength(1);
        }),
        { numRuns: 15 },
      );
    },
  );

  it('that passed while the process was away is made up for within 15 minutes, and else missed once', () => {
    const world = clockWorld('UTC', [
      { days: EVERY_DAY, time: '21:00' },
      { days: EVERY_DAY, time: '22:00' },
    ]);
    world.schedules.resumeAt(Date.parse('2026-06-01T20:00:00Z'));
    expect(world.at('2026-06-04T22:14:00Z')).toEqual(['missed 2026-06-04 21:00', '2026-06-04 22:00']);
    expect(world.at('2026-06-04T22:16:00Z')).toHaveLength(2);
  });

  it('does not come while the clock cannot be right, and is made up for when it is', () => {
    const world = clockWorld('UTC', [{ days: EVERY_DAY, time: '22:00' }]);
    world.schedules.resumeAt(Date.parse('2026-06-01T21:00:00Z'));
    world.clock.isRight = false;
    expect(world.at('1970-01-01T22:00:00Z')).toEqual([]);
    expect(world.at('2026-06-01T22:00:00Z')).toEqual([]);
    world.clock.isRight = true;
    expect(world.at('2026-06-01T22:10:00Z')).toEqual(['2026-06-01 22:00']);
  });

  it('comes once for a clock that jumps, back and forth', () => {
    const world = clockWorld('UTC', [{ days: EVERY_DAY, time: '22:00' }]);
    world.schedules.resumeAt(Date.parse('2026-06-01T21:00:00Z'));
    world.at('2026-06-01T22:00:00Z');
    // A year ahead, and back.
    world.at('2027-06-01T12:00:00Z');
    for (const when of ['2026-06-01T21:59:00Z', '2026-06-01T22:00:00Z', '2027-06-01T12:01:00Z']) world.at(when);
    expect(world.taken).toEqual(['2026-06-01 22:00', 'missed 2027-05-31 22:00']);
    expect(world.at('2026-06-02T22:00:00Z')).toHaveLength(3);
  });

  it('comes once at most in every history of starts and clocks that jump, and late by 15 minutes at most', () => {
    const steps = fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(20_000, MINUTE_MS, 10 * MINUTE_MS, HOUR_MS) },
      { weight: 2, arbitrary: fc.constantFrom(-HOUR_MS, -MINUTE_MS, 26 * HOUR_MS, -26 * HOUR_MS, 9_000 * HOUR_MS) },
      { weight: 1, arbitrary: fc.constant('start' as const) },
    );
    fc.assert(
      fc.property(fc.array(steps, { maxLength: 60 }), (history) => {
        const world = clockWorld('Europe/Berlin', [
          { days: EVERY_DAY, time: '02:30' },
          { days: ['sat', 'sun'], time: '03:00' },
        ]);
        let now = Date.parse('2026-10-24T22:00:00Z');
        world.schedules.resumeAt(now);
        for (const step of history) {
          if (step === 'start') world.schedules.resumeAt(now - 2 * HOUR_MS);
          else now += step;
          const known = world.taken.length;
          world.at(now);
          const shown = localTimesIn('Europe/Berlin').format(now);
          for (const each of world.taken.slice(known)) {
            const late = Date.parse(`${shown}Z`) - Date.parse(`${each.replace('missed ', '')}Z`);
            // The wall may have gone back by an hour since.
            if (!each.startsWith('missed')) expect(late).toBeLessThanOrEqual(75 * MINUTE_MS);
            expect(late).toBeGreaterThanOrEqual(0);
          }
        }
        const all = world.taken.map((each) => each.replace('missed ', ''));
        expect(new Set(all).size).toBe(all.length);
      }),
      { numRuns: 200 },
    );
  });
});

/** Difference of a time on the wall to UTC, in milliseconds. */
const offset = (times: Intl.DateTimeFormat, at: number): number => Date.parse(`${times.format(at)}Z`) - at;

/** A zone with a door, and a schedule a minute after the start of the world, which is 02:00 in Berlin. */
async function start(schedule: object = {}) {
  const world = alarmWorld();
  await world.restart(0);
  const schedules = [{ days: EVERY_DAY, time: '02:01', mode: 'full', auto_arm: true, ...schedule }];
  const modes = { full: { exit_delay_ms: 0, entry_delay_ms: 20_000 } };
  const zone = alarmZone.parse({ id: 'ground', name: 'Ground floor', config: { modes, schedules } });
  await alarm.createAlarmZone(world.ports(), world.as('admin'), zone);
  const door = alarmSensor.parse({
    central: 'home',
    interface_id: 'HmIP-RF',
    id: 'door',
    channel_address: 'DOOR:1',
    parameter: 'STATE',
    type: 'door',
    config: { modes: ['full'], reaction: 'instant' },
  });
  await alarm.putAlarmSensors(world.ports(), world.as('admin'), 'ground', [door]);
  await world.settle();
  return world;
}
type World = Awaited<ReturnType<typeof start>>;
const state = (world: World) => alarm.readAlarmState(world.ports(), world.as('viewer'))[0]?.state;
const remindersOf = (world: World) =>
  world.published.filter(({ type }) => type === 'alarm.reminder').map(({ topic, payload }) => ({ topic, payload }));
const wordsOf = (world: World) => world.rows.map(({ event }) => event).filter((event) => event.startsWith('schedule'));
const REMINDER = { topic: 'alarm.panel', payload: { zone_id: 'ground', zone_name: 'Ground floor', mode: 'full' } };

describe('a zone with a schedule', () => {
  it('is armed by it, and announces its name', async () => {
    const world = await start();
    await world.pass(60_000);
    expect(state(world)).toBe('armed');
    const changed = world.published.findLast(({ type }) => type === 'alarm.state_changed');
    expect(changed?.payload).toMatchObject({ new_state: 'armed', changed_by: 'schedule', source: 'engine' });
    expect(remindersOf(world)).toEqual([]);
  });

  it('shows its schedules as they were set, and after a restart', async () => {
    const world = await start({ days: ['sat'], auto_arm: false });
    await world.restart(1_000);
    const { schedules } = alarm.getAlarmZone(world.ports(), world.as('viewer'), 'ground').config;
    expect(schedules).toEqual([{ days: ['sat'], time: '02:01', mode: 'full', auto_arm: false }]);
  });

  it('is not armed by a schedule that is added in its minute', async () => {
    const world = await start({ time: '02:00' });
    await world.pass(120_000);
    expect([state(world), wordsOf(world)]).toEqual(['disarmed', []]);
  });

  it('reminds where it is not armed by it', async () => {
    const world = await start({ auto_arm: false });
    await world.pass(120_000);
    expect([state(world), remindersOf(world)]).toEqual(['disarmed', [REMINDER]]);
  });

  it('names an open door in the journal, and reminds', async () => {
    const world = await start();
    await world.report('DOOR:1/STATE', true);
    await world.pass(60_000);
    expect([state(world), remindersOf(world)]).toEqual(['disarmed', [REMINDER]]);
    expect(world.rows.at(-1)).toMatchObject({ event: 'schedule_refused', details: { blockers: ['door open'] } });
  });

  it('is armed after a restart by a schedule of the last minutes, as soon as its CCU is connected', async () => {
    const world = await start();
    world.ccu.isConnected = false;
    await world.restart(600_000);
    await world.pass(30_000);
    expect(state(world)).toBe('disarmed');
    world.ccu.isConnected = true;
    await world.pass(2_000);
    expect(state(world)).toBe('armed');
    await alarm.disarmAlarmZone(world.ports(), world.as('admin'), 'ground');
    await world.restart(10_000);
    await world.pass(120_000);
    expect([state(world), remindersOf(world)]).toEqual(['disarmed', []]);
  });

  it('only records a schedule that was missed by hours', async () => {
    const world = await start();
    await world.restart(5 * HOUR_MS);
    await world.pass(60_000);
    await world.restart(HOUR_MS);
    await world.pass(60_000);
    expect([state(world), remindersOf(world), wordsOf(world)]).toEqual(['disarmed', [], ['schedule_missed']]);
  });

  it('ignores its schedules while the clock cannot be right', async () => {
    const world = await start();
    world.mood.isClockRight = false;
    await world.pass(120_000);
    expect([state(world), wordsOf(world)]).toEqual(['disarmed', []]);
  });

  it('is not armed again by a clock that goes back', async () => {
    const world = await start();
    await world.pass(60_000);
    await alarm.disarmAlarmZone(world.ports(), world.as('admin'), 'ground');
    world.jump(-300_000);
    await world.pass(600_000);
    expect([state(world), remindersOf(world)]).toEqual(['disarmed', []]);
  });

  it('refuses a schedule in a mode that it no longer has, by the field', async () => {
    const world = await start();
    const schedules = [{ days: ['mon'], time: '22:00', mode: 'night' }];
    const zone = alarmZone.parse({ id: 'ground', name: 'Ground floor', config: { schedules } });
    await expect(alarm.putAlarmZone(world.ports(), world.as('admin'), 'ground', zone)).rejects.toMatchObject({
      code: 'validation',
      details: { errors: [{ field: 'schedules.0.mode', reason: 'is not a mode of the zone' }] },
    });
  });

  it.each([
    ['24:00', { time: '24:00' }, 'time'],
    ['no day', { days: [] }, 'days'],
    ['an unknown day', { days: ['someday'] }, 'days'],
    ['a disarm', { mode: 'disarmed' }, 'mode'],
  ])('refuses a schedule with %s in a request', (_, change, field) => {
    const schedules = [{ days: ['mon'], time: '22:00', mode: 'full', ...change }];
    const parsed = alarmZone.safeParse({ id: 'ground', name: 'Ground floor', config: { schedules } });
    expect(parsed.error?.issues[0]?.path.slice(0, 4)).toEqual(['config', 'schedules', 0, field]);
  });
});
