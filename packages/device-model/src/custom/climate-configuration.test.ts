import type { InterfaceName } from '@ccu-gateway/ccu-client';
import { describe, expect, it } from 'vitest';
import { type DeviceSpec, NOON, parameter, readyHouse, value } from '../../test/house.js';
import type { PlannedOperation } from '../index.js';

const ADDRESS = '0001D3C99C0009';
const setpoint = parameter('FLOAT', 7, { MIN: 4.5, MAX: 30.5 });
const LIMITS = {
  TEMPERATURE_MINIMUM: parameter('FLOAT', 3),
  TEMPERATURE_MAXIMUM: parameter('FLOAT', 3),
  MIN_MAX_VALUE_NOT_RELEVANT_FOR_MANU_MODE: parameter('BOOL', 3),
};

function houseWith(interfaceName: InterfaceName, spec: Omit<DeviceSpec, 'address' | 'type'>) {
  return readyHouse({ interfaceName, specs: [{ address: ADDRESS, type: 'XY-NEVER-SEEN-1', ...spec }] }).house;
}

type HouseModel = ReturnType<typeof houseWith>;

const wall = () =>
  houseWith('HmIP-RF', {
    channels: [
      { type: 'MAINTENANCE' },
      {
        type: 'HEATING_CLIMATECONTROL_TRANSCEIVER',
        values: {
          SET_POINT_TEMPERATURE: setpoint,
          SET_POINT_MODE: parameter('INTEGER', 5, { MIN: 0, MAX: 3 }),
          CONTROL_MODE: parameter('INTEGER', 2, { MIN: 0, MAX: 3 }),
          BOOST_MODE: parameter('BOOL', 6),
        },
        master: { ...LIMITS, TEMPERATURE_OFFSET: parameter('FLOAT', 3), OPTIMUM_START_STOP: parameter('BOOL', 3) },
      },
      {
        type: 'CLIMATECONTROL_FLOOR_DIRECT_TRANSMITTER',
        master: {
          HEATING_VALVE_TYPE: parameter('ENUM', 3, { VALUE_LIST: ['NORMALLY_CLOSE', 'NORMALLY_OPEN'] }),
        },
      },
      { type: 'SWITCH_TRANSMITTER', values: { STATE: parameter('BOOL', 5) } },
    ],
  });

const OFFSETS = ['-0.5K', '0.0K', '0.5K'];
const radiator = () =>
  houseWith('BidCos-RF', {
    master: {
      ...LIMITS,
      TEMPERATURE_OFFSET: parameter('ENUM', 3, { VALUE_LIST: OFFSETS }),
      WEEK_PROGRAM_POINTER: parameter('ENUM', 3, { VALUE_LIST: ['WEEK PROGRAM 1', 'WEEK PROGRAM 2'] }),
    },
    channels: [
      { type: 'MAINTENANCE' },
      {
        type: 'CLIMATECONTROL_RT_TRANSCEIVER',
        values: {
          SET_TEMPERATURE: setpoint,
          CONTROL_MODE: parameter('ENUM', 5, { VALUE_LIST: ['AUTO-MODE', 'MANU-MODE', 'PARTY-MODE', 'BOOST-MODE'] }),
          AUTO_MODE: parameter('ACTION', 2),
        },
      },
    ],
  });

function shown(house: HouseModel) {
  const found = house.customDataPoints(ADDRESS);
  if (!found.ok || found.value[0] === undefined) throw new Error('there is no thermostat');
  return found.value[0];
}

function sent(planned: PlannedOperation): readonly unknown[] {
  if (!planned.ok) return planned.code === 'validation' ? (planned.errors ?? []).map(({ field }) => field) : [];
  return planned.writes.map((write) =>
    write.kind === 'value'
      ? [write.parameter, write.value.value]
      : [
          write.paramsetKey,
          Object.fromEntries(Object.entries(write.values).map(([name, typed]) => [name, typed.value])),
        ],
  );
}

const run = (house: HouseModel, operation: string, params: unknown) =>
  sent(house.planOperation({ address: ADDRESS, name: shown(house).name, operation, params }));

describe('the configuration of a thermostat', () => {
  it('is read at the start wherever something shown depends on it', () => {
    const addresses = (house: HouseModel) => house.configurations().map(({ address }) => address);
    expect(addresses(wall())).toEqual([`${ADDRESS}:1`, `${ADDRESS}:2`]);
    expect(addresses(radiator())).toEqual([ADDRESS]);
  });

  it('is shown once it was read, and clients get an event to read again', () => {
    const house = wall();
    expect(shown(house)).toMatchObject({ config: { temperature_offset: null, optimum_start_stop: null } });
    const told = house.applyConfiguration({
      address: `${ADDRESS}:1`,
      values: { TEMPERATURE_OFFSET: -1.5, OPTIMUM_START_STOP: true, TEMPERATURE_MAXIMUM: 25 },
      at: NOON,
    });
    expect(shown(house)).toMatchObject({
      config: { temperature_offset: -1.5, optimum_start_stop: true, max_temp: 25 },
    });
    expect(told).toHaveLength(1);
    expect(
      house.applyConfiguration({ address: `${ADDRESS}:1`, values: { TEMPERATURE_MAXIMUM: 25 }, at: NOON }),
    ).toEqual([]);
  });

  it('names the offset of the older kind in kelvin', () => {
    const house = radiator();
    house.applyConfiguration({ address: ADDRESS, values: { TEMPERATURE_OFFSET: 0 }, at: NOON });
    expect(shown(house)).toMatchObject({ config: { temperature_offset: -0.5 } });
  });

  it('limits manual mode only when it states so', () => {
    const house = wall();
    const configure = (values: Readonly<Record<string, number | boolean>>) =>
      house.applyConfiguration({ address: `${ADDRESS}:1`, values, at: NOON });
    configure({ TEMPERATURE_MAXIMUM: 25, MIN_MAX_VALUE_NOT_RELEVANT_FOR_MANU_MODE: true });
    house.apply(value(`${ADDRESS}:1`, 'SET_POINT_MODE', 0));
    expect(run(house, 'set_temperature', { temperature: 28 })).toEqual(['params.temperature']);
    house.apply(value(`${ADDRESS}:1`, 'SET_POINT_MODE', 1));
    expect(run(house, 'set_temperature', { temperature: 28 })).toEqual([['SET_POINT_TEMPERATURE', 28]]);
    configure({ MIN_MAX_VALUE_NOT_RELEVANT_FOR_MANU_MODE: false });
    expect(run(house, 'set_temperature', { temperature: 28 })).toEqual(['params.temperature']);
  });

  it('bounds the temperature with which heating goes on', () => {
    const house = wall();
    house.applyConfiguration({ address: `${ADDRESS}:1`, values: { TEMPERATURE_MAXIMUM: 18 }, at: NOON });
    expect(run(house, 'set_mode', { mode: 'heat' })).toEqual([
      ['VALUES', { CONTROL_MODE: 1, SET_POINT_TEMPERATURE: 18 }],
    ]);
  });

  it('names the week program in use, and can select another one', () => {
    const house = radiator();
    house.apply(value(`${ADDRESS}:1`, 'CONTROL_MODE', 0, { interfaceName: 'BidCos-RF' }));
    expect(shown(house)).toMatchObject({
      config: { preset_modes: ['none', 'boost', 'comfort', 'eco', 'week_program_1', 'week_program_2'] },
      state: { preset_mode: 'none' },
    });
    house.applyConfiguration({ address: ADDRESS, values: { WEEK_PROGRAM_POINTER: 1 }, at: NOON });
    expect(shown(house)).toMatchObject({ state: { preset_mode: 'week_program_2' } });
    expect(run(house, 'set_preset', { preset: 'week_program_1' })).toEqual([['MASTER', { WEEK_PROGRAM_POINTER: 0 }]]);
    house.apply(value(`${ADDRESS}:1`, 'CONTROL_MODE', 1, { interfaceName: 'BidCos-RF' }));
    expect(run(house, 'set_preset', { preset: 'week_program_1' })).toEqual([
      ['MASTER', { WEEK_PROGRAM_POINTER: 0 }],
      ['AUTO_MODE', true],
    ]);
  });
});

describe('the present action of a thermostat', () => {
  it('follows the switch it heats through, in the sense of the valve', () => {
    const house = wall();
    const action = () => (shown(house).state as { hvac_action?: string }).hvac_action;
    house.apply(value(`${ADDRESS}:1`, 'SET_POINT_TEMPERATURE', 20));
    expect(action()).toBeUndefined();
    house.apply(value(`${ADDRESS}:3`, 'STATE', true));
    expect(action()).toBe('heating');
    house.applyConfiguration({ address: `${ADDRESS}:2`, values: { HEATING_VALVE_TYPE: 1 }, at: NOON });
    expect(action()).toBe('idle');
    house.apply(value(`${ADDRESS}:1`, 'SET_POINT_TEMPERATURE', 4.5));
    expect(action()).toBe('off');
  });

  it('is no boost any longer once another mode is chosen', () => {
    const house = wall();
    house.apply(value(`${ADDRESS}:1`, 'BOOST_MODE', true));
    expect(run(house, 'set_mode', { mode: 'auto' })).toEqual([['VALUES', { BOOST_MODE: false, CONTROL_MODE: 0 }]]);
  });
});
