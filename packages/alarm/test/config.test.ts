import { describe, expect, it } from 'vitest';
import { conflictsOf, faultsOf, type ScheduleConfig } from '../src/index.js';
import { alarmWorld, anna, code, key, output, sensor, zone } from './world.js';

const fieldsOf = (...args: Parameters<typeof faultsOf>) => faultsOf(...args).map(({ field }) => field);

const schedule = (change: Partial<ScheduleConfig>): ScheduleConfig => ({
  days: ['mon', 'tue'],
  time: '22:00',
  mode: 'full',
  arms: true,
  ...change,
});

describe('a configuration', () => {
  it('that works has no fault', () => {
    expect(faultsOf({ zones: [zone()], codes: [code('cleo'), key('fob')] })).toEqual([]);
    expect(faultsOf({ zones: [zone({ sensors: [], outputs: [] })], codes: [] })).toEqual([]);
    const schedules = [schedule({}), schedule({ days: ['wed'] }), schedule({ time: '23:59', arms: false })];
    expect(faultsOf({ zones: [zone({ schedules })], codes: [] })).toEqual([]);
  });

  it.each([
    [
      'an entry delay of 0',
      { modes: { full: { exitDelayMs: 0, entryDelayMs: 0 }, perimeter: zone().modes.perimeter } },
      ['zones.0.modes.full.entryDelayMs'],
    ],
    [
      'a delay of a day',
      { modes: { ...zone().modes, full: { exitDelayMs: 86_400_000, entryDelayMs: 20_000 } } },
      ['zones.0.modes.full.exitDelayMs'],
    ],
    ['an alarm without end', { alarmMs: Number.POSITIVE_INFINITY }, ['zones.0.alarmMs']],
    [
      'a mode without a sensor',
      { modes: { ...zone().modes, night: { exitDelayMs: 0, entryDelayMs: 0 } } },
      ['zones.0.modes.night'],
    ],
    ['a reserved id', { id: 'master' }, ['zones.0.id']],
    ['a name of spaces', { name: ' ' }, ['zones.0.name']],
    ['two sensors of one id', { sensors: [sensor('door'), sensor('door')] }, ['zones.0.sensors.1.id']],
    [
      'a sensor in a mode that the zone lacks',
      { sensors: [...zone().sensors, sensor('x', { modes: ['night'] })] },
      ['zones.0.sensors.5.modes'],
    ],
    [
      'a sensor that never counts',
      { sensors: [...zone().sensors, sensor('x', { modes: [] })] },
      ['zones.0.sensors.5.modes'],
    ],
    [
      'a group that no sensor joins',
      { groups: [{ id: 'pair', count: 2, withinMs: 5_000 }] },
      ['zones.0.groups.0.count'],
    ],
    [
      'a sensor of an unknown group',
      { sensors: [...zone().sensors, sensor('x', { group: 'pair' })] },
      ['zones.0.sensors.5.group'],
    ],
    ['an output without a stage', { outputs: [output('siren', { stages: [] })] }, ['zones.0.outputs.0.stages']],
    [
      'a siren without end',
      { outputs: [output('siren', { durationMs: 86_400_000 })] },
      ['zones.0.outputs.0.durationMs'],
    ],
    [
      'two mirrors in one variable',
      {
        outputs: ['one', 'two'].map((id) => output(id, { class: 'sysvar_mirror', channelAddress: 'Alarm' })),
      },
      ['zones.0.outputs.1.channelAddress'],
    ],
    ['a schedule without a day', { schedules: [schedule({ days: [] })] }, ['zones.0.schedules.0.days']],
    ['a day twice', { schedules: [schedule({ days: ['mon', 'mon'] })] }, ['zones.0.schedules.0.days']],
    ['a schedule at 24:00', { schedules: [schedule({ time: '24:00' })] }, ['zones.0.schedules.0.time']],
    ['a schedule at 7:30', { schedules: [schedule({ time: '7:30' })] }, ['zones.0.schedules.0.time']],
    [
      'a schedule in a mode that the zone lacks',
      { schedules: [schedule({ mode: 'night' })] },
      ['zones.0.schedules.0.mode'],
    ],
    [
      'two schedules of one day and time',
      { schedules: [schedule({}), schedule({ days: ['mon'], mode: 'perimeter' })] },
      ['zones.0.schedules.1.time'],
    ],
    [
      'too many schedules',
      { schedules: Array.from({ length: 21 }, (_, minute) => schedule({ time: `20:${10 + minute}` })) },
      ['zones.0.schedules'],
    ],
  ])('with %s is refused by its field', (_, change, fields) => {
    expect(fieldsOf({ zones: [zone(change)], codes: [] })).toEqual(fields);
  });

  it.each([
    ['nothing is permitted', code('cleo', { perms: { arm: false, disarm: false, silence: false } }), 'codes.0.perms'],
    ['the zone does not exist', code('cleo', { zones: ['attic'] }), 'codes.0.zones.0'],
    ['it ends before it begins', code('cleo', { validFrom: 2, validUntil: 1 }), 'codes.0.validUntil'],
    ['the PIN is missing', code('cleo', { hash: undefined }), 'codes.0.pin'],
    ['a key has no binding', code('fob', { kind: 'remote_key' }), 'codes.0.binding'],
    ['a key arms no mode', key('fob', { verb: 'arm' }), 'codes.0.binding.mode'],
    ['a key arms a mode that the zone lacks', key('fob', { verb: 'arm', mode: 'night' }), 'codes.0.binding.mode'],
  ])('with a code is refused where %s', (_, each, field) => {
    expect(fieldsOf({ zones: [zone()], codes: [each] })).toEqual([field]);
  });

  it('with two codes for one press is refused', () => {
    expect(fieldsOf({ zones: [zone()], codes: [key('one'), key('two')] })).toEqual(['codes.1.binding']);
  });

  it('with too many zones, sensors or PINs is refused', () => {
    const zones = Array.from({ length: 51 }, (_, index) => zone({ id: `z${index}`, sensors: [], outputs: [] }));
    expect(fieldsOf({ zones, codes: [] })).toEqual(['zones']);
    const sensors = Array.from({ length: 1_001 }, (_, index) => sensor(`s${index}`));
    expect(fieldsOf({ zones: [zone({ sensors })], codes: [] })).toEqual(['sensors']);
    const codes = Array.from({ length: 21 }, (_, index) => code(`c${index}`));
    expect(fieldsOf({ zones: [zone()], codes })).toEqual(['codes']);
  });
});

describe('a change of the configuration', () => {
  it('conflicts with a zone that is armed, triggered, under test, or has an output that may still be on', () => {
    const world = alarmWorld().ready();
    const conflicts = () =>
      conflictsOf(world.plan().config, { zones: [], codes: [] }, world.state()).map(({ reason }) => reason);
    expect(conflicts()).toEqual([]);
    world.arm('perimeter');
    expect(conflicts()).toEqual(['armed']);
    expect(conflictsOf(world.plan().config, { zones: [zone()], codes: [code('cleo')] }, world.state())).toEqual([]);
    world.sensor('window');
    expect(conflicts()).toEqual(['triggered']);
    world.disarm();
    expect(conflicts()).toEqual(['output_on']);
    world.send({ kind: 'output', output: 'siren', isOn: false });
    world.send({ kind: 'walk_test_start', zone: 'ground', by: anna });
    expect(conflicts()).toEqual(['walk_test']);
  });

  it('removes an output that never confirms its stop, after some writes, and records it', () => {
    const world = alarmWorld().ready();
    world.arm('perimeter');
    world.sensor('window');
    world.disarm();
    const next = { zones: [zone({ outputs: [] })], codes: [] };
    const conflicts = () => conflictsOf(world.plan().config, next, world.state()).map(({ reason }) => reason);
    world.pass(6_000);
    expect(conflicts()).toEqual(['output_on']);
    world.pass(11_000);
    expect([conflicts(), world.zone().unconfirmed]).toEqual([[], ['siren']]);
    world.configure(next);
    expect(world.journal().at(-1)).toMatchObject({
      class: 'fault',
      event: 'output_given_up',
      zone: 'ground',
      details: { output: 'siren', name: 'siren' },
    });
    expect(world.state().outputs).toEqual({});
  });

  it('keeps the stop of an output going that stays, and gives up one that moves to another channel', () => {
    const world = alarmWorld().ready();
    world.arm('perimeter');
    world.sensor('window');
    world.disarm();
    world.pass(20_000);
    world.configure({ zones: [zone({ name: 'Basement' })] });
    const count = world.writes().length;
    world.pass(60_000);
    expect(world.writes().slice(count)).toContain('off');
    world.configure({ zones: [zone({ outputs: [output('siren', { channelAddress: 'new:3' })] })] });
    expect([world.events().at(-1), world.state().outputs]).toEqual(['output_given_up', {}]);
  });

  it('drops the state of sensors and zones that are gone, and leaves the others', () => {
    const world = alarmWorld({
      zones: [zone(), zone({ id: 'attic', sensors: [sensor('hatch')], outputs: [] })],
    }).ready();
    world.arm('full', { zone: 'attic' });
    world.configure({ zones: world.plan().config.zones.slice(1) });
    expect(Object.keys(world.state().sensors)).toEqual(['hatch']);
    expect(world.zone('attic').state).toBe('arming');
  });
});
