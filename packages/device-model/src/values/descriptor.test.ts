import { describe, expect, it } from 'vitest';
import { parameter } from '../../test/house.js';
import { correctDescriptor } from '../build/corrections.js';
import { uniqueIds } from '../model/unique-id.js';
import { normalise, readDescriptor } from './descriptor.js';

describe('a parameter description', () => {
  it.each([
    ['numbers', { MIN: 4.5, MAX: 30.5 }],
    ['text', { MIN: '4.5', MAX: '30.5' }],
    ['text with a comma', { MIN: '4,5', MAX: ' 30,5 ' }],
    ['exponents', { MIN: '0.45e1', MAX: '3.05E+1' }],
  ])('has the same bounds written as %s', (_how, bounds) => {
    expect(readDescriptor(parameter('FLOAT', 7, bounds))).toMatchObject({ min: 4.5, max: 30.5 });
  });

  it.each([
    ['zero and zero', { MIN: 0, MAX: 0 }],
    ['the largest double', { MIN: -1.7976931348623157e308, MAX: 1.7976931348623157e308 }],
    ['the wrong way round', { MIN: 5, MAX: 1 }],
    ['words', { MIN: 'low', MAX: 'high' }],
  ])('has no bounds when they are %s', (_how, bounds) => {
    const read = readDescriptor(parameter('FLOAT', 7, bounds));
    expect(read).not.toHaveProperty('min');
    expect(read).not.toHaveProperty('max');
  });

  it('takes bounds and default of an option by name and by number', () => {
    const VALUE_LIST = ['A', '', 'C', 'D'];
    const expected = { min: 0, max: 2, default: 2, valueList: VALUE_LIST };
    expect(readDescriptor(parameter('ENUM', 7, { VALUE_LIST, MIN: 'A', MAX: 'C', DEFAULT: 'C' }))).toMatchObject(
      expected,
    );
    expect(readDescriptor(parameter('ENUM', 7, { VALUE_LIST, MIN: 0, MAX: '2', DEFAULT: 2 }))).toMatchObject(expected);
    expect(readDescriptor(parameter('ENUM', 7, { VALUE_LIST, MIN: 'x', MAX: 99 }))).toMatchObject({ min: 0, max: 3 });
  });

  it('has its special values from a list and from an object', () => {
    const specials = [{ id: 'NOT_USED', value: 111600 }];
    for (const SPECIAL of [
      [{ ID: 'NOT_USED', VALUE: '111600.0' }],
      { NOT_USED: 111600 },
      [{ ID: 'NOT_USED', VALUE: 111600 }, { ID: 3 }, null],
    ]) {
      expect(readDescriptor(parameter('FLOAT', 7, { SPECIAL: SPECIAL as never }))?.specials).toEqual(specials);
    }
  });

  it('is none when it is junk', () => {
    for (const junk of [
      undefined,
      null,
      7,
      'x',
      [],
      {},
      { unknown: true },
      { TYPE: 'BOOL' },
      { OPERATIONS: 7 },
      { TYPE: 1, OPERATIONS: 7 },
    ]) {
      expect(readDescriptor(junk as never)).toBeUndefined();
    }
  });

  it('that is known to be wrong is put right', () => {
    const wrong = readDescriptor(parameter('FLOAT', 7, { MIN: '5.0', MAX: '30.0' }));
    if (wrong === undefined) throw new Error('not read');
    expect(correctDescriptor('HM-CC-VG-1', 'SET_TEMPERATURE', wrong)).toMatchObject({ min: 4.5, max: 30.5 });
    const level = readDescriptor(parameter('FLOAT', 5, { MIN: 0, MAX: 1.01 }));
    if (level === undefined) throw new Error('not read');
    expect(correctDescriptor('HmIP-BDT', 'LEVEL', level)).toMatchObject({ unit: '%', multiplier: 100 });
    expect(correctDescriptor('HmIP-BDT', 'OTHER', level)).toBe(level);
  });

  it.each([
    ['RSSI_DEVICE', undefined, 'dBm'],
    ['ILLUMINATION', undefined, 'lx'],
    ['OPERATING_VOLTAGE', '', 'V'],
    ['ACTUAL_TEMPERATURE', 'degree', '°C'],
    ['WIND_SPEED', 'km/h', 'km/h'],
  ])('of %s has the unit of its measured value', (name, UNIT, unit) => {
    const read = readDescriptor(parameter('FLOAT', 5, UNIT === undefined ? {} : { UNIT }));
    if (read === undefined) throw new Error('not read');
    expect(correctDescriptor('XY-NEVER-SEEN-1', name, read)).toMatchObject({ unit });
  });
});

describe('a value from the wire', () => {
  it.each([
    ['BOOL', 1, true],
    ['BOOL', 'false', false],
    ['BOOL', 'maybe', undefined],
    ['INTEGER', '7', 7],
    ['INTEGER', 6.9999999, 7],
    ['FLOAT', 21, 21],
    ['FLOAT', '21.5', 21.5],
    ['FLOAT', true, 1],
    ['FLOAT', 'nan', undefined],
    ['ENUM', 'OPEN', 1],
    ['ENUM', '1', 1],
    ['ENUM', 9, undefined],
    ['ENUM', -1, undefined],
    ['ENUM', 'NEW_WORD', undefined],
    ['STRING', 5, '5'],
    ['STRING', {}, undefined],
  ] as const)('of type %s that came as %j is %j', (type, raw, expected) => {
    expect(normalise(type, raw, type === 'ENUM' ? ['CLOSED', 'OPEN'] : undefined)).toBe(expected);
  });
});

describe('unique ids', () => {
  const ids = uniqueIds('ccu', () => ({ name: 'Haus am See', serial: '3014F711A0001F9A' }));

  it('are the address, the channel and the parameter in small letters', () => {
    expect(ids.dataPoint('0001D3C99C0001', 4, 'STATE')).toBe('ccu_0001d3c99c0001_4_state');
    expect(ids.calculated('0001D3C99C0001', 1, 'DEW_POINT')).toBe('ccu_calculated_0001d3c99c0001_1_dew_point');
    expect(ids.eventGroup('0001D3C99C0001', 1, 'keypress')).toBe('ccu_event_0001d3c99c0001_1_keypress');
    expect(ids.weekProfile('0001D3C99C0001')).toBe('ccu_week_profile_0001d3c99c0001_week_profile');
  });

  it('carry the end of the serial where every CCU has the same address', () => {
    expect(ids.dataPoint('INT0000001', 1, 'SET_TEMPERATURE')).toBe('ccu_11a0001f9a_int0000001_1_set_temperature');
    expect(ids.dataPoint('HmIP-RCV-1', 1, 'PRESS_SHORT')).toBe('ccu_11a0001f9a_hmip_rcv_1_1_press_short');
    expect(ids.dataPoint('BidCoS-RF', 1, 'PRESS_SHORT')).toBe('ccu_11a0001f9a_bidcos_rf_1_press_short');
    expect(ids.sysvar('950')).toBe('ccu_11a0001f9a_sysvar_950');
    expect(ids.program('1234')).toBe('ccu_11a0001f9a_program_1234');
  });

  it('carry the name of the central until the serial is known', () => {
    expect(uniqueIds('ccu', () => ({ name: 'Haus am See' })).sysvar('950')).toBe('ccu_haus_am_see_sysvar_950');
  });
});
