import { factsOf } from '@ccu-gateway/ccu-client/interfaces';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parameter, readyHouse, SMALL_HOUSE, SWITCH } from '../test/house.js';
import { hasData, realHouse } from '../test/real-devices.js';
import type { HouseModel } from './index.js';

const ADDRESS = '0001D3C99C0009';
const { house } = readyHouse({
  specs: [
    ...SMALL_HOUSE,
    {
      address: ADDRESS,
      type: 'TEST',
      channels: [
        {
          type: 'MAINTENANCE',
          values: {
            BOOL: parameter('BOOL', 7),
            ACTION: parameter('ACTION', 2),
            INTEGER: parameter('INTEGER', 7, { MIN: '-5', MAX: '10' }),
            FLOAT: parameter('FLOAT', 7, {
              MIN: 4.5,
              MAX: 30.5,
              SPECIAL: [{ ID: 'VENT_OPEN', VALUE: 100 }],
            }),
            UNLIMITED: parameter('FLOAT', 7, { MIN: 0, MAX: 0 }),
            ENUM: parameter('ENUM', 7, { MIN: 'A', MAX: 'C', VALUE_LIST: ['A', '', 'C', 'D'] }),
            TEXT: parameter('STRING', 7),
            OPAQUE: parameter('', 2),
            FIXED: parameter('BOOL', 5),
          },
          master: { LIMIT: parameter('INTEGER', 3, { MIN: 0, MAX: 9 }), MODE: parameter('BOOL', 3) },
        },
      ],
    },
  ],
});

const write = (name: string, value: unknown) =>
  house.validateWrite({ address: ADDRESS, channel: 0, parameter: name, value });
const typed = (name: string, value: unknown) => {
  const planned = write(name, value);
  return planned.ok ? planned.write.value : planned;
};

describe('a value to write', () => {
  it.each([
    ['BOOL', true, 'boolean', true],
    ['BOOL', 0, 'boolean', false],
    ['BOOL', 'true', 'boolean', true],
    ['ACTION', true, 'boolean', true],
    ['INTEGER', 10, 'i4', 10],
    ['INTEGER', 0.1 + 0.2 + 0.7, 'i4', 1],
    ['FLOAT', 21, 'double', 21],
    ['FLOAT', 100, 'double', 100],
    ['FLOAT', 'VENT_OPEN', 'double', 100],
    ['UNLIMITED', -1234.5, 'double', -1234.5],
    ['ENUM', 'C', 'i4', 2],
    ['ENUM', 0, 'i4', 0],
    ['TEXT', 'Tür "auf"', 'string', 'Tür "auf"'],
    ['OPAQUE', 21.5, 'string', '21.5'],
  ])('for %s may be %j and travels as %s', (name, value, type, wire) => {
    expect(typed(name, value)).toEqual({ type, value: wire });
  });

  it.each([
    ['BOOL', 'yes', 'must be true or false', {}],
    ['BOOL', null, 'must be true or false', {}],
    ['ACTION', false, 'is an impulse and takes only true', {}],
    ['INTEGER', 11, 'must be between -5 and 10', { min: -5, max: 10 }],
    ['INTEGER', 1.5, 'must be a whole number', {}],
    ['INTEGER', '3', 'must be a number', {}],
    ['FLOAT', Number.NaN, 'must be a number', {}],
    ['FLOAT', 31, 'must be between 4.5 and 30.5', { min: 4.5, max: 30.5 }],
    ['ENUM', 'B', 'must be one of A, C', {}],
    ['ENUM', 3, 'must be between 0 and 2', { min: 0, max: 2 }],
    ['ENUM', 1, 'must be between 0 and 2', { min: 0, max: 2 }],
    ['TEXT', '☃', 'contains "☃", which a CCU cannot store', {}],
    ['TEXT', 'a\u0000', 'contains a control character', {}],
    ['TEXT', 5, 'must be text', {}],
    ['FIXED', true, 'cannot be written', {}],
  ])('for %s must not be %j', (name, value, reason, bounds) => {
    expect(write(name, value)).toMatchObject({
      ok: false,
      code: 'validation',
      errors: [{ field: 'value', reason, ...bounds }],
    });
  });

  it('names the missing part of a wrong address', () => {
    const missing = (address: string, channel: number, name: string) =>
      house.validateWrite({ address, channel, parameter: name, value: true });
    expect(missing('0001D3C99CFFFF', 0, 'BOOL')).toMatchObject({ code: 'not_found', what: 'device' });
    expect(missing(ADDRESS, 9, 'BOOL')).toMatchObject({ code: 'not_found', what: 'channel' });
    expect(missing(ADDRESS, 0, 'NOPE')).toMatchObject({ code: 'not_found', what: 'parameter' });
    expect(missing(ADDRESS, 0, '__proto__')).toMatchObject({ code: 'not_found', what: 'parameter' });
    expect(missing('../../etc', 0, 'BOOL')).toMatchObject({ code: 'not_found', what: 'device' });
  });

  it('names its target and the present value', () => {
    expect(house.validateWrite({ address: SWITCH, channel: 4, parameter: 'STATE', value: true })).toEqual({
      ok: true,
      write: {
        kind: 'value',
        central: 'ccu1',
        interfaceName: 'HmIP-RF',
        deviceAddress: SWITCH,
        channelAddress: `${SWITCH}:4`,
        channel: 4,
        parameter: 'STATE',
        value: { type: 'boolean', value: true },
        momentary: false,
      },
    });
  });

  it('for a locked channel is refused', () => {
    const { house: own } = readyHouse();
    own.setChannelFlags({ address: SWITCH, channel: 4 }, { locked: true });
    const request = { address: SWITCH, channel: 4, parameter: 'STATE', value: true };
    expect(own.validateWrite(request)).toMatchObject({ ok: false, code: 'locked' });
    own.setChannelFlags({ address: SWITCH, channel: 4 }, { locked: false });
    expect(own.validateWrite(request)).toMatchObject({ ok: true });
  });
});

describe('an address that two CCUs have', () => {
  const twins = (): HouseModel => {
    const { house: own } = readyHouse();
    own.addCentral('ccu2', { host: 'ccu2', interfaces: [factsOf('HmIP-RF')] });
    const [first] = SMALL_HOUSE;
    if (first === undefined) throw new Error('the small house is empty');
    own.apply({
      type: 'devices_described',
      central: 'ccu2',
      interfaceName: 'HmIP-RF',
      at: 0,
      source: 'NEW',
      complete: true,
      devices: [
        { ADDRESS: SWITCH, TYPE: 'HmIP-BSM' },
        { ADDRESS: `${SWITCH}:4`, TYPE: 'SWITCH_VIRTUAL_RECEIVER' },
      ],
      paramsets: { [`${SWITCH}:4`]: { VALUES: { STATE: parameter('BOOL', 7) } } },
    });
    return own;
  };

  it('is refused without a central, which lists the centrals, and found with one', () => {
    const own = twins();
    const request = { address: SWITCH, channel: 4, parameter: 'STATE', value: true };
    expect(own.validateWrite(request)).toMatchObject({
      ok: false,
      code: 'conflict',
      reason: 'central_required',
      centrals: ['ccu1', 'ccu2'],
    });
    expect(own.validateWrite({ ...request, central: 'ccu2' })).toMatchObject({ ok: true, write: { central: 'ccu2' } });
    expect(own.device(SWITCH)).toMatchObject({ code: 'conflict' });
    expect(own.device(SWITCH, { central: 'ccu3' })).toMatchObject({ code: 'not_found', what: 'central' });
    expect(own.devices({ central: 'ccu1' }).length).toBe(2);
  });
});

describe('a paramset to write', () => {
  const put = (values: unknown, key: 'MASTER' | 'VALUES' | 'LINK' = 'MASTER') =>
    house.validateParamset({ address: `${ADDRESS}:0`, key, values });

  it('becomes one write of typed values', () => {
    expect(put({ LIMIT: 3, MODE: 1 })).toMatchObject({
      ok: true,
      write: {
        kind: 'paramset',
        address: `${ADDRESS}:0`,
        paramsetKey: 'MASTER',
        values: { LIMIT: { type: 'i4', value: 3 }, MODE: { type: 'boolean', value: true } },
      },
    });
  });

  it('reports all its faults at once, and is not half applied', () => {
    expect(put({ LIMIT: 10, MODE: 'x', NOPE: 1 })).toMatchObject({
      ok: false,
      errors: [
        { field: 'LIMIT', reason: 'must be between 0 and 9', min: 0, max: 9 },
        { field: 'MODE', reason: 'must be true or false' },
        { field: 'NOPE', reason: 'is not a parameter here' },
      ],
    });
    for (const nothing of [{}, [], null, 'x', undefined]) expect(put(nothing)).toMatchObject({ code: 'validation' });
    expect(put({ A: 1 }, 'LINK')).toMatchObject({ code: 'not_found', what: 'paramset' });
  });
});

describe('arbitrary values of a client', () => {
  it('is either refused with a reason or becomes a value of the wire type of its description', () => {
    const names = ['BOOL', 'ACTION', 'INTEGER', 'FLOAT', 'UNLIMITED', 'ENUM', 'TEXT', 'OPAQUE', 'FIXED'];
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.anything(), (name, value) => {
        const planned = write(name, value);
        if (!planned.ok) {
          expect(planned.code).toBe('validation');
          return;
        }
        const { type, value: wire } = planned.write.value;
        const expected = { boolean: 'boolean', i4: 'number', double: 'number', string: 'string' }[type];
        expect(typeof wire).toBe(expected);
        if (type === 'i4') expect(Number.isInteger(wire)).toBe(true);
      }),
    );
  });
});

describe.skipIf(!hasData)('the real types (CCU_GATEWAY_CCU_DATA)', () => {
  it('take the bounds of every writable data point, and nothing just outside them', () => {
    const real = realHouse();
    let checked = 0;
    for (const device of real.snapshot({ include: ['data_points'] }).device_channels ?? []) {
      for (const channel of device.channels) {
        for (const point of channel.data_points ?? []) {
          if (!point.operations.write || point.min === undefined || point.max === undefined) continue;
          const request = { address: device.device_address, channel: channel.number, parameter: point.parameter };
          if (point.type === 'ENUM' && point.value_list?.[point.min] === '') continue;
          expect(real.validateWrite({ ...request, value: point.min }).ok, `${channel.address} ${point.parameter}`).toBe(
            true,
          );
          expect(real.validateWrite({ ...request, value: point.max }).ok).toBe(true);
          expect(real.validateWrite({ ...request, value: point.max + 123_457 }).ok).toBe(false);
          checked += 1;
        }
      }
    }
    expect(checked).toBeGreaterThan(200);
  });
});
