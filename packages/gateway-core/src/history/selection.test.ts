import { describe, expect, it } from 'vitest';
import { createSelection } from './selection.js';

const recorded = createSelection({ standard: true, include: [], exclude: [] });
const measured = { type: 'FLOAT', category: 'sensor', operations: { read: true, write: false, event: true } } as const;

it.each([
  ...['GAS_VOLUME', 'GAS_FLOW', 'GAS_POWER', 'GAS_ENERGY_COUNTER', 'WATER_FLOW', 'WATER_VOLUME'],
  ...['WIND_DIR', 'WIND_DIRECTION', 'LEVEL_SLATS', 'LEVEL_2', 'SETPOINT'],
])('%s is recorded without being asked for', (parameter) => {
  expect(recorded({ central: 'home', address: 'A000000001', channel: 1, parameter }, measured)).toBe(true);
});

it.each(['FREQUENCY', 'ERROR_CODE', 'GASTRONOMY'])('%s is recorded only where it is asked for', (parameter) => {
  const place = { central: 'home', address: 'A000000001', channel: 1, parameter };
  expect(recorded(place, measured)).toBe(false);
  expect(createSelection({ standard: true, include: [parameter], exclude: [] })(place, measured)).toBe(true);
});

const point = { type: 'FLOAT', category: 'sensor', operations: { read: true, write: false, event: true } } as never;
const place = { central: 'c', address: 'A', channel: 1, parameter: 'X'.repeat(60) } as never;

describe('patterns of the history', () => {
  it.each([`${'*'.repeat(60)}x`, `${'*X'.repeat(40)}y`, `${'X*'.repeat(30)}:1:x`])(
    'are read in linear time, however many stars they have: %s',
    (pattern) => {
      const selects = createSelection({ standard: false, include: ['*'], exclude: [pattern] });
      for (let i = 0; i < 1_000; i += 1) expect(selects(place, point)).toBe(true);
    },
  );

  it('count less than the name of a data point itself, which neither records nor leaves out when it is in both', () => {
    const name = `A:1:${'X'.repeat(60)}`;
    const selects = (include: readonly string[], exclude: readonly string[]) =>
      createSelection({ standard: false, include, exclude })(place, point);
    expect(selects([name], ['*'])).toBe(true);
    expect(selects(['*'], [name])).toBe(false);
    expect(selects([name, '*'], [name])).toBe(false);
    expect(selects([name], [name, 'A:*:*'])).toBe(false);
  });

  it('fit a parameter, or the place of a channel', () => {
    const selects = (exclude: string) =>
      createSelection({ standard: false, include: ['*'], exclude: [exclude] })(place, point);
    expect(selects('X*')).toBe(false);
    expect(selects('A:1:*')).toBe(false);
    expect(selects('*:2:*')).toBe(true);
    expect(selects('A:*X')).toBe(false);
    expect(selects('A')).toBe(true);
  });
});
