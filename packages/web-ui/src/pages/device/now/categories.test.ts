import { expect, it } from 'vitest';
import { formatsIn } from '../../../i18n/formats.js';
import { textsIn } from '../../../i18n/texts.js';
import { controlsOf, stateText } from './categories.tsx';
import type { CustomDataPoint } from './custom-data-points.js';
import { ButtonControls } from './simple.tsx';
import { nowTexts } from './texts.js';

// The members that words are made of.
const words = (category: string, state: object) =>
  stateText({ category, kind: category, state } as CustomDataPoint, textsIn(nowTexts, 'en'), formatsIn('en'));

it('writes known values of a state in words, and leaves out unknown ones', () => {
  expect(words('cover', { is_closed: false, current_position: 40 })).toEqual(['open', '40 %']);
  expect(words('light', { is_on: true, brightness_pct: null })).toEqual(['on']);
  expect(words('lock', {})).toEqual([]);
});

it('has a button for each operation of an unknown category, and no words', () => {
  expect(controlsOf('kettle')).toBe(ButtonControls);
  expect(words('kettle', { is_on: true })).toEqual([]);
  expect(words('toString', { is_on: true })).toEqual([]);
});
