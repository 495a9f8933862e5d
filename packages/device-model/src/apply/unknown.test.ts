import type { ParameterDescription, WireValue } from '@ccu-gateway/ccu-client';
import { factsOf } from '@ccu-gateway/ccu-client/interfaces';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  connectionState,
  type DeviceSpec,
  described,
  loaded,
  NOON,
  parameter,
  readyHouse,
  value,
} from '../../test/house.js';
import { createHouseModel, type HouseModel } from '../index.js';

const BLIND = '000A1BE9A00001';
const LOCK = '000A1BE9A00002';
const STATUS: ParameterDescription = parameter('ENUM', 5, {
  VALUE_LIST: ['NORMAL', 'UNKNOWN', 'OVERFLOW', 'UNDERFLOW', 'ERROR', 'EXTERNAL'],
});
const [NORMAL, UNKNOWN, OVERFLOW, , ERROR, EXTERNAL] = [0, 1, 2, 3, 4, 5];

const HOUSE: readonly DeviceSpec[] = [
  {
    address: BLIND,
    type: 'HmIP-BROLL',
    channels: [
      { type: 'MAINTENANCE', values: { UNREACH: parameter('BOOL', 5), OPERATING_VOLTAGE: parameter('FLOAT', 5) } },
      { type: 'KEY_TRANSCEIVER' },
      {
        type: 'CLIMATE_TRANSCEIVER',
        values: {
          ACTUAL_TEMPERATURE: parameter('FLOAT', 5, { MIN: -40, MAX: 80, UNIT: '°C' }),
          ACTUAL_TEMPERATURE_STATUS: STATUS,
          LABEL: parameter('STRING', 5),
        },
      },
      {
        type: 'SHUTTER_TRANSMITTER',
        values: { LEVEL: parameter('FLOAT', 5, { MIN: 0, MAX: 1.01, UNIT: '100%' }), LEVEL_STATUS: STATUS },
      },
      {
        type: 'SHUTTER_VIRTUAL_RECEIVER',
        values: {
          LEVEL: parameter('FLOAT', 7, { MIN: 0, MAX: 1.01, UNIT: '100%' }),
          LEVEL_STATUS: STATUS,
          STOP: parameter('ACTION', 2),
        },
      },
    ],
  },
  {
    address: LOCK,
    type: 'HmIP-DLD',
    channels: [
      { type: 'MAINTENANCE', values: { UNREACH: parameter('BOOL', 5) } },
      {
        type: 'DOOR_LOCK_STATE_TRANSMITTER',
        values: {
          LOCK_STATE: parameter('ENUM', 5, { VALUE_LIST: ['UNKNOWN', 'LOCKED', 'UNLOCKED'] }),
          LOCK_TARGET_LEVEL: parameter('ENUM', 2, { VALUE_LIST: ['LOCKED', 'UNLOCKED', 'OPEN'] }),
        },
      },
    ],
  },
];

const POSITION = { address: BLIND, channel: 3, parameter: 'LEVEL' } as const;
const at = `${BLIND}:3`;
const pointOf = (house: HouseModel, where: Parameters<HouseModel['dataPoint']>[0] = POSITION) => {
  const found = house.dataPoint(where);
  if (!found.ok) throw new Error(found.message);
  return found.value;
};
const stateOf = (house: HouseModel, address: string, name: string) => {
  const found = house.customDataPoint(address, name);
  return found.ok ? found.value.state : undefined;
};
const open = () => {
  const { house } = readyHouse({ specs: HOUSE });
  house.apply(value(at, 'LEVEL_STATUS', NORMAL));
  house.apply(value(at, 'LEVEL', 1));
  return house;
};

/** A restarted gateway, with its stored data. */
function restarted(before: HouseModel): HouseModel {
  const house = createHouseModel({ now: () => NOON });
  house.addCentral('ccu1', { host: 'ccu', interfaces: [factsOf('HmIP-RF')] });
  house.apply(described(HOUSE, { source: 'CACHE' }));
  house.memory.restoreValues('ccu1', before.memory.values('ccu1'));
  return house;
}

/** Forms in which a CCU reports an unknown level. */
const FORMS: readonly (readonly [form: string, tell: (house: HouseModel) => readonly unknown[]])[] = [
  ['an empty text', (house) => house.apply(value(at, 'LEVEL', ''))],
  ['the text nan', (house) => house.apply(value(at, 'LEVEL', 'nan'))],
  ['the text NaN', (house) => house.apply(value(at, 'LEVEL', 'NaN'))],
  ['a number that is none', (house) => house.apply(value(at, 'LEVEL', Number.NaN))],
  ['an empty text that was read', (house) => house.apply(loaded([[at, 'LEVEL', '']]))],
  ['no value at all when it was read', (house) => house.apply(loaded([[at, 'LEVEL', null]]))],
  ['its status', (house) => house.apply(value(at, 'LEVEL_STATUS', UNKNOWN))],
  ['the name of its status', (house) => house.apply(value(at, 'LEVEL_STATUS', 'UNKNOWN'))],
  ['the status of an error', (house) => house.apply(value(at, 'LEVEL_STATUS', ERROR))],
  [
    'an empty text before its status',
    (house) => [...house.apply(value(at, 'LEVEL', '')), ...house.apply(value(at, 'LEVEL_STATUS', UNKNOWN))],
  ],
  [
    'an empty text after its status',
    (house) => [...house.apply(value(at, 'LEVEL_STATUS', UNKNOWN)), ...house.apply(value(at, 'LEVEL', ''))],
  ],
  [
    'its status, read after the value',
    (house) =>
      house.apply(
        loaded([
          [at, 'LEVEL', 1],
          [at, 'LEVEL_STATUS', UNKNOWN],
        ]),
      ),
  ],
  [
    'its status, read before the value',
    (house) =>
      house.apply(
        loaded([
          [at, 'LEVEL_STATUS', UNKNOWN],
          [at, 'LEVEL', 1],
        ]),
      ),
  ],
];

describe('a value that the CCU does not know', () => {
  it.each(FORMS)('is none any more, reported by %s', (_form, tell) => {
    const house = open();
    expect(stateOf(house, BLIND, 'LEVEL')).toMatchObject({ current_position: 100, is_closed: false });
    const frames = tell(house).filter((each) => (each as { key?: string }).key?.endsWith('3.data_points.LEVEL'));
    expect(frames).toMatchObject([{ kind: 'change', payload: { value: null, previous: 1 } }]);
    expect(pointOf(house)).toMatchObject({ observed: false, source: 'unobserved' });
    expect(pointOf(house).value).toBeUndefined();
    expect(['unknown', 'error']).toContain(pointOf(house).value_status);
    expect(stateOf(house, BLIND, 'LEVEL')).toMatchObject({ current_position: null, is_closed: null });
  });

  it.each(FORMS)('stays unknown over a restart, reported by %s', (_form, tell) => {
    const before = open();
    tell(before);
    const house = restarted(before);
    expect(pointOf(house).value).toBeUndefined();
    expect(stateOf(house, BLIND, 'LEVEL')).toMatchObject({ current_position: null });
    house.apply(connectionState('loading'));
    house.apply(described(HOUSE, { source: 'REFRESH' }));
    house.apply(
      loaded([
        [at, 'LEVEL_STATUS', NORMAL],
        [at, 'LEVEL', 0.3],
      ]),
    );
    expect(pointOf(house)).toMatchObject({ value: 0.3, observed: true });
  });

  it.each(FORMS)('is stored as a change, reported by %s', (_form, tell) => {
    const house = open();
    house.memory.changedValues('ccu1');
    tell(house);
    expect(house.memory.changedValues('ccu1').map(({ parameter: name }) => name)).not.toEqual([]);
  });

  it('is not replaced by a remembered value', () => {
    const house = restarted(open());
    house.apply(value(at, 'LEVEL', ''));
    house.memory.restoreValues('ccu1', open().memory.values('ccu1'));
    expect(pointOf(house).value).toBeUndefined();
    expect(house.memory.changedValues('ccu1')).toContainEqual(expect.objectContaining({ value: null }));
  });

  it('is told once', () => {
    const house = open();
    house.apply(value(at, 'LEVEL', ''));
    expect(house.apply(value(at, 'LEVEL', 'nan'))).toEqual([]);
    expect(house.apply(loaded([[at, 'LEVEL', null]]))).toEqual([]);
  });

  it('counts again as soon as the status ends, without another event of the value', () => {
    const house = open();
    house.apply(value(at, 'LEVEL_STATUS', UNKNOWN));
    house.apply(value(at, 'LEVEL', 0.4));
    expect(pointOf(house).value).toBeUndefined();
    expect(house.apply(value(at, 'LEVEL_STATUS', NORMAL))[0]).toMatchObject({ kind: 'change' });
    expect(house.apply(value(at, 'LEVEL', 0.4))).toEqual([]);
    expect(pointOf(house)).toMatchObject({ value: 0.4, source: 'live' });
  });

  it('makes no frame of a value that its own status denies in the same bulk', () => {
    const house = open();
    house.apply(value(at, 'LEVEL_STATUS', UNKNOWN));
    const level = (events: readonly { readonly key?: string }[]) =>
      events.filter(({ key }) => key?.endsWith('3.data_points.LEVEL'));
    expect(
      level(
        house.apply(
          loaded([
            [at, 'LEVEL_STATUS', NORMAL],
            [at, 'LEVEL', 0.7],
          ]),
        ),
      ),
    ).toMatchObject([{ payload: { value: 0.7 } }]);
    expect(
      level(
        house.apply(
          loaded([
            [at, 'LEVEL', 0.2],
            [at, 'LEVEL_STATUS', UNKNOWN],
          ]),
        ),
      ),
    ).toMatchObject([{ payload: { value: null, previous: 0.7 } }]);
  });

  it('is no locked door', () => {
    const { house } = readyHouse({ specs: HOUSE });
    for (const told of [-1, 99, '', 'UNKNOWN', 0, 'nan']) {
      house.apply(value(`${LOCK}:1`, 'LOCK_STATE', 1));
      expect(stateOf(house, LOCK, 'LOCK_TARGET_LEVEL')).toMatchObject({ is_locked: true });
      house.apply(value(`${LOCK}:1`, 'LOCK_STATE', told));
      expect(stateOf(house, LOCK, 'LOCK_TARGET_LEVEL')).toMatchObject({ is_locked: null });
    }
  });

  it('is no locked door either where the lock itself is uncertain', () => {
    const values = { STATE: parameter('BOOL', 7), STATE_UNCERTAIN: parameter('BOOL', 5) };
    const { house } = readyHouse({
      specs: [{ address: LOCK, type: 'HM-Sec-Key', channels: [{ type: 'MAINTENANCE' }, { type: 'KEYMATIC', values }] }],
    });
    house.apply(value(`${LOCK}:1`, 'STATE', false));
    expect(stateOf(house, LOCK, 'STATE')).toMatchObject({ is_locked: true });
    house.apply(value(`${LOCK}:1`, 'STATE_UNCERTAIN', true));
    expect(stateOf(house, LOCK, 'STATE')).toMatchObject({ is_locked: null });
  });

  it('is not taken from the channel of the actor where the transmitter does not know it', () => {
    const house = open();
    house.apply(value(`${BLIND}:4`, 'LEVEL', 1));
    house.apply(value(at, 'LEVEL', ''));
    expect(stateOf(house, BLIND, 'LEVEL')).toMatchObject({ current_position: null });
  });

  it('is a text where the parameter is one, however empty', () => {
    const { house } = readyHouse({ specs: HOUSE });
    const place = { address: BLIND, channel: 2, parameter: 'LABEL' };
    house.apply(value(`${BLIND}:2`, 'LABEL', 'x'));
    house.apply(value(`${BLIND}:2`, 'LABEL', ''));
    expect(pointOf(house, place)).toMatchObject({ value: '', observed: true });
    house.apply(loaded([[`${BLIND}:2`, 'LABEL', null]]));
    expect(pointOf(house, place).value).toBeUndefined();
  });

  it('does not make a device reachable that was not', () => {
    const { house } = readyHouse({ specs: HOUSE });
    house.apply(value(`${BLIND}:0`, 'UNREACH', true));
    house.apply(value(`${BLIND}:0`, 'UNREACH', ''));
    expect(house.device(BLIND)).toMatchObject({ value: { available: false } });
  });
});

describe('a status beside a value', () => {
  const TEMPERATURE = { address: BLIND, channel: 2, parameter: 'ACTUAL_TEMPERATURE' } as const;
  const tell = (house: HouseModel, status: number, told: number) => {
    house.apply(value(`${BLIND}:2`, 'ACTUAL_TEMPERATURE', told));
    return house.apply(value(`${BLIND}:2`, 'ACTUAL_TEMPERATURE_STATUS', status));
  };

  it('is published with the value while that still counts', () => {
    const { house } = readyHouse({ specs: HOUSE });
    expect(tell(house, OVERFLOW, 79)).toMatchObject([
      { payload: { parameter: 'ACTUAL_TEMPERATURE_STATUS' } },
      { payload: { parameter: 'ACTUAL_TEMPERATURE', value: 79, value_status: 'overflow' } },
    ]);
    expect(pointOf(house, TEMPERATURE)).toMatchObject({ value: 79, value_status: 'overflow', source: 'live' });
    tell(house, EXTERNAL, 21);
    expect(pointOf(house, TEMPERATURE)).toMatchObject({ value: 21, value_status: 'external' });
    tell(house, NORMAL, 21);
    expect(pointOf(house, TEMPERATURE)).not.toMatchObject({ value_status: expect.anything() });
  });

  it('keeps a register value beyond all limits unknown', () => {
    const { house } = readyHouse({ specs: HOUSE });
    for (const told of [80, 3276.7]) {
      tell(house, OVERFLOW, told);
      expect(pointOf(house, TEMPERATURE).value).toBeUndefined();
    }
  });
});

describe('values and their status in any order and form', () => {
  const UNREADABLE: readonly WireValue[] = ['', 'nan', 'NaN', Number.NaN];
  const told = fc.oneof(fc.constantFrom(...UNREADABLE), fc.constantFrom(0, 0.25, 1));
  const step = fc.oneof(
    fc.record({ what: fc.constant('LEVEL' as const), told, isRead: fc.boolean() }),
    fc.record({
      what: fc.constant('LEVEL_STATUS' as const),
      told: fc.constantFrom<WireValue>(0, 1, 2, 3, 4, 5, 'NORMAL', 'UNKNOWN'),
      isRead: fc.boolean(),
    }),
  );

  it('show a value only when the last report of the CCU on both is one, in the model and after a restart', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 12 }), (steps) => {
        const { house } = readyHouse({ specs: HOUSE });
        let level: WireValue = '';
        let status: WireValue = 0;
        for (const { what, told: wire, isRead } of steps) {
          house.apply(isRead ? loaded([[at, what, wire]]) : value(at, what, wire));
          if (what === 'LEVEL') level = wire;
          else status = wire;
        }
        const isDenied = [1, 4, 'UNKNOWN'].includes(status as number);
        // At the limits of the description a register holds values that could not be measured.
        const isBeyond = [2, 3].includes(status as number) && level === 0;
        const isKnown = typeof level === 'number' && Number.isFinite(level) && !isDenied && !isBeyond;
        const expected = isKnown ? level : undefined;
        expect(pointOf(house).value).toBe(expected);
        expect(pointOf(restarted(house)).value).toBe(expected);
        const position = typeof expected === 'number' ? expected * 100 : null;
        expect(stateOf(house, BLIND, 'LEVEL')).toMatchObject({ current_position: position });
      }),
      { numRuns: 200 },
    );
  });
});
