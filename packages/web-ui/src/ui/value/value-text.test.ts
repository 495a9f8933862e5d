import type { DataPointSummary } from '@ccu-gateway/contract/types';
import { expect, it } from 'vitest';
import { formatsIn } from '../../i18n/formats.js';
import { textsIn } from '../../i18n/texts.js';
import { uiTexts } from './texts.js';
import { valueText } from './value-text.js';

const text = (value: unknown, point: Partial<DataPointSummary> = {}) =>
  valueText(point as DataPointSummary, value, textsIn(uiTexts, 'en'), formatsIn('en'));

it('a value is read with its unit, multiplied, and a member of a list by its label', () => {
  expect(text(0.35, { unit: '100%', multiplier: 100 })).toBe('35\u202f%');
  expect(text(21.5, { unit: '°C' })).toBe('21.5\u202f°C');
  expect(text(-0.005, { unit: '%', multiplier: 100 })).toBe('0\u202f%');
  const list = { value_list: ['CLOSED', 'SLIGHTLY_OPEN'], value_translations: { CLOSED: 'Shut' } };
  expect([text(0, list), text(1, list)]).toEqual(['Shut', 'Slightly open']);
  expect([text(true), text(false, { category: 'switch' })]).toEqual(['yes', 'off']);
});

it('a contact is open or closed, and a report of the state of a switch is on or off', () => {
  const state = { category: 'binary_sensor', parameter: 'STATE' } as const;
  expect([
    text(true, { ...state, control: 'DOOR_SENSOR.STATE' }),
    text(false, { ...state, control: 'DOOR_SENSOR.STATE' }),
  ]).toEqual(['open', 'closed']);
  expect([text(true, { ...state, control: 'SWITCH_TRANSMITTER.STATE' }), text(false, state)]).toEqual(['on', 'off']);
});

it('a missing value is a dash without a unit, and one of an unknown kind is shown unchanged', () => {
  for (const none of [undefined, null, '', Number.NaN, Number.POSITIVE_INFINITY])
    expect(text(none, { unit: '°C', multiplier: 10 })).toBe('—');
  expect(text(99, { value_list: ['A', 'B'] })).toBe('99');
  expect([text({ deep: [1] }), text('<b>x</b>')]).toEqual(['{"deep":[1]}', '<b>x</b>']);
});
