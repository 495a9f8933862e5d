import { describe, expect, it } from 'vitest';
import { contractSchemas, hasContract } from '../../test/contract.js';
import { NOON, parameter, readyHouse, value } from '../../test/house.js';
import { hasData, realHouse, realTypes } from '../../test/real-devices.js';
import { batteryOf } from './battery.js';
import { apparentTemperature, dewPoint, enthalpy, frostPoint, vapourConcentration } from './climate.js';

describe('the formulas', () => {
  // Values of published psychrometric tables.
  it.each([
    [20, 50, 9.3],
    [25, 60, 16.7],
    [0, 100, 0],
    [-10, 80, -12.8],
  ])('give the dew point at %d °C and %d %%', (temperature, humidity, dew) => {
    expect(dewPoint(temperature, humidity)).toBeCloseTo(dew, 1);
  });

  it('agree with tables for vapour, enthalpy and frost', () => {
    expect(vapourConcentration(20, 50)).toBeCloseTo(8.6, 1);
    expect(vapourConcentration(30, 100)).toBeCloseTo(30.3, 0);
    expect(enthalpy(20, 50)).toBeCloseTo(38.5, 0);
    expect(frostPoint(-10, 80)).toBeCloseTo(-11.4, 1);
    expect(frostPoint(20, 50)).toBeCloseTo(9.3, 1);
  });

  it('chill by wind, heat by humidity, and leave mild weather alone', () => {
    expect(apparentTemperature(-10, 50, 30)).toBeCloseTo(-20, 0);
    expect(apparentTemperature(32, 70, 0)).toBeCloseTo(40.4, 0);
    expect(apparentTemperature(18, 50, 30)).toBe(18);
  });

  it('know nothing where the inputs make no sense', () => {
    for (const [temperature, humidity] of [
      [20, 0],
      [20, 101],
      [-3276.8, 50],
      [400, 50],
    ] as const) {
      expect(dewPoint(temperature, humidity)).toBeNull();
      expect(enthalpy(temperature, humidity)).toBeNull();
    }
  });
});

const ADDRESS = '0001D3C99C0003';

function weatherHouse() {
  return readyHouse({
    specs: [
      {
        address: ADDRESS,
        type: 'HmIP-STHO',
        channels: [
          {
            type: 'MAINTENANCE',
            values: { OPERATING_VOLTAGE: parameter('FLOAT', 5) },
            master: { LOW_BAT_LIMIT: parameter('FLOAT', 3, { DEFAULT: 2.2 }) },
          },
          {
            type: 'CLIMATE_TRANSCEIVER',
            values: {
              ACTUAL_TEMPERATURE: parameter('FLOAT', 5),
              ACTUAL_TEMPERATURE_STATUS: parameter('ENUM', 5, { VALUE_LIST: ['NORMAL', 'OVERFLOW'] }),
              HUMIDITY: parameter('INTEGER', 5),
            },
          },
          {
            type: 'SHUTTER_CONTACT',
            values: { STATE: parameter('ENUM', 5, { VALUE_LIST: ['CLOSED', 'TILTED', 'OPEN'] }) },
          },
        ],
      },
    ],
  }).house;
}

describe('a calculated data point', () => {
  it('follows its sources and publishes it, like any other data point', () => {
    const house = weatherHouse();
    house.apply(value(`${ADDRESS}:1`, 'ACTUAL_TEMPERATURE', 20));
    const events = house.apply(value(`${ADDRESS}:1`, 'HUMIDITY', 50));
    expect(events).toContainEqual(
      expect.objectContaining({
        topic: `device.${ADDRESS}.channels.1.data_points.DEW_POINT`,
        type: 'datapoint.value_changed',
        payload: expect.objectContaining({
          parameter: 'DEW_POINT',
          value: 9.3,
          unique_id: 'ccu_calculated_0001d3c99c0003_1_dew_point',
        }),
      }),
    );
    expect(house.calculatedDataPoint({ address: ADDRESS, channel: 1, name: 'VAPOR_CONCENTRATION' })).toMatchObject({
      value: {
        value: 8.6,
        observed: true,
        available: true,
        unit: 'g/m³',
        depends_on: ['ACTUAL_TEMPERATURE', 'HUMIDITY'],
      },
    });
    const names = house.calculatedDataPoints({ address: ADDRESS, channel: 1 });
    expect(names.ok && names.value.map((each) => each.name)).toEqual([
      'DEW_POINT',
      'DEW_POINT_SPREAD',
      'ENTHALPY',
      'VAPOR_CONCENTRATION',
      'FROST_POINT',
    ]);
  });

  it('is not available while a source is invalid', () => {
    const house = weatherHouse();
    house.apply(value(`${ADDRESS}:1`, 'ACTUAL_TEMPERATURE', 20));
    house.apply(value(`${ADDRESS}:1`, 'HUMIDITY', 50));
    house.apply(value(`${ADDRESS}:1`, 'ACTUAL_TEMPERATURE_STATUS', 1));
    expect(house.calculatedDataPoint({ address: ADDRESS, channel: 1, name: 'DEW_POINT' })).toMatchObject({
      value: { available: false, observed: true },
    });
  });

  it.each([
    [1.1, 1],
    [2.4, 2],
    [3.3, 3],
    [4.4, 4],
    [0, undefined],
    [10.5, undefined],
  ])('knows a device that is empty at %s volts by default to have %s cells, for any model', (limit, cells) => {
    expect(batteryOf('XY-NEVER-SEEN-1', limit)?.quantity).toBe(cells);
  });

  it('reports the battery between the limit of the device and fresh cells', () => {
    const house = weatherHouse();
    const at = { address: ADDRESS, channel: 0, name: 'OPERATING_VOLTAGE_LEVEL' };
    expect(house.calculatedDataPoint(at)).toMatchObject({ value: { value: null, observed: false } });
    house.apply(value(`${ADDRESS}:0`, 'OPERATING_VOLTAGE', 2.6));
    expect(house.calculatedDataPoint(at)).toMatchObject({
      value: { value: 50, additional_information: { battery_type: 'LR6', battery_qty: 2, low_bat_limit: 2.2 } },
    });
    expect(house.device(ADDRESS)).toMatchObject({ value: { availability: { BatteryLevel: 50 } } });
    expect(house.applyConfiguration({ address: `${ADDRESS}:0`, values: { LOW_BAT_LIMIT: 2 }, at: NOON })).toMatchObject(
      [{ payload: { parameter: 'OPERATING_VOLTAGE_LEVEL', value: 60, previous: 50 } }],
    );
  });

  it('knows a tilted window as open', () => {
    const house = weatherHouse();
    const at = { address: ADDRESS, channel: 2, name: 'WINDOW_OPEN' };
    house.apply(value(`${ADDRESS}:2`, 'STATE', 1));
    expect(house.calculatedDataPoint(at)).toMatchObject({ value: { value: true, category: 'binary_sensor' } });
    house.apply(value(`${ADDRESS}:2`, 'STATE', 0));
    expect(house.calculatedDataPoint(at)).toMatchObject({ value: { value: false } });
    expect(house.calculatedDataPoint({ ...at, name: 'NOPE' })).toMatchObject({ what: 'calculated_data_point' });
  });

  it.each([
    ['HmIP-eTRV-CL', 4, 'LR6'],
    ['HmIP-eTRV-B', 2, 'LR6'],
    ['HmIP-SWDO', 1, 'LR03'],
    ['HmIP-SWDO-I', 2, 'LR03'],
    ['HmIP-MP3P', 2, 'LR14'],
    ['HM-Sec-SCo', 1, 'LR03'],
    ['HM-Sec-RHS-2', 2, 'LR44'],
    ['HmIP-SMO230-A', undefined, undefined],
    ['HmIP-BSM', undefined, undefined],
  ])('knows the cells of %s', (model, quantity, type) => {
    const battery = batteryOf(model);
    expect([battery?.quantity, battery?.type]).toEqual([quantity, type]);
  });

  it.skipIf(!hasData)('counts as many cells as the limit a device warns at belongs to (CCU_GATEWAY_CCU_DATA)', () => {
    const counted = realTypes().flatMap(({ model, paramsets }) => {
      const limits = Object.values(paramsets).map(({ MASTER }) => MASTER?.LOW_BAT_LIMIT?.DEFAULT);
      const limit = limits.find((each) => typeof each === 'number');
      const battery = batteryOf(model);
      // Every type warns at a little more than one volt a cell.
      return limit === undefined || battery === undefined
        ? []
        : [{ model, cells: battery.quantity, expected: Math.round(limit / 1.1) }];
    });
    expect(counted.length).toBeGreaterThan(15);
    expect(counted.filter(({ cells, expected }) => cells !== expected)).toEqual([]);
  });

  it.skipIf(!hasData || !hasContract)('exists ten times over among the real types (CCU_GATEWAY_CCU_DATA)', () => {
    const house = realHouse();
    const valid = contractSchemas()('CalculatedDPDetail');
    const names = new Set<string>();
    for (const device of house.snapshot({ include: ['channels'] }).device_channels ?? []) {
      for (const channel of device.channels) {
        const found = house.calculatedDataPoints({ address: device.device_address, channel: channel.number });
        for (const each of found.ok ? found.value : []) {
          names.add(each.name);
          const detail = house.calculatedDataPoint({
            address: device.device_address,
            channel: channel.number,
            name: each.name,
          });
          expect(valid(detail.ok && detail.value)).toEqual([]);
        }
      }
    }
    expect([...names].sort()).toEqual([
      'APPARENT_TEMPERATURE',
      'DEW_POINT',
      'DEW_POINT_SPREAD',
      'ENTHALPY',
      'FROST_POINT',
      'INTRUSION_ALARM',
      'OPERATING_VOLTAGE_LEVEL',
      'SMOKE_ALARM',
      'VAPOR_CONCENTRATION',
      'WINDOW_OPEN',
    ]);
  });
});
