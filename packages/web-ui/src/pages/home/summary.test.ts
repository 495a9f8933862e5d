import { expect, it } from 'vitest';
import type { Device, Point } from '../../store/points.js';
import { summaryOf } from './summary.js';

/** Devices with the given values: an air sensor, a thermostat, or a contact of a window. */
function site(made: Readonly<Record<string, Readonly<Record<string, unknown>>>>) {
  const points = new Map<string, Point>();
  const devices = Object.entries(made).map(([address, values]) => {
    const keys = Object.entries(values).map(([parameter, value]) => {
      const key = `home/${address}/1/${parameter}`;
      const isSet = parameter.startsWith('SET_');
      const summary = {
        parameter,
        value,
        type: parameter === 'STATE' ? 'BOOL' : 'FLOAT',
        unit: parameter === 'HUMIDITY' ? '%' : '°C',
        ui_hint: { semantic: parameter === 'HUMIDITY' ? 'humidity' : 'temperature' },
        usage: isSet ? 'ce_primary' : 'data_point',
        operations: { write: isSet },
        ...(parameter === 'STATE' && { ui_hint: { semantic: 'state' } }),
      };
      points.set(key, { key, device: `home/${address}`, channel: 1, summary } as unknown as Point);
      return key;
    });
    return {
      key: `home/${address}`,
      summary: { name: address, address },
      channels: [{ summary: { number: 1, type: 'SHUTTER_CONTACT' }, points: keys }],
    } as unknown as Device;
  });
  return summaryOf(devices, (key) => points.get(key));
}

it('a summary counts each device once and leaves states without devices out', () => {
  expect(site({ A: { STATE: true }, B: { STATE: true }, C: { STATE: false } }).counts).toEqual([['window_open', 2]]);
});

it('a summary takes the air of a wall thermostat before that of a radiator', () => {
  const radiator = { ACTUAL_TEMPERATURE: 24, SET_POINT_TEMPERATURE: 21 };
  const wall = { ACTUAL_TEMPERATURE: 20, SET_POINT_TEMPERATURE: 21, HUMIDITY: 50 };
  expect(site({ A: radiator, B: wall })).toMatchObject({
    temperature: 'home/B/1/ACTUAL_TEMPERATURE',
    humidity: 'home/B/1/HUMIDITY',
    warmth: 22,
  });
});

it('a summary has no warmth of sensors without heating, as those outdoors, nor of values that are no numbers', () => {
  expect(site({ A: { TEMPERATURE: -4 } })).toMatchObject({ warmth: undefined, temperature: 'home/A/1/TEMPERATURE' });
  const broken = site({ A: { ACTUAL_TEMPERATURE: 'NaN', SET_POINT_TEMPERATURE: 21 } });
  expect(broken).toMatchObject({ warmth: undefined, temperature: undefined });
});

it('a summary of no devices is empty', () => {
  expect(site({})).toEqual({
    counts: [],
    warmth: undefined,
    stillSince: undefined,
    temperature: undefined,
    humidity: undefined,
  });
});
