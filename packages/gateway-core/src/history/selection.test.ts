import { expect, it } from 'vitest';
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
