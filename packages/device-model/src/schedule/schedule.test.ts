import type { ParameterDescription, ParamsetDescription } from '@ccu-gateway/ccu-client';
import type { Schedule, SimpleScheduleEntry } from '@ccu-gateway/contract/types';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contractSchemas, hasContract } from '../../test/contract.js';
import { parameter, readyHouse, value } from '../../test/house.js';
import { hasData, realHouse, realTypes } from '../../test/real-devices.js';
import type { HouseModel, PlannedSchedule } from '../index.js';
import { WEEKDAYS } from './climate.js';
import { readTime } from './clock-time.js';
import { formatDuration, parseDuration } from './duration.js';

type Values = Record<string, unknown>;
const ADDRESS = '0001D3C99C0005';

function weekDescription(slots: number, prefix = 'P1_'): ParamsetDescription {
  return Object.fromEntries(
    WEEKDAYS.flatMap((day) =>
      Array.from({ length: slots }, (_, index) => [
        [`${prefix}TEMPERATURE_${day}_${index + 1}`, parameter('FLOAT', 3, { MIN: 5, MAX: 30 })],
        [`${prefix}ENDTIME_${day}_${index + 1}`, parameter('INTEGER', 3, { MIN: 5, MAX: 1440 })],
      ]).flat(),
    ),
  );
}

/** A week of 17 °C with 21 °C from six to nine. */
function weekValues(slots: number, prefix = 'P1_'): Values {
  const ends = [360, 540, ...Array.from({ length: slots - 2 }, () => 1440)];
  return Object.fromEntries(
    WEEKDAYS.flatMap((day) =>
      ends.flatMap((end, index) => [
        [`${prefix}ENDTIME_${day}_${index + 1}`, end],
        [`${prefix}TEMPERATURE_${day}_${index + 1}`, index === 1 ? 21 : 17],
      ]),
    ),
  );
}

function thermostat(): HouseModel {
  const { house } = readyHouse({
    specs: [
      {
        address: ADDRESS,
        type: 'HmIP-eTRV-2',
        channels: [
          { type: 'MAINTENANCE' },
          {
            type: 'HEATING_CLIMATECONTROL_TRANSCEIVER',
            values: {
              SET_POINT_TEMPERATURE: parameter('FLOAT', 7, { MIN: 4.5, MAX: 30.5 }),
              ACTIVE_PROFILE: parameter('INTEGER', 7, { MIN: 1, MAX: 2 }),
            },
            master: { ...weekDescription(13), ...weekDescription(13, 'P2_') },
          },
        ],
      },
    ],
  });
  return house;
}

const at = { address: ADDRESS, channel: 1 };

function written(planned: PlannedSchedule): Readonly<Record<string, unknown>> {
  if (!planned.ok) throw new Error(`${planned.message}: ${JSON.stringify('errors' in planned && planned.errors)}`);
  return Object.fromEntries(Object.entries(planned.write?.values ?? {}).map(([name, typed]) => [name, typed.value]));
}

function shown(house: HouseModel, values: Values, where: { address: string; channel?: number } = at): Schedule {
  const found = house.schedules.describe(where, values);
  if (!found.ok) throw new Error(found.message);
  return found.value;
}

describe('the week of a thermostat', () => {
  const values = { ...weekValues(13), ...weekValues(13, 'P2_') };

  it('is a base temperature and the periods that differ from it', () => {
    const house = thermostat();
    house.apply(value(`${ADDRESS}:1`, 'ACTIVE_PROFILE', 2));
    expect(house.schedules.locate(at)).toMatchObject({
      value: { address: `${ADDRESS}:1`, paramsetKey: 'MASTER', kind: 'climate' },
    });
    const schedule = shown(house, values);
    expect(schedule).toMatchObject({ kind: 'climate', active_profile: 'P2', active_profile_index: 1 });
    expect(schedule.profiles?.P1?.weekdays.MONDAY).toEqual({
      base_temperature: 17,
      periods: [{ start_time: '06:00', end_time: '09:00', temperature: 21 }],
    });
  });

  it('written back as it was read writes nothing', () => {
    const house = thermostat();
    expect(house.schedules.plan(at, values, shown(house, values))).toEqual({ ok: true, corrections: [] });
  });

  it('with one day changed writes only the differences of that day, as one call', () => {
    const house = thermostat();
    const planned = house.schedules.plan(at, values, {
      profiles: {
        P1: {
          weekdays: {
            MONDAY: {
              base_temperature: 17,
              periods: [
                { start_time: '17:00', end_time: '24:00', temperature: 20 },
                { start_time: '06:00', end_time: '09:00', temperature: 21.5 },
              ],
            },
          },
        },
      },
    });
    expect(written(planned)).toEqual({
      P1_TEMPERATURE_MONDAY_2: 21.5,
      P1_ENDTIME_MONDAY_3: 1020,
      P1_TEMPERATURE_MONDAY_4: 20,
    });
    expect(planned).toMatchObject({ write: { kind: 'paramset', paramsetKey: 'MASTER', address: `${ADDRESS}:1` } });
  });

  it('lists the times that could not be kept', () => {
    const house = thermostat();
    const day = { base_temperature: 17, periods: [{ start_time: '06:02', end_time: '24:30', temperature: 21 }] };
    expect(house.schedules.plan(at, values, { profiles: { P2: { weekdays: { SUNDAY: day } } } })).toMatchObject({
      ok: true,
      corrections: [
        { profile: 'P2', weekday: 'SUNDAY', period: 0, field: 'start_time', requested: '06:02', applied: '06:00' },
        { profile: 'P2', weekday: 'SUNDAY', period: 0, field: 'end_time', requested: '24:30', applied: '23:55' },
      ],
    });
  });

  it.each([
    [{ base_temperature: 3, periods: [] }, 'must be between 5 and 30'],
    [{ base_temperature: 17 }, 'must be a list'],
    [{ base_temperature: 17.3, periods: [] }, 'must be a multiple of 0.5'],
    [
      { base_temperature: 17, periods: [{ start_time: 'six', end_time: '09:00', temperature: 21 }] },
      'must be a time like 06:30',
    ],
    [
      { base_temperature: 17, periods: [{ start_time: '09:00', end_time: '09:00', temperature: 21 }] },
      'must end after it starts',
    ],
    [
      {
        base_temperature: 17,
        periods: [
          { start_time: '06:00', end_time: '09:00', temperature: 21 },
          { start_time: '08:00', end_time: '10:00', temperature: 22 },
        ],
      },
      'overlaps with another period',
    ],
    [
      {
        base_temperature: 17,
        periods: Array.from({ length: 7 }, (_, index) => ({
          start_time: `0${index}:10`,
          end_time: `0${index}:40`,
          temperature: 21,
        })),
      },
      'needs 15 changes of temperature, but a day has room for 13',
    ],
  ])('is refused when a day is %j', (day, reason) => {
    const planned = thermostat().schedules.plan(at, values, { profiles: { P1: { weekdays: { FRIDAY: day } } } });
    expect(planned).toMatchObject({ ok: false, code: 'validation' });
    expect(!planned.ok && 'errors' in planned && planned.errors.map((error) => error.reason)).toContain(reason);
  });

  it.each([
    [null, 'body'],
    [{ kind: 'simple', simple_entries: [] }, 'kind'],
    [{ profiles: { P7: { weekdays: {} } } }, 'profiles.P7'],
    [{ profiles: { P1: {} } }, 'profiles.P1.weekdays'],
    [{ profiles: { P1: { weekdays: { CARNIVAL: {} } } } }, 'profiles.P1.weekdays.CARNIVAL'],
  ])('is refused when it is %j', (wanted, field) => {
    expect(thermostat().schedules.plan(at, values, wanted)).toMatchObject({ code: 'validation', errors: [{ field }] });
  });

  it('is copied between devices and between profiles', () => {
    const house = thermostat();
    const empty = {
      ...weekValues(13),
      ...weekValues(13, 'P2_'),
      P2_ENDTIME_MONDAY_2: 600,
      P2_TEMPERATURE_MONDAY_2: 25,
    };
    const end = (with_: Values, profile: number) => ({ at, values: with_, profile });
    expect(written(house.schedules.planProfileCopy(end(empty, 2), end(empty, 1)))).toEqual({
      P1_ENDTIME_MONDAY_2: 600,
      P1_TEMPERATURE_MONDAY_2: 25,
    });
    expect(house.schedules.planProfileCopy(end(empty, 5), end(empty, 1))).toMatchObject({
      errors: [{ field: 'source_profile' }],
    });
    expect(house.schedules.planProfileCopy(end(empty, 1), end(empty, 5))).toMatchObject({
      errors: [{ field: 'target_profile' }],
    });
    expect(written(house.schedules.planCopy({ at, values: empty }, { at, values }))).toEqual({
      P2_ENDTIME_MONDAY_2: 600,
      P2_TEMPERATURE_MONDAY_2: 25,
    });
  });

  it('has one active profile, chosen by name', () => {
    const house = thermostat();
    expect(house.schedules.planActiveProfile(at, 'P2')).toMatchObject({
      write: { kind: 'value', parameter: 'ACTIVE_PROFILE', value: { type: 'i4', value: 2 } },
    });
    expect(house.schedules.planActiveProfile(at, 'P3')).toMatchObject({
      code: 'validation',
      errors: [{ field: 'profile', reason: 'must be one of P1, P2' }],
    });
  });

  it('of an older kind, kept at the device, is announced for the channel that shows it', () => {
    const { house } = readyHouse({
      interfaceName: 'BidCos-RF',
      specs: [
        {
          address: ADDRESS,
          type: 'HM-CC-RT-DN',
          master: { TEMPERATURE_MONDAY_1: parameter('FLOAT', 3), ENDTIME_MONDAY_1: parameter('INTEGER', 3) },
          channels: [
            { type: 'MAINTENANCE' },
            { type: 'WEATHER_RECEIVER' },
            { type: 'CLIMATECONTROL_RT_TRANSCEIVER', values: { SET_TEMPERATURE: parameter('FLOAT', 7) } },
          ],
        },
      ],
    });
    const read = (end: number) =>
      house.applyConfiguration({ address: ADDRESS, values: { ENDTIME_MONDAY_1: end }, at: 0 });
    expect(read(360)).toEqual([]);
    expect(read(390)).toMatchObject([{ type: 'schedules.changed', payload: { channel: 2 } }]);
  });

  it('that another source changed is announced once it is read', () => {
    const house = thermostat();
    expect(house.applyConfiguration({ address: `${ADDRESS}:1`, values, at: 0 })).toEqual([]);
    expect(house.applyConfiguration({ address: `${ADDRESS}:1`, values, at: 0 })).toEqual([]);
    const changed = { ...values, P1_ENDTIME_MONDAY_1: 365 };
    expect(house.applyConfiguration({ address: `${ADDRESS}:1`, values: changed, at: 0 })).toMatchObject([
      { type: 'schedules.changed', topic: `device.${ADDRESS}.lifecycle`, payload: { channel: 1 } },
    ]);
  });
});

describe('a time past midnight', () => {
  it('becomes the last one that the grid of the device has', () => {
    expect(readTime('24:30', 5)).toEqual({ minutes: 1435, corrected: '23:55' });
    expect(readTime('24:30', 10)).toEqual({ minutes: 1430, corrected: '23:50' });
  });
});

describe('durations of actors', () => {
  it('have one spelling for each base and factor that means a time of its own', () => {
    for (let base = 0; base < 8; base += 1) {
      for (let factor = 0; factor <= 31; factor += 1) {
        const text = formatDuration({ base, factor });
        const parsed = parseDuration(text);
        expect(parsed.ok && formatDuration(parsed.value)).toBe(text);
      }
    }
  });

  it('that cannot be stored come with those that can', () => {
    expect(parseDuration('37s')).toEqual({ ok: false, reason: 'cannot be stored; possible are 35s or 40s' });
    expect(parseDuration('31h')).toMatchObject({ ok: false });
    expect(parseDuration('permanent')).toEqual({ ok: true, value: { base: 7, factor: 31 } });
    expect(parseDuration(7)).toMatchObject({ ok: false });
  });
});

/** Any value that the description allows, of the type a CCU would send. */
function anyValue(description: ParameterDescription): fc.Arbitrary<unknown> {
  const min = Number(description.MIN ?? 0);
  const max = Number(description.MAX ?? 0);
  switch (description.TYPE) {
    case 'BOOL':
      return fc.boolean();
    case 'INTEGER':
      return fc.integer({ min: Math.min(min, max), max });
    case 'FLOAT':
      return fc.integer({ min: Math.ceil(min * 2), max: Math.floor(max * 2) }).map((half) => half / 2);
    case 'ENUM':
      return fc.integer({ min: 0, max: (description.VALUE_LIST?.length ?? 1) - 1 });
    default:
      return fc.integer({ min: 0, max: 2 ** 24 }).map(String);
  }
}

const RELEVANT = /(TEMPERATURE?|ENDTIME|TIMEOUT)_[A-Z]+DAY_\d+$|_WP_|^WEEK_PROGRAM_POINTER$/;

function valuesOf(description: ParamsetDescription): fc.Arbitrary<Values> {
  const arbitraries = Object.entries(description)
    .filter(([name]) => RELEVANT.test(name))
    .map(([name, each]) => [name, anyValue(each)] as const);
  return fc.record(Object.fromEntries(arbitraries));
}

const halfDegrees = fc.integer({ min: 12, max: 60 }).map((half) => half / 2);
const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** A day with up to five periods on the grid of every thermostat. */
const anyDay = fc
  .record({
    base: halfDegrees,
    cuts: fc.uniqueArray(fc.integer({ min: 1, max: 143 }), { maxLength: 10 }),
    warm: fc.array(halfDegrees, { minLength: 5, maxLength: 5 }),
  })
  .map(({ base, cuts, warm }) => {
    const sorted = [...cuts].sort((a, b) => a - b);
    const periods = [];
    for (let index = 0; index + 1 < sorted.length; index += 2) {
      periods.push({
        start_time: clock((sorted[index] ?? 0) * 10),
        end_time: clock((sorted[index + 1] ?? 0) * 10),
        temperature: warm[index / 2] ?? 20,
      });
    }
    return { base_temperature: base, periods };
  });

describe.skipIf(!hasData)('over all real types (CCU_GATEWAY_CCU_DATA)', () => {
  const house = hasData ? realHouse() : readyHouse().house;
  const descriptions = new Map(hasData ? realTypes().flatMap((type) => Object.entries(type.paramsets)) : []);
  const items = house.schedules.list().map((item) => {
    const where = { address: item.address, channel: item.channel.number };
    const located = house.schedules.locate(where);
    if (!located.ok) throw new Error(located.message);
    return { item, where, description: descriptions.get(located.value.address)?.MASTER ?? {} };
  });

  it('schedules are found where they are', () => {
    const found = items.map(({ item }) => `${item.model}:${item.channel.number} ${item.kind}`);
    expect(found.sort()).toEqual(
      [
        'HM-CC-RT-DN:4 climate',
        'HM-CC-TC:2 climate',
        'HM-CC-VG-1:1 climate',
        'HM-TC-IT-WM-W-EU:2 climate',
        'HMIP-PSM:8 week_profile',
        'HmIP-BDT:7 week_profile',
        'HmIP-BROLL:7 week_profile',
        'HmIP-BSL:15 week_profile',
        'HmIP-BSM:9 week_profile',
        'HmIP-BWTH:1 climate',
        'HmIP-DLD:10 week_profile',
        'HmIP-FBL:7 week_profile',
        'HmIP-HEATING:1 climate',
        'HmIP-RGBW:5 week_profile',
        'HmIP-STHD:1 climate',
        'HmIP-WTH-2:1 climate',
        'HmIP-eTRV-2:1 climate',
        'HmIPW-DRS8:33 week_profile',
        'HmIPW-STH:1 climate',
      ].sort(),
    );
  });

  it.each(items.map((each) => [each.item.model, each] as const))(
    'the schedule of %s, written back unchanged, writes nothing',
    (_model, { where, description }) => {
      fc.assert(
        fc.property(valuesOf(description), (values) => {
          expect(house.schedules.plan(where, values, shown(house, values, where))).toEqual({
            ok: true,
            corrections: [],
          });
        }),
        { numRuns: 5 },
      );
    },
  );

  it.each(items.filter((each) => each.item.kind === 'climate').map((each) => [each.item.model, each] as const))(
    'any day written to %s is the day that is read afterwards',
    (_model, { where, description }) => {
      fc.assert(
        fc.property(valuesOf(description), anyDay, fc.constantFrom(...WEEKDAYS), (values, day, weekday) => {
          const wanted = { profiles: { P1: { weekdays: { [weekday]: day } } } };
          const planned = house.schedules.plan(where, values, wanted);
          const after = { ...values, ...written(planned) };
          // The same day may be encoded with another base; a repeated request shows that it is the same.
          expect(written(house.schedules.plan(where, after, wanted))).toEqual({});
          const others = shown(house, after, where).profiles?.P1?.weekdays ?? {};
          const before = shown(house, values, where).profiles?.P1?.weekdays ?? {};
          for (const other of WEEKDAYS) if (other !== weekday) expect(others[other]).toEqual(before[other]);
        }),
        { numRuns: 5 },
      );
    },
  );

  it.each(items.filter((each) => each.item.kind !== 'climate').map((each) => [each.item.model, each] as const))(
    'entries written to %s are the entries that are read afterwards, and only fields it has are written',
    (_model, { where, description }) => {
      const profile = house.schedules.weekProfile(where);
      const targets = Object.keys((profile.ok && profile.value.available_target_channels) || {});
      const entry = fc.record({
        slot_no: fc.integer({ min: 1, max: 69 }),
        weekdays: fc.uniqueArray(fc.constantFrom(...WEEKDAYS), { minLength: 1 }),
        time: fc.integer({ min: 0, max: 1439 }).map(clock),
        level: fc.integer({ min: 0, max: 100 }).map((percentage) => percentage / 100),
        target_channels: fc.uniqueArray(fc.constantFrom(...targets), { minLength: 1 }),
      });
      fc.assert(
        fc.property(
          valuesOf(description),
          fc.uniqueArray(entry, { maxLength: 3, selector: (each) => each.slot_no }),
          (values, entries) => {
            const changes = written(house.schedules.plan(where, values, { simple_entries: entries }));
            for (const name of Object.keys(changes)) expect(Object.hasOwn(description, name), name).toBe(true);
            const after = { ...values, ...changes };
            const read = (shown(house, after, where).simple_entries ?? []).map(essentials);
            expect(read).toEqual([...entries].sort((a, b) => a.slot_no - b.slot_no).map(essentials));
            expect(written(house.schedules.plan(where, after, { simple_entries: entries }))).toEqual({});
          },
        ),
        { numRuns: 5 },
      );
    },
  );

  it('an actor names the channels its schedule acts on, and takes them out one by one', () => {
    const address = items.find(({ item }) => item.model === 'HmIPW-DRS8')?.item.address ?? '';
    const drs8 = { address, channel: 33 };
    const profile = house.schedules.weekProfile(drs8);
    expect(profile).toMatchObject({
      value: {
        schedule_type: 'default',
        available_target_channels: {
          '1_1': { channel_no: 2, channel_type: 'primary' },
          '1_2': { channel_no: 3, channel_type: 'secondary' },
          '8_3': {
            channel_no: 32,
            unique_id: expect.stringMatching(/^ccu_schedule_channel_switch_.*_schedule_channel_lock_8_3$/),
          },
        },
      },
    });
    house.apply(value(`${address}:33`, 'WEEK_PROGRAM_CHANNEL_LOCKS', 0b1000));
    expect(house.schedules.weekProfile(drs8)).toMatchObject({
      value: { schedule_enabled: { '1_1': true, '2_1': false } },
    });
    expect(house.schedules.planChannelLock(drs8, '2_1', true)).toMatchObject({ ok: true });
    expect(house.schedules.planChannelLock(drs8, '9_1', true)).toMatchObject({ code: 'not_found' });
    expect(house.schedules.planChannelLock(drs8, '2_1', 'yes')).toMatchObject({ code: 'validation' });
  });

  it('an actor refuses to act on channels it does not have, unless they are stored already', () => {
    const { where } = items.find(({ item }) => item.model === 'HMIP-PSM') as (typeof items)[number];
    const entry = { slot_no: 1, weekdays: ['MONDAY'], time: '06:00', level: 1, target_channels: ['4_1'] };
    const plan = (values: Values) => house.schedules.plan(where, values, { simple_entries: [entry] });
    expect(plan({})).toMatchObject({
      errors: [{ field: 'simple_entries[0].target_channels', reason: 'must be of 1_1, 1_2, 1_3' }],
    });
    expect(plan({ '01_WP_TARGET_CHANNELS': 0b1_000_000_000 })).toMatchObject({ ok: true });
  });

  it.skipIf(!hasContract)('shown schedules conform to the published contract (CCU_GATEWAY_CONTRACT)', () => {
    const schema = contractSchemas();
    const [schedule, profile] = [schema('Schedule'), schema('WeekProfileResponse')];
    for (const { where, description } of items) {
      const [values] = fc.sample(valuesOf(description), { numRuns: 1, seed: 7 });
      expect(schedule(shown(house, values ?? {}, where))).toEqual([]);
      const found = house.schedules.weekProfile(where, values);
      expect(profile(found.ok && found.value)).toEqual([]);
    }
  });
});

const essentials = (entry: SimpleScheduleEntry) => ({
  slot_no: entry.slot_no,
  weekdays: [...entry.weekdays].sort(),
  time: entry.time,
  level: entry.level,
  target_channels: [...(entry.target_channels ?? [])].sort(),
});
